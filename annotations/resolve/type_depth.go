package resolve

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/refine"
)

// Deepest is the greatest nesting of type literals in the type of an input or a result. No one
// writes such types by hand, and comparing them repeatedly takes time quadratic in their depth.
const Deepest = 200

// tooDeep says why the types of vs are not handled: type literals are nested too deep in one of
// them, or in a named type that it refers to. It returns "" for other types.
func tooDeep(vs []*refine.Variable) string {
	seen := map[*types.Named]bool{}
	for _, v := range vs {
		if nestsTooDeep(v.Type, 0, seen) {
			return fmt.Sprintf("the type of %s is nested more than %d deep", v.Name, Deepest)
		}
	}
	return ""
}

// nestsTooDeep reports whether literals are nested more than Deepest deep in t, which itself is
// nested in depth others. It visits each declared type once.
func nestsTooDeep(t types.Type, depth int, seen map[*types.Named]bool) bool {
	if depth > Deepest {
		return true
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if seen[t] {
			return false
		}
		seen[t] = true
		return nestsTooDeep(t.Underlying(), 0, seen)
	case *types.Pointer:
		return nestsTooDeep(t.Elem(), depth+1, seen)
	case *types.Slice:
		return nestsTooDeep(t.Elem(), depth+1, seen)
	case *types.Array:
		return nestsTooDeep(t.Elem(), depth+1, seen)
	case *types.Chan:
		return nestsTooDeep(t.Elem(), depth+1, seen)
	case *types.Map:
		return nestsTooDeep(t.Key(), depth+1, seen) || nestsTooDeep(t.Elem(), depth+1, seen)
	case *types.Struct:
		for f := range t.Fields() {
			if nestsTooDeep(f.Type(), depth+1, seen) {
				return true
			}
		}
	case *types.Signature:
		return nestsTooDeep(t.Params(), depth+1, seen) || nestsTooDeep(t.Results(), depth+1, seen)
	case *types.Tuple:
		for v := range t.Variables() {
			if nestsTooDeep(v.Type(), depth, seen) {
				return true
			}
		}
	}
	return false
}
