package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness"
)

const (
	// unseen is how many inputs are chosen for a function whose code has no
	// counters, because it is not in the main module.
	unseen = 20
	// least is how many are chosen at least: a function that has no branches
	// is not tested by its smallest input alone.
	least = 8
)

// covering chooses the first input, by depth and size, that reaches each statement
// and outcome of a condition, and the first that fails in each way.
func (c *chooser) covering(ctx context.Context, s *subject, run runner, out *ChosenInputs) error {
	reached := map[int]bool{}
	left := s.limits.Inputs
	for depth := 0; depth <= s.limits.Depth; depth++ {
		if err := s.bind(depth); err != nil {
			return fmt.Errorf("depth %d: %w", depth, err)
		}
		p, err := s.pose(depth)
		if err != nil {
			return fmt.Errorf("depth %d: %w", depth, err)
		}
		job := harness.Job{
			Target: s.index, Limit: left, AfterFailure: -1, Timeout: s.limits.Timeout, Reject: rejects * s.limits.Inputs,
			Exact: s.answers != nil,
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
	if err := s.bind(s.limits.Depth); err != nil {
		return err
	}
	n := least
	if len(reached) == 0 {
		n = unseen
	}
	return c.atLeast(ctx, s, run, out, n)
}

// atLeast adds inputs, spread over depths and sizes, to those chosen already,
// until there are n.
func (c *chooser) atLeast(ctx context.Context, s *subject, run runner, out *ChosenInputs, n int) error {
	if len(out.Inputs) >= n {
		return nil
	}
	more := &ChosenInputs{}
	spreading := *c
	spreading.Spread = n
	if err := spreading.spread(ctx, s, run, more); err != nil {
		return err
	}
	for _, in := range more.Inputs {
		if len(out.Inputs) >= n {
			break
		}
		if out.find(in.Stream) < 0 {
			out.Inputs = append(out.Inputs, in)
		}
	}
	return nil
}

func (out *ChosenInputs) find(stream []int64) int {
	return slices.IndexFunc(out.Inputs, func(o Input) bool { return slices.Equal(o.Stream, stream) })
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
	at := out.find(in.Stream)
	if at < 0 {
		out.Inputs = append(out.Inputs, in)
		return
	}
	out.Inputs[at].Cause = in.Cause
}
