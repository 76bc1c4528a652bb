// Package time replaces the parts of the standard package of that name that the scheduler controls: clocks and
// timers use a logical clock, which moves when all goroutines wait.
package time

import (
	"time"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// Now returns the logical time.
func Now() time.Time { return sched.Now() }

// Since returns the time since t.
func Since(t time.Time) time.Duration { return sched.Now().Sub(t) }

// Until returns the time until t.
func Until(t time.Time) time.Duration { return t.Sub(sched.Now()) }

// Sleep waits for the duration d.
func Sleep(d time.Duration) { sched.Delay(d) }

// A Timer is one event in the future.
type Timer struct {
	// C gets the time of the event.
	C <-chan time.Time

	c     chan time.Time
	f     func()
	alarm *sched.Alarm
	made  sched.Object
}

// NewTimer returns a timer that sends on its channel after d.
func NewTimer(d time.Duration) *Timer {
	c := make(chan time.Time, 1)
	t := &Timer{C: c, c: c}
	t.start(sched.Point(sched.Timer, nil), d)
	return t
}

// After returns the channel of a new timer.
func After(d time.Duration) <-chan time.Time { return NewTimer(d).C }

// AfterFunc returns a timer that calls f in a goroutine after d.
func AfterFunc(d time.Duration, f func()) *Timer {
	t := &Timer{f: f}
	t.start(sched.Point(sched.Timer, nil), d)
	return t
}

func (t *Timer) start(g *sched.Goroutine, d time.Duration) {
	if g == nil {
		return
	}
	t.made.Changed(g)
	t.made.Release(g)
	t.alarm = sched.After(d, func() {
		if t.f != nil {
			sched.Begin(t.f, &t.made)
			return
		}
		sched.Fire(t.c, sched.Now())
	})
}

// Stop keeps the timer from its event, and reports whether that was still to come.
func (t *Timer) Stop() bool {
	g := sched.Point(sched.Timer, nil)
	if g == nil {
		return false
	}
	t.made.Changed(g)
	drain(t.c)
	return t.alarm.Stop()
}

// Reset makes the timer expire after d. It reports whether the timer was active.
func (t *Timer) Reset(d time.Duration) bool {
	g := sched.Point(sched.Timer, nil)
	if g == nil {
		return false
	}
	drain(t.c)
	active := t.alarm.Stop()
	t.start(g, d)
	return active
}

// drain takes out an event that nobody has received, as timers do since Go 1.23.
func drain(c chan time.Time) {
	if c != nil {
		sched.Drain(c)
	}
}

// A Ticker is an event that comes again and again.
type Ticker struct {
	// C gets the times of the events.
	C <-chan time.Time

	c      chan time.Time
	period time.Duration
	alarm  *sched.Alarm
}

// NewTicker returns a ticker with a period.
func NewTicker(d time.Duration) *Ticker {
	if d <= 0 {
		panic("non-positive interval for NewTicker")
	}
	c := make(chan time.Time, 1)
	t := &Ticker{C: c, c: c, period: d}
	if g := sched.Point(sched.Timer, nil); g != nil {
		t.start()
	}
	return t
}

// Tick returns the channel of a new ticker.
func Tick(d time.Duration) <-chan time.Time {
	if d <= 0 {
		return nil
	}
	return NewTicker(d).C
}

func (t *Ticker) start() {
	t.alarm = sched.After(t.period, func() {
		sched.Fire(t.c, sched.Now())
		t.start()
	})
}

// Stop ends the events.
func (t *Ticker) Stop() {
	if sched.Point(sched.Timer, nil) != nil {
		t.alarm.Stop()
	}
}

// Reset gives the ticker another period.
func (t *Ticker) Reset(d time.Duration) {
	if d <= 0 {
		panic("non-positive interval for Ticker.Reset")
	}
	if sched.Point(sched.Timer, nil) != nil {
		t.alarm.Stop()
		t.period = d
		t.start()
	}
}
