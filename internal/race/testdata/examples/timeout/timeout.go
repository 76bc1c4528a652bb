// Package timeout has calls that end when their time is over.
package timeout

import (
	"context"
	"errors"
	"sync"
	"time"
)

// A Fetcher leaves a goroutine behind when a fetch takes too long: nobody receives what it sends.
//
//rtest:via New, Fetch
//rtest:concurrent Fetch
type Fetcher struct{ source func() int }

// New returns a fetcher.
func New() *Fetcher { return &Fetcher{source: func() int { return 1 }} }

// Fetch returns what the source has, within a second.
func (f *Fetcher) Fetch() (int, error) {
	c := make(chan int)
	go func() { c <- f.source() }()
	select {
	case v := <-c:
		return v, nil
	case <-time.After(time.Second):
		return 0, errors.New("timeout")
	}
}

// A Patient fetcher has a place for what comes too late.
//
//rtest:via NewPatient, Fetch
//rtest:concurrent Fetch
type Patient struct{ source func() int }

// NewPatient returns a fetcher.
func NewPatient() *Patient { return &Patient{source: func() int { return 1 }} }

// Fetch returns what the source has, within a second.
func (f *Patient) Fetch() (int, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	c := make(chan int, 1)
	go func() { c <- f.source() }()
	select {
	case v := <-c:
		return v, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// A Janitor forgets all every second, until it is closed.
//
//rtest:via NewJanitor, Do, Close
//rtest:concurrent Do, Close
type Janitor struct {
	mu   sync.Mutex
	n    int
	once sync.Once
	stop chan struct{}
}

// NewJanitor returns one that works.
func NewJanitor() *Janitor {
	j := &Janitor{stop: make(chan struct{})}
	go func() {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				j.mu.Lock()
				j.n = 0
				j.mu.Unlock()
			case <-j.stop:
				return
			}
		}
	}()
	return j
}

// Do counts.
func (j *Janitor) Do() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.n++
}

// Close ends the work.
func (j *Janitor) Close() { j.once.Do(func() { close(j.stop) }) }

// A Debouncer calls a function when nobody has asked for it for a second. Of two calls at the same time each sets a timer, and
// the function is called twice.
//
//rtest:via NewDebouncer, Ask, Called
//rtest:concurrent
type Debouncer struct {
	mu     sync.Mutex
	timer  *time.Timer
	called int
}

// NewDebouncer returns a debouncer.
func NewDebouncer() *Debouncer { return &Debouncer{} }

// Ask asks for the function.
func (d *Debouncer) Ask() {
	d.stop()
	t := time.AfterFunc(time.Second, d.call)
	d.mu.Lock()
	d.timer = t
	d.mu.Unlock()
}

func (d *Debouncer) stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
	}
}

func (d *Debouncer) call() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.called++
}

// Called returns how often the function was called.
func (d *Debouncer) Called() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.called
}

// A Debounced does both under one lock.
//
//rtest:via NewDebounced, Ask, Called
//rtest:concurrent
type Debounced struct{ Debouncer }

// NewDebounced returns a debouncer.
func NewDebounced() *Debounced { return &Debounced{} }

// Ask asks for the function.
func (d *Debounced) Ask() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
	}
	d.timer = time.AfterFunc(time.Second, d.call)
}
