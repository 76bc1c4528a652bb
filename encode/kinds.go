package encode

import (
	"slices"

	"github.com/rtest-dev/rtest/encode/place"
	"github.com/rtest-dev/rtest/internal/value"
)

// Textual returns the number of shapes whose values contain strings made of characters.
func Textual(shapes []value.Shape) (n int) {
	for _, s := range shapes {
		if value.Has(s, func(s value.Shape) bool { _, ok := s.(*value.String); return ok }) {
			n++
		}
	}
	return n
}

// Octets reports whether values of one of the shapes contain a []byte.
func Octets(shapes []value.Shape) bool {
	return has(shapes, func(s value.Shape) bool { t, ok := s.(*value.String); return ok && place.IsBytes(t.T) })
}

// Floats reports whether values of one of the shapes contain floating-point numbers.
func Floats(shapes []value.Shape) bool {
	return has(shapes, func(s value.Shape) bool {
		switch s.(type) {
		case *value.Float, *value.Complex:
			return true
		}
		return false
	})
}

// has reports whether is holds for one of the shapes or of their parts.
func has(shapes []value.Shape, is func(value.Shape) bool) bool {
	return slices.ContainsFunc(shapes, func(s value.Shape) bool { return value.Has(s, is) })
}

// Grows reports whether values of one of the shapes have elements, nodes or characters, which may be
// more at a greater depth.
func Grows(shapes []value.Shape) bool { return place.Grows(shapes) }

// Recursive reports whether values of one of the shapes have nodes, which may be more at a greater
// depth.
func Recursive(shapes []value.Shape) bool { return place.Recursive(shapes) }
