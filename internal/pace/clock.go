// Package pace measures the time of a run by what it could do in it: while other programs
// have the processor that it waits for, its clock goes slower.
package pace

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rtest-dev/rtest/internal/fault"
)

// A Clock is that of a run: of this process and of all that it started. Where the system
// does not tell for how long they wait for the processor it goes as all clocks do, and so
// does the nil Clock.
type Clock struct {
	lag  atomic.Int64
	quit chan struct{}
	once sync.Once
}

// tick is the distance of two looks. A clock goes at the least 1/slowest as fast as the
// clock on the wall, so that what waits for ever for the processor ends as well.
const (
	tick    = 200 * time.Millisecond
	slowest = 5
)

// ErrSpent is the cause with which a context ends when the time of a function is over.
var ErrSpent = errors.New("the time is spent")

// Start returns a clock that goes until it is stopped.
func Start() *Clock {
	c := &Clock{quit: make(chan struct{})}
	m := &meter{threads: map[string]thread{}}
	if _, _, known := m.read(); !known {
		return c
	}
	fault.Go(func() {
		t := time.NewTicker(tick)
		defer t.Stop()
		before := time.Now()
		for {
			select {
			case <-c.quit:
				return
			case <-t.C:
			}
			now := time.Now()
			if ran, waited, known := m.read(); known {
				c.lag.Add(int64(lost(now.Sub(before), ran, waited, runtime.NumCPU())))
			}
			before = now
		}
	})
	return c
}

// Stop stops the clock.
func (c *Clock) Stop() {
	if c != nil {
		c.once.Do(func() { close(c.quit) })
	}
}

// lost is which part of a while does not count, in which threads ran and waited for the
// processor, each for so long in all. Alone on the machine they would have run for as long
// as they wanted to, as far as the machine has processors for that. What they neither ran
// nor wanted to counts: something else is waited for.
func lost(while, ran, waited time.Duration, processors int) time.Duration {
	could := min(ran+waited, while*time.Duration(processors))
	if could <= ran || while <= 0 {
		return 0
	}
	counts := time.Duration(float64(while) * float64(ran) / float64(could))
	// They did not want to for all of the while: that part is not lost.
	if idle := while - (ran + waited); idle > 0 {
		counts = idle + time.Duration(float64(while-idle)*float64(ran)/float64(could))
	}
	return while - max(counts, while/slowest)
}

// Lag is how far the clock is behind that on the wall.
func (c *Clock) Lag() time.Duration {
	if c == nil {
		return 0
	}
	return time.Duration(c.lag.Load())
}

// Now is the time on the clock.
func (c *Clock) Now() time.Time { return time.Now().Add(-c.Lag()) }

// Until is how long it takes on the clock until then.
func (c *Clock) Until(then time.Time) time.Duration { return then.Sub(c.Now()) }

// Over tells whether it is later than then; the zero time never is.
func (c *Clock) Over(then time.Time) bool { return !then.IsZero() && c.Until(then) < 0 }

// At calls f in a goroutine when it is then on the clock, unless it is stopped before.
func (c *Clock) At(then time.Time, f func()) (stop func()) {
	var once sync.Once
	quit := make(chan struct{})
	fault.Go(func() {
		for left := c.Until(then); left > 0; left = c.Until(then) {
			t := time.NewTimer(left)
			select {
			case <-quit:
				t.Stop()
				return
			case <-t.C:
			}
		}
		f()
	})
	return func() { once.Do(func() { close(quit) }) }
}

// Within returns a context that ends when it is then on the clock, with that cause.
func (c *Clock) Within(ctx context.Context, then time.Time, cause error) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	if c.Over(then) {
		cancel(cause)
	}
	stop := c.At(then, func() { cancel(cause) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}
