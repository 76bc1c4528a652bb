package resolve

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/syntax"
)

// parenthesized reads p (T) as in Go, if p is declared and is no alias: a parameter p of type T,
// not an alias p with an argument.
func (b *builder) parenthesized(params []syntax.Param, declared []*types.Var) []syntax.Param {
	out := slices.Clone(params)
	for i, p := range params {
		if p.Name.Name != "" {
			continue
		}
		r, ok := p.Type.(*syntax.RefName)
		if !ok || len(r.Args) != 1 || r.Pkg.Name != "" || len(r.TypeArgs) > 0 || b.src.unit.Aliases[r.Name.Name] != nil ||
			!slices.ContainsFunc(declared, func(v *types.Var) bool { return v.Name() == r.Name.Name }) {
			return params
		}
		named := typeNamed(r.Args[0])
		if named == nil {
			return params
		}
		out[i] = syntax.Param{Name: r.Name, Type: named}
	}
	return out
}

// partedByComma reports a list like (x, Pos), in which a comma separates a parameter's name from
// its type.
func (b *builder) partedByComma(params []syntax.Param, declared []*types.Var) bool {
	nameOnly := func(p syntax.Param) *syntax.RefName {
		r, ok := p.Type.(*syntax.RefName)
		if !ok || p.Name.Name != "" || len(r.Args) > 0 || r.Pkg.Name != "" || len(r.TypeArgs) > 0 || b.src.unit.Aliases[r.Name.Name] != nil ||
			!slices.ContainsFunc(declared, func(v *types.Var) bool { return v.Name() == r.Name.Name }) {
			return nil
		}
		// A parameter may have the name of its type.
		if _, obj := b.src.unit.Node.Types.Scope().LookupParent(r.Name.Name, token.NoPos); obj != nil {
			if _, isType := obj.(*types.TypeName); isType {
				return nil
			}
		}
		return r
	}
	for i, p := range params {
		r := nameOnly(p)
		switch {
		case r == nil:
			continue
		case i+1 < len(params) && nameOnly(params[i+1]) == nil:
			b.u.Errorf(r.Span, codes.Sig, "%s is not a type; write no comma between a name and its type", r.Name.Name)
		default:
			b.u.Errorf(r.Span, codes.Sig, "%s is not a type: write one after it, or leave out all names", r.Name.Name)
		}
		return true
	}
	return false
}

// typeNamed converts an expression that is a name into a type. It returns nil for other
// expressions.
func typeNamed(e syntax.Expr) syntax.RefType {
	switch e := syntax.Unparen(e).(type) {
	case *syntax.Name:
		return &syntax.RefName{Span: e.Ident.Span, Name: e.Ident}
	case *syntax.Select:
		if pkg, ok := e.X.(*syntax.Name); ok {
			return &syntax.RefName{Span: e.Span, Pkg: pkg.Ident, Name: e.Sel}
		}
	}
	return nil
}
