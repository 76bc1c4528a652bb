package annotations

import (
	"go/types"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
)

// plainAlias returns the Go type that an alias means where only a Go type may
// stand; nil when it is wrong, which was reported. A condition would count for
// nothing there.
func (t *typer) plainAlias(sc *scope, a *alias, s syntax.Span, args []syntax.TypeExpr) types.Type {
	if len(args) != len(a.TypeParams) || a.bad {
		return t.aliasBase(sc, a, &syntax.RefName{Span: s, Name: syntax.Ident{Span: s, Name: a.Name.Name}})
	}
	in := a.unit.fileScope(a.file, a.dir)
	for i, p := range a.TypeParams {
		typ := t.goType(sc, args[i])
		if typ == nil {
			return nil
		}
		in.names[p.Name.Name] = &binding{typ: typ}
	}
	if !t.enter(a) {
		return nil
	}
	defer t.leave()
	for i, p := range a.TypeParams {
		if !t.admitted(in, p, in.names[p.Name.Name].(*binding).typ, args[i]) {
			return nil
		}
	}
	if !t.bindParams(in, in, a.Params) {
		return nil
	}
	base := t.base(in, a.Type, nil)
	if base == nil || !t.refines(in, a.Type) {
		return base
	}
	if !t.quiet {
		t.u.report(s, diag.Error, codes.Refined, t.name(base), "%s is a refined type, %s with a condition, and only a Go type may stand here: write %s",
			sc.text(s), t.name(base), t.name(base))
	}
	return nil
}

// admitted reports a type argument that the constraint of an alias does not admit.
func (t *typer) admitted(in *scope, p syntax.TypeParam, arg types.Type, at syntax.TypeExpr) bool {
	if p.Constraint == nil {
		return true
	}
	c := t.goType(in, p.Constraint)
	if c == nil {
		return false
	}
	if iface, ok := c.Underlying().(*types.Interface); ok && !types.Satisfies(arg, iface) {
		t.errorf(syntax.SpanOf(at), codes.TypeArguments, "%s does not satisfy %s", t.name(arg), t.name(c))
		return false
	}
	return true
}
