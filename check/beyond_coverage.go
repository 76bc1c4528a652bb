package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/internal/harness"
)

// addOutside adds inputs outside the bounds: the first of each failure, as a test run finds it, and
// those that do not fail and reach something new.
func (k *cover) addOutside(ctx context.Context, chosen *ChosenInputs) error {
	s := *k.subject
	leave := func(why string) { chosen.LeftOut = append(chosen.LeftOut, "inputs outside the bounds: "+why) }
	switch {
	case s.Limits.Beyond == 0 || s.Far.Pose == nil:
		return nil
	case k.chooses:
		leave("functions answer them, or some of them is drawn from others")
		return nil
	case s.Ranges != nil && s.Ranges.Used():
		leave("a quantifier ranges over the values within the bounds")
		return nil
	}
	s.Keep, s.Store = true, false
	out, err := s.TryBeyond(ctx, k.run)
	if err != nil {
		return err
	}
	if out.Cut {
		leave(fmt.Sprintf("the time of %v ended before all were tried", s.Limits.Time))
	}
	for _, f := range out.Failures {
		if f.Stream != nil && !s.IsPrecondition(f.Violated) {
			k.addFailing(f.Stream, f.Cause)
		}
	}
	return k.addReaching(ctx, out.Tried)
}

// addReaching adds the inputs that do not fail and reach something new.
func (k *cover) addReaching(ctx context.Context, inputs []beyond.Input) error {
	s := k.subject
	streams := func(yield func([]int64) bool) {
		for _, f := range inputs {
			if !yield(f.Stream) {
				return
			}
		}
	}
	t, err := k.run.Run(ctx, harness.Job{
		Target: s.Index, Streams: streams, AfterFailure: -1, Wear: loop.Wear,
		Timeout: min(s.Limits.Timeout, loop.FarTimeout), Memory: min(s.Limits.Memory, loop.FarMemory),
	})
	if err != nil {
		return err
	}
	for _, in := range t.Covered {
		if !slices.ContainsFunc(in.Counters, func(n int) bool { return !k.reached[n] }) {
			continue
		}
		once, counters, ok, err := runInput(ctx, s, k.run, in.Stream)
		if err != nil {
			return err
		}
		if ok && once.Cause == "" && addAll(k.reached, counters) {
			k.add(Input{Stream: k.plain(in.Stream)}, counters)
		}
	}
	return nil
}

// addFailing adds a failing input. If the input is already chosen, it records the failure.
func (k *cover) addFailing(stream []int64, cause harness.Cause) {
	stream = k.plain(stream)
	if at := k.find(stream); at >= 0 {
		k.chosen[at].Cause = cause
	} else {
		k.add(Input{Stream: stream, Cause: cause}, nil)
	}
}
