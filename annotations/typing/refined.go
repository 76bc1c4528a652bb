package typing

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// Refined returns the condition that the refined type r puts on the value x, or nil if there
// is none. Ok is false after an error was reported. Depth is the number of containers around
// x.
func (t *Typer) Refined(sc *names.Scope, r syntax.RefType, x refine.Expr, depth int) (pred refine.Expr, ok bool) {
	switch r := r.(type) {
	case *syntax.RefParen:
		return t.Refined(sc, r.X, x, depth)
	case *syntax.RefSet:
		return t.refinedSet(sc, r, x, depth)
	case *syntax.RefName:
		return t.refinedName(sc, r, x, depth)
	case *syntax.RefSlice:
		return t.elements(sc, r.Elem, x, depth)
	case *syntax.RefArray:
		return t.elements(sc, r.Elem, x, depth)
	case *syntax.RefVariadic:
		return t.elements(sc, r.Elem, x, depth)
	case *syntax.RefPointer:
		p, isPtr := x.Type().Underlying().(*types.Pointer)
		if !isPtr {
			return nil, true
		}
		defer t.into(elemPart)()
		body, ok := t.Refined(sc, r.Elem, &refine.Deref{Source: x.Src(), X: x, T: p.Elem()}, depth)
		return t.unlessNil(x, body), ok
	case *syntax.RefMap:
		return t.entries(sc, r, x, depth)
	case *syntax.RefStruct:
		return t.fields(sc, r, x, depth)
	case *syntax.RefFunc:
		if t.refinesAnything(sc, r) && !t.addNested(sc, r, x) {
			t.Errorf(r.Span, codes.Form, "only a parameter itself can have a refined function type%s", instead(x))
			return nil, false
		}
		return nil, true
	}
	return nil, false
}

// unlessNil returns x != nil ==> body.
func (t *Typer) unlessNil(x, body refine.Expr) refine.Expr {
	if body == nil {
		return nil
	}
	src := body.Src()
	notNil := &refine.Compare{Source: src, Op: token.NEQ, X: x, Y: &refine.Nil{Source: src, T: x.Type(), Implied: true}}
	return &refine.Logic{Source: src, Op: refine.Implies, X: notNil, Y: body}
}

func conj(a, b refine.Expr) refine.Expr {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return &refine.Logic{Source: refine.Source{Pos: a.Src().Pos, End: b.Src().End}, Op: refine.And, X: a, Y: b}
}

func (t *Typer) refinedSet(sc *names.Scope, r *syntax.RefSet, x refine.Expr, depth int) (refine.Expr, bool) {
	base, ok := t.Refined(sc, r.Base, x, depth)
	in := sc.Inner()
	name := r.Var.Name
	if slices.ContainsFunc(t.Variables.Inputs, func(v *refine.Variable) bool { return v.Name == name }) {
		name = "_" // an input or a result is called so already
	}
	in.Names[r.Var.Name] = &names.Binding{Expr: Called(x, name)}
	in.Value = valueOf(r, x)
	pred := t.Boolean(in, r.Pred)
	if pred == nil {
		return nil, false
	}
	return conj(base, pred), ok
}

// Called returns x under another name if it is a variable, and x otherwise.
func Called(x refine.Expr, name string) refine.Expr {
	ref, ok := x.(*refine.Ref)
	if !ok || ref.Var.Name == name || name == "_" {
		return x
	}
	return &refine.Ref{Source: ref.Source, Var: ref.Var, Name: name}
}

// refinedName unfolds an alias. A Go type has no condition.
func (t *Typer) refinedName(sc *names.Scope, r *syntax.RefName, x refine.Expr, depth int) (refine.Expr, bool) {
	a, b := t.resolveRef(sc, r)
	switch {
	case b != nil && b.Ref != nil:
		defer t.leaveTo(b.Outside)()
		return t.Refined(b.RefScope, b.Ref, x, depth)
	case a != nil:
		in, lets, ok := t.openAlias(sc, a, r)
		if !ok {
			return nil, false
		}
		defer t.leave()
		n := len(t.nesting.found)
		pred, ok := t.Refined(in, a.Type, x, depth)
		t.wrapNested(n, lets)
		if pred != nil {
			pred = wrapLets(pred, lets)
		}
		return pred, ok
	}
	base := t.Base(sc, r, nil)
	if base == nil {
		return nil, false
	}
	defer t.NoFunctions()()
	return t.typeArguments(sc, r, base, x, depth)
}

// resolveRef returns the alias or the type parameter that a name means. Both are nil for a Go
// type.
func (t *Typer) resolveRef(sc *names.Scope, r *syntax.RefName) (*names.Alias, *names.Binding) {
	if r.Pkg.Name == "" {
		switch m := sc.Lookup(r.Name.Name, false).(type) {
		case *names.Alias:
			return m, nil
		case *names.Binding:
			return nil, m
		}
		return nil, nil
	}
	obj, ok := sc.Lookup(r.Pkg.Name, true).(names.Object)
	if !ok {
		return nil, nil
	}
	pn, ok := obj.Object.(*types.PkgName)
	if !ok || !token.IsExported(r.Name.Name) {
		return nil, nil
	}
	if o := sc.Unit.UnitOf(pn.Imported()); o != nil {
		return o.Aliases[r.Name.Name], nil
	}
	return nil, nil
}

// openAlias returns the scope of the right side of an alias, with its parameters bound. If ok,
// the caller must call leave.
func (t *Typer) openAlias(sc *names.Scope, a *names.Alias, r *syntax.RefName) (in *names.Scope, lets []*refine.LetIn, ok bool) {
	if a.Bad {
		return nil, nil, false
	}
	if n := len(a.TypeParams); len(r.TypeArgs) != n {
		at := syntax.Span{From: r.From, To: r.Name.To}
		if n > 0 && len(r.TypeArgs) > n {
			at = syntax.SpanOf(r.TypeArgs[n])
		}
		t.Errorf(at, codes.Arguments, "%s takes %s, not %d", a.Name.Name, diag.Count(len(a.TypeParams), "type argument"), len(r.TypeArgs))
		return nil, nil, false
	}
	if len(r.Args) != len(a.Params) {
		at := syntax.Span{From: r.To - 1, To: r.To}
		if !r.HasArgs {
			at = syntax.Span{From: r.From, To: r.Name.To}
		} else if len(r.Args) > len(a.Params) {
			at = syntax.SpanOf(r.Args[len(a.Params)])
		}
		t.Errorf(at, codes.Arguments, "%s takes %s, not %d", a.Name.Name, diag.Count(len(a.Params), "argument"), len(r.Args))
		return nil, nil, false
	}
	o := t.outside()
	if !t.enter(a) {
		return nil, nil, false
	}
	in = a.Unit.FileScope(a.File, a.Directive)
	in.Place, in.Cyclic = sc.Place, sc.Cyclic
	for i, p := range a.TypeParams {
		in.Names[p.Name.Name] = &names.Binding{Ref: r.TypeArgs[i], RefScope: sc, Outside: o}
	}
	fits := t.satisfied(in, a, r)
	args, lets, ok := t.arguments(sc, in, o, a.Params, r.Args)
	if !ok || !fits {
		t.leave()
		return nil, nil, false
	}
	for name, b := range args {
		in.Names[name] = b
	}
	return in, lets, true
}

// satisfied reports type arguments of an alias that do not satisfy its constraints.
func (t *Typer) satisfied(in *names.Scope, a *names.Alias, r *syntax.RefName) bool {
	ok := true
	for i, p := range a.TypeParams {
		if p.Constraint == nil {
			continue
		}
		arg, c := t.bindingType(in.Names[p.Name.Name].(*names.Binding)), t.GoType(in, p.Constraint)
		if arg == nil || c == nil {
			return false
		}
		if iface, isIface := c.Underlying().(*types.Interface); isIface && !types.Satisfies(arg, iface) {
			t.Errorf(syntax.SpanOf(r.TypeArgs[i]), codes.TypeArguments, "%s does not satisfy %s", t.u.TypeName(arg), t.u.TypeName(c))
			ok = false
		}
	}
	return ok
}

// elements returns forall v in x: the condition of the element type on v.
func (t *Typer) elements(sc *names.Scope, elem syntax.RefType, x refine.Expr, depth int) (refine.Expr, bool) {
	dom, typs := domainOf(x)
	if len(typs) != 2 {
		return nil, true
	}
	v := t.hidden(elementName(elem), typs[1])
	defer t.release([]*refine.Variable{v})
	defer t.into(elemPart)()
	body, ok := t.Refined(sc, elem, &refine.Ref{Source: names.SourceOf(elem), Var: v}, depth+1)
	if body == nil {
		return nil, ok
	}
	return &refine.Quant{Source: names.SourceOf(elem), All: true, Vars: []*refine.Variable{v}, Over: dom, Body: body}, ok
}

// hidden makes a bound variable whose name appears in no text.
func (t *Typer) hidden(name string, typ types.Type) *refine.Variable {
	v := &refine.Variable{Name: t.fresh(name), Type: typ, Role: refine.Bound}
	t.boundNames[v.Name]++
	return v
}

func elementName(r syntax.RefType) string {
	if s, ok := r.(*syntax.RefSet); ok && s.Var.Name != "_" {
		return s.Var.Name
	}
	return "x"
}

func (t *Typer) entries(sc *names.Scope, r *syntax.RefMap, x refine.Expr, depth int) (refine.Expr, bool) {
	dom, typs := domainOf(x)
	if len(typs) != 2 || dom.Kind != refine.Entries {
		return nil, true
	}
	k, v := t.hidden("k", typs[0]), t.hidden("v", typs[1])
	defer t.release([]*refine.Variable{k, v})
	leave := t.into(keyPart)
	a, ok1 := t.Refined(sc, r.Key, &refine.Ref{Source: names.SourceOf(r.Key), Var: k}, depth+1)
	leave()
	defer t.into(elemPart)()
	b, ok2 := t.Refined(sc, r.Elem, &refine.Ref{Source: names.SourceOf(r.Elem), Var: v}, depth+1)
	body := conj(a, b)
	if body == nil {
		return nil, ok1 && ok2
	}
	return &refine.Quant{Source: names.SourceOf(r), All: true, Vars: []*refine.Variable{k, v}, Over: dom, Body: body}, ok1 && ok2
}

func (t *Typer) fields(sc *names.Scope, r *syntax.RefStruct, x refine.Expr, depth int) (refine.Expr, bool) {
	if st, _ := refine.Struct(x.Type()); st == nil {
		t.Errorf(syntax.SpanOf(r), codes.Field, "%s is not a struct", t.u.TypeName(x.Type()))
		return nil, false
	}
	var pred refine.Expr
	ok := !t.Repeated(ParamNames(r.Fields), "field")
	in := sc.Inner()
	for _, f := range r.Fields {
		field := t.Field(in, x, f.Name)
		if field == nil {
			ok = false
			continue
		}
		if !t.Fits(in, f.Type, field.Type(), f.Name.Name) {
			in.Names[f.Name.Name] = &names.Binding{Expr: field}
			ok = false
			continue
		}
		leave := t.intoStruct(x.Type(), f.Name.Name)
		p, ok1 := t.Refined(in, f.Type, field, depth)
		leave()
		pred, ok = conj(pred, p), ok && ok1
		in.Names[f.Name.Name] = &names.Binding{Expr: field}
	}
	return pred, ok
}

// Field selects a field of x by name.
func (t *Typer) Field(sc *names.Scope, x refine.Expr, name syntax.Ident) refine.Expr {
	s, _ := refine.Struct(x.Type())
	var names []string
	for f := range s.Fields() {
		names = append(names, f.Name())
	}
	for _, n := range names {
		if n == name.Name {
			return t.Selected(sc, x, name)
		}
	}
	t.Unknown(name.Span, t.u.TypeName(x.Type())+" has no field "+name.Name, diag.Nearest(name.Name, names))
	return nil
}

// Selected returns x.name. The field may belong to an embedded field of x.
func (t *Typer) Selected(sc *names.Scope, x refine.Expr, name syntax.Ident) refine.Expr {
	l := t.lowering(sc)
	g := &ast.SelectorExpr{X: l.placeholder(name.Span, x.Type(), func(types.Type) refine.Expr { return x }), Sel: &ast.Ident{NamePos: name.From, Name: name.Name}}
	if !l.check(g) {
		return nil
	}
	return l.ir(g, nil)
}

// Fits reports a refined type whose base differs from the Go type declared at that place.
func (t *Typer) Fits(sc *names.Scope, r syntax.RefType, goType types.Type, what string) bool {
	base := t.Base(sc, r, goType)
	if base == nil {
		return false
	}
	if types.Identical(base, goType) {
		return true
	}
	t.Errorf(syntax.SpanOf(r), codes.Mismatch, "%s is %s in Go, not %s", what, t.u.TypeName(goType), t.u.TypeName(base))
	return false
}

// Refinement makes the clause of a refined type.
func (t *Typer) Refinement(sc *names.Scope, r syntax.RefType, pred refine.Expr) *refine.Clause {
	cl := t.u.NewClause(refine.Refinement, syntax.SpanOf(r), sc.Text(syntax.SpanOf(r)))
	cl.Expr = pred
	cl.Unfolded = t.UnfoldedText(sc, r)
	return cl
}

// valueOf returns the name that a predicate in braces gives to a whole input or result. It
// returns "" if x is only a part of one.
func valueOf(r *syntax.RefSet, x refine.Expr) string {
	if ref, ok := x.(*refine.Ref); ok && ref.Var.Role != refine.Bound {
		return r.Var.Name
	}
	return ""
}

// typeArguments returns the conditions of refined type arguments of a Go type. They apply to
// each value in x whose type is that type parameter.
func (t *Typer) typeArguments(sc *names.Scope, r *syntax.RefName, base types.Type, x refine.Expr, depth int) (refine.Expr, bool) {
	var pred refine.Expr
	valid := true
	for i, a := range r.TypeArgs {
		if !t.refines(sc, a) {
			continue
		}
		inside, err := refine.Inside(names.SourceOf(a), x, base, i, sc.Place == names.After || sc.Cyclic || t.u.AtTypes.Builds(base, map[types.Type]bool{}), t.u.Node.Types)
		if err != nil {
			t.Errorf(syntax.SpanOf(a), codes.TypeArguments, "this type argument cannot be refined: %s", err.Error())
			valid = false
		}
		if inside == nil {
			continue
		}
		dom, typs := domainOf(inside)
		v := t.hidden(elementName(a), typs[0])
		body, ok := t.Refined(sc, a, &refine.Ref{Source: names.SourceOf(a), Var: v}, depth+1)
		t.release([]*refine.Variable{v})
		if body != nil {
			pred = conj(pred, &refine.Quant{Source: names.SourceOf(a), All: true, Vars: []*refine.Variable{v}, Over: dom, Body: body})
		}
		valid = valid && ok
	}
	return pred, valid
}
