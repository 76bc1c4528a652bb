package typing

import (
	"go/types"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
)

// plainAlias returns the Go type that an alias means where only a Go type is allowed, because
// a condition would be ignored there. It returns nil after reporting an error.
func (t *Typer) plainAlias(sc *names.Scope, a *names.Alias, s syntax.Span, args []syntax.TypeExpr) types.Type {
	if len(args) != len(a.TypeParams) || a.Bad {
		return t.aliasBase(sc, a, &syntax.RefName{Span: s, Name: syntax.Ident{Span: s, Name: a.Name.Name}})
	}
	in := a.Unit.FileScope(a.File, a.Directive)
	for i, p := range a.TypeParams {
		typ := t.GoType(sc, args[i])
		if typ == nil {
			return nil
		}
		in.Names[p.Name.Name] = &names.Binding{Type: typ}
	}
	if !t.enter(a) {
		return nil
	}
	defer t.leave()
	for i, p := range a.TypeParams {
		if !t.admitted(in, p, in.Names[p.Name.Name].(*names.Binding).Type, args[i]) {
			return nil
		}
	}
	if !t.bindParams(in, in, a.Params) {
		return nil
	}
	base := t.Base(in, a.Type, nil)
	if base == nil || !t.refines(in, a.Type) {
		return base
	}
	if !t.quiet {
		t.u.Report(s, diag.Error, codes.Refined, t.u.TypeName(base), "%s is a refined type, %s with a condition, and only a Go type is allowed here: write %s",
			sc.Text(s), t.u.TypeName(base), t.u.TypeName(base))
	}
	return nil
}

// admitted reports a type argument that does not satisfy the constraint of an alias.
func (t *Typer) admitted(in *names.Scope, p syntax.TypeParam, arg types.Type, at syntax.TypeExpr) bool {
	if p.Constraint == nil {
		return true
	}
	c := t.GoType(in, p.Constraint)
	if c == nil {
		return false
	}
	if iface, ok := c.Underlying().(*types.Interface); ok && !types.Satisfies(arg, iface) {
		t.Errorf(syntax.SpanOf(at), codes.TypeArguments, "%s does not satisfy %s", t.u.TypeName(arg), t.u.TypeName(c))
		return false
	}
	return true
}
