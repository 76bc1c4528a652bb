// Package flight has calls that others join.
package flight

import "sync"

type call struct {
	done  chan struct{}
	value int
}

// Forgetting ends whatever call of a key there is, which may be another one after Forget.
//
//rtest:via NewForgetting(), Do, Forget
//rtest:concurrent Do, Forget
type Forgetting struct {
	mu sync.Mutex
	m  map[string]*call
}

// NewForgetting returns an empty group.
func NewForgetting() *Forgetting { return &Forgetting{m: map[string]*call{}} }

// Do returns the result of fn, or of the call of the same key that is under way.
func (g *Forgetting) Do(key string, fn func() int) int {
	g.mu.Lock()
	if c, ok := g.m[key]; ok {
		g.mu.Unlock()
		<-c.done
		return c.value
	}
	g.m[key] = &call{done: make(chan struct{})}
	g.mu.Unlock()
	value := fn()
	g.mu.Lock()
	defer g.mu.Unlock()
	c := g.m[key]
	c.value = value
	delete(g.m, key)
	close(c.done)
	return value
}

// Forget has the next call of a key made anew.
func (g *Forgetting) Forget(key string) {
	g.mu.Lock()
	delete(g.m, key)
	g.mu.Unlock()
}

// Group ends its own call.
//
//rtest:via New(), Do, Forget
//rtest:concurrent Do, Forget
type Group struct {
	mu sync.Mutex
	m  map[string]*call
}

// New returns an empty group.
func New() *Group { return &Group{m: map[string]*call{}} }

// Do returns the result of fn, or of the call of the same key that is under way.
func (g *Group) Do(key string, fn func() int) int {
	g.mu.Lock()
	if c, ok := g.m[key]; ok {
		g.mu.Unlock()
		<-c.done
		return c.value
	}
	c := &call{done: make(chan struct{})}
	g.m[key] = c
	g.mu.Unlock()
	c.value = fn()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.m[key] == c {
		delete(g.m, key)
	}
	close(c.done)
	return c.value
}

// Forget has the next call of a key made anew.
func (g *Group) Forget(key string) {
	g.mu.Lock()
	delete(g.m, key)
	g.mu.Unlock()
}
