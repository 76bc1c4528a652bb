package laws

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/refine"
)

// target returns the index of a plan's function in the process, or -1.
func target(p *prepare.Plan) int {
	if p == nil || p.Function == nil {
		return -1
	}
	return p.Function.Index
}

// exclude leaves out functions that cannot be called.
func (f *finder) exclude() {
	for i, fn := range f.Functions {
		if p := f.plans[signature.FunctionName(i)]; target(p) < 0 {
			f.drop(fn, f.reason(p))
		}
	}
}

// usable leaves out functions whose result is not determined by their inputs. It reports, by target,
// which functions change their inputs.
func (f *finder) usable(ctx context.Context) (changes []bool, err error) {
	changes = make([]bool, len(f.unit.Targets.Targets))
	e, err := f.unit.Binary.Evaluator(ctx, f.universe(f.slotted, changes, nil))
	if err != nil {
		return nil, err
	}
	defer e.Close()
	of := f.withValues()
	f.report.Returning = nil
	returns, rejects, nils := map[*types.Func]bool{}, map[int]int{}, map[int]bool{}
	for i, fn := range f.Functions {
		if f.dropped[fn] {
			continue
		}
		trial := harness.Trial{Target: f.target(i), Limit: trials}
		possible := true
		for _, p := range fn.Params {
			n, ok := of[f.sort(p)]
			possible = possible && ok
			trial.Inputs = append(trial.Inputs, n)
		}
		if !possible {
			continue // The values come from other functions.
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
		case fn.After && (!out.Changed[0] || returns[fn.Of] || out.Roomy):
			f.drop(fn, "")
		case out.Roomy:
			f.drop(fn, "its result depends on the capacity of a list, in which equal values differ")
		case out.Zoned:
			f.drop(fn, "its result depends on the local time zone")
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

// withValues numbers the sorts that have values.
func (f *finder) withValues() map[int]int {
	numbers := map[int]int{}
	for i, in := range f.inputs {
		if len(in.streams) > 0 {
			numbers[i] = len(numbers)
		}
	}
	return numbers
}

// reason says why nothing is done for a plan.
func (f *finder) reason(p *prepare.Plan) string {
	if err := f.prepare.Broken[p.Contract.Key()]; err != nil {
		return "rtest has a fault with it: " + err.Error()
	}
	if p.Fixed.Help != "" {
		return p.Fixed.Reason + "; " + p.Fixed.Help
	}
	return p.Fixed.Reason
}

// unmade leaves out functions with a parameter for which there are neither values nor functions that
// return one.
func (f *finder) unmade() {
	for again := true; again; {
		again = false
		for _, fn := range f.Functions {
			for _, p := range fn.Params {
				in := f.inputs[f.sort(p)]
				gives := func(g *signature.Function) bool { return g != fn && !f.dropped[g] && types.Identical(g.Result, p) }
				if !f.dropped[fn] && len(in.streams) == 0 && !slices.ContainsFunc(f.Functions, gives) {
					f.drop(fn, fmt.Sprintf("no values of %s: %s", refine.TypeName(p, f.Home), in.why))
					again = true
				}
			}
		}
	}
}

// nothing says why no function is left.
func (f *finder) nothing() error {
	text := "no function is left of which laws could be found:"
	for _, o := range f.Omitted {
		text += fmt.Sprintf("\n    %s: %s: %s", o.Pos, o.Name, o.Why)
	}
	return errors.New(text)
}

// trials is for how many inputs it is tried whether a function is one.
const trials = 500

// target is the index of the i-th function in the process.
func (f *finder) target(i int) int { return target(f.plans[signature.FunctionName(i)]) }

// drop leaves a function out. If there is a reason, it is reported.
func (f *finder) drop(fn *signature.Function, why string) {
	f.dropped[fn] = true
	if why != "" {
		f.Omitted = append(f.Omitted, signature.Omission{Name: fn.Name, Why: why, Pos: fn.Pos})
	}
}

// blame leaves out the function whose call ended the process, with all others that make this call, as for another
// result or for what the receiver is afterwards. It returns false if there is no such function.
func (f *finder) blame(died *harness.CallEnded) bool {
	var call *signature.Function
	for i, fn := range f.Functions {
		if died.Target >= 0 && f.target(i) == died.Target && !f.dropped[fn] {
			call = fn
			f.drop(fn, died.Why)
			break
		}
	}
	if call == nil {
		return false
	}
	for _, fn := range f.Functions {
		if !f.dropped[fn] && fn.Of != nil && fn.Of == call.Of {
			why := died.Why
			if fn.Name == call.Name {
				why = ""
			}
			f.drop(fn, why)
		}
	}
	return true
}
