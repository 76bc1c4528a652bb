package check

import (
	"context"
	"slices"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/internal/harness/build"
)

// A Criterion is a way to choose inputs.
type Criterion uint8

const (
	// BySpread takes the first inputs, spread evenly over depths and sizes.
	BySpread Criterion = iota
	// ByCover takes the first input that reaches each statement and branch reachable within the bounds, and the
	// first that reaches it more than once in a call.
	ByCover
	// ByMutants takes inputs until each mutant fails for one of them. It ignores mutants that no input within
	// the bounds distinguishes from the code.
	ByMutants
	// ByBoundary takes the first inputs at which comparisons are just true and just false.
	ByBoundary
	// ByPaths takes the first input of each way through the code, at most Spread.
	ByPaths
	// ByFlow takes the first input for each pair of a constructed value and a use that takes it
	// apart.
	ByFlow
)

// criteria has the criteria under the names that users give.
var criteria = []struct {
	name    string
	watched build.Counters
	choose  func(*chooser, context.Context, *loop.Subject, engine.Runner, *ChosenInputs) error
}{
	BySpread:  {"all", build.CountNothing, (*chooser).spread},
	ByCover:   {"cover", build.CountConditions, (*chooser).covering},
	ByMutants: {"mutants", build.CountMutants, (*chooser).killing},

	ByBoundary: {"boundary", build.WatchBoundaries, (*chooser).boundaries},
	ByPaths:    {"paths", build.WatchPaths, (*chooser).paths},
	ByFlow:     {"flow", build.WatchFlows, (*chooser).flows},
}

// Criteria returns the names of the ways to choose inputs.
func Criteria() []string {
	var names []string
	for _, c := range criteria {
		names = append(names, c.name)
	}
	slices.Sort(names)
	return names
}

// ParseCriterion returns the criterion of a name.
func ParseCriterion(name string) (Criterion, bool) {
	for i, c := range criteria {
		if c.name == name {
			return Criterion(i), true
		}
	}
	return 0, false
}

// watched says which events in the code under test the counters count.
func (by Criterion) watched() build.Counters { return criteria[by].watched }

// choose chooses inputs of one function.
func (c *chooser) choose(ctx context.Context, s *loop.Subject, run engine.Runner, out *ChosenInputs) error {
	return criteria[c.By].choose(c, ctx, s, run, out)
}
