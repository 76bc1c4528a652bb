package memory

import (
	"math"
	"reflect"
	"sort"
	"sync/atomic"
	"unsafe"
)

// current are the Counterparts of the case in flight. The process has only one worker. Predicates
// are plain functions and can reach it only here.
var current atomic.Pointer[Counterparts]

// Same compares x and y as Go's == does, except that a pointer into the twin of the input equals
// its counterpart in the input, and that NaN equals NaN. Slices and maps inside are compared
// element by element.
func Same(x, y any) bool {
	c := current.Load()
	if c == nil {
		c = &Counterparts{}
	}
	return c.same(reflect.ValueOf(x), reflect.ValueOf(y))
}

// Counterparts maps the memory of the twin to the memory of the input. Both were built from one
// stream, so their blocks correspond one by one.
type Counterparts struct {
	input, twin *[]Block
	// sorted are the blocks of the twin by address, each with the index of its block of the input.
	// They are sorted at the first question.
	sorted []numberedBlock
	ready  bool
}

type numberedBlock struct {
	Block
	n int
}

// NewCounterparts returns the counterparts of an input and its twin, whose blocks are in the same
// order.
func NewCounterparts(input, twin *[]Block) *Counterparts {
	return &Counterparts{input: input, twin: twin}
}

// Use makes Same compare by c.
func (c *Counterparts) Use() { current.Store(c) }

// Renew must be called when the blocks have changed.
func (c *Counterparts) Renew() { c.ready = false }

func (c *Counterparts) prepare() {
	c.sorted, c.ready = c.sorted[:0], true
	if c.twin == nil {
		return
	}
	for i, b := range *c.twin {
		c.sorted = append(c.sorted, numberedBlock{b, i})
	}
	sort.Slice(c.sorted, func(i, j int) bool { return c.sorted[i].At < c.sorted[j].At })
}

// inputAddress returns the address in the input that corresponds to p, or p itself if there is
// none.
func (c *Counterparts) inputAddress(p unsafe.Pointer) uintptr {
	if !c.ready {
		c.prepare()
	}
	at := uintptr(p)
	i := sort.Search(len(c.sorted), func(i int) bool { return c.sorted[i].At > at }) - 1
	if i < 0 || at >= c.sorted[i].At+c.sorted[i].Size {
		return at
	}
	return (*c.input)[c.sorted[i].n].At + (at - c.sorted[i].At)
}

// same compares as Same does.
func (c *Counterparts) same(x, y reflect.Value) bool {
	if !x.IsValid() || !y.IsValid() || x.Type() != y.Type() {
		return x.IsValid() == y.IsValid() && !x.IsValid()
	}
	switch x.Kind() {
	case reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		return c.inputAddress(x.UnsafePointer()) == c.inputAddress(y.UnsafePointer())
	case reflect.Interface:
		return c.same(x.Elem(), y.Elem())
	case reflect.Struct:
		for i := range x.NumField() {
			if x.Type().Field(i).Name != "_" && !c.same(x.Field(i), y.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Array:
		return c.sameElements(x, y)
	case reflect.Slice:
		return x.Len() == y.Len() && c.sameElements(x, y)
	case reflect.Map:
		return x.Len() == y.Len() && c.sameMap(x, y)
	case reflect.Func:
		return x.IsNil() && y.IsNil()
	case reflect.Float32, reflect.Float64:
		a, b := x.Float(), y.Float()
		return a == b || math.IsNaN(a) && math.IsNaN(b)
	case reflect.Complex64, reflect.Complex128:
		a, b := x.Complex(), y.Complex()
		return a == b || containsNaN(a) && containsNaN(b)
	}
	return x.Equal(y)
}

// containsNaN reports whether z differs from itself under ==. By cmplx.IsNaN, a number with one infinite part
// and one NaN part is not a NaN.
func containsNaN(z complex128) bool { return math.IsNaN(real(z)) || math.IsNaN(imag(z)) }

func (c *Counterparts) sameElements(x, y reflect.Value) bool {
	for i := range x.Len() {
		if !c.same(x.Index(i), y.Index(i)) {
			return false
		}
	}
	return true
}

// sameMap reports whether each entry of x occurs as often in y.
func (c *Counterparts) sameMap(x, y reflect.Value) bool {
	count := func(m, k, v reflect.Value) (n int) {
		for it := m.MapRange(); it.Next(); {
			if c.same(k, it.Key()) && c.same(v, it.Value()) {
				n++
			}
		}
		return n
	}
	for it := x.MapRange(); it.Next(); {
		if count(x, it.Key(), it.Value()) != count(y, it.Key(), it.Value()) {
			return false
		}
	}
	return true
}
