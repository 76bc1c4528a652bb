// Package waits has goroutines that wait for each other in ways that go wrong.
package waits

import (
	"io"
	"runtime"
	"sync"
	"sync/atomic"
)

// Polite lets one in at a time. Who sees that the other one wants to go in as well steps back, and so does the other.
//
//rtest:via Polite{}, Left, Right
//rtest:concurrent
type Polite struct {
	left, right atomic.Bool
	n           atomic.Int64
}

// Left goes in from the left.
func (p *Polite) Left() int64 { return p.enter(&p.left, &p.right) }

// Right goes in from the right.
func (p *Polite) Right() int64 { return p.enter(&p.right, &p.left) }

func (p *Polite) enter(mine, others *atomic.Bool) int64 {
	for {
		mine.Store(true)
		runtime.Gosched()
		busy := others.Load()
		runtime.Gosched()
		if !busy {
			break
		}
		mine.Store(false)
		runtime.Gosched()
	}
	defer mine.Store(false)
	return p.n.Add(1)
}

// Firm has the one from the right step back, and the one from the left wait.
//
//rtest:via Firm{}, Left, Right
//rtest:concurrent
type Firm struct {
	left, right atomic.Bool
	n           atomic.Int64
}

// Left goes in from the left.
func (f *Firm) Left() int64 {
	for !f.left.CompareAndSwap(false, true) {
		runtime.Gosched()
	}
	defer f.left.Store(false)
	for f.right.Load() {
		runtime.Gosched()
	}
	return f.n.Add(1)
}

// Right goes in from the right.
func (f *Firm) Right() int64 {
	for {
		for !f.right.CompareAndSwap(false, true) {
			runtime.Gosched()
		}
		if !f.left.Load() {
			break
		}
		f.right.Store(false)
		runtime.Gosched()
	}
	defer f.right.Store(false)
	return f.n.Add(1)
}

// A Flag wakes those that wait without the lock under which they look.
//
//rtest:via NewFlag, Set, Wait
//rtest:concurrent
type Flag struct {
	set  atomic.Bool
	mu   sync.Mutex
	some *sync.Cond
}

// NewFlag returns a flag that is not set.
func NewFlag() *Flag {
	f := &Flag{}
	f.some = sync.NewCond(&f.mu)
	return f
}

// Set sets the flag.
func (f *Flag) Set() {
	f.set.Store(true)
	f.some.Broadcast()
}

// Wait returns when the flag is set.
func (f *Flag) Wait() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for !f.set.Load() {
		f.some.Wait()
	}
}

// A Latch is a Flag whose Set holds the lock.
//
//rtest:via NewLatch, Set, Wait
//rtest:concurrent
type Latch struct {
	set  atomic.Bool
	mu   sync.Mutex
	some *sync.Cond
}

// NewLatch returns a latch that is not set.
func NewLatch() *Latch {
	l := &Latch{}
	l.some = sync.NewCond(&l.mu)
	return l
}

// Set sets the latch.
func (l *Latch) Set() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.set.Store(true)
	l.some.Broadcast()
}

// Wait returns when the latch is set.
func (l *Latch) Wait() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for !l.set.Load() {
		l.some.Wait()
	}
}

// Hasty looks once at what it waits for: a second one who waits takes what is not there.
//
//rtest:via NewHasty(), Put, Take
//rtest:concurrent
type Hasty struct {
	mu   sync.Mutex
	some *sync.Cond
	n    int
}

// NewHasty returns an empty one.
func NewHasty() *Hasty {
	h := &Hasty{}
	h.some = sync.NewCond(&h.mu)
	return h
}

// Put adds one.
func (h *Hasty) Put() {
	h.mu.Lock()
	h.n++
	h.mu.Unlock()
	h.some.Broadcast()
}

// Take takes one, and returns how many are left.
func (h *Hasty) Take() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.n == 0 {
		h.some.Wait()
	}
	h.n--
	return h.n
}

// Twice closes a channel in Stop and in a goroutine that Stop wakes, and looks before that without a lock.
//
//rtest:via NewTwice(), Stop, Stopped
//rtest:concurrent
type Twice struct {
	wake, done chan struct{}
	stopped    atomic.Bool
}

// NewTwice returns one that is not stopped.
func NewTwice() *Twice {
	t := &Twice{wake: make(chan struct{}, 2), done: make(chan struct{})}
	go func() {
		<-t.wake
		t.end()
	}()
	return t
}

func (t *Twice) end() {
	if !t.stopped.Load() {
		t.stopped.Store(true)
		close(t.done)
	}
}

// Stop stops it.
func (t *Twice) Stop() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
	t.end()
}

// Stopped reports whether it has been stopped.
func (t *Twice) Stopped() bool { return t.stopped.Load() }

// Piped writes a word to a pipe in two pieces: two who read may get one each, and wait for another.
//
//rtest:via NewPiped(), Write, Read
//rtest:concurrent
type Piped struct {
	r *io.PipeReader
	w *io.PipeWriter
}

// NewPiped returns a pipe.
func NewPiped() *Piped {
	r, w := io.Pipe()
	return &Piped{r, w}
}

// Write writes a word.
func (p *Piped) Write() {
	io.WriteString(p.w, "a")
	io.WriteString(p.w, "b")
}

// Read reads a word.
func (p *Piped) Read() string {
	var word [2]byte
	n, _ := io.ReadFull(p.r, word[:])
	return string(word[:n])
}
