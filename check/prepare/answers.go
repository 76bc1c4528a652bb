// Package prepare makes of the contracts of a package what the loop needs of each function: its
// inputs as forms of every depth, the values that calls build, and the process that runs it. It
// tests nothing.
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

// How many answers outside the bounds are drawn for each place of a function: with the
// constants of the code, where there are texts fewer, with its words as they are, and longer
// ones.
const (
	farAnswers      = 500
	farAnswersExact = 300
	farAnswersWords = 200
	farAnswersLong  = 200
)

// answers returns the function that gives, for a depth, the answers from which
// the functions among the inputs of a plan choose: by the index of the function
// and the cost of its place. Beyond gives those outside a depth as well, behind the
// others.
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

// Functions that give the answers of functions.
type (
	answersWithin func(ctx context.Context, depth int) ([][]harness.Answers, error)
	answersBeyond func(ctx context.Context, depth int, b encode.Beyond) ([][]harness.Answers, error)
)

// answersOutside draws answers of a function that are outside a depth.
func (r *Package) answersOutside(ctx context.Context, f *value.Func, cost, depth int, b encode.Beyond) (list [][]int64, err error) {
	shapes := []value.Shape{answerAt(f, cost)}
	draw := func(depth, count int, b encode.Beyond) error {
		opt := encode.Options{Depth: depth, Beyond: &b, MaxNodes: beyond.MaxNodes, MaxSteps: beyond.MaxSteps, Calls: r.Built.Classes}
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
	// Those with words as they are come first.
	slices.SortStableFunc(list[:first], plainest)
	slices.SortStableFunc(list[first:], plainest)
	return list, err
}

// plainest puts short streams of small numbers first, of which the input with an
// answer is simpler.
func plainest(x, y []int64) int {
	most := func(s []int64) (n uint64) {
		for _, v := range s {
			n = max(n, form.Magnitude(v))
		}
		return n
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(most(x), most(y)), -slices.Compare(x, y))
}

// addAnswers adds those of exactly this depth, for all costs.
func (r *Package) addAnswers(ctx context.Context, p *Plan, f *value.Func, list *[]harness.Answers, depth int) error {
	costs := depth
	if top(p, f) {
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
			// What no variable decides has no level: no form says what the way costs.
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

// top tells whether the function is only an input itself, so that the way to it
// costs nothing.
func top(p *Plan, f *value.Func) bool {
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

// answerAt is the shape of all results of a function to which the way costs so
// much: a struct takes nothing from a stream itself.
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

// Functional tells whether functions whose answers are chosen are among the
// inputs.
func Functional(shapes []value.Shape) bool {
	return len((&codegen.Target{Shapes: shapes}).Functions()) > 0
}
