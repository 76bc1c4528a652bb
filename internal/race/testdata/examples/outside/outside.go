// Package outside has state that does not belong to a value.
package outside

import "sync/atomic"

type state struct{ n atomic.Int64 }

var behind = &state{}

// Hidden numbers its calls across all values, where no schedule begins anew.
//
//rtest:via Hidden{}, Next
//rtest:concurrent
type Hidden struct{}

// Next returns the next number.
func (Hidden) Next() int64 { return behind.n.Add(1) }

var direct atomic.Int64

// Global numbers its calls across all values. What it changes comes back after each schedule.
//
//rtest:via Global{}, Next
//rtest:concurrent
type Global struct{}

// Next returns the next number.
func (Global) Next() int64 { return direct.Add(1) }

var calls = &state{}

// Counted counts its calls where no schedule begins anew. None of its calls shows that.
//
//rtest:via Counted{}, Add, Get
//rtest:concurrent
type Counted struct{ n atomic.Int64 }

// Add adds one.
func (c *Counted) Add() {
	calls.n.Add(1)
	c.n.Add(1)
}

// Get returns how often Add was called.
func (c *Counted) Get() int64 { return c.n.Load() }
