// Package prepare turns the contracts of a package into what the loop needs for each function. That
// is the forms of its inputs at every depth, the values that calls build, and the process that runs
// it. It tests nothing.
package prepare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Numbers of answers outside the bounds that are drawn for each place of a function input. The last
// is for longer answers. If answers have text and the code has words, answers made of these words
// come first, and fewer others are drawn.
const (
	farAnswers      = 500
	farAnswersExact = 300
	farAnswersWords = 200
	farAnswersLong  = 200
)

// answers returns two functions that list what the function inputs of a plan can answer, indexed by
// the function and the cost of its place. Within lists the answers up to a depth. Beyond appends
// answers outside the depth.
func (r *Package) answers(p *Plan, functions []*value.Func) (within answersWithin, beyond answersBeyond) {
	all := make([][]harness.Answers, len(functions))
	next := 0
	within = func(ctx context.Context, depth int) ([][]harness.Answers, error) {
		for ; next <= depth; next++ {
			for i, f := range functions {
				if err := r.addAnswers(ctx, p, f, &all[i], next); err != nil {
					return nil, err
				}
			}
		}
		return all, nil
	}
	beyond = func(ctx context.Context, depth int, b encode.Beyond) ([][]harness.Answers, error) {
		near, err := within(ctx, depth)
		if err != nil {
			return nil, err
		}
		far := make([][]harness.Answers, len(near))
		for i, f := range functions {
			for cost, a := range near[i] {
				more, err := r.answersOutside(ctx, f, cost, depth, b)
				if err != nil {
					return nil, err
				}
				n := a.Within[depth]
				far[i] = append(far[i], harness.Answers{
					Streams: slices.Concat(a.Streams[:n], more), Within: append(slices.Clone(a.Within[:depth]), n+len(more)), Far: len(more),
				})
			}
		}
		return far, nil
	}
	return within, beyond
}

// The functions that answers returns.
type (
	answersWithin func(ctx context.Context, depth int) ([][]harness.Answers, error)
	answersBeyond func(ctx context.Context, depth int, b encode.Beyond) ([][]harness.Answers, error)
)

// answersOutside draws answers of a function that are outside a depth.
func (r *Package) answersOutside(ctx context.Context, f *value.Func, cost, depth int, b encode.Beyond) (list [][]int64, err error) {
	shapes := []value.Shape{answerAt(f, cost)}
	draw := func(depth, count int, b encode.Beyond) error {
		opt := encode.Options{Depth: depth, Beyond: &b, Limits: encode.Limits{MaxNodes: beyond.MaxNodes, MaxSteps: beyond.MaxSteps}, Calls: r.Built.Classes}
		q, err := encode.Encode(ctx, encode.Inputs{Names: []string{"x"}, Shapes: shapes}, opt)
		if errors.Is(err, encode.ErrTooLarge) {
			return nil
		}
		if err != nil {
			return err
		}
		s, err := search.New(q.Form)
		if err != nil {
			return err
		}
		streams, _ := s.Sample(search.Draw{Seed: r.Limits.Seed, Count: count, Foci: slices.Concat(b.Ints, beyond.Extremes(q.Form)), Stall: beyond.Stall, Work: beyond.Work, Quit: Ended(ctx)})
		for _, x := range streams {
			if !slices.ContainsFunc(list, func(y []int64) bool { return slices.Equal(x, y) }) {
				list = append(list, x)
			}
		}
		return nil
	}
	count := farAnswers
	if encode.Textual(shapes) > 0 && len(b.Words) > 0 {
		exact := b
		exact.Exact = true
		if err := draw(depth, farAnswersExact, exact); err != nil {
			return nil, err
		}
		count = farAnswersWords
	}
	first := len(list)
	if err := draw(depth, count, b); err != nil {
		return nil, err
	}
	if encode.Grows(shapes) {
		b.Words = nil
		err = draw(beyond.DepthTimes*depth, farAnswersLong, b)
	}
	// The order of words in the code comes first.
	slices.SortStableFunc(list[:first], compareSimplicity)
	slices.SortStableFunc(list[first:], compareSimplicity)
	return list, err
}

// compareSimplicity orders streams by length, then by their greatest magnitude, so that simple
// answers come first.
func compareSimplicity(x, y []int64) int {
	most := func(s []int64) (n uint64) {
		for _, v := range s {
			n = max(n, form.Magnitude(v))
		}
		return n
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(most(x), most(y)), -slices.Compare(x, y))
}

// addAnswers adds the answers of exactly one depth, for every cost.
func (r *Package) addAnswers(ctx context.Context, p *Plan, f *value.Func, list *[]harness.Answers, depth int) error {
	costs := depth
	if isOnlyInput(p, f) {
		costs = 0
	}
	what := "the answers of a " + refine.TypeName(f.Of, r.Pkg.Types)
	for cost := 0; cost <= costs; cost++ {
		if cost == len(*list) {
			*list = append(*list, harness.Answers{})
		}
		a := &(*list)[cost]
		for len(a.Within) < depth {
			a.Within = append(a.Within, len(a.Streams))
		}
		if _, err := r.Built.Prepare(ctx, p.Shapes, depth); err != nil {
			return err
		}
		var err error
		opt := encode.Options{Depth: depth, Calls: r.Built.Classes}
		if a.Streams, err = appendValues(ctx, a.Streams, maxDomain, []value.Shape{answerAt(f, cost)}, opt, what); err != nil {
			return err
		}
		if depth == cost && cost > 0 && len(a.Streams) == 0 {
			// An answer without variables has no level, so no form reflects the cost of its place.
			only, err := appendValues(ctx, nil, maxDomain, []value.Shape{answerAt(f, 0)}, encode.Options{Calls: r.Built.Classes}, what)
			if err != nil {
				return err
			}
			if len(only) == 1 && len(only[0]) == 0 {
				a.Streams = only
			}
		}
		a.Within = append(a.Within, len(a.Streams))
	}
	return nil
}

// isOnlyInput reports whether a function occurs only as an input itself, so that reaching it costs
// nothing.
func isOnlyInput(p *Plan, f *value.Func) bool {
	for _, s := range p.Shapes {
		if s == value.Shape(f) {
			continue
		}
		inside := false
		value.Walk(s, func(s value.Shape) { inside = inside || s == value.Shape(f) })
		if inside {
			return false
		}
	}
	for _, res := range f.Results {
		inside := false
		value.Walk(res.Shape, func(s value.Shape) { inside = inside || s == value.Shape(f) })
		if inside {
			return false
		}
	}
	return true
}

// answerAt returns the shape of all results of a function whose place has the given cost. The
// results are fields of a struct, because a struct takes nothing from a stream.
func answerAt(f *value.Func, cost int) value.Shape {
	var vars []*types.Var
	s := &value.Struct{}
	for i, r := range f.Results {
		name := fmt.Sprint("R", i)
		vars = append(vars, types.NewField(0, nil, name, r.Shape.Go(), false))
		s.Fields = append(s.Fields, value.Field{Name: name, Index: i, Ref: r})
	}
	s.T = types.NewStruct(vars, nil)
	for range cost {
		s = &value.Struct{
			T:      types.NewStruct([]*types.Var{types.NewField(0, nil, "R", s.T, false)}, nil),
			Fields: []value.Field{{Name: "R", Ref: value.Ref{Shape: s, Step: 1}}},
		}
	}
	return s
}

// Functional reports whether the inputs include functions whose answers are chosen.
func Functional(shapes []value.Shape) bool {
	return len((&codegen.Target{Shapes: shapes}).Functions()) > 0
}
