// Package context replaces the parts of the standard package of that name that the scheduler controls: contexts
// that are canceled, also by a logical clock.
package context

import (
	"context"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// A canceling is a context that can be canceled.
type canceling struct {
	context.Context
	object   sched.Object
	done     chan struct{}
	err      error
	cause    error
	deadline time.Time
	alarm    *sched.Alarm
	// children are canceled together with it, in the order of their creation.
	children []*canceling
	// after are called when it is canceled.
	after []*afterFunc
}

// An afterFunc is a function that is called in a goroutine once, unless that is taken back before.
type afterFunc struct {
	f    func()
	over bool
}

// begin starts the goroutine, in a step with the context.
func (a *afterFunc) begin(c *canceling) {
	if !a.over {
		a.over = true
		sched.Begin(a.f, &c.object)
	}
}

// key finds the nearest context that can be canceled.
type key struct{}

// Value returns the context itself for key.
func (c *canceling) Value(k any) any {
	if _, ok := k.(key); ok {
		return c
	}
	return c.Context.Value(k)
}

// Done returns the channel that is closed when the context is canceled.
func (c *canceling) Done() <-chan struct{} { return c.done }

// Deadline returns when it is canceled.
func (c *canceling) Deadline() (time.Time, bool) {
	d, ok := c.Context.Deadline()
	if !c.deadline.IsZero() && (!ok || c.deadline.Before(d)) {
		return c.deadline, true
	}
	return d, ok
}

// Err returns why it is canceled, nil if it is not.
func (c *canceling) Err() error {
	if g := sched.Point(sched.Load, nil); g != nil {
		c.object.Looked(g)
		c.object.Acquire(g)
	}
	return c.err
}

// newCanceling returns a context below another.
func newCanceling(parent context.Context) *canceling {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	g := sched.Point(sched.Cancel, nil)
	c := &canceling{Context: parent, done: make(chan struct{})}
	if above := cancelingOf(parent); above != nil {
		if g != nil {
			above.object.Changed(g)
		}
		if above.err != nil {
			c.cancel(g, above.err, above.cause)
		} else {
			above.children = append(above.children, c)
		}
		return c
	}
	switch err := parent.Err(); {
	case err != nil:
		c.cancel(g, err, Cause(parent))
	case parent.Done() != nil && g != nil:
		sched.Go(func() {
			if sched.Choose(false, sched.From(parent.Done()), sched.From(c.Done())) == 0 {
				c.cancel(sched.Point(sched.Cancel, nil), parent.Err(), Cause(parent))
			}
		})
	}
	return c
}

// cancelingOf returns the nearest cancelable context that ends whenever ctx does. It returns nil if there is
// none, or if it is of another kind.
func cancelingOf(ctx context.Context) *canceling {
	c, ok := ctx.Value(key{}).(*canceling)
	if !ok || ctx.Done() != c.Done() {
		return nil
	}
	return c
}

// A detached context has the values of another, and is not canceled with it.
type detached struct{ context.Context }

// WithoutCancel returns a context that is not canceled when its parent is.
func WithoutCancel(parent context.Context) context.Context {
	if parent == nil {
		panic("cannot create context from nil parent")
	}
	return detached{parent}
}

// Deadline, Done and Err are those of a context that is never canceled.
func (detached) Deadline() (time.Time, bool) { return time.Time{}, false }

// Done returns nil.
func (detached) Done() <-chan struct{} { return nil }

// Err returns nil.
func (detached) Err() error { return nil }

// Value returns a value of the other context.
func (d detached) Value(k any) any {
	if _, ok := k.(key); ok {
		return nil
	}
	return d.Context.Value(k)
}

// cancel cancels the context and all below it. It is part of a step of g, or of the clock's.
func (c *canceling) cancel(g *sched.Goroutine, err, cause error) {
	if c.err != nil {
		return
	}
	if cause == nil {
		cause = err
	}
	c.err, c.cause = err, cause
	if g != nil {
		c.object.Changed(g)
		c.object.Release(g)
	}
	c.alarm.Stop()
	sched.CloseNow(c.done)
	for _, child := range c.children {
		child.cancel(g, err, cause)
	}
	c.children = nil
	for _, a := range c.after {
		a.begin(c)
	}
	c.after = nil
}

// canceled returns the function that cancels.
func (c *canceling) canceled(cause error) {
	if g := sched.Point(sched.Cancel, nil); !sched.Unwinding() {
		c.cancel(g, context.Canceled, cause)
	}
}

// WithCancel returns a context and the function that cancels it.
func WithCancel(parent context.Context) (context.Context, context.CancelFunc) {
	c := newCanceling(parent)
	return c, func() { c.canceled(nil) }
}

// WithCancelCause returns a context and the function that cancels it with a cause.
func WithCancelCause(parent context.Context) (context.Context, context.CancelCauseFunc) {
	c := newCanceling(parent)
	return c, c.canceled
}

// WithDeadline returns a context that is canceled at a time.
func WithDeadline(parent context.Context, d time.Time) (context.Context, context.CancelFunc) {
	return WithDeadlineCause(parent, d, nil)
}

// WithDeadlineCause is WithDeadline with a cause.
func WithDeadlineCause(parent context.Context, d time.Time, cause error) (context.Context, context.CancelFunc) {
	c := newCanceling(parent)
	c.deadline = d
	if c.err == nil && sched.Current() != nil {
		left := d.Sub(sched.Now())
		if left <= 0 {
			c.cancel(sched.Current(), context.DeadlineExceeded, cause)
		} else {
			c.alarm = sched.After(left, func() { c.cancel(nil, context.DeadlineExceeded, cause) })
		}
	}
	return c, func() { c.canceled(nil) }
}

// WithTimeout returns a context that is canceled after some time.
func WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return WithDeadline(parent, sched.Now().Add(d))
}

// WithTimeoutCause is WithTimeout with a cause.
func WithTimeoutCause(parent context.Context, d time.Duration, cause error) (context.Context, context.CancelFunc) {
	return WithDeadlineCause(parent, sched.Now().Add(d), cause)
}

// AfterFunc has f called in a goroutine when ctx is canceled.
func AfterFunc(ctx context.Context, f func()) (stop func() bool) {
	g := sched.Point(sched.Cancel, nil)
	c := cancelingOf(ctx)
	if c == nil { // Its descendant is canceled with it.
		c = newCanceling(ctx)
	}
	if g != nil {
		c.object.Changed(g)
	}
	a := &afterFunc{f: f}
	if c.after = append(c.after, a); c.err != nil {
		a.begin(c)
	}
	return func() bool {
		if g := sched.Point(sched.Cancel, nil); g != nil {
			c.object.Changed(g)
		}
		stops := !a.over
		a.over = true
		return stops
	}
}

// Cause returns why a context is canceled.
func Cause(ctx context.Context) error {
	c, ok := ctx.Value(key{}).(*canceling)
	if !ok {
		return ctx.Err()
	}
	if g := sched.Point(sched.Load, nil); g != nil {
		c.object.Looked(g)
		c.object.Acquire(g)
	}
	return c.cause
}
