package memory

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"unsafe"
)

// A reach collects the memory that a value refers to, in the order of a walk.
type reach struct {
	seen   keyNumbers[Place]
	blocks []Block
	// skipReferenceKeys omits the entries of maps whose keys may hold references. deferred are such
	// maps that are walked last.
	skipReferenceKeys bool
	deferred          []reflect.Value
}

// ReachedFrom returns the memory that a value refers to, in the order of a walk, without blocks
// that lie within others.
func ReachedFrom(v reflect.Value) []Block { return reachOf(v).outermost() }

func reachOf(v reflect.Value) *reach {
	w := &reach{blocks: make([]Block, 0, linearKeys)}
	w.value(v)
	w.walkDeferred()
	return w
}

// walkDeferred walks the maps whose keys differ only in addresses. Keys visited elsewhere come first, in that
// order.
func (w *reach) walkDeferred() {
	for len(w.deferred) > 0 {
		entries := inOrderOf(entriesByKey(w.deferred[0]), func(a, b element) int {
			return cmp.Or(cmp.Compare(w.firstPlace(a.K), w.firstPlace(b.K)), byKey(a, b))
		})
		w.deferred = w.deferred[1:]
		for _, e := range entries {
			w.value(e.K)
			w.value(e.V)
		}
	}
}

// firstPlace returns the number of the first place in the walk that a key refers to, or a great
// number if there is none.
func (w *reach) firstPlace(k reflect.Value) int {
	first := math.MaxInt
	switch k.Kind() {
	case reflect.Pointer, reflect.Chan:
		if n, ok := w.seen.find(Place{k.UnsafePointer(), 0, k.Type()}); ok {
			return n
		}
	case reflect.Interface:
		return w.firstPlace(k.Elem())
	case reflect.Struct:
		for i := range k.NumField() {
			first = min(first, w.firstPlace(k.Field(i)))
		}
	case reflect.Array:
		for i := range k.Len() {
			first = min(first, w.firstPlace(k.Index(i)))
		}
	}
	return first
}

func (w *reach) add(at unsafe.Pointer, size uintptr) {
	w.blocks = append(w.blocks, Block{uintptr(at), max(1, size)})
}

// isNew reports whether the walk reaches what v refers to for the first time.
func (w *reach) isNew(v reflect.Value) bool {
	p := Place{v.UnsafePointer(), 0, v.Type()}
	if v.Kind() == reflect.Slice {
		p.n = v.Cap()
	}
	_, known := w.seen.number(p)
	return !known
}

func (w *reach) value(v reflect.Value) {
	if q, ok := atomicPointee(v); ok {
		w.value(q)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && w.isNew(v) {
			w.add(v.UnsafePointer(), v.Type().Elem().Size())
			w.value(v.Elem())
		}
	case reflect.Slice:
		if v.Cap() > 0 && w.isNew(v) {
			w.add(v.UnsafePointer(), uintptr(v.Cap())*v.Type().Elem().Size())
			w.elements(v.Slice(0, v.Cap()))
		}
	case reflect.Map:
		if !v.IsNil() && w.isNew(v) {
			w.entries(v)
		}
	case reflect.Interface:
		w.value(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			w.value(v.Field(i))
		}
	case reflect.Array:
		w.elements(v)
	case reflect.Chan:
		if !v.IsNil() && w.isNew(v) {
			w.add(v.UnsafePointer(), 1)
		}
	}
}

func (w *reach) entries(v reflect.Value) {
	refers := !Plain(v.Type().Key())
	if refers && w.skipReferenceKeys || !refers && Plain(v.Type().Elem()) {
		return
	}
	entries := entriesByKey(v)
	if refers && hasTies(entries) {
		w.deferred = append(w.deferred, v)
		return
	}
	for _, e := range entries {
		w.value(e.K)
		w.value(e.V)
	}
}

func (w *reach) elements(v reflect.Value) {
	if Plain(v.Type().Elem()) {
		return
	}
	for i := range v.Len() {
		w.value(v.Index(i))
	}
}

// outermost returns the blocks that do not lie within others, in the order of the walk.
func (w *reach) outermost() []Block {
	sorted := slices.Clone(w.blocks)
	slices.SortFunc(sorted, func(a, b Block) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(b.Size, a.Size)) })
	var inner map[Block]bool
	end := uintptr(0)
	for _, b := range sorted {
		if b.At+b.Size <= end {
			if inner == nil {
				inner = map[Block]bool{}
			}
			inner[b] = true
		}
		end = max(end, b.At+b.Size)
	}
	if inner == nil {
		return w.blocks
	}
	var out []Block
	for _, b := range w.blocks {
		if !inner[b] {
			out = append(out, b)
		}
	}
	return out
}

// Plain reports whether values of the type hold no references.
func Plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return false
	case reflect.Struct:
		for i := range t.NumField() {
			if !Plain(t.Field(i).Type) {
				return false
			}
		}
	case reflect.Array:
		return Plain(t.Elem())
	}
	return true
}

// A Block is a piece of memory that a constructor allocated.
type Block struct{ At, Size uintptr }
