package edits

import (
	"slices"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// shapeClasses divides shapes into classes that take the same from a stream.
type shapeClasses struct {
	first   map[value.Shape]value.Shape
	classes []value.Shape
}

// classOf returns the first shape of the class of s.
func (a *shapeClasses) classOf(s value.Shape) value.Shape {
	if f, ok := a.first[s]; ok {
		return f
	}
	f := s
	if i := slices.IndexFunc(a.classes, func(c value.Shape) bool { return decode.Alike(c, s) }); i >= 0 {
		f = a.classes[i]
	} else {
		a.classes = append(a.classes, s)
	}
	a.first[s] = f
	return f
}

// indexOf returns the index of the class whose first shape is s.
func (a *shapeClasses) indexOf(s value.Shape) int { return slices.Index(a.classes, s) }
