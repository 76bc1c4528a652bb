package refine

import (
	"go/token"
	"go/types"
	"slices"
)

// Suspects returns the invariants and is clauses of the types that a value of t
// reaches whose evaluation can panic or need not end: which of them did, where
// one has. The package is that in which they are evaluated.
func Suspects(pkg *types.Package, facts Facts, t types.Type) []*Clause {
	g := newInvariants(NewGoFile(pkg, GoOptions{}), facts, true)
	var out []*Clause
	seen := map[string]bool{}
	var walk func(t types.Type)
	walk = func(t types.Type) {
		if seen[TypeKey(t)] || g.f.naming().Why(t) != nil {
			return
		}
		seen[TypeKey(t)] = true
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

// canFail tells whether evaluating e can panic or need not end, as far as its
// form says.
func canFail(e Expr) bool {
	found := false
	Inspect(e, func(x Expr) bool {
		switch x := x.(type) {
		case *Deref, *Index, *Slice, *Assert, *Call, *Composite:
			found = true
		case *Arith:
			_, fixed := x.Y.(*Const)
			found = found || !fixed && slices.Contains([]token.Token{token.QUO, token.REM, token.SHL, token.SHR}, x.Op)
		case *Field:
			_, self := x.X.(*Ref)
			found = found || x.Sel.Indirect() && !self
		case *Quant:
			found = found || x.Over.Kind == Iterator
		case *Convert:
			_, array := x.T.Underlying().(*types.Array)
			found = found || array
		}
		return !found
	})
	return found
}
