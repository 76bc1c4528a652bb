package check

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// solvedPairs are the pairs of a program that no call reaches, as solving for them says, and those that some
// call within the bounds reaches, as lines and what is used.
func solvedPairs(t *testing.T, source string) (never, reached map[string]bool, all int) {
	t.Helper()
	c, u := chooserOf(t, source, ByFlow)
	if len(u.Plans) == 0 {
		t.Fatal(c.Contracts, c.Pkg.Diags)
	}
	s, runner, err := c.bind(t.Context(), u, u.Plans[0])
	if err != nil {
		t.Fatal(err)
	}
	defer runner.Close()
	s.Engine.Solver = true
	k := newCover(c, s, runner)
	k.bare = true
	if err := k.within(t.Context(), &ChosenInputs{}); err != nil {
		t.Fatal(err)
	}
	native := maps.Clone(k.reached)
	var goals []int
	pairs := c.binary.Pairs(s.Index)
	for _, p := range pairs {
		goals = append(goals, p.Goal())
	}
	solved, err := k.solveGoals(t.Context(), goals)
	if err != nil {
		t.Fatal(err)
	}
	never, reached = map[string]bool{}, map[string]bool{}
	for _, p := range pairs {
		text := fmt.Sprintf("%d:%d %d:%d %s", p.Def.Pos.Line, p.Def.Pos.Column, p.Use.Pos.Line, p.Use.Pos.Column, p.Use.Text)
		if solved.Never[p.Goal()] {
			never[text] = true
		}
		if native[p.Goal()] {
			reached[text] = true
		}
	}
	return never, reached, len(pairs)
}

// TestImpossibleFlows wants no pair of the case studies said to be impossible that an input within the bounds
// reaches.
func TestImpossibleFlows(t *testing.T) {
	longtest.Only(t, "it solves for the pairs of ten programs")
	if _, err := engine.SolverVersion(); err != nil {
		t.Skip(err)
	}
	files, err := filepath.Glob("testdata/casestudies/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	impossible, covered := 0, 0
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		never, reached, _ := solvedPairs(t, string(a.Files[0].Data))
		for text := range never {
			if reached[text] {
				t.Errorf("%s: %s is reached, and said to be impossible", file, text)
			}
		}
		impossible, covered = impossible+len(never), covered+len(reached)
	}
	if impossible < 20 || covered < 50 {
		t.Errorf("only %d pairs are impossible, and %d reached", impossible, covered)
	}
}

// TestImpossibleAssignments compares the pairs of assignments and uses of random programs that are impossible
// with those that no input reaches, all of which are run.
func TestImpossibleAssignments(t *testing.T) {
	if _, err := engine.SolverVersion(); err != nil {
		t.Skip(err)
	}
	impossible := 0
	for seed := range longtest.Cases(3, 60) {
		p := &program{rand: rand.New(rand.NewPCG(uint64(seed), 1)), seen: map[string]bool{}}
		source := strings.Replace(p.source(), "//rtest:ensures", "//rtest:requires -2 <= x <= 2 && -2 <= y <= 2\n//rtest:ensures", 1)
		never, reached, all := solvedPairs(t, source)
		if len(never)+len(reached) != all {
			t.Errorf("seed %d: of %d pairs %d are reached and %d impossible:\n%v\n%v\n%s", seed, all, len(reached), len(never), slices.Sorted(maps.Keys(reached)), slices.Sorted(maps.Keys(never)), source)
		}
		for text := range never {
			if reached[text] {
				t.Errorf("seed %d: %s is reached, and said to be impossible\n%s", seed, text, source)
			}
		}
		impossible += len(never)
	}
	if impossible < 60 {
		t.Errorf("only %d pairs are impossible", impossible)
	}
}
