package codegen

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Choices reports whether inputs of the target make choices at run time: the value of a drawn
// input, or the answer of a function.
func (t *Target) Choices() bool {
	for _, s := range t.Shapes {
		if _, ok := s.(*value.Drawn); ok {
			return true
		}
	}
	return len(t.Functions()) > 0
}

// noted reports whether the contract needs the arguments of a function's calls, or has conditions on a function
// that an expression yields.
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

// Plain returns a stream of a target without choices in the form that its shapes read. If the calls of functions
// are recorded, such inputs have the form of those with choices.
func (t *Target) Plain(stream []int64) []int64 {
	if t.Choices() || !t.noted() {
		return stream
	}
	if solution, _, ok := wire.Split(stream); ok {
		return solution
	}
	return stream
}

// First returns the stream of the first input of a solution. If something is chosen or
// recorded at run time, it takes the first possibility of each choice.
func (t *Target) First(solution []int64) []int64 {
	if t.Choices() || t.noted() {
		return wire.Join(solution, nil)
	}
	return solution
}

// Functions returns the shapes of the functions among the inputs whose answers are chosen.
// Runner.Answers is by their index.
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

// demand returns the clause that a failure reports: of a function that is an input or, given
// by its shape, of one inside an input.
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
