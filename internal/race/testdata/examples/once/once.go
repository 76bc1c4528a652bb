// Package once does things once.
package once

import (
	"sync"
	"sync/atomic"
)

// Reentered is entered again after a panic, while others think that it is done.
//
//rtest:via Reentered{}, Do, Done
//rtest:concurrent Do
type Reentered struct {
	mu      sync.Mutex
	started atomic.Bool
	n       int
}

// Do counts, unless that was done before; fail has it panic in the midst.
func (o *Reentered) Do(fail bool) (done bool) {
	if !o.started.CompareAndSwap(false, true) {
		return true
	}
	defer func() {
		if recover() != nil {
			o.started.Store(false)
			done = false
		}
	}()
	if fail {
		panic("fails")
	}
	o.mu.Lock()
	o.n++
	o.mu.Unlock()
	return true
}

// Done returns how often it was done.
func (o *Reentered) Done() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.n
}

// Guarded has others wait.
//
//rtest:via Guarded{}, Do, Done
//rtest:concurrent Do
type Guarded struct {
	mu   sync.Mutex
	done bool
	n    int
}

// Do counts, unless that was done before; fail has it panic in the midst.
func (o *Guarded) Do(fail bool) (done bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.done {
		return true
	}
	defer func() {
		if recover() != nil {
			done = false
		}
	}()
	if fail {
		panic("fails")
	}
	o.n++
	o.done = true
	return true
}

// Done returns how often it was done.
func (o *Guarded) Done() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.n
}
