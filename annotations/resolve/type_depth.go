package resolve

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/refine"
)

// Deepest is the greatest nesting of type literals in the type of an input or a result. No one
// writes such types by hand, and comparing them repeatedly takes time quadratic in their depth.
const Deepest = 200

// unreasonable says why the types of vs are not handled: literals in one of them, or in a named
// type that it refers to, are nested too deep. It returns "" for other types.
func unreasonable(vs []*refine.Variable) string {
	seen := map[*types.Named]bool{}
	for _, v := range vs {
		if nested(v.Type, 0, seen) {
			return fmt.Sprintf("the type of %s is nested more than %d deep", v.Name, Deepest)
		}
	}
	return ""
}

// nested reports whether literals are nested more than Deepest deep in t, which itself is nested in
// depth others. It visits each declared type once.
func nested(t types.Type, depth int, seen map[*types.Named]bool) bool {
	if depth > Deepest {
		return true
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if seen[t] {
			return false
		}
		seen[t] = true
		return nested(t.Underlying(), 0, seen)
	case *types.Pointer:
		return nested(t.Elem(), depth+1, seen)
	case *types.Slice:
		return nested(t.Elem(), depth+1, seen)
	case *types.Array:
		return nested(t.Elem(), depth+1, seen)
	case *types.Chan:
		return nested(t.Elem(), depth+1, seen)
	case *types.Map:
		return nested(t.Key(), depth+1, seen) || nested(t.Elem(), depth+1, seen)
	case *types.Struct:
		for f := range t.Fields() {
			if nested(f.Type(), depth+1, seen) {
				return true
			}
		}
	case *types.Signature:
		return nested(t.Params(), depth+1, seen) || nested(t.Results(), depth+1, seen)
	case *types.Tuple:
		for v := range t.Variables() {
			if nested(v.Type(), depth, seen) {
				return true
			}
		}
	}
	return false
}
