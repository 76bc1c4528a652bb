// Package pace measures the time in which a run could work. While other programs use the processor
// that the run waits for, its clock slows down.
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

// A Clock measures the time of a run: of this process and of all processes that it started. If the
// system does not report how long they wait for the processor, it runs like any clock; so does a nil
// Clock.
type Clock struct {
	lag  atomic.Int64
	quit chan struct{}
	once sync.Once
}

// tick is the time between two measurements. A clock runs at least 1/slowest as fast as real time, so
// that a run that gets no processor ends too.
const (
	tick    = 200 * time.Millisecond
	slowest = 5
)

// ErrSpent is the cause with which a context ends when the time of a function is over.
var ErrSpent = errors.New("the time is spent")

// Start returns a clock that runs until it is stopped.
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

// lost returns the part of while that does not count. ran and waited are the total times in which
// threads ran and waited for the processor. Alone on the machine, they would have run for both, as far
// as the processors suffice. Time in which they neither ran nor waited counts, because they wait for
// something else.
func lost(while, ran, waited time.Duration, processors int) time.Duration {
	could := min(ran+waited, while*time.Duration(processors))
	if could <= ran || while <= 0 {
		return 0
	}
	counts := time.Duration(float64(while) * float64(ran) / float64(could))
	// In a part of the time no thread wanted to run. That part is not lost.
	if idle := while - (ran + waited); idle > 0 {
		counts = idle + time.Duration(float64(while-idle)*float64(ran)/float64(could))
	}
	return while - max(counts, while/slowest)
}

// Lag returns how far the clock is behind real time.
func (c *Clock) Lag() time.Duration {
	if c == nil {
		return 0
	}
	return time.Duration(c.lag.Load())
}

// Now returns the time on the clock.
func (c *Clock) Now() time.Time { return time.Now().Add(-c.Lag()) }

// Until returns the time on the clock until then.
func (c *Clock) Until(then time.Time) time.Duration { return then.Sub(c.Now()) }

// Over reports whether it is later than then. The zero time is never over.
func (c *Clock) Over(then time.Time) bool { return !then.IsZero() && c.Until(then) < 0 }

// At calls f in a goroutine when the clock reaches then, unless stop is called before.
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

// Within returns a context that ends with the given cause when the clock reaches then.
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
