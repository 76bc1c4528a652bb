package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness"
)

// How inputs outside the bounds are drawn anew in place of those that compiled code
// rejects: so many times at most, and as many together as refillMost times those
// that are wanted.
const refillRounds, refillMost = 3, 12

// refill draws more inputs outside the bounds where compiled code rejects most of
// them, as it does where what the precondition says of numbers depends on a value
// that calls built. It judges those of all shards, so that each draws the same.
func (g *sampler) refill(ctx context.Context) error {
	if !g.decidedLate() {
		return nil
	}
	wanted, judged, passed := int(min(int64(len(g.all)), g.limits.Beyond)), 0, 0
	most := refillMost * wanted
	for range refillRounds {
		n, ok, err := g.admitted(ctx, g.all[judged:])
		if err != nil || !ok {
			return err
		}
		judged, passed = len(g.all), passed+n
		if 2*passed > wanted || judged >= most || g.expired() {
			return nil
		}
		g.left = min(most-judged, (wanted-passed)*judged/max(1, passed))
		if err := g.anew(ctx); err != nil || len(g.all) == judged {
			return err
		}
	}
	return nil
}

// decidedLate tells whether the forms leave something of the precondition to
// compiled code.
func (g *sampler) decidedLate() bool {
	if len(g.pre) == 0 || g.answers != nil || len(g.all) == 0 {
		return false
	}
	if g.built {
		return true
	}
	for _, f := range g.frames {
		if f.problem != nil && len(f.opaque) > 0 {
			return true
		}
	}
	return false
}

// admitted counts the inputs that compiled code does not reject, without calls, one
// for each solution: those of which a quantifier leaves it open would be as open if
// drawn anew. ok is false where one of them does not come to an end, or the time is
// over.
func (g *sampler) admitted(ctx context.Context, list []far) (n int, ok bool, err error) {
	streams := func(yield func([]int64) bool) {
		for _, f := range list {
			if !yield(f.stream) {
				return
			}
		}
	}
	t, err := g.run.Run(ctx, harness.Job{
		Target: g.index, Streams: streams, Dry: true, AfterFailure: 0, Until: g.until, Sample: g.limits.Seed | 1,
		Timeout: min(g.limits.Timeout, farTimeout), Memory: min(g.limits.Memory, farMemory),
	})
	if err != nil {
		return 0, false, fmt.Errorf("inputs outside the bounds: %w", err)
	}
	return min(len(list), int(t.Called+t.Vague)), len(t.Findings) == 0 && !t.Cut, nil
}

// anew draws from each frame that has more its part of what is left.
func (g *sampler) anew(ctx context.Context) error {
	var more []int
	for i, f := range g.frames {
		if f.problem != nil && !f.aimed && !f.varied && !f.all && !f.empty && !f.broken {
			more = append(more, i)
		}
	}
	part := g.left/max(1, len(more)) + 1
	for _, i := range more {
		if g.expired() {
			return nil
		}
		g.frames[i].again(part, int64(part*len(more)))
		if _, err := g.take(ctx, i, min(part, g.left)); err != nil {
			return err
		}
	}
	return nil
}

// failingCalls are the calls of the function that failed on the way to values outside the
// bounds, if any did: a state and arguments that by themselves are common may hardly
// be drawn together.
func failingCalls(g *sampler) (list []far) {
	frame := slices.IndexFunc(g.frames, func(f *frame) bool { return f.problem != nil })
	if frame < 0 || g.failed == nil {
		return nil
	}
	for _, s := range g.failed() {
		if key := fmt.Sprint(s); !g.seen[key] {
			g.seen[key] = true
			list = append(list, far{stream: s, frame: frame})
		}
	}
	return list
}
