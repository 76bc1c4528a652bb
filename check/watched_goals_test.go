package check

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/check/engine"
)

// knottySource has comparisons of which some sides are impossible, and paths that few inputs take.
const knottySource = `package p

//rtest:depth 2
//rtest:requires x < y || x > 100
//rtest:ensures true
func Knot(x, y int8) int {
	if x == y*3 && x > 50 {
		if y == 20 {
			return 1
		}
		return 2
	}
	if x > y && x <= 100 {
		return 3
	}
	if y^x == 0x55 {
		return 4
	}
	return 5
}
`

// knot runs the function of knottySource by hand. It returns its path and the sides of comparisons it is at.
func knot(x, y int8) (path string, sides []string) {
	compare := func(a, b int8, op string, at string) bool {
		var holds, near bool
		d := int(a) - int(b)
		switch op {
		case "==":
			holds, near = d == 0, d == 1 || d == -1
		case ">":
			holds, near = d > 0, d == 1
		case "<=":
			holds, near = d <= 0, d == 1
		}
		switch {
		case d == 0 && holds, near && holds:
			sides = append(sides, at+" is just true")
		case d == 0, near:
			sides = append(sides, at+" is just false")
		}
		path += fmt.Sprint(at, holds, " ")
		return holds
	}
	if compare(x, y*3, "==", "x == y*3") && compare(x, 50, ">", "x > 50") {
		compare(y, 20, "==", "y == 20")
		return path, sides
	}
	if compare(x, y, ">", "x > y") && compare(x, 100, "<=", "x <= 100") {
		return path, sides
	}
	compare(y^x, 0x55, "==", "y^x == 0x55")
	return path, sides
}

// TestSolvedBoundaries compares what the head of the file says of boundary sides, and of paths, with what all
// inputs do.
func TestSolvedBoundaries(t *testing.T) {
	if _, err := engine.SolverVersion(); err != nil {
		t.Skip(err)
	}
	paths, sides := map[string]bool{}, map[string]bool{}
	for x := -128; x < 128; x++ {
		for y := -128; y < 128; y++ {
			if x < y || x > 100 {
				path, at := knot(int8(x), int8(y))
				paths[path] = true
				for _, s := range at {
					sides[s] = true
				}
			}
		}
	}
	out := chosenOf(t, knottySource, ByBoundary, solving)
	covered := map[string]bool{}
	for _, in := range out.Inputs {
		_, at := knot(int8(in.Stream[0]), int8(in.Stream[1]))
		for _, s := range at {
			covered[s] = true
		}
	}
	if !maps.Equal(covered, sides) {
		t.Errorf("chosen inputs reach %v, all inputs %v", slices.Sorted(maps.Keys(covered)), slices.Sorted(maps.Keys(sides)))
	}
	want := fmt.Sprintf("Knot: of 12 boundary sides of comparisons %d are covered, %d are impossible, 0 are open.", len(sides), 12-len(sides))
	if out.Notes[0] != want || len(sides) == 12 {
		t.Errorf("the notes are %q, want %q", out.Notes, want)
	}
	out = chosenOf(t, knottySource, ByPaths, solving)
	taken := map[string]bool{}
	for _, in := range out.Inputs {
		path, _ := knot(int8(in.Stream[0]), int8(in.Stream[1]))
		taken[path] = true
	}
	if !maps.Equal(taken, paths) || len(out.Inputs) != len(paths) {
		t.Errorf("%d inputs take %d of %d paths", len(out.Inputs), len(taken), len(paths))
	}
	notes := []string{
		fmt.Sprintf("Knot: the inputs that were tried take %d paths; one input each.", len(paths)),
		"Knot: no input takes another combination of sides of branches.",
	}
	if !slices.Equal(out.Notes, notes) {
		t.Errorf("the notes are %q, want %q", out.Notes, notes)
	}
}
