package codegen

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Choices tells whether inputs of the target have choices that are made when
// they run: what a drawn input is, what a function answers.
func (t *Target) Choices() bool {
	for _, s := range t.Shapes {
		if _, ok := s.(*value.Drawn); ok {
			return true
		}
	}
	return len(t.Functions()) > 0
}

// noted tells whether the contract asks with what a function was called, or
// demands something of one that an expression gives.
func (t *Target) noted() bool {
	if len(t.Contract.AskedAbout()) > 0 {
		return true
	}
	for i, v := range t.Contract.Inputs() {
		if _, chosen := t.Shapes[i].(*value.Func); !chosen && callbackOf(t.Contract, v) != nil {
			return true
		}
	}
	return false
}

// Plain returns a stream of a target without choices as its shapes read it:
// where functions are noted, inputs go about as those with choices do.
func (t *Target) Plain(stream []int64) []int64 {
	if t.Choices() || !t.noted() {
		return stream
	}
	if solution, _, ok := wire.Split(stream); ok {
		return solution
	}
	return stream
}

// First returns the stream of the first input of a solution: where something is
// chosen or noted when an input runs, with the first of each choice.
func (t *Target) First(solution []int64) []int64 {
	if t.Choices() || t.noted() {
		return wire.Join(solution, nil)
	}
	return solution
}

// Functions returns the shapes of functions whose answers are chosen, among the
// inputs of a target: Runner.Answers is by their index.
func (t *Target) Functions() []*value.Func {
	var all []*value.Func
	seen := map[value.Shape]bool{}
	for _, s := range t.Shapes {
		value.Walk(s, func(s value.Shape) {
			if f, ok := s.(*value.Func); ok && !seen[s] {
				seen[s] = true
				all = append(all, f)
			}
		})
	}
	return all
}

// demand is the clause that a failure says is not met: of a function that is an input,
// or, by its shape, of one within an input.
func (t *Target) demand(f wire.Failure) *refine.Clause {
	c := t.Contract
	if f.Index >= 0 {
		return callbackOf(c, c.Inputs()[f.Index]).Require[f.Clause]
	}
	rules, _ := t.Functions()[read.ShapeOf(f.Index)].Rules.([]*refine.Callback)
	n := f.Clause
	for _, r := range rules {
		if n < len(r.Require) {
			return r.Require[n]
		}
		n -= len(r.Require)
	}
	return nil
}

// sharing writes that inputs of a target may be the same memory, if they may.
func sharing(t *Target) string {
	if t.Shares() {
		return ", Shares: 0 == 0"
	}
	return ""
}

// Shares reports whether inputs of the target may be the same memory.
func (t *Target) Shares() bool {
	return slices.ContainsFunc(t.Shapes, func(s value.Shape) bool { return value.AliasedOf(s) != nil })
}
