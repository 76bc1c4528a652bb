package evaluate

import (
	"reflect"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// A flat describes the values of a type all of whose references are slices in known places, without references in their elements: such a
// slice, a struct with some, or a pointer to one of these. They are copied in a fraction of the time that others need.
type flat struct {
	t      reflect.Type
	slices []flatSlice
}

// A flatSlice is a slice at an offset of a value, or of what the value points to.
type flatSlice struct {
	t      reflect.Type
	offset uintptr
}

// flatOf returns the description of a type, or nil if its values have other references.
func flatOf(t reflect.Type) *flat {
	f := &flat{t: t}
	if t.Kind() == reflect.Pointer {
		f.t = t.Elem()
	}
	if !f.add(f.t, 0) {
		return nil
	}
	return f
}

// add adds the slices in a value of a type at an offset. It returns false if there are other references.
func (f *flat) add(t reflect.Type, offset uintptr) bool {
	switch t.Kind() {
	case reflect.Slice:
		f.slices = append(f.slices, flatSlice{t, offset})
		return !hasReferences(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if field := t.Field(i); !f.add(field.Type, offset+field.Offset) {
				return false
			}
		}
		return true
	}
	return !hasReferences(t)
}

// hasReferences reports whether values of a type refer to memory that could change.
func hasReferences(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return hasReferences(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasReferences(t.Field(i).Type) {
				return true
			}
		}
		return false
	}
	return t.Kind() > reflect.Array && t.Kind() != reflect.String
}

// copy returns a copy of a variable. ok is false if parts of it share memory.
func (f *flat) copy(v reflect.Value) (to reflect.Value, ok bool) {
	from, isPointer := v, v.Kind() == reflect.Pointer
	if isPointer {
		if v.IsNil() {
			return v, true
		}
		from = v.Elem()
	}
	blocks := make([]memory.Block, 1, 8)
	blocks[0] = memory.Block{At: from.Addr().Pointer(), Size: f.t.Size()}
	copied := reflect.New(f.t)
	copied.Elem().Set(from)
	for _, s := range f.slices {
		at := reflect.NewAt(s.t, unsafe.Add(copied.UnsafePointer(), s.offset)).Elem()
		if at.IsNil() {
			continue
		}
		b := memory.Block{At: at.Pointer(), Size: uintptr(at.Cap()) * s.t.Elem().Size()}
		for _, o := range blocks {
			if b.At < o.At+o.Size && o.At < b.At+b.Size {
				return v, false
			}
		}
		blocks = append(blocks, b)
		list := reflect.MakeSlice(s.t, at.Len(), at.Len())
		reflect.Copy(list, at)
		at.Set(list)
	}
	if isPointer {
		return copied.Convert(v.Type()), true
	}
	return copied.Elem(), true
}
