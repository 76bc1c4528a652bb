package signature

import (
	"go/types"
	"slices"
)

// sharing returns a pointer type among the parameters whose values may be part of a value reachable
// from another pointer among them, as an element of its list, or nil. Calls with such parameters
// depend on identity, not only on values.
func sharing(params []types.Type) types.Type {
	for i, p := range params {
		for k, q := range params {
			if i != k && isPointer(p) && isPointer(q) && !types.Identical(p, q) && reaches(q, p, nil) {
				return p
			}
		}
	}
	return nil
}

// reaches reports whether a value of t may contain something that a value of the pointer type part
// points to. above holds the types that enclose t.
func reaches(t, part types.Type, above []types.Type) bool {
	if slices.ContainsFunc(above, func(a types.Type) bool { return types.Identical(a, t) }) {
		return false
	}
	if len(above) > 0 && (types.Identical(t, part) || types.Identical(t, part.Underlying().(*types.Pointer).Elem())) {
		return true
	}
	above = append(above, t)
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return reaches(u.Elem(), part, above)
	case *types.Slice:
		return reaches(u.Elem(), part, above)
	case *types.Array:
		return reaches(u.Elem(), part, above)
	case *types.Map:
		return reaches(u.Key(), part, above) || reaches(u.Elem(), part, above)
	case *types.Struct:
		for f := range u.Fields() {
			if reaches(f.Type(), part, above) {
				return true
			}
		}
	}
	return false
}
