package infer

import (
	"context"

	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/internal/harness"
)

// calls lists the inputs of a function and calls it with each. Why says why that cannot be.
func (t *task) calls(ctx context.Context, f *observe.Function) (inputs []observe.Input, seen []observe.Observation, why string, err error) {
	if inputs, _, err = f.Inputs(ctx); err != nil {
		return nil, nil, "", err
	}
	var fresh []observe.Input
	for _, in := range inputs {
		if !t.hung[observe.Key(in.Stream)] {
			fresh = append(fresh, in)
		}
	}
	called, err := f.Run(ctx, streamsOf(fresh), harness.ObserveElements, patience)
	if why := observe.Ends(err); why != "" || err != nil {
		return nil, nil, why, dropped(err, why)
	}
	seen = make([]observe.Observation, 0, len(inputs))
	for _, in := range inputs {
		k := observe.Key(in.Stream)
		if t.hung[k] {
			seen = append(seen, observe.Observation{Cause: harness.CauseTimeout})
			continue
		}
		o := called[0]
		called = called[1:]
		if o.Cause == harness.CauseTimeout {
			t.hung[k] = true
		}
		seen = append(seen, o)
	}
	return inputs, seen, "", nil
}

// dropped is an error that nothing was said of.
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
