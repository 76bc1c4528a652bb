// Package guarded has a map protected by a mutex.
package guarded

import "sync"

// A Map is a map behind a mutex.
//
//rtest:via New(), Put, Get, Delete
//rtest:concurrent
type Map struct {
	mu sync.Mutex
	m  map[string]int
}

// New returns an empty map.
func New() *Map { return &Map{m: map[string]int{}} }

// Put stores an element.
func (g *Map) Put(k string, v int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.m[k] = v
}

// Get returns an element.
func (g *Map) Get(k string) (int, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	v, ok := g.m[k]
	return v, ok
}

// Delete removes an element.
func (g *Map) Delete(k string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.m, k)
}
