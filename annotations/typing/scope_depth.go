package typing

import (
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// DeepestScopes is how deep forms that have a scope of their own in Go may be
// nested in a predicate. Go's compiler takes up to twice as long for each more.
const DeepestScopes = 16

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
