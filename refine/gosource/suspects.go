package gosource

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// Suspects returns the invariants and is clauses of the types that a value of t reaches, as far as
// evaluating them in package pkg can panic or run forever. If an evaluation failed, one of these
// caused it.
func Suspects(pkg *types.Package, facts refine.Facts, t types.Type) []*refine.Clause {
	g := newInvariants(New(pkg, Options{}), facts, true)
	var out []*refine.Clause
	seen := map[string]bool{}
	var walk func(t types.Type)
	walk = func(t types.Type) {
		if seen[refine.TypeKey(t)] || g.f.naming().Why(t) != nil {
			return
		}
		seen[refine.TypeKey(t)] = true
		_, clauses := g.own(t)
		for _, c := range clauses {
			if canFail(c.Expr) && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
		for _, u := range g.parts(t) {
			walk(u)
		}
	}
	walk(t)
	return out
}

// canFail reports whether evaluating an expression of e's form may panic or run forever.
func canFail(e refine.Expr) bool {
	found := false
	refine.Inspect(e, func(x refine.Expr) bool {
		switch x := x.(type) {
		case *refine.Deref, *refine.Index, *refine.Slice, *refine.Assert, *refine.Call, *refine.Composite:
			found = true
		case *refine.Arith:
			_, fixed := x.Y.(*refine.Const)
			found = found || !fixed && slices.Contains([]token.Token{token.QUO, token.REM, token.SHL, token.SHR}, x.Op)
		case *refine.Field:
			_, self := x.X.(*refine.Ref)
			found = found || x.Sel.Indirect() && !self
		case *refine.Quant:
			found = found || x.Over.Kind == refine.Iterator
		case *refine.Convert:
			_, array := x.T.Underlying().(*types.Array)
			found = found || array
		}
		return !found
	})
	return found
}
