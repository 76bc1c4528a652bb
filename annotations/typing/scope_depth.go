package typing

import (
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// DeepestScopes is the greatest depth of nested forms that have a scope of their own in Go.
// The Go compiler can take twice as long for each level.
const DeepestScopes = 16

// scopes returns how deep such forms are nested in e. A branch of a conditional and the body
// of a let are in the scope of the form around them.
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

// tail returns what an expression adds to the depth if it gives the value of the form around
// it.
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
