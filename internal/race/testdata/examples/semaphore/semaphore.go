// Package semaphore has counting semaphores.
package semaphore

import "sync"

// Lossy wakes those that wait only where none is free.
//
//rtest:via NewLossy(), Acquire, Release
//rtest:concurrent Acquire, Release
type Lossy struct {
	mu   sync.Mutex
	free int
	wake chan struct{}
}

// NewLossy returns a semaphore of which none is free.
func NewLossy() *Lossy { return &Lossy{wake: make(chan struct{})} }

// Acquire waits until one is free and takes it.
func (s *Lossy) Acquire() {
	for {
		s.mu.Lock()
		if s.free > 0 {
			s.free--
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
		<-s.wake
	}
}

// Release gives one back, and wakes one that waits.
func (s *Lossy) Release() {
	s.mu.Lock()
	s.free++
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Semaphore waits at a condition.
//
//rtest:via New(), Acquire, Release
//rtest:concurrent Acquire, Release
type Semaphore struct {
	mu   sync.Mutex
	some *sync.Cond
	free int
}

// New returns a semaphore of which none is free.
func New() *Semaphore {
	s := &Semaphore{}
	s.some = sync.NewCond(&s.mu)
	return s
}

// Acquire waits until one is free and takes it.
func (s *Semaphore) Acquire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.free == 0 {
		s.some.Wait()
	}
	s.free--
}

// Release gives one back, and wakes one that waits.
func (s *Semaphore) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
	s.some.Signal()
}
