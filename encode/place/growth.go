package place

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
)

// grows reports whether values of the shape have parts that are counted.
func (o *outOfBounds) grows(s value.Shape) bool {
	h := o.growing
	if r, ok := h[s]; ok {
		return r
	}
	h[s] = false
	r := false
	switch s := s.(type) {
	case *value.String, *value.Slice, *value.Map:
		r = true
	case *value.Heap:
		r = true
	case *value.Pointer:
		r = s.Node || o.grows(s.Elem.Shape)
	case *value.Aliased:
		r = o.grows(s.Own.Shape)
	case *value.Array:
		r = s.Len > 0 && o.grows(s.Elem.Shape)
	case *value.Struct:
		for _, f := range s.Fields {
			r = o.grows(f.Shape) || r
		}
	case *value.Interface:
		for _, a := range s.Alts {
			r = a.Node || o.grows(a.Shape) || r
		}
	}
	h[s] = r
	return r
}

// countedPlaces returns the number of places of a value that have counted parts. Nodes inside nodes
// count once.
func (o *outOfBounds) countedPlaces(s value.Shape, known map[value.Shape]int) (n int) {
	if n, ok := known[s]; ok {
		return n
	}
	known[s] = 0
	defer func() { known[s] = n }()
	switch s := s.(type) {
	case *value.String, *value.Slice, *value.Map:
		return 1
	case *value.Heap:
		n = o.countedPlaces(s.Root, known)
		for _, k := range s.Kinds {
			n += 1 + o.countedPlaces(k.Elem.Shape, known)
		}
	case *value.Pointer:
		return max(truth(s.Node), o.countedPlaces(s.Elem.Shape, known))
	case *value.Aliased:
		return o.countedPlaces(s.Own.Shape, known)
	case *value.Array:
		return s.Len * o.countedPlaces(s.Elem.Shape, known)
	case *value.Struct:
		for _, f := range s.Fields {
			n += o.countedPlaces(f.Shape, known)
		}
	case *value.Interface:
		for _, a := range s.Alts {
			n += max(truth(a.Node), o.countedPlaces(a.Shape, known))
		}
	}
	return n
}

// textual reports whether the only counted parts of values of the shape are the characters of strings.
// A shape that contains itself has others.
func textual(s value.Shape, within map[value.Shape]bool) bool {
	if within[s] {
		return false
	}
	within[s] = true
	defer delete(within, s)
	switch s := s.(type) {
	case *value.Slice, *value.Map, *value.Reference, *value.Heap:
		return false
	case *value.Pointer:
		return !s.Node && textual(s.Elem.Shape, within)
	case *value.Aliased:
		return textual(s.Own.Shape, within)
	case *value.Array:
		return textual(s.Elem.Shape, within)
	case *value.Struct:
		return !slices.ContainsFunc(s.Fields, func(f value.Field) bool { return !textual(f.Shape, within) })
	case *value.Interface:
		return !slices.ContainsFunc(s.Alts, func(a value.Alt) bool { return a.Node || !textual(a.Shape, within) })
	}
	return true
}

// Recursive reports whether values of one of the shapes have nodes, which may be more at a greater
// depth.
func Recursive(shapes []value.Shape) (nodes bool) {
	for _, s := range shapes {
		value.Walk(s, func(s value.Shape) {
			switch s := s.(type) {
			case *value.Reference:
				nodes = true
			case *value.Pointer:
				nodes = nodes || s.Node
			case *value.Interface:
				nodes = nodes || slices.ContainsFunc(s.Alts, func(a value.Alt) bool { return a.Node })
			}
		})
	}
	return nodes
}
