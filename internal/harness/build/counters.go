package build

import (
	"go/token"
	"path/filepath"

	"github.com/rtest-dev/rtest/internal/rewrite"
)

// Counters selects what is counted while the function under test is called.
type Counters uint8

const (
	// CountNothing leaves the code unchanged.
	CountNothing Counters = iota
	// CountTargets counts which basic blocks of the functions under test are reached
	// (Executable.Blocks, Runner.Reached). CountBlocks counts those of their packages.
	CountTargets
	CountBlocks
	// CountConditions counts for each input which conditions were true and false, and whether more
	// than once (Tally.Covered).
	CountConditions
	// CountMutants has no counters. Each mutant of the functions under test, and of their callees in the
	// package, is behind a switch (Binary.Mutants, Job.Mutant).
	CountMutants
	// WatchBoundaries, WatchPaths and WatchFlows report for each input which goals its call reaches
	// (Tally.Covered). The goals are comparisons at their boundaries, the path of the call, and values that
	// reach uses. The watched functions are those of CountMutants.
	WatchBoundaries
	WatchPaths
	WatchFlows
	// WatchCalls reports for each input the results of its calls of other packages' functions (Binary.Answers).
	WatchCalls
	// Schedules is for Scheduled, whose files decide what is counted.
	Schedules
)

// PerCall reports whether counters are reported call by call.
func (c Counters) PerCall() bool { return c > CountBlocks }

// An Outcome is what a counter of CountConditions counts: the code at a place has a value, or is
// taken.
type Outcome struct {
	Pos token.Position
	// Func is the function in whose declaration the code lies, as FuncKey names it.
	Func string
	// Text is the code in one line, Is the outcome: "is true".
	Text, Is string
}

// UnreachedFrom returns the blocks that calls of a target may reach and did not: those of its function and of the
// function's callees in the package.
func (e *Executable) UnreachedFrom(target int, reached []bool) ([]Block, error) {
	pkg, err := e.files.own(e.unit)
	f := e.unit.Targets[target].Contract.Func
	if err != nil || f == nil || reached == nil {
		return nil, err
	}
	keys := map[string]bool{}
	for fn := range rewrite.Reach(pkg, map[string]bool{FuncKey(f): true}) {
		keys[rewrite.Key(fn)] = true
	}
	var own []int
	for i, b := range e.Blocks {
		if keys[b.Func] && filepath.Dir(b.File) == e.unit.Pkg.Dir {
			own = append(own, i)
		}
	}
	return Unreached(e.Blocks, own, reached), nil
}

// OutcomesOf returns, by counter, the outcomes that CountConditions counts of a target's function and of its
// callees in the package. Of a function of another package it has those of the function itself.
func (e *Executable) OutcomesOf(target int) (map[int]Outcome, error) {
	r, err := e.reachable()
	f := e.unit.Targets[target].Contract.Func
	if err != nil || f == nil {
		return nil, err
	}
	keys := r.keys[target]
	if len(keys) == 0 {
		keys = map[string]bool{FuncKey(f): true}
	}
	dir := filepath.Dir(e.unit.Pkg.Fset.PositionFor(f.Pos(), false).Filename)
	out := map[int]Outcome{}
	for n, o := range e.outcomes {
		if keys[o.Func] && filepath.Dir(o.Pos.Filename) == dir {
			out[n] = o
		}
	}
	return out, nil
}
