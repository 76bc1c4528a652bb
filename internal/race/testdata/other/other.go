// Package other is one of another module, with a package that only it may import.
package other

import (
	"sync"

	"example.com/other/internal/deep"
)

// A Counter counts under a lock.
type Counter struct {
	mu sync.Mutex
	n  deep.Number
}

// Next returns the next number.
func (c *Counter) Next() int { c.mu.Lock(); defer c.mu.Unlock(); return c.n.Next() }

// Skip counts without the lock.
func (c *Counter) Skip() { c.n.Next() }
