package kinds

import (
	"sync"
	"sync/atomic"
	"time"
)

// RightBounce counts once, some time after the last hit.
//
//rtest:via NewRightBounce(), Hit, Count
//rtest:concurrent Hit
type RightBounce struct {
	mu sync.Mutex
	t  *time.Timer
	n  int
}

// NewRightBounce returns one that nobody has hit.
func NewRightBounce() *RightBounce { return &RightBounce{} }

func (b *RightBounce) count() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n++
}

// Hit has it count later.
func (b *RightBounce) Hit() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.t == nil {
		b.t = time.AfterFunc(time.Second, b.count)
	} else {
		b.t.Reset(time.Second)
	}
}

// Count waits, and returns how often it has counted.
func (b *RightBounce) Count() int {
	time.Sleep(2 * time.Second)
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n
}

// WrongBounce may set two timers.
//
//rtest:via NewWrongBounce(), Hit, Count
//rtest:concurrent Hit
type WrongBounce struct{ RightBounce }

// NewWrongBounce returns one that nobody has hit.
func NewWrongBounce() *WrongBounce { return &WrongBounce{} }

// Hit has it count later.
func (b *WrongBounce) Hit() {
	b.mu.Lock()
	t := b.t
	b.mu.Unlock()
	if t != nil {
		t.Stop()
	}
	t = time.AfterFunc(time.Second, b.count)
	b.mu.Lock()
	b.t = t
	b.mu.Unlock()
}

// WrongDoor forgets to unlock where another call closed it meanwhile.
//
//rtest:via NewWrongDoor(), Close, IsClosed
//rtest:concurrent Close
type WrongDoor struct {
	mu     sync.Mutex
	closed atomic.Bool
}

// NewWrongDoor returns an open door.
func NewWrongDoor() *WrongDoor { return &WrongDoor{} }

// Close reports whether it has closed the door.
func (d *WrongDoor) Close() bool {
	if d.closed.Load() {
		return false
	}
	d.mu.Lock()
	if d.closed.Load() {
		return false
	}
	d.closed.Store(true)
	d.mu.Unlock()
	return true
}

// IsClosed reports whether the door is closed.
func (d *WrongDoor) IsClosed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.closed.Load()
}

// RightDoor always unlocks.
//
//rtest:via NewRightDoor(), Close, IsClosed
//rtest:concurrent Close
type RightDoor struct{ WrongDoor }

// NewRightDoor returns an open door.
func NewRightDoor() *RightDoor { return &RightDoor{} }

// Close reports whether it has closed the door.
func (d *RightDoor) Close() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.closed.CompareAndSwap(false, true)
}

// RightNaps has calls that sleep, and knows how long it is since it was made.
//
//rtest:via NewRightNaps(), Nap, Age
//rtest:concurrent
type RightNaps struct{ made time.Time }

func NewRightNaps() *RightNaps { return &RightNaps{time.Now()} }

func (n *RightNaps) Nap() { time.Sleep(time.Minute) }

// Age returns how long it is.
func (n *RightNaps) Age() time.Duration { return time.Since(n.made) }

// WrongNaps loses what is added while it sleeps.
//
//rtest:via WrongNaps{}, Add, Sum
//rtest:concurrent
type WrongNaps struct {
	mu sync.Mutex
	n  int
}

func (w *WrongNaps) Add() {
	w.mu.Lock()
	n := w.n
	w.mu.Unlock()
	time.Sleep(time.Minute)
	w.mu.Lock()
	w.n = n + 1
	w.mu.Unlock()
}

func (w *WrongNaps) Sum() int { w.mu.Lock(); defer w.mu.Unlock(); return w.n }
