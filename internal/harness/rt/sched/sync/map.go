package sync

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// A Map is a map that goroutines share. It yields its elements in the order of insertion.
type Map struct {
	object sched.Object
	m      map[any]any
	keys   []any
}

// change and look take a step with the map.
func (m *Map) change() {
	if g := sched.Point(sched.MapOp, nil); g != nil {
		m.object.Changed(g)
		m.object.Acquire(g)
		m.object.Release(g)
	}
	if m.m == nil {
		m.m = map[any]any{}
	}
}

func (m *Map) look() {
	if g := sched.Point(sched.MapLoad, nil); g != nil {
		m.object.Looked(g)
		m.object.Acquire(g)
	}
}

func (m *Map) set(key, value any) {
	if _, ok := m.m[key]; !ok {
		m.keys = append(m.keys, key)
	}
	m.m[key] = value
}

func (m *Map) remove(key any) {
	if _, ok := m.m[key]; ok {
		delete(m.m, key)
		m.keys = slices.DeleteFunc(slices.Clone(m.keys), func(k any) bool { return k == key })
	}
}

// Load returns the value of a key.
func (m *Map) Load(key any) (value any, ok bool) {
	m.look()
	value, ok = m.m[key]
	return value, ok
}

// Store sets the value of a key.
func (m *Map) Store(key, value any) {
	m.change()
	m.set(key, value)
}

// Clear removes all elements.
func (m *Map) Clear() {
	m.change()
	clear(m.m)
	m.keys = nil
}

// LoadOrStore returns the value of a key, which it sets if there is none.
func (m *Map) LoadOrStore(key, value any) (actual any, loaded bool) {
	m.change()
	if actual, loaded = m.m[key]; loaded {
		return actual, true
	}
	m.set(key, value)
	return value, false
}

// LoadAndDelete removes a key, and returns its value.
func (m *Map) LoadAndDelete(key any) (value any, loaded bool) {
	m.change()
	value, loaded = m.m[key]
	m.remove(key)
	return value, loaded
}

// Delete removes a key.
func (m *Map) Delete(key any) { m.LoadAndDelete(key) }

// Swap sets the value of a key, and returns the one before.
func (m *Map) Swap(key, value any) (previous any, loaded bool) {
	m.change()
	previous, loaded = m.m[key]
	m.set(key, value)
	return previous, loaded
}

// CompareAndSwap sets the value of a key if it is old.
func (m *Map) CompareAndSwap(key, old, new any) (swapped bool) {
	m.change()
	if v, ok := m.m[key]; !ok || v != old {
		return false
	}
	m.set(key, new)
	return true
}

// CompareAndDelete removes a key if its value is old.
func (m *Map) CompareAndDelete(key, old any) (deleted bool) {
	m.change()
	if v, ok := m.m[key]; !ok || v != old {
		return false
	}
	m.remove(key)
	return true
}

// Range calls f for each element, until it returns false. Each element is read separately.
func (m *Map) Range(f func(key, value any) bool) {
	m.look()
	for _, k := range slices.Clone(m.keys) {
		if v, ok := m.Load(k); ok && !f(k, v) {
			return
		}
	}
}
