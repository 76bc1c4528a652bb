package memory

import (
	"cmp"
	"encoding/binary"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unsafe"
)

// Canon returns a text that is the same for two values of one type exactly if everything reachable from them is
// equal: up to the addresses of pointers, but including nil-ness, capacities and the elements between length and
// capacity. p points to the value. Functions are compared by their code; funcs reports whether there are any.
// opaque says why the value equals no other, or is empty.
//
// Memory is identified by its block and the offset in it, so a pointer into a struct differs from a pointer to a
// copy of the field.
func Canon(p any) (text string, funcs bool, opaque string) { return canonOf(p, false) }

// Meaning is Canon with coarser equality: of slices and maps only the elements count, and nil equals empty.
func Meaning(p any) (text string, funcs bool, opaque string) { return canonOf(p, true) }

// Observation returns a text that is the same, also in another process, for two values of one type
// if everything reachable from them is equal. Of slices and maps only the elements count, and with
// nilness whether they are nil. Functions are compared by their names. What equals no other value
// is compared by its type.
func Observation(p any, nilness bool) string {
	v := reflect.ValueOf(p)
	e := &encoder{elementsOnly: true, nilness: nilness, anywhere: true, regions: regions(reachOf(v).blocks)}
	e.value(v)
	return string(e.out)
}

func canonOf(p any, loose bool) (text string, funcs bool, opaque string) {
	v := reflect.ValueOf(p)
	w := reachOf(v)
	e := &encoder{elementsOnly: loose, regions: regions(w.blocks), out: make([]byte, 0, 128)}
	e.value(v)
	return string(e.out), e.funcs, e.opaque
}

// An encoder writes the canonical text of a value.
type encoder struct {
	out []byte
	// elementsOnly ignores all but the elements of slices and maps.
	elementsOnly bool
	// nilness writes also of slices and maps whether they are nil.
	nilness bool
	// anywhere writes nothing that another process writes otherwise.
	anywhere bool
	// skipReferenceKeys omits the entries of maps whose keys may hold references.
	skipReferenceKeys bool
	regions           []Block
	// numbers numbers the regions, views the parts of them that were written, types the dynamic
	// types, and maps the maps, each in the order of the walk.
	numbers keyNumbers[uintptr]
	views   keyNumbers[regionView]
	types   keyNumbers[reflect.Type]
	maps    keyNumbers[unsafe.Pointer]
	funcs   bool
	// functions collects functions if it is not nil.
	functions Functions
	opaque    string
}

// A regionView is a part of a region seen as a type.
type regionView struct {
	at uintptr
	n  int
	t  reflect.Type
}

// regions merges overlapping blocks.
func regions(blocks []Block) []Block {
	sorted := slices.Clone(blocks)
	slices.SortFunc(sorted, func(a, b Block) int { return cmp.Compare(a.At, b.At) })
	out := sorted[:0]
	for _, b := range sorted {
		if n := len(out); n > 0 && b.At < out[n-1].At+out[n-1].Size {
			out[n-1].Size = max(out[n-1].Size, b.At+b.Size-out[n-1].At)
			continue
		}
		out = append(out, b)
	}
	return out
}

func (e *encoder) tag(c byte)            { e.out = append(e.out, c) }
func (e *encoder) number(n uint64)       { e.out = binary.AppendUvarint(e.out, n) }
func (e *encoder) neverEqual(why string) { e.opaque = cmp.Or(e.opaque, why) }
func (e *encoder) text(s string)         { e.number(uint64(len(s))); e.out = append(e.out, s...) }

// typeNumber writes the number of a type, and its name when it first occurs.
func (e *encoder) typeNumber(t reflect.Type) {
	n, known := e.types.number(t)
	e.number(uint64(n))
	if !known {
		e.text(t.PkgPath() + " " + t.String())
	}
}

// address writes what p points to. It reports whether the walk was there before with the same type
// and length.
func (e *encoder) address(p unsafe.Pointer, n int, t reflect.Type) (known bool) {
	at := uintptr(p)
	i, found := slices.BinarySearchFunc(e.regions, at, func(b Block, at uintptr) int { return cmp.Compare(b.At, at) })
	if !found {
		i--
	}
	start := at
	if i >= 0 && at < e.regions[i].At+e.regions[i].Size {
		start = e.regions[i].At
	}
	number, _ := e.numbers.number(start)
	e.number(uint64(number))
	e.number(uint64(at - start))
	_, known = e.views.number(regionView{at, n, t})
	return known
}

func (e *encoder) value(v reflect.Value) {
	if q, ok := atomicPointee(v); ok {
		e.value(q)
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		e.tag(byte(oneIf(v.Bool())))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.out = binary.AppendVarint(e.out, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		e.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		e.number(math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		e.number(math.Float64bits(real(v.Complex())))
		e.number(math.Float64bits(imag(v.Complex())))
	case reflect.String:
		e.text(v.String())
	case reflect.Struct:
		e.structure(v)
	case reflect.Array:
		for i := range v.Len() {
			e.value(v.Index(i))
		}
	case reflect.Interface:
		if v.IsNil() {
			e.tag(0)
			return
		}
		e.tag(1)
		e.typeNumber(v.Elem().Type())
		e.value(v.Elem())
	default:
		e.reference(v)
	}
}

// elements writes only the elements of a slice or a map.
func (e *encoder) elements(v reflect.Value) {
	e.number(uint64(v.Len()))
	if v.Kind() == reflect.Map {
		e.entries(v)
		return
	}
	for i := range v.Len() {
		e.value(v.Index(i))
	}
}

// reference writes a value of a kind that has nil, except an interface.
func (e *encoder) reference(v reflect.Value) {
	if e.elementsOnly && (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) {
		if e.nilness {
			e.tag(byte(oneIf(v.IsNil())))
		}
		e.elements(v)
		return
	}
	if v.Kind() == reflect.UnsafePointer && v.UnsafePointer() == nil || v.Kind() != reflect.UnsafePointer && v.IsNil() {
		e.tag(0)
		return
	}
	e.tag(1)
	switch v.Kind() {
	case reflect.Pointer:
		if v.Type().Elem().Size() == 0 {
			return
		}
		if !e.address(v.UnsafePointer(), 0, v.Type()) {
			e.value(v.Elem())
		}
	case reflect.Slice:
		e.number(uint64(v.Len()))
		e.number(uint64(v.Cap()))
		if v.Cap() == 0 || v.Type().Elem().Size() == 0 || e.address(v.UnsafePointer(), v.Cap(), v.Type()) {
			return
		}
		whole := v.Slice(0, v.Cap())
		for i := range whole.Len() {
			e.value(whole.Index(i))
		}
	case reflect.Map:
		e.mapping(v)
	case reflect.Func:
		e.funcs = true
		code := FunctionCode(v)
		if e.anywhere {
			if f := runtime.FuncForPC(code); f != nil {
				e.text(f.Name())
			}
			return
		}
		e.number(uint64(code))
		if e.functions != nil && code != 0 {
			e.functions[code] = FunctionWord(v)
		}
	case reflect.Chan:
		e.neverEqual("a channel")
		if e.anywhere {
			return
		}
		e.number(uint64(uintptr(v.UnsafePointer())))
	default:
		e.neverEqual("an unsafe pointer")
		if e.anywhere {
			return
		}
		e.number(uint64(uintptr(v.UnsafePointer())))
	}
}

// mapping writes a map in the order of its keys.
func (e *encoder) mapping(v reflect.Value) {
	n, known := e.maps.number(v.UnsafePointer())
	e.number(uint64(n))
	if known {
		return
	}
	e.number(uint64(v.Len()))
	if !e.skipReferenceKeys || Plain(v.Type().Key()) {
		e.entries(v)
	}
}

func (e *encoder) entries(v reflect.Value) {
	entries := entriesByKey(v)
	for i, x := range entries {
		if refersInKey(x.K) {
			e.neverEqual("a map with pointers as keys")
		} else if i > 0 && order(entries[i-1].K, x.K) == 0 {
			e.neverEqual("a map with several NaN as keys")
		}
		e.value(x.K)
		e.value(x.V)
	}
}

func (e *encoder) structure(v reflect.Value) {
	if v.Type() == reflect.TypeFor[sync.Pool]() {
		return // the garbage collector decides what a pool keeps
	}
	if m, ok := syncMap(v); ok {
		e.mapping(reflect.ValueOf(plainMap(m)))
		return
	}
	for i := range v.NumField() {
		e.value(v.Field(i))
	}
}

// syncMap returns v as a sync.Map, if it is one and has an address.
func syncMap(v reflect.Value) (*sync.Map, bool) {
	if v.Type() != reflect.TypeFor[sync.Map]() || !v.CanAddr() {
		return nil, false
	}
	return (*sync.Map)(v.Addr().UnsafePointer()), true
}

func plainMap(m *sync.Map) map[any]any {
	plain := map[any]any{}
	m.Range(func(k, x any) bool { plain[k] = x; return true })
	return plain
}

// atomicPointee returns the *T that an atomic.Pointer[T] holds.
func atomicPointee(v reflect.Value) (reflect.Value, bool) {
	if v.Kind() != reflect.Struct {
		return v, false
	}
	t := v.Type()
	if t.PkgPath() != "sync/atomic" || !strings.HasPrefix(t.Name(), "Pointer[") {
		return v, false
	}
	p := v.FieldByName("v")
	f := t.Field(0).Type
	if !p.IsValid() || p.Kind() != reflect.UnsafePointer || f.Kind() != reflect.Array || f.Elem().Kind() != reflect.Pointer {
		return v, false
	}
	return reflect.NewAt(f.Elem().Elem(), p.UnsafePointer()), true
}

// refersInKey reports whether a key holds an address that distinguishes it from others.
func refersInKey(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		return v.UnsafePointer() != nil
	case reflect.Interface:
		return !v.IsNil() && refersInKey(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if refersInKey(v.Field(i)) {
				return true
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			if refersInKey(v.Index(i)) {
				return true
			}
		}
	}
	return false
}
