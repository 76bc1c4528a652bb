package memory

import (
	"reflect"
	"unsafe"
)

// TurnInto redirects pointers into the memory at from to the same places in v, which is a copy of that memory. v
// must be addressable. It changes all pointers reachable from v.
func TurnInto(v reflect.Value, from unsafe.Pointer) {
	m := &move{from: uintptr(from), size: v.Type().Size(), to: v.Addr().UnsafePointer(), seen: map[Place]bool{}}
	m.value(v)
}

// A move redirects pointers from one piece of memory to another.
type move struct {
	from, size uintptr
	to         unsafe.Pointer
	seen       map[Place]bool
}

// redirected returns where p points after the move, and whether that has changed.
func (m *move) redirected(p unsafe.Pointer) (unsafe.Pointer, bool) {
	at := uintptr(p)
	if at < m.from || at >= m.from+m.size {
		return p, false
	}
	return unsafe.Add(m.to, at-m.from), true
}

// value redirects the pointers in the addressable value v and in all that v reaches.
func (m *move) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.UnsafePointer:
		// Each of them has the address as its first word.
		word := (*unsafe.Pointer)(v.Addr().UnsafePointer())
		if q, inside := m.redirected(*word); inside {
			*word = q
			return
		}
		if v.Kind() != reflect.UnsafePointer {
			m.follow(v)
		}
	case reflect.Map:
		m.entries(v)
	case reflect.Interface:
		m.boxed(v)
	case reflect.Struct:
		for i := range v.NumField() {
			m.value(v.Field(i))
		}
	case reflect.Array:
		m.elements(v)
	}
}

// follow redirects the pointers in the target of a pointer or a slice.
func (m *move) follow(v reflect.Value) {
	if v.IsNil() || !m.isNew(v) {
		return
	}
	if v.Kind() == reflect.Pointer {
		if !Plain(v.Type().Elem()) {
			m.value(v.Elem())
		}
		return
	}
	m.elements(v.Slice(0, v.Cap()))
}

func (m *move) isNew(v reflect.Value) bool {
	p := Place{v.UnsafePointer(), 0, v.Type()}
	if v.Kind() == reflect.Slice {
		p.n = v.Cap()
	}
	known := m.seen[p]
	m.seen[p] = true
	return !known
}

func (m *move) elements(v reflect.Value) {
	if Plain(v.Type().Elem()) {
		return
	}
	for i := range v.Len() {
		m.value(v.Index(i))
	}
}

// boxed redirects the pointers in the content of an interface. If the content is itself a pointer that changes,
// it is replaced.
func (m *move) boxed(v reflect.Value) {
	if v.IsNil() {
		return
	}
	v = writable(v)
	x := reflect.New(v.Elem().Type()).Elem()
	x.Set(v.Elem())
	m.value(x)
	if m.differs(x, v.Elem()) {
		v.Set(x)
	}
}

// entries redirects the pointers in the keys and elements of a map.
func (m *move) entries(v reflect.Value) {
	if v.IsNil() || !m.isNew(v) || Plain(v.Type().Key()) && Plain(v.Type().Elem()) {
		return
	}
	if v.CanAddr() {
		v = writable(v)
	}
	for _, e := range SortedEntries(v) {
		k, x := reflect.New(e.K.Type()).Elem(), reflect.New(e.V.Type()).Elem()
		k.Set(e.K)
		x.Set(e.V)
		m.value(k)
		m.value(x)
		if m.differs(k, e.K) {
			v.SetMapIndex(e.K, reflect.Value{})
		} else if !m.differs(x, e.V) {
			continue
		}
		v.SetMapIndex(k, x)
	}
}

// differs reports whether a pointer in the copy x was redirected.
func (m *move) differs(x, y reflect.Value) bool {
	switch x.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.UnsafePointer:
		return x.UnsafePointer() != y.UnsafePointer()
	case reflect.Interface:
		return !x.IsNil() && m.differs(x.Elem(), y.Elem())
	case reflect.Struct:
		for i := range x.NumField() {
			if m.differs(x.Field(i), y.Field(i)) {
				return true
			}
		}
	case reflect.Array:
		for i := range x.Len() {
			if m.differs(x.Index(i), y.Index(i)) {
				return true
			}
		}
	}
	return false
}
