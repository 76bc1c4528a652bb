package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/harness"
)

// chosenOf chooses inputs of the one function of a package.
func chosenOf(t *testing.T, src string, by Criterion, with ...func(*prepare.Function)) *ChosenInputs {
	t.Helper()
	c, u := chooserOf(t, src, by)
	for _, set := range with {
		set(u.Plans[0].Function)
	}
	u.Plans[0].Limits.Beyond = 0
	u.Plans[0].Function.Limits.Beyond = 0
	out, err := c.function(t.Context(), u, u.Plans[0])
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// solving enables the solver.
func solving(f *prepare.Function) { f.Engine.Solver = true }

// TestBoundaries compares the boundary sides that chosen inputs are reported to reach with those that
// they, and all inputs, reach by arithmetic.
func TestBoundaries(t *testing.T) {
	out := chosenOf(t, `package p

//rtest:depth 3
//rtest:ints 0..3
//rtest:ensures true
func Grade(x, y int) int {
	if x < 2 {
		return 0
	}
	if y >= x && x != 9 {
		return 1
	}
	return 2
}
`, ByBoundary)
	sides := func(x, y int64) (all []string) {
		add := func(on bool, what string) {
			if on {
				all = append(all, what)
			}
		}
		add(x == 2, "x < 2 is just false")
		add(x == 1, "x < 2 is just true")
		if x >= 2 {
			add(y == x, "y >= x is just true")
			add(y == x-1, "y >= x is just false")
			add(y >= x && x == 9, "x != 9 is just false")
			add(y >= x && (x == 8 || x == 10), "x != 9 is just true")
		}
		return all
	}
	every, chosen := map[string]bool{}, map[string]bool{}
	for x := range int64(4) {
		for y := range int64(4) {
			for _, s := range sides(x, y) {
				every[s] = true
			}
		}
	}
	for _, in := range out.Inputs {
		for _, s := range sides(in.Stream[0], in.Stream[1]) {
			chosen[s] = true
		}
	}
	if !maps.Equal(every, chosen) {
		t.Errorf("chosen inputs reach %v, all inputs %v", chosen, every)
	}
	want := []string{
		fmt.Sprintf("Grade: of 6 boundary sides of comparisons %d are covered, 0 are impossible, 2 are open.", len(every)),
		"    open: p.go:10:17 x != 9 is just false", "    open: p.go:10:17 x != 9 is just true",
	}
	got := slices.Clone(out.Notes)
	slices.Sort(got[1:])
	if !slices.Equal(got, want) {
		t.Errorf("notes are %q, want %q", got, want)
	}
}

// TestPaths compares the chosen inputs with the paths that all inputs take, computed from the source.
func TestPaths(t *testing.T) {
	out := chosenOf(t, `package p

//rtest:depth 3
//rtest:ensures true
func Count(xs []int, k int) int {
	n := 0
	for _, x := range xs {
		switch {
		case x == k:
			n++
		case x > k && k > 0:
			return n
		}
	}
	return n
}
`, ByPaths)
	// For iterations, the distinct ones count in order, and whether each occurs once.
	way := func(xs []int64, k int64) string {
		var rounds []string
		more := map[string]bool{}
		for _, x := range xs {
			r := "none"
			switch {
			case x == k:
				r = "equal"
			case x > k && k > 0:
				r = "return"
			case x > k:
				r = "greater"
			}
			if slices.Contains(rounds, r) {
				more[r] = true
			} else {
				rounds = append(rounds, r)
			}
			if r == "return" {
				break
			}
		}
		return fmt.Sprint(rounds, more)
	}
	every := map[string]bool{}
	var lists func(xs []int64)
	lists = func(xs []int64) {
		for k := int64(-3); k <= 3; k++ {
			every[way(xs, k)] = true
		}
		if len(xs) == 3 {
			return
		}
		for x := int64(-3); x <= 3; x++ {
			lists(append(slices.Clone(xs), x))
		}
	}
	lists(nil)
	chosen := map[string]bool{}
	for _, in := range out.Inputs {
		n := in.Stream[0]
		chosen[way(in.Stream[1:1+n], in.Stream[1+n])] = true
	}
	if !maps.Equal(every, chosen) || len(out.Inputs) != len(every) {
		t.Errorf("%d inputs take %d ways, all inputs %d:\n%v\n%v", len(out.Inputs), len(chosen), len(every), slices.Sorted(maps.Keys(chosen)), slices.Sorted(maps.Keys(every)))
	}
	if want := fmt.Sprintf("Count: the inputs that were tried take %d paths; one input each.", len(every)); out.Notes[0] != want {
		t.Errorf("the note is %q, want %q", out.Notes[0], want)
	}
}

const reverseSource = `package p

// A List is a list as a functional program has it.
type List struct {
	Head int
	Tail *List
}

// Reverse is naive: it appends each head to what is left, reversed.
//
//rtest:depth 4
//rtest:ints 0..0
//rtest:ensures true
func Reverse(l *List) *List {
	if l == nil {
		return nil
	}
	return app(Reverse(l.Tail), &List{l.Head, nil})
}

func app(l, ys *List) *List {
	if l == nil {
		return ys
	}
	return &List{l.Head, app(l.Tail, ys)}
}
`

// TestReverse has the five rows of table 1 of Fischer and Kuchen, Data-Flow Testing of
// Declarative Programs (2008): for lists of 0 to 4 elements, which of the values that
// reverse and append construct come to which of their case distinctions.
func TestReverse(t *testing.T) {
	c, u := chooserOf(t, reverseSource, ByFlow)
	p := u.Plans[0]
	_, runner, err := c.bind(t.Context(), u, p)
	if err != nil {
		t.Fatal(err)
	}
	defer runner.Close()
	names := map[string]string{
		"16:10": "[]rev1", "18:44": "[]rev2", "18:30": "(:)rev", "25:9": "(:)++",
	}
	functions := map[string]string{"Reverse": "rev", "app": "++"}
	var rows []string
	for depth := range 5 {
		q, err := p.Function.Pose(t.Context(), depth)
		if err != nil {
			t.Fatal(err)
		}
		tally, err := runner.Run(t.Context(), harness.Job{Target: p.Function.Index, AfterFailure: -1, Form: q.Form})
		if err != nil {
			t.Fatal(err)
		}
		reached := map[int]bool{}
		for _, in := range tally.Covered {
			for _, n := range in.Counters {
				reached[n] = true
			}
		}
		var row []string
		for _, x := range c.binary.Pairs(p.Function.Index) {
			if x.Def.Of == "" && reached[x.Goal()] {
				row = append(row, names[fmt.Sprintf("%d:%d", x.Def.Pos.Line, x.Def.Pos.Column)]+" -> "+functions[x.Use.Func])
			}
		}
		slices.Sort(row)
		rows = append(rows, fmt.Sprintf("%d: %s", depth, strings.Join(slices.Compact(row), ", ")))
	}
	want := []string{
		"0: ",
		"1: []rev1 -> ++",
		"2: (:)rev -> ++, []rev1 -> ++, []rev2 -> ++",
		"3: (:)++ -> ++, (:)rev -> ++, []rev1 -> ++, []rev2 -> ++",
		"4: (:)++ -> ++, (:)rev -> ++, []rev1 -> ++, []rev2 -> ++",
	}
	if !slices.Equal(rows, want) {
		t.Errorf("rows are\n%s\nwant\n%s", strings.Join(rows, "\n"), strings.Join(want, "\n"))
	}
}

// TestFlows follows values through fields, loops, closures, interfaces and named results.
func TestFlows(t *testing.T) {
	for _, tt := range []struct{ name, source string }{
		{"fields", `
type node struct{ next *node }

//rtest:ensures true
func F(n bool) int {
	a := &node{}
	b := &node{next: a}
	if n {
		b.next = nil // def
	}
	for p := b.next; p != nil; p = p.next { // use
		return 1
	}
	return 0
}
`},
		{"interfaces", `
//rtest:ensures true
func F(n bool) int {
	switch make1(n).(type) { // use
	case int:
		return 1
	}
	return 0
}

func make1(n bool) (x any) {
	if n {
		return 1 // def
	}
	x = "a" // def
	return
}
`},
		{"closures", `
//rtest:ensures true
func F(n bool) int {
	f := func() int { return 1 }
	if n {
		f = func() int { return 2 } // def
	}
	return apply(f)
}

func apply(f func() int) int {
	return f() // use
}
`},
		{"elements", `
//rtest:ensures true
func F(n bool) int {
	xs := make([][]int, 2)
	xs[1] = []int{1} // def
	if n {
		return len(xs)
	}
	for range xs[1] { // use
		return 1
	}
	return 0
}
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			source := "package p\n" + tt.source
			lines := strings.Split(source, "\n")
			out := chosenOf(t, source, ByFlow)
			got := map[string]bool{}
			for _, n := range out.Notes {
				var def, use int
				if _, err := fmt.Sscanf(strings.ReplaceAll(strings.TrimSpace(n), ":", " "), "covered p.go %d", &def); err != nil {
					continue
				}
				at := strings.Index(n, "-> p.go:")
				if _, err := fmt.Sscanf(n[at:], "-> p.go:%d", &use); err != nil {
					t.Fatal(err)
				}
				if strings.HasSuffix(lines[def-1], "// def") && strings.HasSuffix(lines[use-1], "// use") {
					got[fmt.Sprint(def, use)] = true
				}
			}
			if want := strings.Count(source, "// def"); len(got) != want {
				t.Errorf("%d of %d pairs are covered:\n%s", len(got), want, strings.Join(out.Notes, "\n"))
			}
		})
	}
}
