package shape

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// addNilToEndless adds nil to interfaces that have no finite value otherwise, because each
// inhabitant contains the interface again. An example is an Item whose only implementation is a
// struct with a next Item. It does so only if called code compares such a value with nil, and no
// directive lists the inhabitants.
func (s *shaper) addNilToEndless(shape value.Shape) {
	var all []value.Shape
	value.Walk(shape, func(s value.Shape) { all = append(all, s) })
	finite := map[value.Shape]bool{}
	for more := true; more; {
		more = false
		for _, x := range all {
			if !finite[x] && hasFiniteValue(x, finite) {
				finite[x], more = true, true
			}
		}
	}
	for _, x := range all {
		i, ok := x.(*value.Interface)
		if !ok || finite[i] || !containsItself(i) {
			continue
		}
		asked := slices.ContainsFunc(s.opt.Hints.NilIfaces, func(t types.Type) bool { return types.Identical(refine.OriginOf(t), refine.OriginOf(i.T)) })
		if _, byRule := s.graph.inhabitants(i.T); asked && byRule {
			i.Nil = true
		}
	}
}

// hasFiniteValue reports whether a shape has a value that consists only of values of finite shapes.
func hasFiniteValue(s value.Shape, finite map[value.Shape]bool) bool {
	switch s := s.(type) {
	case *value.Pointer:
		return !s.NotNil || finite[s.Elem.Shape]
	case *value.Heap:
		return finite[s.Root]
	case *value.Struct:
		for _, f := range s.Fields {
			if !finite[f.Shape] {
				return false
			}
		}
	case *value.Array:
		return s.Len == 0 || finite[s.Elem.Shape]
	case *value.Interface:
		for _, a := range s.Alts {
			if finite[a.Shape] {
				return true
			}
		}
		return s.Nil
	}
	return true
}

// containsItself reports whether values of a shape contain values of the same shape.
func containsItself(s value.Shape) (found bool) {
	for _, part := range s.Parts() {
		value.Walk(part.Shape, func(x value.Shape) { found = found || x == s })
	}
	return found
}
