// Package layout lays out the values of Go types as cells for the executors of SSA form. A struct or
// an array is the row of its scalar parts, one cell each.
package layout

import (
	"go/types"

	"github.com/rtest-dev/rtest/internal/form"
)

// A Layout computes the number of cells of values. It caches results, so only one goroutine may use
// it.
type Layout struct {
	most  int
	sizes map[types.Type]int
}

// New returns a layout that counts up to most cells.
func New(most int) *Layout { return &Layout{most, map[types.Type]int{}} }

// Size returns the number of cells of a type, or one more than the layout counts.
func (l *Layout) Size(t types.Type) int {
	if n, ok := l.sizes[t]; ok {
		return n
	}
	n := 1
	switch u := t.Underlying().(type) {
	case *types.Struct:
		n = 0
		for i := range u.NumFields() {
			n += l.Size(u.Field(i).Type())
		}
	case *types.Array:
		n = 0
		if e := l.Size(u.Elem()); e > 0 {
			n = e * int(min(u.Len(), int64(l.most)+1))
		}
	}
	n = min(n, l.most+1)
	l.sizes[t] = n
	return n
}

// Field returns the first cell of field i of a struct.
func (l *Layout) Field(s *types.Struct, i int) int {
	off := 0
	for j := range i {
		off += l.Size(s.Field(j).Type())
	}
	return off
}

// Aggregate reports whether values of a type are rows of cells.
func Aggregate(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// KindOf returns the kind of a boolean or integer type. ok is false for other types.
func KindOf(t types.Type) (k form.Kind, ok bool) {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return 0, false
	}
	switch basic.Kind() {
	case types.Bool, types.UntypedBool:
		return form.Bool, true
	case types.Int8:
		return form.Int8, true
	case types.Int16:
		return form.Int16, true
	case types.Int32, types.UntypedRune:
		return form.Int32, true
	case types.Int, types.Int64, types.UntypedInt:
		return form.Int64, true
	case types.Uint8:
		return form.Uint8, true
	case types.Uint16:
		return form.Uint16, true
	case types.Uint32:
		return form.Uint32, true
	case types.Uint, types.Uint64, types.Uintptr:
		return form.Uint64, true
	}
	return 0, false
}

// HoldsInterface reports whether values of a type contain interfaces, so that only the run decides
// whether they are comparable. many reports that an array of several such parts is among them. The
// compiler compares the types of all its elements first.
func HoldsInterface(t types.Type) (holds, many bool) {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return true, false
	case *types.Struct:
		for i := range u.NumFields() {
			h, m := HoldsInterface(u.Field(i).Type())
			holds, many = holds || h, many || m
		}
	case *types.Array:
		holds, many = HoldsInterface(u.Elem())
		return holds && u.Len() > 0, many || holds && u.Len() > 1
	}
	return holds, many
}
