package memory

import (
	"reflect"
	"unsafe"
)

// Snapshot returns a copy of x that shares no memory with it, except channels and functions.
func Snapshot[T any](x T) T {
	if hasNoReferences(reflect.TypeFor[T]()) {
		return x
	}
	s := &copier{pointers: map[Place]reflect.Value{}}
	var y T
	s.copy(reflect.ValueOf(&y).Elem(), reflect.ValueOf(&x).Elem())
	return y
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

// hasNoReferences reports whether values of t hold no references that can be copied.
func hasNoReferences(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		return false
	case reflect.Array:
		return hasNoReferences(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !hasNoReferences(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}

// A copier copies values. What is reached twice is copied once.
type copier struct{ pointers map[Place]reflect.Value }

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
	case reflect.Pointer:
		p := reflect.New(src.Type().Elem())
		c.pointers[at] = p.Convert(src.Type())
		c.copy(p.Elem(), src.Elem())
	case reflect.Slice:
		s := reflect.MakeSlice(src.Type(), src.Len(), src.Len())
		c.pointers[at] = s
		for i := range src.Len() {
			c.copy(s.Index(i), src.Index(i))
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
// once.
func Copies(xs []any) []any {
	s := &copier{pointers: map[Place]reflect.Value{}}
	out := make([]any, len(xs))
	for i, x := range xs {
		v := reflect.ValueOf(x).Elem()
		p := reflect.New(v.Type())
		s.copy(p.Elem(), v)
		out[i] = p.Interface()
	}
	return out
}
