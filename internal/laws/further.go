package laws

import (
	"context"
	"errors"
	"slices"

	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/internal/laws/terms"
	"github.com/rtest-dev/rtest/internal/search"
)

// Limits of further values: for how many assignments the sides of a law are compared, how many values
// of each depth and how many outside the bounds a type has, and the steps of drawing for one depth.
const (
	furtherAssignments = 3000
	furtherOfDepth     = 40
	furtherBeyond      = 300
	furtherWork        = 2_000_000
)

// A comparing compares terms.
type comparing struct {
	eval evaluator
	// partial has the sorts of which variables have not all values within the bounds.
	partial map[int]bool
	// without are targets that do not return for some further values: what calls them is not compared
	// for these. With noTarget among them nothing is.
	without map[int]bool
	// refuted are equations that are false for further values alone.
	refuted [][2]*terms.Term
}

// noTarget stands for what is no call of a target, such as building a value. mostEnded is how many calls
// may end the process before further values are given up.
const (
	noTarget  = -1
	mostEnded = 10
)

// A furtherEnded says that a call did not return for further values.
type furtherEnded struct{ call *harness.CallEnded }

func (e *furtherEnded) Error() string { return e.call.Error() }

// compareFurther compares again, for assignments with values that all terms are not evaluated for: larger
// ones within the bounds, and those outside. It adds to what was seen before.
func (x *explorer) compareFurther(ctx context.Context, c harness.Comparison, before harness.Outcome) (harness.Outcome, error) {
	if x.without[noTarget] {
		return before, nil
	}
	for _, program := range [][]int{c.Left, c.Right, c.Condition} {
		if slices.ContainsFunc(program, func(step int) bool { return x.without[step] }) {
			return before, nil
		}
	}
	c.Further, c.Limit = true, furtherAssignments
	list, err := x.eval.Compare(ctx, []harness.Comparison{c})
	if died, ok := errors.AsType[*harness.CallEnded](err); ok {
		return before, &furtherEnded{died}
	}
	if err != nil {
		return before, err
	}
	out := list[0]
	out.Tried, out.Undefined, out.Whole = out.Tried+before.Tried, out.Undefined+before.Undefined, before.Whole
	return out, nil
}

// spare has the target of a call that ended the process called with no further values from now on. It
// returns false if that was so before.
func (f *finder) spare(died *harness.CallEnded) bool {
	if f.without[noTarget] {
		return false
	}
	target := died.Target
	if f.without[target] || len(f.without) == mostEnded {
		target = noTarget
	}
	f.without[target] = true
	return true
}

// enduring calls each function with further values, to find those that end the process before terms
// are made of them.
func (f *finder) enduring(ctx context.Context, changes []bool) error {
	var e *harness.Evaluator
	for i, fn := range f.Functions {
		program, slots := f.general(i, fn)
		if f.dropped[fn] || len(slots) == 0 || f.without[f.target(i)] || f.without[noTarget] {
			continue
		}
		if e == nil {
			var err error
			if e, err = f.unit.Binary.Evaluator(ctx, f.universe(f.slotted, changes, nil)); err != nil {
				return err
			}
		}
		_, err := e.Compare(ctx, []harness.Comparison{{Left: program, Right: program, Slots: slots, Limit: furtherAssignments, Further: true}})
		if died, ok := errors.AsType[*harness.CallEnded](err); ok && f.spare(died) {
			e.Close()
			e, err = nil, nil
		}
		if err != nil {
			e.Close()
			return err
		}
	}
	if e != nil {
		e.Close()
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

// further finds further values of an input: some of each depth within the bounds of which not all
// were taken, and those that a check tries outside the bounds. Full is the greatest depth of which
// all were taken.
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
	for depth := full + 1; depth <= in.plan.Limits.Depth; depth++ {
		p, err := in.plan.Function.Pose(ctx, depth)
		if err != nil {
			return err
		}
		s, err := search.New(p.Form)
		if err != nil {
			return err
		}
		drawn, _ := s.Sample(search.Draw{Seed: f.Config.Limits.Seed, Count: furtherOfDepth, Work: furtherWork, Quit: func() bool { return ctx.Err() != nil }})
		add(drawn)
	}
	fn := *in.plan.Function
	fn.Limits.Depth = max(full, 0)
	runner := f.unit.Binary.Runner()
	defer runner.Close()
	inputs, _, err := observe.Inputs(ctx, &fn, f.unit.Targets, runner)
	if err != nil {
		return err
	}
	var beyond [][]int64
	for _, i := range inputs {
		if i.Beyond {
			beyond = append(beyond, i.Stream)
		}
	}
	small := min(len(beyond), furtherBeyond/2)
	add(beyond[:small])
	add(spread(beyond[small:], furtherBeyond-small))
	return ctx.Err()
}
