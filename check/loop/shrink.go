package loop

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/check/describe"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/minimize"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/check/prove"
	"github.com/rtest-dev/rtest/check/states"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/pace"
)

const (
	// shrinkWays is how many may be built by wrong calls. Behind shrinkOthers that fail in other ways all are run at once.
	// Behind shrinkDeaths that each took a process no simpler one is looked for.
	// shrinkMost bounds the inputs tried for one finding, in all rounds. The part
	// 1/shrinkTime of a function's time is left to it in any case.
	shrinkMost   = 50_000
	shrinkTime   = 4
	shrinkWays   = 16
	shrinkOthers = 16
	shrinkDeaths = 16
)

// shrink replaces each counterexample by the simplest input that small steps reach from it, and by one
// that the code is solved for if that is simpler.
// Each step satisfies the precondition and fails in the same way. The inputs tried here are
// not counted. Counts end the search rather than the clock, so that parallel runs come to the
// same input. A run whose time is over, or nearly over, gets another part of it. If that ends
// too, the result says so.
func (l *loop) shrink(ctx context.Context) error {
	if !l.until.IsZero() {
		until := l.until
		defer func() { l.until = until }()
		if more := l.Clock.Now().Add(l.Limits.Time / shrinkTime); more.After(until) {
			l.until = more
		}
	}
	for _, g := range l.groups {
		if !g.confirmed || g.failure.FromSaved || g.failure.Stream == nil || costly(g.cause) || l.Parse == nil || ctx.Err() != nil {
			continue
		}
		if err := l.shrinkGroup(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// costly reports whether each failure of this kind takes a process.
func costly(c harness.Cause) bool {
	return c == harness.CauseTimeout || c == harness.CauseMemory || c == harness.CauseCrash
}

func (l *loop) shrinkGroup(ctx context.Context, g *group) error {
	if err := l.bindTo(ctx, l.siteOf(ctx, g.failure)); err != nil {
		return err
	}
	streams := [][]int64{g.failure.Stream}
	for asked := false; len(streams) <= minimize.Rounds; {
		next, err := l.simplified(ctx, g, streams[len(streams)-1])
		if next == nil && err == nil && !asked {
			asked = true
			next, err = l.solved(ctx, g, streams[len(streams)-1])
		}
		if err != nil {
			return err
		}
		if next == nil {
			break
		}
		streams = append(streams, next)
	}
	// It may be that nothing shows the simplest one to be meant: nil, or a negative number.
	for i, back := len(streams)-1, 1; i > 0; i, back = i-back, 2*back {
		done, err := l.replace(ctx, g, streams[i])
		if err == nil && done && slices.Equal(g.failure.Stream, streams[i]) {
			err = l.recordShrinking(ctx, g.failure, streams[:i+1])
		}
		if done || err != nil {
			return err
		}
	}
	return nil
}

// mostRecorded is how many of the inputs between the first that was found and the simplest one are
// recorded.
const mostRecorded = 16

// recordShrinking records the calls on the way to the simplest input, some of them if there are many. It does
// nothing unless the limits ask for it.
func (l *loop) recordShrinking(ctx context.Context, f *event.Failure, streams [][]int64) error {
	if !l.Limits.History || f.Shown == nil {
		return nil
	}
	every := max(1, (len(streams)+mostRecorded-1)/mostRecorded)
	for i, s := range streams[:len(streams)-1] {
		if i%every != 0 {
			continue
		}
		r, err := l.run.Report(ctx, l.Index, s)
		if err != nil {
			return fmt.Errorf("the history of a counterexample: %w", err)
		}
		f.Shown.Shrink = append(f.Shown.Shrink, describe.Call(l.Pkg, &l.Hints, l.Contract, r))
	}
	f.Shown.Shrink = append(f.Shown.Shrink, f.Call)
	return nil
}

// simplified returns the boldest possible step from a stream, or nil. The boldest steps are tried alone first,
// because a large input usually allows one of them. If parts of an input are chosen at run time, the same
// choices are tried first, and then simpler ones.
func (l *loop) simplified(ctx context.Context, g *group, stream []int64) ([]int64, error) {
	solution, choices, ok := stream, []int64(nil), true
	if l.Chooses {
		solution, choices, ok = harness.SplitChoices(stream)
	}
	roots := l.Parse(solution)
	if !ok || roots == nil {
		return nil, nil
	}
	bold := minimize.Simpler(roots, minimize.Bold, g.failure.Beyond)
	if l.Chooses {
		var whole [][]int64
		for _, s := range bold {
			whole = append(whole, harness.JoinChoices(s, choices))
		}
		for _, c := range minimize.Choices(choices) {
			whole = append(whole, harness.JoinChoices(solution, c))
		}
		if next, err := l.step(ctx, g, solution, whole, true); next != nil || err != nil {
			return next, err
		}
	}
	next, err := l.step(ctx, g, solution, bold, false)
	if next != nil || err != nil || len(bold) < minimize.Bold {
		return next, err
	}
	return l.step(ctx, g, solution, minimize.Simpler(roots, minimize.Tries, g.failure.Beyond)[minimize.Bold:], false)
}

// solved returns an input that is solved to fail in the same way, if a stream is not simpler, or nil.
func (l *loop) solved(ctx context.Context, g *group, stream []int64) ([]int64, error) {
	if !g.failure.Beyond || l.Chooses || l.Claims == nil || l.Limits.Prove == event.ProveNot {
		return nil, nil
	}
	roots := l.Parse(stream)
	target := l.proofTarget()
	target.Depth = max(target.Depth, minimize.Depth(roots))
	timed, cancel := l.timed(ctx)
	defer cancel()
	x, err := prove.Simplest(timed, target, stream, l.demandOf(g))
	switch {
	case err != nil && (timed.Err() != nil && ctx.Err() == nil || errors.Is(err, pace.ErrSpent)):
		return nil, nil // The time of the function ended.
	case err != nil:
		return nil, fmt.Errorf("solving the code for a simpler input: %w", err)
	case x == nil || slices.Equal(x, stream) || l.Parse(x) == nil || minimize.IsSimpler(roots, l.Parse(x)):
		return nil, nil
	}
	return l.step(ctx, g, stream, [][]int64{x}, false)
}

// demandOf returns the number of the demand that the failures of a group break, or 0 for a panic.
func (l *loop) demandOf(g *group) int {
	at := slices.Index(l.Contract.Post, g.clause)
	if at < 0 && g.cause != harness.CauseInvariant {
		return 0
	}
	return codegen.DemandOf(at)
}

// step returns the first of the streams that fails in the same way as the group and whose building calls are
// correct, or nil. From is the solution to simplify. Whole means that the streams include their choices. An
// input that only needs too much time or memory at the same place is another failure.
func (l *loop) step(ctx context.Context, g *group, from []int64, streams [][]int64, whole bool) ([]int64, error) {
	right := map[string]bool{}
	for _, c := range l.ways(from) {
		right[c.key()] = true
	}
	for wrong, others := 0, 0; wrong < shrinkWays && len(streams) > 0 && g.died < shrinkDeaths && g.tried < shrinkMost; {
		after := int64(0) // inputs after the first do not matter
		if others >= shrinkOthers || whole {
			after = -1
		}
		job := harness.Job{
			Target: l.Index, Streams: slices.Values(streams), Whole: whole, AfterFailure: after,
			Limit: 4 * minimize.Tries, Timeout: l.Limits.Timeout, Until: l.until,
		}
		if g.failure.Beyond { // where it was found with no more
			job.Timeout, job.Memory = min(job.Timeout, FarTimeout), min(l.Limits.Memory, FarMemory)
		}
		t, err := l.run.Run(ctx, job)
		if err != nil {
			return nil, err
		}
		if g.tried += t.Consumed; t.Cut {
			l.timeEnded()
			return nil, nil
		}
		for _, f := range t.Findings {
			if costly(f.Cause) {
				g.died++
			}
		}
		at := slices.IndexFunc(t.Findings, func(f harness.Finding) bool { return failureKeyOf(f) == g.failureKey })
		if at < 0 && len(t.Findings) > 0 && after == 0 && t.Consumed > 0 {
			streams, others = streams[t.Consumed:], others+1
			continue
		}
		if at < 0 {
			return nil, nil
		}
		wrong++
		next := t.Findings[at].Stream
		solution := next
		if l.Chooses {
			solution, _ = harness.Solution(next)
		}
		if !impossible(g.cause, t.Findings[at].Panic) || impossible(g.cause, g.failure.Panic) {
			if ok, err := l.keepsContracts(ctx, l.ways(solution), right); ok || err != nil {
				return next, err
			}
		}
		streams = slices.DeleteFunc(streams, func(s []int64) bool {
			if whole {
				s, _ = harness.Solution(s)
			}
			return slices.Equal(s, solution)
		})
	}
	return nil, nil
}

// replace makes a stream the input of a group, if it fails when it is run again and something
// shows that it is meant.
func (l *loop) replace(ctx context.Context, g *group, stream []int64) (done bool, err error) {
	old := g.failure
	failure, _, err := l.confirm(ctx, &level{depth: old.Depth}, harness.Finding{Cause: g.cause, Clause: g.clause, Site: g.site, Kind: g.kind, Stream: stream})
	if err != nil || failure == nil || failure.Cause != old.Cause || failure.Violated != old.Violated || failure.Site != old.Site || failure.PanicKind != old.PanicKind {
		return true, err
	}
	if l.Duty != nil && l.Duty(failure).Why != "" {
		return false, nil
	}
	failure.Beyond, failure.Partial, failure.Count, failure.Of = old.Beyond, old.Partial, old.Count, old.Of
	failure.General, failure.Always, failure.Order = old.General, old.Always, old.Order
	g.failure = failure
	return true, nil
}

// A wayCall is a call that builds a value, as an input of the callee itself.
type wayCall struct {
	callee *states.Callee
	stream []int64
	// open is set if the callee makes choices at run time. Such an input cannot be rebuilt.
	open bool
}

func (c wayCall) key() string { return fmt.Sprint(c.callee.Target, c.stream) }

// ways lists the calls that build the values of an input.
func (s *Subject) ways(solution []int64) (list []wayCall) {
	decode.Each(s.Parse(solution), func(n *decode.Node) {
		if c, ok := n.Callee.(*states.Callee); ok && c.Literal == nil {
			list = append(list, wayCall{callee: c, stream: decode.Write(n.Kids), open: len(n.Tail) > 0 || prepare.Functional(c.Shapes)})
		}
	})
	return list
}

// keepsContracts reports whether each call satisfies the precondition of its callee and keeps
// the rest of its contract. Only then is a later failure one of the function under test. Calls
// in right are known to keep it.
func (l *loop) keepsContracts(ctx context.Context, calls []wayCall, right map[string]bool) (bool, error) {
	by := map[int][][]int64{}
	var fresh []wayCall
	for _, c := range calls {
		if right[c.key()] || slices.ContainsFunc(fresh, func(o wayCall) bool { return o.key() == c.key() }) {
			continue
		}
		if c.open {
			return false, nil
		}
		fresh = append(fresh, c)
		by[c.callee.Target] = append(by[c.callee.Target], c.stream)
	}
	for _, target := range slices.Sorted(maps.Keys(by)) {
		t, err := l.run.Run(ctx, harness.Job{
			Target: target, Streams: slices.Values(by[target]), AfterFailure: -1, Timeout: l.Limits.Timeout, Until: l.until,
		})
		if err != nil {
			return false, fmt.Errorf("calls on the way: %w", err)
		}
		if t.Cut || t.Called != int64(len(by[target])) || len(t.Findings) > 0 {
			return false, nil
		}
	}
	for _, c := range fresh {
		right[c.key()] = true
	}
	return true, nil
}
