package kinds

import (
	"sync"
	"time"
)

// A RightShelf keeps things for an hour. Who finds one that is too old removes it.
//
//rtest:via RightShelf{}, Put, Get
//rtest:concurrent
type RightShelf struct {
	mu    sync.RWMutex
	until map[int]time.Time
}

// Put puts a thing there.
func (s *RightShelf) Put(k int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.until == nil {
		s.until = map[int]time.Time{}
	}
	s.until[k] = time.Now().Add(time.Hour)
}

// Get reports whether a thing is there.
func (s *RightShelf) Get(k int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.find(k)
}

func (s *RightShelf) find(k int) bool {
	t, ok := s.until[k]
	if ok && time.Now().After(t) {
		delete(s.until, k)
		return false
	}
	return ok
}

// A WrongShelf removes what is too old while it holds the lock for reading.
//
//rtest:via WrongShelf{}, Put, Get
//rtest:concurrent
type WrongShelf struct{ RightShelf }

// Get reports whether a thing is there.
func (s *WrongShelf) Get(k int) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.find(k)
}
