package loop

import (
	"context"
	"fmt"
	"time"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/pace"
)

// expired reports whether the time of the function is over or the run has ended.
func (l *loop) expired() bool {
	select {
	case <-l.ended:
		return true
	default:
		return l.Clock.Over(l.until)
	}
}

// timed returns a context that ends with the time of the function, with pace.ErrSpent as its
// cause.
func (l *loop) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.until.IsZero() {
		return context.WithCancel(ctx)
	}
	return l.Clock.Within(ctx, l.until, pace.ErrSpent)
}

// allot gives the next step the part part/of of the remaining time. Calling rest gives the
// remainder back and reports whether the part was used up.
func (l *loop) allot(part, of time.Duration) (rest func() (over bool)) {
	until := l.until
	if until.IsZero() {
		return func() bool { return false }
	}
	l.until = until.Add(-l.Clock.Until(until) * (of - part) / of)
	return func() bool {
		over := l.expired()
		l.until = until
		return over
	}
}

// hasten allots a part of the time to the search for inputs beyond the bounds, and records
// whether it was used up.
func (l *loop) hasten(part, of time.Duration) (rest func()) {
	back := l.allot(part, of)
	return func() { l.hasty = back() || l.hasty }
}

// timeEnded records that the end of the time ended the test.
func (l *loop) timeEnded() {
	l.Cut = "time"
	l.spent = fmt.Sprintf("the time of %v ended", l.Limits.Time)
	if l.Prepared >= l.Limits.Time {
		l.spent += " while it was found out which fields are functions of others"
	}
	if lost := l.lost(); lost > 0 {
		l.spent += fmt.Sprintf(", not counting %v used by other programs", lost)
	}
}

// lost returns how long the function waited for the processor, in whole seconds, or 0 if that
// is little. It does not count as time of the function.
func (l *loop) lost() time.Duration {
	if lost := l.Clock.Lag() - l.lag; l.Limits.Time > 0 && lost >= max(l.Limits.Time/2, time.Second) {
		return lost.Round(time.Second)
	}
	return 0
}

// noteTimes records how long the function took, and that the machine was busy unless the end of
// the time says so already.
func (l *loop) noteTimes() {
	l.Elapsed = time.Since(l.start)
	if l.Cut != "time" {
		l.Waited = l.lost()
	}
}

// posed makes the form of a depth within the time of the function. The error is pace.ErrSpent
// if that is over.
func (l *loop) posed(ctx context.Context, depth int) (*question, error) {
	if p := l.next.problem; p != nil && l.next.depth == depth {
		l.next.problem = nil
		return &question{Problem: p}, nil
	}
	return l.inTime(ctx, func(ctx context.Context) (*prepare.Problem, error) { return l.Pose(ctx, depth) })
}

// A nextProblem is the problem of a depth that was made before the loop came to that. greatest is the greatest
// depth to which the loop goes.
type nextProblem struct {
	greatest, depth int
	problem         *prepare.Problem
}

// poseAhead makes the problem of the next depth until the function that it returns is called, while inputs of a
// level run. That waits; if the problem is not wanted, it is dropped. What the loop does never depends on it.
func (l *loop) poseAhead(ctx context.Context, v *level) (rest func(wanted bool)) {
	next := v.depth + 1
	if l.PoseAhead == nil || next > l.next.greatest || next == l.next.depth || v.Test != nil || len(v.Opaque) > 0 {
		return func(bool) {}
	}
	ctx, cancel := l.timed(ctx)
	var p *prepare.Problem
	var making fault.Group
	making.Go(func() { p = l.PoseAhead(ctx, next) })
	return func(wanted bool) {
		defer cancel()
		if !wanted {
			cancel()
		}
		if making.Wait(); wanted {
			l.next.depth, l.next.problem = next, p
		}
	}
}

// widened is posed for a form with more values.
func (l *loop) widened(ctx context.Context, depth int, more prepare.Widening) (*question, error) {
	return l.inTime(ctx, func(ctx context.Context) (*prepare.Problem, error) { return l.Wide(ctx, depth, more) })
}

// inTime makes a form within the time of the function.
func (l *loop) inTime(ctx context.Context, form func(context.Context) (*prepare.Problem, error)) (*question, error) {
	timed, cancel := l.timed(ctx)
	defer cancel()
	p, err := form(timed)
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		return nil, pace.ErrSpent
	}
	if p == nil {
		return nil, err
	}
	return &question{Problem: p}, err
}

// inhabited asks the engine within the time of the function.
func (l *loop) inhabited(ctx context.Context, f *form.Form, shard form.Shard, skip int64) (engine.Answer, error) {
	return l.asked(ctx, f, shard, skip, engine.Thorough())
}

// probe reports, after a short search, whether a form has a solution.
func (l *loop) probe(ctx context.Context, f *form.Form) (engine.Answer, error) {
	return l.asked(ctx, f, form.Shard{}, 0, engine.Brief())
}

func (l *loop) asked(ctx context.Context, f *form.Form, shard form.Shard, skip int64, most engine.Effort) (engine.Answer, error) {
	ctx, cancel := l.timed(ctx)
	defer cancel()
	return l.Engine.Inhabited(ctx, f, shard, skip, most)
}

// A deadline says when a loop ends.
type deadline struct {
	start time.Time
	// until is on the clock of the function. lag is how far that clock was behind at the
	// start.
	until time.Time
	lag   time.Duration
	// ended is closed when the run ends.
	ended <-chan struct{}
	// hasty means that there was too little time for all inputs beyond the bounds.
	hasty bool
}

// boundsPart is the number of parts of the time for inputs within the bounds, for each part
// for inputs beyond them. A depth with few admitted candidates takes all the time it gets.
const boundsPart = 3

// spendRest tries inputs beyond the bounds in the remaining time, after the part for the
// bounds has ended.
func (l *loop) spendRest(ctx context.Context) error {
	l.timeEnded()
	if !l.Keep && l.confirmed() {
		return nil
	}
	why := l.spent
	l.Cut = ""
	err := l.testBeyond(ctx)
	l.Cut, l.spent = "time", why
	l.Notes = append(l.Notes, fmt.Sprintf("%d of %d parts of the time were for the bounds, the rest for inputs outside them", boundsPart, boundsPart+1))
	return err
}
