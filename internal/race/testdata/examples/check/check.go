// Package check has maps that store an element once.
package check

import "sync"

// Acting looks, and acts later.
//
//rtest:via New(), LoadOrStore
//rtest:concurrent LoadOrStore
type Acting struct {
	mu sync.RWMutex
	m  map[string]int
}

// New returns an empty map.
func New() *Acting { return &Acting{m: map[string]int{}} }

// LoadOrStore returns the element that is there, or else stores one.
func (a *Acting) LoadOrStore(k string, v int) (actual int, loaded bool) {
	a.mu.RLock()
	old, ok := a.m[k]
	a.mu.RUnlock()
	if ok {
		return old, true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.m[k] = v
	return v, false
}

// Map looks again.
//
//rtest:via NewMap(), LoadOrStore
//rtest:concurrent LoadOrStore
type Map struct {
	mu sync.RWMutex
	m  map[string]int
}

// NewMap returns an empty map.
func NewMap() *Map { return &Map{m: map[string]int{}} }

// LoadOrStore returns the element that is there, or else stores one.
func (a *Map) LoadOrStore(k string, v int) (actual int, loaded bool) {
	a.mu.RLock()
	old, ok := a.m[k]
	a.mu.RUnlock()
	if ok {
		return old, true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if old, ok := a.m[k]; ok {
		return old, true
	}
	a.m[k] = v
	return v, false
}
