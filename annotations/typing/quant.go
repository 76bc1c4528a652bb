package typing

import (
	"go/types"
	"slices"
	"strconv"

	"github.com/rtest-dev/rtest/annotations/advise"
	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// quant types forall and exists.
func (t *Typer) quant(sc *names.Scope, e *syntax.Quant) refine.Expr {
	if e.Over == nil {
		return t.quantType(sc, e)
	}
	t.Repeated(e.Vars, "variable")
	dom, typs := t.domain(sc, e)
	if typs == nil {
		t.unknownDomain(sc, e)
		return nil
	}
	if len(e.Vars) > len(typs) {
		t.Errorf(e.Vars[len(typs)].Span, codes.Range, "range over %s has only %s", sc.Text(syntax.SpanOf(e.Over)), diag.Count(len(typs), "variable"))
		t.unknownDomain(sc, e)
		return nil
	}
	q := &refine.Quant{Source: names.SourceOf(e), All: e.All, Over: dom}
	in := sc.Inner()
	// A single variable over a slice is the element, not the index as in Go.
	if len(e.Vars) == 1 && len(typs) == 2 && (dom.Kind == refine.Elements || dom.Kind == refine.Runes) {
		typs = typs[1:]
	}
	for i, v := range e.Vars {
		q.Vars = append(q.Vars, t.bind(in, v, typs[i]))
	}
	defer t.release(q.Vars)
	if q.Body = t.Boolean(in, e.Body); q.Body == nil {
		return nil
	}
	t.advise(advise.UnusedVariables(sc, e)...)
	return q
}

// domain types the collection of a quantifier and returns the types of its variables. The
// types are nil after an error was reported.
func (t *Typer) domain(sc *names.Scope, e *syntax.Quant) (refine.Domain, []types.Type) {
	if r, ok := syntax.Unparen(e.Over).(*syntax.Range); ok {
		dom, typs := t.span(sc, r, nil)
		if typs != nil {
			t.advise(advise.RangeToLen(sc, e, r))
		}
		return dom, typs
	}
	if t.advise(advise.ValuesOfType(sc, e)) {
		return refine.Domain{}, nil
	}
	x := t.Expr(sc, e.Over, nil)
	if x == nil {
		return refine.Domain{}, nil
	}
	dom, typs := domainOf(x)
	if typs == nil {
		t.Errorf(syntax.SpanOf(e.Over), codes.Range, "cannot range over %s (of type %s)%s", sc.Text(syntax.SpanOf(e.Over)), t.u.TypeName(x.Type()), advise.NumbersBelow(sc, e, x))
	}
	return dom, typs
}

// unknownDomain looks for errors in the body of a quantifier whose variables have no types.
func (t *Typer) unknownDomain(sc *names.Scope, e *syntax.Quant) {
	in := sc.Inner()
	if r, ok := e.Type.(*syntax.RefName); ok && r.Pkg.Name == "" {
		in.MistakenNames = map[string]bool{r.Name.Name: true} // its place was reported
	}
	var vars []*refine.Variable
	for _, v := range e.Vars {
		vars = append(vars, t.bind(in, v, types.Typ[types.Invalid]))
	}
	t.Boolean(in, e.Body)
	t.release(vars)
}

// bind makes a bound variable. Inside an unfolded text its name differs from that of every
// live variable, so that it captures no argument.
func (t *Typer) bind(sc *names.Scope, id syntax.Ident, typ types.Type) *refine.Variable {
	v := &refine.Variable{Name: id.Name, Type: typ, Role: refine.Bound}
	if t.isUnfolding() {
		v.Name = t.fresh(id.Name)
	}
	t.boundNames[v.Name]++
	sc.Names[id.Name] = &names.Binding{Expr: &refine.Ref{Source: names.SourceOf(id.Span), Var: v}}
	return v
}

func (t *Typer) release(vars []*refine.Variable) {
	for _, v := range vars {
		t.boundNames[v.Name]--
	}
}

// fresh returns name, or a variation of it that no live variable has.
func (t *Typer) fresh(name string) string {
	if name == "_" {
		name = "x"
	}
	used := func(n string) bool {
		if t.boundNames[n] > 0 {
			return true
		}
		return slices.ContainsFunc(t.Variables.Inputs, func(v *refine.Variable) bool { return v.Name == n })
	}
	if !used(name) {
		return name
	}
	for i := 1; ; i++ {
		if n := name + strconv.Itoa(i); !used(n) {
			return n
		}
	}
}

// quantType types a quantifier over the values of a type.
func (t *Typer) quantType(sc *names.Scope, e *syntax.Quant) refine.Expr {
	t.Repeated(e.Vars, "variable")
	var typ types.Type
	if !t.missesIn(sc, e) {
		typ = t.Base(sc, e.Type, nil)
	}
	if typ == nil {
		t.unknownDomain(sc, e)
		return nil
	}
	in := sc.Inner()
	var vars []*refine.Variable
	var wheres []refine.Expr
	for _, id := range e.Vars {
		v := t.bind(in, id, typ)
		vars = append(vars, v)
		where, ok := t.Refined(sc, e.Type, &refine.Ref{Source: names.SourceOf(id.Span), Var: v}, 0)
		if !ok {
			return nil
		}
		wheres = append(wheres, where)
	}
	defer t.release(vars)
	body := t.Boolean(in, e.Body)
	if body == nil {
		return nil
	}
	t.advise(advise.UnusedVariables(sc, e)...)
	for i := len(vars) - 1; i >= 0; i-- {
		dom := refine.Domain{Kind: refine.OfType, T: typ, Where: wheres[i]}
		body = &refine.Quant{Source: names.SourceOf(e), All: e.All, Vars: vars[i : i+1], Over: dom, Body: body}
	}
	return body
}

// missesIn reports a quantifier that has a value where a type belongs: the keyword in is
// probably missing, or the value itself is.
func (t *Typer) missesIn(sc *names.Scope, e *syntax.Quant) bool {
	r, ok := e.Type.(*syntax.RefName)
	if !ok || r.Pkg.Name != "" {
		return false
	}
	word := "forall"
	if !e.All {
		word = "exists"
	}
	switch v, m := e.Vars[len(e.Vars)-1], sc.Lookup(r.Name.Name, false); {
	case m == nil && r.Name.Name == "in":
		t.Errorf(r.Name.Span, codes.NotType, "nothing follows in: %s %s in xs: P", word, v.Name)
	case v.Name == "in" && len(e.Vars) > 1:
		t.Errorf(v.Span, codes.NotType, "write a variable between the comma and in: %s i, x in xs: P", word)
	case m == nil && len(e.Vars) == 1 && names.NamesType(sc.Lookup(v.Name, false)):
		t.Errorf(v.Span, codes.NotType, "write a variable before its type: %s %s %s: P", word, r.Name.Name, v.Name)
	case names.NamesValue(m):
		t.Errorf(r.Span, codes.NotType, "%s is not a type; did you mean in %s?", sc.Text(r.Span), sc.Text(r.Span))
	default:
		return false
	}
	return true
}

// domainOf returns how a quantifier ranges over a collection and the types of its variables:
// index and element, or key and value. The types are nil if x is no collection.
func domainOf(x refine.Expr) (refine.Domain, []types.Type) {
	intType := types.Typ[types.Int]
	typ := x.Type().Underlying()
	if p, ok := typ.(*types.Pointer); ok {
		if a, ok := p.Elem().Underlying().(*types.Array); ok {
			typ = a
		}
	}
	switch u := typ.(type) {
	case *types.Slice:
		return refine.Domain{Kind: refine.Elements, X: x}, []types.Type{intType, u.Elem()}
	case *types.Array:
		return refine.Domain{Kind: refine.Elements, X: x}, []types.Type{intType, u.Elem()}
	case *types.Map:
		return refine.Domain{Kind: refine.Entries, X: x}, []types.Type{u.Key(), u.Elem()}
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return refine.Domain{Kind: refine.Runes, X: x}, []types.Type{intType, types.Universe.Lookup("rune").Type()}
		}
	case *types.Signature:
		if ts := iteratorTypes(u); ts != nil {
			return refine.Domain{Kind: refine.Iterator, X: x}, ts
		}
	}
	return refine.Domain{}, nil
}

// iteratorTypes returns the types of the values that an iterator yields.
func iteratorTypes(sig *types.Signature) []types.Type {
	if sig.Params().Len() != 1 || sig.Results().Len() != 0 {
		return nil
	}
	yield, ok := sig.Params().At(0).Type().Underlying().(*types.Signature)
	if !ok || yield.Results().Len() != 1 || !refine.IsBoolean(yield.Results().At(0).Type()) {
		return nil
	}
	var ts []types.Type
	for p := range yield.Params().Variables() {
		ts = append(ts, p.Type())
	}
	if len(ts) > 2 {
		return nil
	}
	return ts
}

// in types a membership test.
func (t *Typer) in(sc *names.Scope, e *syntax.In) refine.Expr {
	if r, ok := syntax.Unparen(e.Over).(*syntax.Range); ok {
		dom, typs := t.span(sc, r, e.X)
		if typs == nil {
			t.Expr(sc, e.X, nil)
			return nil
		}
		x := t.Expr(sc, e.X, typs[0])
		if x == nil {
			return nil
		}
		return &refine.In{Source: names.SourceOf(e), X: x, Over: dom}
	}
	over := t.Expr(sc, e.Over, nil)
	if over == nil {
		t.Expr(sc, e.X, nil)
		return nil
	}
	dom, typs := domainOf(over)
	if typs == nil || dom.Kind == refine.Iterator && len(typs) == 0 {
		t.Errorf(syntax.SpanOf(e.Over), codes.Range, "%s (of type %s) has no members", sc.Text(syntax.SpanOf(e.Over)), t.u.TypeName(over.Type()))
		return nil
	}
	want := typs[0]
	if dom.Kind == refine.Elements || dom.Kind == refine.Runes {
		want = typs[1]
	}
	if t.advise(advise.LooseNot(sc, e, want)) {
		return nil
	}
	if dom.Kind == refine.Runes && !advise.IsCharacter(e.X) && t.advise(advise.StringInString(sc, e, t.quietType(sc, e.X))) {
		return nil
	}
	x := t.Expr(sc, e.X, want)
	if x == nil {
		return nil
	}
	return &refine.In{Source: names.SourceOf(e), X: x, Over: dom}
}
