package counter

import (
	"sync"
	"sync/atomic"
)

// Lossy counts with an update that may be lost.
//
//rtest:via NewLossy, Inc, Get
//rtest:concurrent Inc, Get
type Lossy struct {
	n atomic.Int64
}

func NewLossy() *Lossy { return &Lossy{} }

// Inc adds one.
func (c *Lossy) Inc() { c.n.Store(c.n.Load() + 1) }

// Get returns the count.
func (c *Lossy) Get() int64 { return c.n.Load() }

// Plain counts without a lock.
//
//rtest:via Plain{}, Inc, Get
//rtest:concurrent
type Plain struct{ n int }

func (c *Plain) Inc()     { c.n++ }
func (c *Plain) Get() int { return c.n }

// Counter counts.
//
//rtest:via Counter{}, Inc, Get
//rtest:concurrent
type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Inc() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	return c.n
}

func (c *Counter) Get() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}
