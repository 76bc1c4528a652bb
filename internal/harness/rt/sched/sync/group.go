package sync

import (
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// A WaitGroup counts events to wait for.
type WaitGroup struct {
	object sched.Object
	n      int
	// wave is the number of times the counter became zero.
	wave int
	// waiting counts the goroutines that wait.
	waiting int
}

// Add adds delta to the counter.
func (w *WaitGroup) Add(delta int) { w.add(sched.Point(sched.Add, nil), delta) }

// Done takes one from the counter.
func (w *WaitGroup) Done() { w.add(sched.Point(sched.Done, nil), -1) }

func (w *WaitGroup) add(g *sched.Goroutine, delta int) {
	if sched.Unwinding() {
		return
	}
	if g != nil {
		w.object.Changed(g)
		if delta < 0 {
			w.object.Release(g)
		}
	}
	if g != nil && w.n == 0 && delta > 0 {
		sched.Beside(unsafe.Pointer(w), sched.Add)
	}
	w.n += delta
	if w.n < 0 {
		panic("sync: negative WaitGroup counter")
	}
	if w.n == 0 {
		w.wave++
	}
}

// A zero waits until the counter becomes zero.
type zero struct {
	w    *WaitGroup
	wave int
}

// Ready implements sched.Waiter.
func (z zero) Ready(*sched.Goroutine) bool { return z.w.n == 0 || z.w.wave != z.wave }

// Wait waits until the counter is zero.
func (w *WaitGroup) Wait() {
	g := sched.Point(sched.Wait, nil)
	if w.n > 0 {
		if g != nil && w.waiting == 0 {
			sched.Beside(unsafe.Pointer(w), sched.Wait)
		}
		if g != nil {
			w.object.Looked(g) // It waits for this wave.
		}
		w.waiting++
		g = sched.Point(sched.Wait, zero{w, w.wave})
		w.waiting--
		if w.n > 0 && !sched.Unwinding() {
			panic("sync: WaitGroup is reused before previous Wait has returned")
		}
	}
	if g != nil {
		w.object.Looked(g)
		w.object.Acquire(g)
	}
}

// Go calls f in a new goroutine that is waited for.
func (w *WaitGroup) Go(f func()) {
	w.Add(1)
	sched.Go(func() {
		defer w.Done()
		f()
	})
}

// A Cond is what goroutines wait at for something to come about.
type Cond struct {
	// L is held while the condition is read or changed.
	L Locker

	object  sched.Object
	waiting []*signal
}

// A signal wakes one goroutine.
type signal struct{ given bool }

// Ready implements sched.Waiter.
func (s *signal) Ready(*sched.Goroutine) bool { return s.given }

// NewCond returns a Cond with a lock.
func NewCond(l Locker) *Cond { return &Cond{L: l} }

func (c *Cond) fresh() {
	if c.object.Fresh() {
		c.waiting = nil
	}
}

// Wait unlocks c.L, waits for a signal, and locks c.L.
func (c *Cond) Wait() {
	g := sched.Point(sched.Wait, nil)
	c.fresh()
	s := &signal{}
	c.waiting = append(c.waiting, s)
	if g != nil {
		c.object.Changed(g)
	}
	c.L.Unlock()
	if g := sched.Wake(sched.Wait, s); g != nil {
		c.object.Looked(g)
		c.object.Acquire(g)
	}
	c.L.Lock()
}

// Signal wakes the goroutine that has waited longest.
func (c *Cond) Signal() { c.wake(sched.Point(sched.Signal, nil), 1) }

// Broadcast wakes all goroutines that wait.
func (c *Cond) Broadcast() { c.wake(sched.Point(sched.Broadcast, nil), -1) }

func (c *Cond) wake(g *sched.Goroutine, n int) {
	c.fresh()
	if g != nil {
		c.object.Changed(g)
		c.object.Release(g)
	}
	for len(c.waiting) > 0 && n != 0 {
		c.waiting[0].given = true
		c.waiting = c.waiting[1:]
		n--
	}
}
