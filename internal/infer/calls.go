package infer

import (
	"context"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// calls lists the inputs of a function and calls it with each. Why says why that cannot be.
func (t *task) calls(ctx context.Context, f *observe.Function) (inputs []observe.Input, seen []observe.Observation, why string, err error) {
	if inputs, err = t.list(ctx, f); err != nil {
		return nil, nil, "", err
	}
	if inputs, seen, why, err = t.called(ctx, f, inputs); why != "" || err != nil {
		return nil, nil, why, err
	}
	if l := &t.listing; !l.mingled && !f.Function.Traits.Built {
		l.mingled = true
		var more []observe.Input
		for _, s := range f.Mingled(l.odd, streamsOf(inputs), seen) {
			more = append(more, observe.Input{Stream: s, Beyond: true})
		}
		more, also, why, err := t.called(ctx, f, more)
		if why != "" || err != nil {
			return nil, nil, why, err
		}
		inputs, seen = slices.Concat(inputs, more), slices.Concat(seen, also)
	}
	t.keep(inputs, seen)
	return inputs, seen, "", nil
}

// called calls a function with inputs, but those with which calls did not return before.
func (t *task) called(ctx context.Context, f *observe.Function, inputs []observe.Input) (_ []observe.Input, seen []observe.Observation, why string, err error) {
	var fresh []observe.Input
	for _, in := range inputs {
		if t.ended[observe.Key(in.Stream)] == "" {
			fresh = append(fresh, in)
		}
	}
	called, broken, err := f.Judge(ctx, streamsOf(fresh), patience)
	if why := observe.Ends(err); why != "" || err != nil {
		return nil, nil, why, dropped(err, why)
	}
	t.impure = t.impure || f.Contract.Pure != nil && broken[f.Contract.Pure]
	seen = make([]observe.Observation, 0, len(inputs))
	for _, in := range inputs {
		k := observe.Key(in.Stream)
		if cause := t.ended[k]; cause != "" {
			seen = append(seen, observe.Observation{Cause: cause})
			continue
		}
		o := called[0]
		called = called[1:]
		if o.Cause == harness.CauseTimeout || o.Cause == harness.CauseMemory {
			t.ended[k] = o.Cause
		}
		seen = append(seen, o)
	}
	return inputs, seen, "", nil
}

// large is a number from which on an input outside the bounds counts as a large one.
const large = 1 << 20

// isLarge reports whether a number of an input of a function is large. In a stream the largest unsigned ones are
// negative.
func isLarge(c *refine.Contract, stream []int64) bool {
	unsigned := slices.ContainsFunc(c.Inputs(), func(v *refine.Variable) bool {
		b, ok := v.Type.Underlying().(*types.Basic)
		return ok && b.Info()&types.IsUnsigned != 0
	})
	return slices.ContainsFunc(stream, func(n int64) bool { return n >= large || n <= -large || n < 0 && unsigned })
}

// failures lists the inputs of a function that were tried, and those of them that fail; with near no large ones
// outside the bounds.
func failures(c *refine.Contract, inputs []observe.Input, seen []observe.Observation, near bool) (all, failing [][]int64) {
	for i, o := range seen {
		if o.Unknown || o.Rejected || o.Cause == harness.CauseMemory || near && inputs[i].Beyond && isLarge(c, inputs[i].Stream) {
			continue
		}
		all = append(all, inputs[i].Stream)
		if o.Cause != "" || o.End == harness.EndPanicked {
			failing = append(failing, inputs[i].Stream)
		}
	}
	return all, failing
}

// A listing has the inputs of a function that no precondition so far rejects, as a function reads
// them; all is how many were listed at first. odd are those with one odd text, mingled says that others were mingled with them.
type listing struct {
	inputs  []observe.Input
	by      *observe.Function
	all     int
	odd     [][]int64
	mingled bool
}

// list returns the inputs of a function: those of the task where preconditions left most of them.
// Listing takes most of the time, as inputs beyond the bounds are solved for.
func (t *task) list(ctx context.Context, f *observe.Function) ([]observe.Input, error) {
	l := &t.listing
	unlike := func(in observe.Input) bool { return !l.by.Alike(f, in.Stream) }
	// The numbers of values that calls build mean something in one process only.
	if len(l.inputs) > 0 && 2*len(l.inputs) >= l.all && !f.Function.Traits.Built && !slices.ContainsFunc(l.inputs, unlike) {
		return l.inputs, nil
	}
	inputs, _, err := f.Inputs(ctx)
	if err != nil {
		return nil, err
	}
	odd, err := t.outside(ctx, f, observe.Outside{Texts: [][]string{slices.Concat(append(observe.OddTexts(), misplaced())...)}})
	if err != nil {
		return nil, err
	}
	others, err := t.outside(ctx, f, observe.Outside{Texts: [][]string{t.code.Words, t.code.Marks}, Numbers: [][]int64{t.code.Numbers}})
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, in := range inputs {
		known[observe.Key(in.Stream)] = true
	}
	for _, s := range slices.Concat(odd, others) {
		if k := observe.Key(s); !known[k] {
			known[k] = true
			inputs = append(inputs, observe.Input{Stream: s, Beyond: true})
		}
	}
	*l = listing{inputs: inputs, by: f, all: len(inputs), odd: odd}
	return inputs, nil
}

// firstTexts is how many inputs are made of odd texts, of words of the code, and of other characters.
const firstTexts = 600

// misplaced are texts with parts of an encoding in the wrong order, and with an upper-case letter without a lower case
// behind one that has it.
func misplaced() []string { return []string{"\xa9\xc3", "ϒ", "Aϒ", "aϒ"} }

// outside returns inputs with odd texts, or with words and numbers of the code, which need not be those that a function
// compares its inputs with: it may find them in tables and patterns.
func (t *task) outside(ctx context.Context, f *observe.Function, q observe.Outside) ([][]int64, error) {
	q.First, q.Draw, q.Seed = firstTexts, true, f.Limits.Seed
	return q.Inputs(ctx, f.Function, f.Shapes, f.Limits.Depth)
}

// keep forgets the inputs that a precondition rejects.
func (t *task) keep(inputs []observe.Input, seen []observe.Observation) {
	t.listing.inputs = nil
	for i, in := range inputs {
		if !seen[i].Rejected {
			t.listing.inputs = append(t.listing.inputs, in)
		}
	}
}

// dropped returns an error unless why explains it.
func dropped(err error, why string) error {
	if why != "" {
		return nil
	}
	return err
}

func streamsOf(inputs []observe.Input) [][]int64 {
	out := make([][]int64, len(inputs))
	for i, in := range inputs {
		out[i] = in.Stream
	}
	return out
}
