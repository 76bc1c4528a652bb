package native

import (
	"context"
	"slices"

	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/encode/answers"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// Calls returns a function that runs inputs. It returns for each the results of its calls of other packages'
// functions, or nil for an input that was not called. Calls returns nil if the results may differ between runs.
// Listening returns the process that observes the results, or nil if it cannot be built.
func Calls(s *prepare.Function, listening func(context.Context) (*harness.Binary, error)) func(context.Context, [][]int64) ([][]answers.Answer, error) {
	byChance := slices.ContainsFunc(s.Hints.Chances, func(c refine.Chance) bool { return c.Kind != refine.MapOrder })
	if byChance || s.Hints.Waits || s.Traits.Built || s.Answers != nil {
		return nil
	}
	return func(ctx context.Context, inputs [][]int64) ([][]answers.Answer, error) {
		all := make([][]answers.Answer, len(inputs))
		binary, err := listening(ctx)
		if binary == nil || err != nil {
			return all, err
		}
		runner := binary.Runner()
		defer runner.Close()
		job := jobFor(s)
		job.Streams, job.Observe = slices.Values(inputs), harness.ObserveCounters
		t, err := runner.Run(ctx, job)
		if err != nil {
			return nil, err
		}
		for _, in := range t.Covered {
			at := slices.IndexFunc(inputs, func(x []int64) bool { return slices.Equal(x, in.Stream) })
			if at < 0 {
				continue
			}
			all[at] = []answers.Answer{}
			for _, a := range binary.Answers(in.Counters) {
				all[at] = append(all[at], answers.Answer(a))
			}
		}
		return all, nil
	}
}
