package typing

import (
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// CheckDeclared checks the aliases and defs of the unit, whether or not a contract uses them.
// It puts default types in the place of type parameters.
func CheckDeclared(u *names.Unit) {
	for _, name := range slices.Sorted(maps.Keys(u.Aliases)) {
		if !u.Aliases[name].Bad {
			checkAlias(u, u.Aliases[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(u.Defs)) {
		if !u.Defs[name].Bad {
			checkDef(u, u.Defs[name])
		}
	}
}

func checkAlias(u *names.Unit, a *names.Alias) {
	t := NewTyper(u)
	t.Repeated(append(typeParamNames(a.TypeParams), goParamNames(a.Params)...), "parameter")
	sc := u.FileScope(a.File, a.Directive)
	for _, p := range a.TypeParams {
		sc.Names[p.Name.Name] = &names.Binding{Type: t.sampleType(sc, p)}
	}
	in := sc.Inner()
	if !t.bindParams(sc, in, a.Params) {
		return
	}
	t.unfolding = append(t.unfolding, a)
	base := t.Base(in, a.Type, nil)
	if base == nil {
		return
	}
	v := &refine.Variable{Name: "value", Type: base, Role: refine.Bound}
	t.nesting.at = &refine.FuncParts{} // where functions may stand is seen at the use
	t.Refined(in, a.Type, &refine.Ref{Source: names.SourceOf(a.Type), Var: v}, 0)
}

func checkDef(u *names.Unit, d *names.Def) {
	t := NewTyper(u)
	t.Repeated(goParamNames(d.Params), "parameter")
	sc := u.FileScope(d.File, d.Directive)
	in := sc.Inner()
	// A def may use old because it can be part of a postcondition.
	in.Place = names.After
	ok := t.bindParams(sc, in, d.Params)
	result := t.GoType(sc, d.Result)
	if !ok || result == nil {
		return
	}
	t.unfolding = append(t.unfolding, d)
	t.Expr(in, d.Expr, result)
}

// sampleType returns a type that satisfies the constraint of a type parameter.
func (t *Typer) sampleType(sc *names.Scope, p syntax.TypeParam) types.Type {
	if p.Constraint == nil {
		return types.Typ[types.Int]
	}
	c := t.GoType(sc, p.Constraint)
	if c == nil {
		return types.Typ[types.Int]
	}
	iface, ok := c.Underlying().(*types.Interface)
	if !ok {
		return types.Typ[types.Int]
	}
	for _, kind := range []types.BasicKind{types.Int, types.String, types.Float64, types.Bool} {
		if types.Satisfies(types.Typ[kind], iface) {
			return types.Typ[kind]
		}
	}
	return types.Typ[types.Int]
}

func (t *Typer) bindParams(sc, in *names.Scope, params []syntax.GoParam) bool {
	ok := true
	for _, p := range params {
		typ := t.GoType(sc, p.Type)
		if typ == nil {
			ok = false
			continue
		}
		in.Bind(&refine.Variable{Name: p.Name.Name, Type: typ, Role: refine.Bound}, names.SourceOf(p.Name.Span))
	}
	return ok
}
