package loop

import (
	"context"
	"fmt"
	"time"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/pace"
)

// expired tells whether the time of the function is over, or the run has ended.
func (l *loop) expired() bool {
	select {
	case <-l.ended:
		return true
	default:
		return l.Clock.Over(l.until)
	}
}

// timed returns a context that ends with the time of the function, then with
// pace.ErrSpent as its cause.
func (l *loop) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.until.IsZero() {
		return context.WithCancel(ctx)
	}
	return l.Clock.Within(ctx, l.until, pace.ErrSpent)
}

// allot gives what comes next a part of the time that the function still has, so many of so
// many. What it returns gives the rest back, and tells whether the part was spent.
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

// hasten allots a part of the time to looking for inputs outside the bounds, and notes whether
// that was spent.
func (l *loop) hasten(part, of time.Duration) (rest func()) {
	back := l.allot(part, of)
	return func() { l.hasty = back() || l.hasty }
}

// timeEnded says that the time of the function ended what was tried.
func (l *loop) timeEnded() {
	l.Cut = "time"
	l.spent = fmt.Sprintf("the time of %v ended", l.Limits.Time)
	if l.Prepared >= l.Limits.Time {
		l.spent += " while it was found out which fields are functions of others"
	}
	if lost := l.lost(); lost > 0 {
		l.spent += fmt.Sprintf(", not counting %v in which other programs had the processor", lost)
	}
}

// lost is for how long the function waited for the processor, to a second; 0 where that
// is little. That is not of its time.
func (l *loop) lost() time.Duration {
	if lost := l.Clock.Lag() - l.lag; l.Limits.Time > 0 && lost >= max(l.Limits.Time/2, time.Second) {
		return lost.Round(time.Second)
	}
	return 0
}

// noteLost says that the machine was busy, where the time did not end, which says so too.
func (l *loop) noteLost() {
	if lost := l.lost(); lost > 0 && l.Cut != "time" {
		l.Notes = append(l.Notes, fmt.Sprintf("its time does not count %v in which other programs had the processor", lost))
	}
}

// posed makes the form of a depth in the time of the function; the error is
// pace.ErrSpent where that is over.
func (l *loop) posed(ctx context.Context, depth int) (*question, error) {
	return l.inTime(ctx, func(ctx context.Context) (*prepare.Problem, error) { return l.Pose(ctx, depth) })
}

// widened is like posed for the form with more values.
func (l *loop) widened(ctx context.Context, depth int, more prepare.Widening) (*question, error) {
	return l.inTime(ctx, func(ctx context.Context) (*prepare.Problem, error) { return l.Wide(ctx, depth, more) })
}

// inTime makes a form in the time of the function.
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

// inhabited is that of the engine, for as long as the function has time.
func (l *loop) inhabited(ctx context.Context, f *form.Form, shard form.Shard, skip int64) (engine.Answer, error) {
	return l.asked(ctx, f, shard, skip, engine.Thorough())
}

// probe tells briefly whether a form has a solution.
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
	// until is on the clock of the function, lag how far that was behind at the start.
	until time.Time
	lag   time.Duration
	// ended is closed when the run is.
	ended <-chan struct{}
	// hasty says that there was no time to look for all inputs outside the bounds.
	hasty bool
}

// boundsPart is how many parts of the time are for the bounds where one is for inputs
// outside them: a depth of which few candidates satisfy the preconditions takes all that it gets.
const boundsPart = 3

// spendRest tries inputs outside the bounds in what is left of the time, after that for the
// bounds ended.
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
