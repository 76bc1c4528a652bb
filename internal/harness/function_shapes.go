package harness

import (
	"github.com/rtest-dev/rtest/internal/harness/rt"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

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
func (p *plan) demand(f rt.Failure) *refine.Clause {
	c := p.target.Contract
	if f.Index >= 0 {
		return callbackOf(c, c.Inputs()[f.Index]).Require[f.Clause]
	}
	rules, _ := p.target.Functions()[rt.ShapeOf(f.Index)].Rules.([]*refine.Callback)
	n := f.Clause
	for _, r := range rules {
		if n < len(r.Require) {
			return r.Require[n]
		}
		n -= len(r.Require)
	}
	return nil
}
