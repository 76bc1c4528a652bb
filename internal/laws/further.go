package laws

import (
	"context"
	"errors"
	"slices"

	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/internal/search"
)

// Limits of further values: the number of assignments for which the sides of a law are compared, and the
// numbers of values outside the bounds and of odd texts of each kind.
const (
	furtherAssignments = 3000
	furtherBeyond      = 300
	furtherTexts       = 8
)

// enduring calls each function with further values, to find those that end the process before terms
// are made of them.
func (f *finder) enduring(ctx context.Context, changes []bool) error {
	var e *harness.Evaluator
	defer func() {
		if e != nil {
			e.Close()
		}
	}()
	for i, fn := range f.Functions {
		program, slots := f.general(i, fn)
		if f.dropped[fn] || len(slots) == 0 {
			continue
		}
		for {
			how := max(f.without[f.target(i)], f.without[noTarget])
			if how == spared {
				break
			}
			if e == nil {
				var err error
				if e, err = f.unit.Binary.Evaluator(ctx, f.universe(f.slotted, changes, nil)); err != nil {
					return err
				}
			}
			_, err := e.Compare(ctx, []harness.Comparison{{
				Left: program, Right: program, Slots: slots, Limit: furtherAssignments, Further: true, Modest: how == modest,
			}})
			if err == nil {
				break
			}
			e.Close()
			e = nil
			if died, ok := errors.AsType[*harness.CallEnded](err); !ok || !f.exempt(died) {
				return err
			}
		}
	}
	return nil
}

// general is the call of a function with variables, as a program. It has no slots where a parameter
// has no values.
func (f *finder) general(i int, fn *signature.Function) (program, slots []int) {
	used := map[int]int{}
	for _, p := range fn.Params {
		sort := f.sort(p)
		if sort >= len(f.inputs) || len(f.inputs[sort].slots) == 0 {
			return nil, nil
		}
		of := f.inputs[sort].slots
		slot := of[used[sort]%len(of)]
		used[sort]++
		program = append(program, -1-slot)
		if !slices.Contains(slots, slot) {
			slots = append(slots, slot)
		}
	}
	slices.Sort(slots)
	return append(program, f.target(i)), slots
}

// further finds further values of an input: odd texts, those of words and of characters that the code has, some values of each depth within the bounds of
// which not all were taken, the values that a check tries outside the bounds, and some with extreme integers. full is the greatest
// depth of which all values were taken.
func (f *finder) further(ctx context.Context, in *input, full int) error {
	known := map[string]bool{}
	for _, s := range in.streams {
		known[observe.Key(s)] = true
	}
	add := func(streams [][]int64) {
		for _, s := range streams {
			if k := observe.Key(s); !known[k] {
				known[k] = true
				in.further = append(in.further, s)
			}
		}
	}
	odd := observe.Outside{
		Texts: observe.OddTexts(), First: furtherTexts, Numbers: [][]int64{f.code.Numbers, f.code.Letters}, Seed: f.Config.Limits.Seed,
	}
	single := slices.DeleteFunc(slices.Clone(f.code.Marks), func(s string) bool { return len(s) > 1 })
	words := observe.Outside{Texts: [][]string{f.code.Words, append(single, "a")}, First: furtherTexts, Draw: true, Seed: f.Config.Limits.Seed}
	compared := observe.Outside{Texts: [][]string{f.code.Compared}, First: len(f.code.Compared), Seed: f.Config.Limits.Seed}
	for _, q := range []observe.Outside{odd, compared, words} {
		list, err := q.Inputs(ctx, in.plan.Function, in.plan.Shapes, in.plan.Limits.Depth)
		if err != nil {
			return err
		}
		add(list)
	}
	for depth := full + 1; depth <= in.plan.Limits.Depth; depth++ {
		s, err := in.solver(ctx, depth)
		if err != nil {
			return err
		}
		add(observe.Drawn(ctx, s, f.Config.Limits.Seed))
	}
	fn := *in.plan.Function
	fn.Limits.Depth = max(full, 0)
	runner := f.unit.Binary.Runner()
	defer runner.Close()
	inputs, _, err := observe.Inputs(ctx, &fn, f.unit.Targets, runner)
	if err != nil {
		return err
	}
	var outside [][]int64
	for _, i := range inputs {
		if i.Beyond {
			outside = append(outside, i.Stream)
		}
	}
	small := min(len(outside), furtherBeyond/2)
	add(outside[:small])
	add(spread(outside[small:], furtherBeyond-small))
	extreme, err := observe.Outside{Extremes: true, Seed: f.Config.Limits.Seed}.Inputs(ctx, in.plan.Function, in.plan.Shapes, in.plan.Limits.Depth)
	add(extreme)
	return err
}

// solver returns a search for the values of a depth.
func (in *input) solver(ctx context.Context, depth int) (*search.Solver, error) {
	p, err := in.plan.Function.Pose(ctx, depth)
	if err != nil {
		return nil, err
	}
	return search.New(p.Form)
}

// wideEach is how many values of a depth are taken from the first ones, and wideDrawn how many are drawn besides, with a
// limit of work.
const (
	wideEach  = 100
	wideDrawn = 200
	wideWork  = 2_000_000
)

// wide finds values of an input for the last comparison of a law: those of each depth up to twice the bound of which not all
// are taken already.
func (f *finder) wide(ctx context.Context, in *input, full int) error {
	if f.Wide == 0 {
		return nil
	}
	known := map[string]bool{}
	for _, s := range slices.Concat(in.streams, in.further) {
		known[observe.Key(s)] = true
	}
	quit := func() bool { return ctx.Err() != nil }
	for depth := full + 1; depth <= 2*in.plan.Limits.Depth; depth++ {
		s, err := in.solver(ctx, depth)
		if err != nil {
			return err
		}
		s.Options.Quit = quit
		var list [][]int64
		for stream := range s.Solutions() {
			if list = append(list, slices.Clone(stream)); len(list) == candidates {
				break
			}
		}
		drawn, _ := s.Sample(search.Draw{Seed: f.Config.Limits.Seed, Count: wideDrawn, Work: wideWork, Quit: quit})
		for _, stream := range append(spread(list, wideEach), drawn...) {
			if k := observe.Key(stream); !known[k] {
				known[k] = true
				in.wide = append(in.wide, stream)
			}
		}
	}
	return ctx.Err()
}
