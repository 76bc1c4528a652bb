package memory

import (
	"cmp"
	"reflect"
	"slices"
	"time"
	"unsafe"
)

// Snapshot returns a copy of x that shares no memory with it, except channels and functions.
func Snapshot[T any](x T) T {
	if hasNoReferences(reflect.TypeFor[T]()) {
		return x
	}
	return *Copies([]any{&x})[0].(*T)
}

// Alike reports whether two argument values are the same question.
func Alike[T any](x, y T) bool {
	return newPairing(false).equal(reflect.ValueOf(&x).Elem(), reflect.ValueOf(&y).Elem())
}

// ByValue reports whether values of t are the same question exactly if they are equal by ==.
func ByValue(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return true
	case reflect.Array:
		return ByValue(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !ByValue(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}

// hasNoReferences reports whether values of t hold no references that can be copied. References to
// memory that nobody changes and whose address has a meaning cannot: those of a unique.Handle, and
// to a time.Location.
func hasNoReferences(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer:
		return t.Elem() == reflect.TypeFor[time.Location]()
	case reflect.Slice, reflect.Map, reflect.Interface:
		return false
	case reflect.Array:
		return hasNoReferences(t.Elem())
	case reflect.Struct:
		if t.PkgPath() == "unique" {
			return true
		}
		for i := range t.NumField() {
			if !hasNoReferences(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}

// A copier copies values. Memory that is reached twice is copied once, also if one reference points into the
// target of another.
type copier struct {
	pointers map[Place]reflect.Value
	// copied are the pieces of memory that were copied, by address.
	copied []copiedBlock
	// outer are references to memory of which a part was copied before the whole was reached.
	outer []reflect.Value
	// spare is the capacity that slices have behind their elements.
	spare int
}

// A copiedBlock is a piece of memory with its copy.
type copiedBlock struct {
	Block
	to unsafe.Pointer
}

// copy sets the addressable value dst to a copy of src.
func (c *copier) copy(dst, src reflect.Value) {
	dst = writable(dst)
	if hasNoReferences(src.Type()) {
		dst.Set(Readable(src))
		return
	}
	switch src.Kind() {
	case reflect.Struct:
		src = Addressed(src)
		for i := range src.NumField() {
			c.copy(dst.Field(i), src.Field(i))
		}
		return
	case reflect.Array:
		src = Addressed(src)
		for i := range src.Len() {
			c.copy(dst.Index(i), src.Index(i))
		}
		return
	}
	if src.IsNil() {
		return
	}
	src = Readable(src)
	if src.Kind() == reflect.Interface {
		inner := reflect.New(src.Elem().Type()).Elem()
		c.copy(inner, src.Elem())
		dst.Set(inner)
		return
	}
	dst.Set(c.reference(src))
}

// reference copies what a pointer, slice or map refers to.
func (c *copier) reference(src reflect.Value) reflect.Value {
	at := PlaceOf(src)
	if done, ok := c.pointers[at]; ok {
		return done
	}
	switch src.Kind() {
	case reflect.Pointer, reflect.Slice:
		to, inside := c.room(src)
		spare := c.spare
		if inside {
			spare = 0
		}
		c.pointers[at] = referring(src, to, spare)
		if !inside {
			c.fill(c.pointers[at], src)
		}
	case reflect.Map:
		m := reflect.MakeMapWithSize(src.Type(), src.Len())
		c.pointers[at] = m
		for it := src.MapRange(); it.Next(); {
			k, v := reflect.New(src.Type().Key()).Elem(), reflect.New(src.Type().Elem()).Elem()
			c.copy(k, it.Key())
			c.copy(v, it.Value())
			m.SetMapIndex(k, v)
		}
	}
	return c.pointers[at]
}

// referring returns a pointer, or slice with spare capacity, as src is, to other memory.
func referring(src reflect.Value, to unsafe.Pointer, spare int) reflect.Value {
	t := src.Type()
	if t.Kind() == reflect.Pointer {
		return reflect.NewAt(t.Elem(), to).Convert(t)
	}
	return reflect.SliceAt(t.Elem(), to, src.Len()+spare).Slice(0, src.Len()).Convert(t)
}

// fill copies what src refers to into what dst does.
func (c *copier) fill(dst, src reflect.Value) {
	if src.Kind() == reflect.Pointer {
		c.copy(dst.Elem(), src.Elem())
		return
	}
	for i := range src.Len() {
		c.copy(dst.Index(i), src.Index(i))
	}
}

// room returns memory for the copy of the target of a pointer or slice. Inside means that it is part of memory
// already copied.
func (c *copier) room(src reflect.Value) (to unsafe.Pointer, inside bool) {
	b, fresh := blockOf(src), func() unsafe.Pointer {
		if src.Kind() == reflect.Pointer {
			return reflect.New(src.Type().Elem()).UnsafePointer()
		}
		return reflect.MakeSlice(src.Type(), src.Len(), src.Len()+c.spare).UnsafePointer()
	}
	if b.Size == 0 {
		return fresh(), false
	}
	i, _ := slices.BinarySearchFunc(c.copied, b.At+1, func(o copiedBlock, at uintptr) int { return cmp.Compare(o.At, at) })
	if i > 0 {
		if o := c.copied[i-1]; b.At+b.Size <= o.At+o.Size {
			return unsafe.Add(o.to, b.At-o.At), true
		}
	}
	contains := func(o copiedBlock) bool { return b.At <= o.At && o.At+o.Size <= b.At+b.Size }
	if i > 0 && contains(c.copied[i-1]) || i < len(c.copied) && contains(c.copied[i]) {
		c.outer = append(c.outer, src)
	}
	to = fresh()
	c.copied = slices.Insert(c.copied, i, copiedBlock{b, to})
	return to, false
}

// blockOf returns the memory of the elements that a pointer or slice refers to.
func blockOf(v reflect.Value) Block {
	n := 1
	if v.Kind() == reflect.Slice {
		n = v.Len()
	}
	return Block{uintptr(v.UnsafePointer()), uintptr(n) * v.Type().Elem().Size()}
}

// writable returns v without the flag that reflection sets for unexported fields.
func writable(v reflect.Value) reflect.Value {
	if v.CanSet() {
		return v
	}
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

// Readable is writable for values that are only read.
func Readable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	return v
}

// Addressed returns v, or a copy of it, with an address, so that its unexported fields can be read.
// It returns v itself if v is part of an unexported field without an address.
func Addressed(v reflect.Value) reflect.Value {
	if v.CanAddr() || !v.CanInterface() {
		return v
	}
	p := reflect.New(v.Type()).Elem()
	p.Set(v)
	return p
}

// Copies returns pointers to copies of the variables that xs point to. What these share is copied
// once. The capacity of slices is their length.
func Copies(xs []any) []any { return copies(xs, 0) }

// RoomyCopies is Copies, but slices have more capacity.
func RoomyCopies(xs []any) []any { return copies(xs, 16) }

func copies(xs []any, spare int) []any {
	var first []reflect.Value
	for {
		c := &copier{pointers: map[Place]reflect.Value{}, spare: spare}
		c.begin(first)
		out := make([]any, len(xs))
		for i, x := range xs {
			out[i] = c.reference(reflect.ValueOf(x)).Interface()
		}
		if len(c.outer) == 0 {
			return out
		}
		first = append(first, c.outer...)
	}
}

// begin copies the targets of some references first, before it reaches parts of them.
func (c *copier) begin(first []reflect.Value) {
	slices.SortStableFunc(first, func(a, b reflect.Value) int { return cmp.Compare(blockOf(b).Size, blockOf(a).Size) })
	var fill []func()
	for _, v := range first {
		if to, inside := c.room(v); !inside {
			fill = append(fill, func() { c.fill(referring(v, to, 0), v) })
		}
	}
	for _, f := range fill {
		f()
	}
}
