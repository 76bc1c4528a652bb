package check

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// errTimeSpent ends what is done when the time of the function is over.
var errTimeSpent = errors.New("the time is spent")

// expired tells whether the time of the function is over, or the run has ended.
func (l *loop) expired() bool {
	select {
	case <-l.ended:
		return true
	default:
		return !l.until.IsZero() && time.Now().After(l.until)
	}
}

// timed returns a context that ends with the time of the function, then with
// errTimeSpent as its cause.
func (l *loop) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.until.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadlineCause(ctx, l.until, errTimeSpent)
}

// hasten leaves to what follows a part of the time that the function still has, so
// many of so many, and notes whether that was spent when what it returns gives the
// rest back.
func (l *loop) hasten(part, of time.Duration) (rest func()) {
	until := l.until
	if until.IsZero() {
		return func() {}
	}
	l.until = until.Add(-time.Until(until) * (of - part) / of)
	return func() {
		l.hasty = l.hasty || l.expired()
		l.until = until
	}
}

// timeEnded says that the time of the function ended what was tried.
func (l *loop) timeEnded() {
	l.Cut = "time"
	l.spent = fmt.Sprintf("the time of %v ended", l.limits.Time)
}

// prepare does something before the loop, in the time of the function. What is not done when
// that is over is left out; then the loop has no time either, and says so.
func (s *subject) prepare(ctx context.Context, do func(context.Context) error) error {
	began := time.Now()
	defer func() { s.prepared += time.Since(began) }()
	timed := ctx
	if s.limits.Time > 0 {
		var cancel context.CancelFunc
		timed, cancel = context.WithTimeoutCause(ctx, s.limits.Time, errTimeSpent)
		defer cancel()
	}
	err := do(timed)
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

// posed makes the form of a depth in the time of the function; the error is
// errTimeSpent where that is over.
func (l *loop) posed(ctx context.Context, depth int) (*problem, error) {
	return l.inTime(ctx, func(ctx context.Context) (*problem, error) { return l.pose(ctx, depth) })
}

// widened is like posed for the form with more values.
func (l *loop) widened(ctx context.Context, depth int, more widening) (*problem, error) {
	return l.inTime(ctx, func(ctx context.Context) (*problem, error) { return l.wide(ctx, depth, more) })
}

// inTime makes a form in the time of the function.
func (l *loop) inTime(ctx context.Context, form func(context.Context) (*problem, error)) (*problem, error) {
	timed, cancel := l.timed(ctx)
	defer cancel()
	p, err := form(timed)
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		return nil, errTimeSpent
	}
	return p, err
}
