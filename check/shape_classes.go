package check

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
)

// alikes divides shapes into classes of those that take the same from a stream.
type alikes struct {
	first   map[value.Shape]value.Shape
	classes []value.Shape
}

// of is the first shape that is like s.
func (a *alikes) of(s value.Shape) value.Shape {
	if f, ok := a.first[s]; ok {
		return f
	}
	f := s
	if i := slices.IndexFunc(a.classes, func(c value.Shape) bool { return agree(c, s, map[[2]value.Shape]bool{}) }); i >= 0 {
		f = a.classes[i]
	} else {
		a.classes = append(a.classes, s)
	}
	a.first[s] = f
	return f
}

// number tells the first shapes apart.
func (a *alikes) number(s value.Shape) int { return slices.Index(a.classes, s) }

// agree tells whether two shapes build the same values of the same streams, as long as
// those of the pairs that are assumed do.
func agree(a, b value.Shape, assumed map[[2]value.Shape]bool) bool {
	if a == b || assumed[[2]value.Shape{a, b}] {
		return true
	}
	if a.Go() == nil || b.Go() == nil || !types.Identical(a.Go(), b.Go()) {
		return false
	}
	assumed[[2]value.Shape{a, b}] = true
	same := func(x, y value.Ref) bool { return agree(x.Shape, y.Shape, assumed) }
	switch x := a.(type) {
	case *value.Int:
		y, ok := b.(*value.Int)
		return ok && slices.Equal(x.Ranges, y.Ranges)
	case *value.String:
		y, ok := b.(*value.String)
		return ok && x.Fixed == y.Fixed && x.Single == y.Single && x.EmptyToo == y.EmptyToo && (!x.Fixed || slices.Equal(x.Alphabet, y.Alphabet))
	case *value.Pointer:
		y, ok := b.(*value.Pointer)
		return ok && x.NotNil == y.NotNil && same(x.Elem, y.Elem)
	case *value.Struct:
		y, ok := b.(*value.Struct)
		return ok && slices.EqualFunc(x.Fields, y.Fields, func(f, g value.Field) bool { return same(f.Ref, g.Ref) })
	case *value.Array:
		y, ok := b.(*value.Array)
		return ok && same(x.Elem, y.Elem)
	case *value.Slice:
		y, ok := b.(*value.Slice)
		return ok && x.EmptyToo == y.EmptyToo && x.Room == y.Room && same(x.Elem, y.Elem)
	case *value.Map:
		y, ok := b.(*value.Map)
		return ok && same(x.Key, y.Key) && same(x.Elem, y.Elem)
	case *value.Interface:
		y, ok := b.(*value.Interface)
		return ok && x.Nil == y.Nil && slices.EqualFunc(x.Alts, y.Alts, func(f, g value.Alt) bool { return same(f.Ref, g.Ref) })
	case *value.Bool, *value.Float, *value.Complex, *value.Zero:
		return kindOf(a) == kindOf(b)
	}
	return false
}

// kindOf is a name of the kind of a shape of a basic type.
func kindOf(s value.Shape) string {
	switch s.(type) {
	case *value.Bool:
		return "bool"
	case *value.Float:
		return "float"
	case *value.Complex:
		return "complex"
	case *value.Zero:
		return "zero"
	}
	return ""
}
