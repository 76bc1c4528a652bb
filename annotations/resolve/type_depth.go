package resolve

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/refine"
)

// Deepest is how deep type literals may be nested in the type of an input or a
// result. Nobody writes such types by hand; comparing them again and again, as is
// done with types, takes the square of their depth.
const Deepest = 200

// unreasonable says why nothing is done with the types of vs: literals in one of
// them, or in a named type that it leads to, are nested too deep. It is empty for
// all others.
func unreasonable(vs []*refine.Variable) string {
	seen := map[*types.Named]bool{}
	for _, v := range vs {
		if nested(v.Type, 0, seen) {
			return fmt.Sprintf("the type of %s is nested more than %d deep", v.Name, Deepest)
		}
	}
	return ""
}

// nested tells whether literals are nested more than deepest deep in t, below
// which stand depth others. Each declared type is looked at once.
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
