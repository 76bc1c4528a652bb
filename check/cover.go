package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness"
)

// unseen is how many inputs are chosen for a function whose code has no
// counters, because it is not in the main module.
const unseen = 20

// cover chooses the first input, by depth and size, that reaches each statement
// and outcome of a condition, and the first that fails in each way.
func (c *chooser) cover(ctx context.Context, s *subject, run runner, out *ChosenInputs) error {
	reached := map[int]bool{}
	left := s.limits.Inputs
	for depth := 0; depth <= s.limits.Depth; depth++ {
		p, err := s.pose(depth)
		if err != nil {
			return fmt.Errorf("depth %d: %w", depth, err)
		}
		job := harness.Job{
			Target: s.index, Limit: left, AfterFailure: -1, Timeout: s.limits.Timeout, Reject: rejects * s.limits.Inputs,
		}
		b, err := s.engine.run(ctx, run, job, p.form)
		if err != nil {
			return fmt.Errorf("depth %d: %w", depth, err)
		}
		for _, in := range b.Covered {
			if addAll(reached, in.Counters) {
				out.Inputs = append(out.Inputs, Input{Stream: in.Stream})
			}
		}
		addFindings(out, b.Findings)
		if s.limits.Inputs > 0 {
			if left -= b.Called; left <= 0 || !b.Exhausted {
				out.Verdict = Spent
				break
			}
		}
	}
	if len(reached) > 0 {
		return nil
	}
	failing := out.Inputs
	out.Inputs = nil
	c.Spread = min(c.Spread, unseen)
	err := c.spread(ctx, s, run, out)
	for _, in := range failing {
		addFailing(out, in)
	}
	return err
}

// addAll adds the counters and tells whether there was a new one.
func addAll(reached map[int]bool, counters []int) bool {
	fresh := false
	for _, n := range counters {
		fresh = fresh || !reached[n]
		reached[n] = true
	}
	return fresh
}

func addFindings(out *ChosenInputs, findings []harness.Finding) {
	for _, f := range findings {
		if f.Stream != nil {
			addFailing(out, Input{Stream: f.Stream, Cause: f.Cause})
		}
	}
}

// addFailing adds an input that fails, once.
func addFailing(out *ChosenInputs, in Input) {
	at := slices.IndexFunc(out.Inputs, func(o Input) bool { return slices.Equal(o.Stream, in.Stream) })
	if at < 0 {
		out.Inputs = append(out.Inputs, in)
		return
	}
	out.Inputs[at].Cause = in.Cause
}
