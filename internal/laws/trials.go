package laws

import (
	"context"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/signature"
)

// usable leaves out functions that are none of their inputs, and tells, by target, which
// change these.
func (f *finder) usable(ctx context.Context) (changes []bool, err error) {
	changes = make([]bool, len(f.unit.Targets.Targets))
	e, err := f.unit.Binary.Evaluator(ctx, f.universe(f.slotted, changes, nil))
	if err != nil {
		return nil, err
	}
	defer e.Close()
	of := map[int]int{}
	for i, in := range f.inputs {
		if len(in.streams) > 0 {
			of[i] = len(of)
		}
	}
	f.report.Returning = nil
	returns, rejects, nils := map[*types.Func]bool{}, map[int]int{}, map[int]bool{}
	for i, fn := range f.Functions {
		if f.dropped[fn] {
			continue
		}
		trial, possible := f.trial(i, fn, of)
		if !possible {
			continue // Other functions give what it wants.
		}
		out, err := e.Try(ctx, trial)
		if err != nil {
			return nil, err
		}
		switch {
		case out.Opaque != "":
			f.drop(fn, "its results cannot be compared: "+out.Opaque)
		case out.Unsteady:
			f.drop(fn, "it is not pure: the same input gives different results")
		case out.Reused:
			f.drop(fn, "it is not pure: a later call changes what one returned")
		case fn.After && (!out.Changed[0] || returns[fn.Of]):
			f.drop(fn, "")
		default:
			changes[f.target(i)] = slices.Contains(out.Changed, true)
			if out.Returned && !fn.After && out.Changed[0] {
				returns[fn.Of] = true
				f.report.Returning = append(f.report.Returning, fn.Name)
			}
		}
		for k, p := range fn.Params {
			if out.Nil[k] > 0 && out.Undefined < out.Calls {
				nils[f.sort(p)] = true
				rejects[f.sort(p)] += 2*after(out.NilUndefined[k] == out.Nil[k]) - 1
			}
		}
	}
	for i, in := range f.inputs {
		in.nonNil = !nils[i] || rejects[i] > 0
	}
	return changes, nil
}

// trial is that of a function; of has the number of each sort that has values. It is impossible where a parameter has
// none.
func (f *finder) trial(i int, fn *signature.Function, of map[int]int) (t harness.Trial, possible bool) {
	t, possible = harness.Trial{Target: f.target(i), Limit: trials}, true
	for _, p := range fn.Params {
		n, ok := of[f.sort(p)]
		possible = possible && ok
		t.Inputs = append(t.Inputs, n)
	}
	return t, possible
}
