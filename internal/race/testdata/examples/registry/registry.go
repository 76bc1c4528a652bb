// Package registry has the process registry of the thesis on QuickSpec and PULSE.
package registry

import "sync"

// A Pid names a process, which may be dead.
type Pid int

// Registry looks for a name and registers it in two steps, and Kill ends a process and removes its
// names in two.
//
//rtest:via NewRegistry(), Spawn, Kill, Register, Unregister, WhereIs
//rtest:concurrent Register, Unregister, Kill
type Registry struct {
	mu    sync.Mutex
	names map[string]Pid
	alive map[Pid]bool
}

// NewRegistry returns an empty registry.
func NewRegistry() *Registry {
	return &Registry{names: map[string]Pid{}, alive: map[Pid]bool{}}
}

// Spawn starts a process.
func (r *Registry) Spawn(p Pid) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.alive[p] = true
}

// Kill ends a process, whose names are removed.
func (r *Registry) Kill(p Pid) {
	r.mu.Lock()
	delete(r.alive, p)
	r.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, q := range r.names {
		if q == p {
			delete(r.names, name)
		}
	}
}

// Register gives a process a name, unless the name is taken. A dead process gets none.
func (r *Registry) Register(name string, p Pid) bool {
	if _, taken := r.WhereIs(name); taken {
		return false
	}
	r.mu.Lock()
	dead := !r.alive[p]
	r.mu.Unlock()
	if dead {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names[name] = p
	return true
}

// Unregister takes a name away.
func (r *Registry) Unregister(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.names[name]
	delete(r.names, name)
	return ok
}

// WhereIs returns the process of a name.
func (r *Registry) WhereIs(name string) (Pid, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p, ok := r.names[name]
	return p, ok
}

// Table does all under one lock.
//
//rtest:via NewTable(), Spawn, Kill, Register, Unregister, WhereIs
//rtest:concurrent Register, Unregister, Kill
type Table struct{ r Registry }

// NewTable returns an empty table.
func NewTable() *Table { return &Table{*NewRegistry()} }

// Spawn starts a process.
func (t *Table) Spawn(p Pid) { t.r.Spawn(p) }

// Kill ends a process, whose names are removed.
func (t *Table) Kill(p Pid) {
	t.r.mu.Lock()
	defer t.r.mu.Unlock()
	delete(t.r.alive, p)
	for name, q := range t.r.names {
		if q == p {
			delete(t.r.names, name)
		}
	}
}

// Register gives a process a name, unless the name is taken. A dead process gets none.
func (t *Table) Register(name string, p Pid) bool {
	t.r.mu.Lock()
	defer t.r.mu.Unlock()
	if _, taken := t.r.names[name]; taken {
		return false
	}
	if t.r.alive[p] {
		t.r.names[name] = p
	}
	return true
}

// Unregister takes a name away.
func (t *Table) Unregister(name string) bool { return t.r.Unregister(name) }

// WhereIs returns the process of a name.
func (t *Table) WhereIs(name string) (Pid, bool) { return t.r.WhereIs(name) }
