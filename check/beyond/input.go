package beyond

import (
	"cmp"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// An Input is an input outside the bounds, with what determines its place among others.
type Input struct {
	Stream []int64
	form.Solution
	// Question is the index of the question that it answers.
	Question int
	// Altered reports that it is a solution of the question in which a text was replaced. The precondition may
	// reject it.
	Altered bool
	// By is the name of the strategy that chose it.
	By string
	// Place is its index among the inputs of all shards.
	Place int
}

// InOrder returns the inputs, smallest first.
func (g *Sampler) InOrder() []Input {
	all := g.all
	slices.SortStableFunc(all, func(a, b Input) int {
		c := cmp.Or(
			cmp.Compare(a.Size, b.Size), cmp.Compare(a.Question, b.Question),
		)
		if c != 0 {
			return c
		}
		return cmp.Or(slices.Compare(a.Shape, b.Shape), a.CompareData(g.Questions[a.Question].Problem.Form, b.Solution))
	})
	for _, s := range g.strategies {
		if s.last != nil {
			for _, f := range s.last(g) {
				f.By = s.name
				all = append(all, f)
			}
		}
	}
	for i := range all {
		all[i].Place = i
	}
	return all
}
