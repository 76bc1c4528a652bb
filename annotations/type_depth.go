package annotations

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// deepest is how deep type literals may be nested in the type of an input or a
// result. Nobody writes such types by hand; comparing them again and again, as is
// done with types, takes the square of their depth.
const deepest = 200

// unreasonable says why nothing is done with the types of vs: literals in one of
// them, or in a named type that it leads to, are nested too deep. It is empty for
// all others.
func unreasonable(vs []*refine.Variable) string {
	seen := map[*types.Named]bool{}
	for _, v := range vs {
		if nested(v.Type, 0, seen) {
			return fmt.Sprintf("the type of %s is nested more than %d deep", v.Name, deepest)
		}
	}
	return ""
}

// nested tells whether literals are nested more than deepest deep in t, below
// which stand depth others. Each declared type is looked at once.
func nested(t types.Type, depth int, seen map[*types.Named]bool) bool {
	if depth > deepest {
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

// deepestScopes is how deep forms that have a scope of their own in Go may be
// nested in a predicate. Go's compiler takes up to twice as long for each more.
const deepestScopes = 16

// scopes is how deep such forms are nested in e. What follows ? and :, and what a
// name is given for, is in the scope of the form around it.
func scopes(e refine.Expr) int {
	switch e := e.(type) {
	case *refine.Cond:
		return max(1+scopes(e.C), tail(e.A), tail(e.B))
	case *refine.LetIn:
		return max(1+scopes(e.Value), tail(e.Body))
	}
	most := 0
	for _, x := range refine.Parts(e) {
		most = max(most, scopes(x))
	}
	switch e.(type) {
	case *refine.Quant, *refine.Is:
		return most + 1
	}
	return most
}

// tail is what an expression adds whose value is that of the form around it.
func tail(e refine.Expr) int {
	switch e := e.(type) {
	case *refine.Cond, *refine.LetIn:
		return scopes(e)
	case *refine.Logic:
		if gosource.EndsInLet(e) {
			return max(1+scopes(e.X), tail(e.Y))
		}
	}
	return 1 + scopes(e)
}
