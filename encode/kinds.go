package encode

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
)

// Textual counts the shapes whose values have strings that are made of characters.
func Textual(shapes []value.Shape) (n int) {
	for i := range shapes {
		if has(shapes[i:i+1], func(s value.Shape) bool { _, ok := s.(*value.String); return ok }) {
			n++
		}
	}
	return n
}

// Octets tells whether values of one of the shapes have a []byte.
func Octets(shapes []value.Shape) bool {
	return has(shapes, func(s value.Shape) bool { t, ok := s.(*value.String); return ok && isBytes(t.T) })
}

// Floats tells whether values of one of the shapes have floating-point numbers.
func Floats(shapes []value.Shape) bool {
	return has(shapes, func(s value.Shape) bool {
		switch s.(type) {
		case *value.Float, *value.Complex:
			return true
		}
		return false
	})
}

// has tells whether one of the shapes, or of the shapes of its parts, is one that
// is asked for.
func has(shapes []value.Shape, is func(value.Shape) bool) bool {
	seen := map[value.Shape]bool{}
	return slices.ContainsFunc(shapes, func(s value.Shape) bool { return hasPart(s, is, seen) })
}

func hasPart(s value.Shape, is func(value.Shape) bool, seen map[value.Shape]bool) bool {
	if seen[s] {
		return false
	}
	seen[s] = true
	if is(s) {
		return true
	}
	switch s := s.(type) {
	case *value.Slice:
		return hasPart(s.Elem.Shape, is, seen)
	case *value.Map:
		return hasPart(s.Key.Shape, is, seen) || hasPart(s.Elem.Shape, is, seen)
	case *value.Pointer:
		return hasPart(s.Elem.Shape, is, seen)
	case *value.Array:
		return hasPart(s.Elem.Shape, is, seen)
	case *value.Struct:
		return slices.ContainsFunc(s.Fields, func(f value.Field) bool { return hasPart(f.Shape, is, seen) })
	case *value.Interface:
		return slices.ContainsFunc(s.Alts, func(a value.Alt) bool { return hasPart(a.Shape, is, seen) })
	}
	return false
}
