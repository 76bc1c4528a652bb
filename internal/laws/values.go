package laws

import (
	"context"
	"fmt"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/value"
)

// candidates limits the values of one depth that are generated if not all can be taken.
const candidates = 4000

// A building describes how values are built and compared: by the states of types, and by calls for the
// types for which no directive says how values are built.
type building struct {
	states []signature.State
	made   []signature.Making
	// without are targets that are not called with all further values; ended counts the calls and values that ended the process, unbuilt
	// the values.
	without        map[int]restriction
	ended, unbuilt int
	// deadly has, by target, the keys of further values with which it is not called, parted counts the calls that ended with them.
	deadly map[int][]uint64
	parted map[int]int
	// code has the constants of code that is not followed.
	code observe.Constants
}

// values finds the values of the types of parameters: all values of each depth in turn as long as they
// fit, then an even selection of the first depth that does not fit.
func (f *finder) values(ctx context.Context) error {
	f.inputs = make([]*input, f.variables)
	for i := range f.inputs {
		plan := f.plans[signature.VariableName(i)]
		in := &input{plan: plan}
		f.inputs[i] = in
		switch {
		case plan == nil:
			continue
		case target(plan) < 0:
			in.why = f.reason(plan)
			continue
		case plan.Function.Chooses:
			in.why = "functions are no values of variables: list some by //rtest:values"
			continue
		}
		in.why = "there are none within the bounds"
		if err := f.valuesOf(ctx, in); err != nil {
			return fmt.Errorf("values of %s: %w", f.sorts[i], err)
		}
	}
	return nil
}

// valuesOf finds the values of an input.
func (f *finder) valuesOf(ctx context.Context, in *input) error {
	s := loop.NewSubject(in.plan.Function, f.unit.Targets)
	runner := f.unit.Binary.Runner()
	s.Give = prepare.Giving(runner)
	err := s.Bind(ctx, in.plan.Limits.Depth)
	runner.Close()
	if err != nil {
		return err
	}
	full := -1
	for depth := 0; depth <= in.plan.Limits.Depth && len(in.streams) < f.Values; depth++ {
		found, err := f.atDepth(ctx, in.plan, depth)
		if err != nil {
			return err
		}
		room := f.Values - len(in.streams)
		if len(found) <= room && len(found) < candidates {
			full = depth
		}
		in.streams = append(in.streams, spread(found, room)...)
	}
	in.partial = full < in.plan.Limits.Depth
	f.release(in)
	if err := f.further(ctx, in, full); err != nil {
		return err
	}
	return f.wide(ctx, in, full)
}

// release admits further values with other characters than those that this package chose for a type.
func (f *finder) release(in *input) {
	if f.Chars == "" {
		return
	}
	for i, s := range in.plan.Shapes {
		if named, ok := types.Unalias(in.plan.Contract.Inputs()[i].Type).(*types.Named); ok && named.Obj().Pkg() == f.pkg.Types {
			continue // Directives of its package may say which characters it has.
		}
		value.Walk(s, func(s value.Shape) {
			if text, ok := s.(*value.String); ok {
				text.Fixed = false
			}
		})
	}
}

// atDepth lists the values of exactly this depth, small ones first.
func (f *finder) atDepth(ctx context.Context, plan *prepare.Plan, depth int) ([][]int64, error) {
	p, err := plan.Function.Pose(ctx, depth)
	if err != nil {
		return nil, err
	}
	s, err := search.New(p.Form)
	if err != nil {
		return nil, err
	}
	s.Options.Quit = func() bool { return ctx.Err() != nil }
	var out [][]int64
	for stream := range s.Solutions() {
		out = append(out, slices.Clone(stream))
		if len(out) == candidates {
			break
		}
	}
	return out, ctx.Err()
}

// spread returns at most n of the elements, evenly from the first to the last.
func spread(all [][]int64, n int) [][]int64 {
	if len(all) <= n {
		return all
	}
	out := make([][]int64, n)
	for i := range out {
		out[i] = all[i*len(all)/n]
	}
	return out
}

// slots creates the variables of each type that has values. It sets the fields of leaves other than
// constants. A type has a spare variable if a call takes as many values of it as there are variables.
func (f *finder) slots() {
	f.slotted, f.spare = nil, map[int]int{}
	for i, in := range f.inputs {
		if len(in.streams) == 0 {
			continue
		}
		n := f.Variables
		if len(in.streams) == 1 {
			n = 1
		}
		for range n {
			in.slots = append(in.slots, len(f.slotted))
			f.slotted = append(f.slotted, i)
		}
		taken := func(fn *signature.Function) bool {
			of := slices.DeleteFunc(slices.Clone(fn.Params), func(p types.Type) bool { return f.sort(p) != i })
			return len(of) >= f.Variables
		}
		if n > 1 && slices.ContainsFunc(f.Functions, taken) {
			f.spare[i] = len(f.slotted)
			f.slotted = append(f.slotted, i)
		}
	}
}

// samples are assignments: the first has the least value of each variable, the others are
// drawn, half of them from small values, so that variables often have the same.
func (f *finder) samples(slots []int) [][]int {
	state := uint64(f.Config.Limits.Seed)
	next := func(n int) int {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return int((z ^ z>>31) % uint64(n))
	}
	out := make([][]int, f.Samples)
	for i := range out {
		out[i] = make([]int, len(slots))
		for v := range slots {
			switch {
			case i == 0:
			case i%2 == 0:
				out[i][v] = next(6)
			default:
				out[i][v] = next(1 << 20)
			}
		}
	}
	return out
}

// universe is what the process evaluates over; changes are by target. What the functions
// of extend give are values as well.
func (f *finder) universe(slots []int, changes []bool, extend []int) harness.Universe {
	u := harness.Universe{Slots: make([]int, len(slots)), Samples: f.samples(slots), Changes: changes, Extend: extend, Extra: f.Values / 2, Deadly: f.deadly}
	for _, target := range extend {
		if f.without[target] == unrestricted {
			u.Grow = append(u.Grow, target)
		}
	}
	of := map[int]int{}
	for i, in := range f.inputs {
		if len(in.streams) > 0 {
			of[i] = len(u.Sorts)
			u.Sorts = append(u.Sorts, harness.Sort{Target: target(in.plan), Streams: in.streams, Further: in.further, Wide: in.wide, NonNil: in.nonNil})
		}
	}
	for v, sort := range slots {
		u.Slots[v] = of[sort]
	}
	for i := range f.states {
		if t := target(f.plans[signature.StateName(i)]); t >= 0 {
			u.States = append(u.States, t)
		}
	}
	return u
}
