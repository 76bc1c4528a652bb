package prove

import (
	"context"
	"slices"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
)

// everyInput limits the inputs that are called one by one because solving left something open, everyWork the search for them.
const everyInput, everyWork = 10_000, 2_000_000

// every has all inputs called, if the types and the preconditions leave few and the code could not be solved.
func (r *run) every(ctx context.Context) error {
	if len(r.proof.Open) == 0 || r.Each == nil || r.claims == nil || r.claims.Extent != encode.AllInputs {
		return nil
	}
	f := r.claims.Base()
	inputs, ok, err := r.fewInputs(ctx, f)
	if !ok || err != nil {
		return err
	}
	out, calls, err := r.Each(ctx, f, inputs)
	switch {
	case err != nil:
		return err
	case out.Failed:
		r.proof, r.failed = event.Proof{}, true
	case out.Doubt == "" && calls > 0:
		r.proof.Calls = calls
	}
	return nil
}

// fewInputs returns the inputs of all solutions of a form. ok is false if there are too many, or finding them takes too much.
func (r *run) fewInputs(ctx context.Context, f *form.Form) (inputs [][]int64, ok bool, err error) {
	if floats(f) {
		return nil, false, nil // Only Z3 solves it.
	}
	s, err := search.New(f)
	if err != nil {
		return nil, false, err
	}
	most := everyInput * r.budget
	s.Options.Work, s.Options.Quit = everyWork, func() bool { return ctx.Err() != nil }
	for x := range s.Solutions() {
		if len(inputs) == most {
			return nil, false, nil
		}
		inputs = append(inputs, slices.Clone(r.claims.Input(x)))
	}
	if ctx.Err() != nil {
		return nil, false, context.Cause(ctx)
	}
	return inputs, s.Stalled() == nil, nil
}
