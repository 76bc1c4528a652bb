// Package promises has calls with postconditions.
package promises

import (
	"sync"
	"time"
)

// A Lease computes what is left of it from a time that may have passed since it was looked at.
//
//rtest:via NewLease, Left, Work
//rtest:concurrent Left, Work
type Lease struct{ until time.Time }

// NewLease returns a lease of a second.
func NewLease() *Lease { return &Lease{time.Now().Add(time.Second)} }

// Left returns how many seconds are left.
//
//rtest:ensures result >= 0
func (l *Lease) Left() float64 {
	if time.Now().After(l.until) {
		return 0
	}
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	return l.until.Sub(time.Now()).Seconds()
}

// Work takes two seconds.
func (l *Lease) Work() { time.Sleep(2 * time.Second) }

// A RightLease looks at the time once.
//
//rtest:via NewRightLease, Left, Work
//rtest:concurrent Left, Work
type RightLease struct{ until time.Time }

// NewRightLease returns a lease of a second.
func NewRightLease() *RightLease { return &RightLease{time.Now().Add(time.Second)} }

// Left returns how many seconds are left.
//
//rtest:ensures result >= 0
func (l *RightLease) Left() float64 { return max(0, l.until.Sub(time.Now()).Seconds()) }

// Work takes two seconds.
func (l *RightLease) Work() { time.Sleep(2 * time.Second) }

// A Stock returns less than nothing if two take from it at the same time.
//
//rtest:via NewStock, Take
//rtest:concurrent Take
type Stock struct {
	mu sync.Mutex
	n  int
}

// NewStock returns a stock of one.
func NewStock() *Stock { return &Stock{n: 1} }

// Take takes one, if there is any, and returns what is left.
//
//rtest:ensures result >= 0
func (s *Stock) Take() int {
	s.mu.Lock()
	empty := s.n == 0
	s.mu.Unlock()
	if empty {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n--
	return s.n
}

// A Counter promises more than it does, also where its calls are made one after the other.
//
//rtest:via NewCounter, Next
//rtest:concurrent Next
type Counter struct {
	mu sync.Mutex
	n  int
}

// NewCounter returns a counter.
func NewCounter() *Counter { return &Counter{} }

// Next returns how often it was called.
//
//rtest:ensures result <= 2
func (c *Counter) Next() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	return c.n
}
