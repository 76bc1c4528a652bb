package memory

import (
	"math"
	"reflect"
	"sync"
	"unsafe"
)

// Equal reports whether everything reachable from x and y is equal. Pointers, maps and slices must
// correspond one to one. NaN equals NaN, and nil differs from empty. Functions are equal if they
// have the same code; channels correspond if they have the same length and capacity.
func Equal(x, y any) bool {
	return newPairing(false).equal(reflect.ValueOf(x), reflect.ValueOf(y))
}

// EqualAll is Equal of the variables that xs and ys point to, pair by pair, taken as one value. With room set,
// the elements between length and capacity of slices count.
func EqualAll(xs, ys []any, room bool) bool {
	p := newPairing(room)
	for i := range xs {
		if !p.equal(reflect.ValueOf(xs[i]).Elem(), reflect.ValueOf(ys[i]).Elem()) {
			return false
		}
	}
	return true
}

// A pairing compares two values by the coinductive isomorphism of what they reach: a pair of
// references that is met again counts as equal.
type pairing struct {
	yOf, xOf map[Place]Place
	room     bool
}

// A Place identifies what a reference refers to.
type Place struct {
	at unsafe.Pointer
	n  int
	t  reflect.Type
}

// PlaceOf returns the place of a pointer, a slice or a map.
func PlaceOf(v reflect.Value) Place {
	p := Place{v.UnsafePointer(), 0, unnamed(v.Type())}
	if v.Kind() == reflect.Slice {
		p.n = v.Len()
	}
	return p
}

// unnamed returns the type literal of a named pointer, slice or map type. References of both types
// may be to the same memory.
func unnamed(t reflect.Type) reflect.Type {
	switch {
	case t.Name() == "":
		return t
	case t.Kind() == reflect.Pointer:
		return reflect.PointerTo(t.Elem())
	case t.Kind() == reflect.Slice:
		return reflect.SliceOf(t.Elem())
	case t.Kind() == reflect.Map:
		return reflect.MapOf(t.Key(), t.Elem())
	}
	return t
}

func newPairing(room bool) *pairing {
	return &pairing{yOf: map[Place]Place{}, xOf: map[Place]Place{}, room: room}
}

// correspond records that two references correspond. ok reports whether they may, known whether they were
// visited before.
func (p *pairing) correspond(x, y Place) (ok, known bool) {
	a, seenX := p.yOf[x]
	b, seenY := p.xOf[y]
	if seenX || seenY {
		return seenX && seenY && a == y && b == x, true
	}
	p.yOf[x], p.xOf[y] = y, x
	return true, false
}

func (p *pairing) equal(x, y reflect.Value) bool {
	if !x.IsValid() || !y.IsValid() {
		return x.IsValid() == y.IsValid()
	}
	if x.Type() != y.Type() {
		return false
	}
	if x.Kind() == reflect.Struct {
		if ok, known := p.syncTypes(x, y); known {
			return ok
		}
	}
	switch x.Kind() {
	case reflect.Bool:
		return x.Bool() == y.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return x.Int() == y.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return x.Uint() == y.Uint()
	case reflect.Float32, reflect.Float64:
		return equalFloat(x.Float(), y.Float())
	case reflect.Complex64, reflect.Complex128:
		a, b := x.Complex(), y.Complex()
		return equalFloat(real(a), real(b)) && equalFloat(imag(a), imag(b))
	case reflect.String:
		return x.String() == y.String()
	case reflect.Struct:
		for i := range x.NumField() {
			if !p.equal(x.Field(i), y.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Array:
		return p.elements(x, y)
	case reflect.Interface:
		return p.equal(x.Elem(), y.Elem())
	}
	return p.reference(x, y)
}

// equalFloat distinguishes 0 from -0, as a program can, and treats all NaN as equal.
func equalFloat(a, b float64) bool {
	return a == b && math.Signbit(a) == math.Signbit(b) || a != a && b != b
}

// reference compares values of a kind that has nil.
func (p *pairing) reference(x, y reflect.Value) bool {
	if x.Kind() == reflect.UnsafePointer {
		return p.opaqueReferences(x, y)
	}
	if x.IsNil() || y.IsNil() {
		return x.IsNil() && y.IsNil()
	}
	switch x.Kind() {
	case reflect.Chan:
		return x.Len() == y.Len() && x.Cap() == y.Cap() && p.opaqueReferences(x, y)
	case reflect.Func:
		return sameFunction(x, y)
	case reflect.Slice:
		return p.slices(x, y)
	case reflect.Map:
		if x.Len() != y.Len() {
			return false
		}
	}
	ok, known := p.correspond(Place{x.UnsafePointer(), 0, x.Type()}, Place{y.UnsafePointer(), 0, y.Type()})
	if !ok || known {
		return ok
	}
	if x.Kind() == reflect.Map {
		return p.maps(x, y)
	}
	return p.equal(x.Elem(), y.Elem())
}

// opaqueReferences compares references whose targets cannot be inspected: they must correspond.
func (p *pairing) opaqueReferences(x, y reflect.Value) bool {
	a, b := x.UnsafePointer(), y.UnsafePointer()
	if a == nil || b == nil {
		return a == b
	}
	ok, _ := p.correspond(Place{a, 0, x.Type()}, Place{b, 0, y.Type()})
	return ok
}

// syncTypes compares types of package sync and similar ones, whose fields hold more than their meaning. known
// reports whether x and y are of such a type.
func (p *pairing) syncTypes(x, y reflect.Value) (ok, known bool) {
	if a, holds := atomicPointee(x); holds {
		b, _ := atomicPointee(y)
		return p.equal(a, b), true
	}
	if x.Type() == reflect.TypeFor[sync.Pool]() {
		return true, true // the garbage collector decides what a pool keeps
	}
	a, isMap := syncMap(x)
	b, _ := syncMap(y)
	if !isMap || b == nil {
		return false, false
	}
	return p.equal(reflect.ValueOf(plainMap(a)), reflect.ValueOf(plainMap(b))), true
}

func (p *pairing) slices(x, y reflect.Value) bool {
	if x.Len() != y.Len() {
		return false
	}
	if p.room {
		if x.Cap() != y.Cap() {
			return false
		}
		x, y = x.Slice(0, x.Cap()), y.Slice(0, y.Cap())
	}
	if x.Len() == 0 {
		return true
	}
	ok, known := p.correspond(Place{x.UnsafePointer(), x.Len(), x.Type()}, Place{y.UnsafePointer(), y.Len(), y.Type()})
	if !ok || known {
		return ok
	}
	return p.elements(x, y)
}

func (p *pairing) elements(x, y reflect.Value) bool {
	for i := range x.Len() {
		if !p.equal(x.Index(i), y.Index(i)) {
			return false
		}
	}
	return true
}

// maps finds a separate entry of y for each entry of x. Keys that == decides are looked up; the others (NaN,
// pointers, interfaces that hold them) are matched with each other.
func (p *pairing) maps(x, y reflect.Value) bool {
	var rest []reflect.Value
	plain := comparesByValue(x.Type().Key())
	for it := x.MapRange(); it.Next(); {
		k := it.Key()
		v := reflect.Value{}
		if plain {
			v = y.MapIndex(k)
		}
		if !v.IsValid() {
			rest = append(rest, k, it.Value())
			continue
		}
		if !p.equal(it.Value(), v) {
			return false
		}
	}
	if len(rest) == 0 {
		return true
	}
	return p.matchRest(rest, y, x, plain)
}

// matchRest matches the entries rest of x with the entries of y that have no equal key in x. It
// tries all assignments.
func (p *pairing) matchRest(rest []reflect.Value, y, x reflect.Value, plain bool) bool {
	var others []reflect.Value
	for it := y.MapRange(); it.Next(); {
		if !plain || !x.MapIndex(it.Key()).IsValid() {
			others = append(others, it.Key(), it.Value())
		}
	}
	if len(others) != len(rest) {
		return false
	}
	return p.assign(rest, others)
}

func (p *pairing) assign(rest, others []reflect.Value) bool {
	if len(rest) == 0 {
		return true
	}
	for i := 0; i < len(others); i += 2 {
		trial := p.copy()
		if !trial.equal(rest[0], others[i]) || !trial.equal(rest[1], others[i+1]) {
			continue
		}
		left := append(append([]reflect.Value{}, others[:i]...), others[i+2:]...)
		if trial.assign(rest[2:], left) {
			*p = *trial
			return true
		}
	}
	return false
}

func (p *pairing) copy() *pairing {
	c := newPairing(p.room)
	for x, y := range p.yOf {
		c.yOf[x], c.xOf[y] = y, x
	}
	return c
}

// comparesByValue reports whether equal values of t, other than NaN, are always equal by ==.
func comparesByValue(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Chan, reflect.UnsafePointer:
		return false
	case reflect.Array:
		return comparesByValue(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !comparesByValue(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}

// Identical reports whether nothing distinguishes the values: references are the same, and all else
// is equal.
func Identical(x, y reflect.Value) bool {
	switch x.Kind() {
	case reflect.Slice:
		return x.Len() == y.Len() && x.Cap() == y.Cap() && x.UnsafePointer() == y.UnsafePointer()
	case reflect.Map, reflect.Func:
		return x.UnsafePointer() == y.UnsafePointer()
	case reflect.Interface:
		if x.IsNil() || y.IsNil() {
			return x.IsNil() && y.IsNil()
		}
		a, b := x.Elem(), y.Elem()
		return a.Type() == b.Type() && Identical(a, b)
	case reflect.Struct:
		for i := range x.NumField() {
			if !Identical(x.Field(i), y.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Array:
		for i := range x.Len() {
			if !Identical(x.Index(i), y.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Float32, reflect.Float64:
		return equalFloat(x.Float(), y.Float())
	case reflect.Complex64, reflect.Complex128:
		a, b := x.Complex(), y.Complex()
		return equalFloat(real(a), real(b)) && equalFloat(imag(a), imag(b))
	}
	return x.Equal(y)
}
