package typing

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/annotations/advise"
	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// A lowering translates one predicate, or a part of one, into a Go expression that go/types
// can check, and then translates the checked expression into a refine.Expr. A form that Go
// lacks is typed by its own rules and becomes a placeholder. A placeholder is an identifier
// spelled as the user wrote the form, so that the errors of go/types show the user's text.
type lowering struct {
	t  *Typer
	sc *names.Scope
	// objs maps the identifiers of the expression to their objects.
	objs map[string]types.Object
	// uses translates an identifier, given the type that go/types found for it.
	uses map[*ast.Ident]func(types.Type) refine.Expr
	// open are placeholders that pass for constants: conditional expressions of untyped
	// constants, whose type comes from the context.
	open map[*ast.Ident]bool
	// failed is set once an error was reported for some part.
	failed bool
	info   *types.Info
}

func (t *Typer) lowering(sc *names.Scope) *lowering {
	return &lowering{
		t: t, sc: sc,
		objs: map[string]types.Object{},
		uses: map[*ast.Ident]func(types.Type) refine.Expr{},
		open: map[*ast.Ident]bool{},
	}
}

// lower returns e as Go syntax.
func (l *lowering) lower(e syntax.Expr) ast.Expr {
	switch e := e.(type) {
	case *syntax.Name:
		return l.name(e.Ident, false)
	case *syntax.Literal:
		return &ast.BasicLit{ValuePos: e.From, Kind: e.Kind, Value: e.Text}
	case *syntax.Paren:
		return &ast.ParenExpr{Lparen: e.From, X: l.lower(e.X), Rparen: e.To - 1}
	case *syntax.Select:
		return l.selector(e)
	case *syntax.Index:
		return l.index(e)
	case *syntax.Slice:
		return &ast.SliceExpr{
			X: l.lower(e.X), Lbrack: e.X.End(), Low: l.maybe(e.Low), High: l.maybe(e.High),
			Max: l.maybe(e.Max), Slice3: e.Max != nil, Rbrack: e.To - 1,
		}
	case *syntax.Assert:
		return &ast.TypeAssertExpr{X: l.lower(e.X), Lparen: e.X.End() + 1, Type: l.typ(e.Type), Rparen: e.To - 1}
	case *syntax.Call:
		return l.call(e)
	case *syntax.Composite:
		return l.composite(e, nil)
	case *syntax.TypeValue:
		return l.typ(e.TypeExpr)
	case *syntax.Star:
		return &ast.StarExpr{Star: e.From, X: l.lower(e.X)}
	case *syntax.Unary:
		if e.Op == token.NOT {
			return l.form(e)
		}
		return &ast.UnaryExpr{OpPos: e.From, Op: e.Op, X: l.lower(e.X)}
	case *syntax.Binary:
		switch e.Op {
		case token.LAND, token.LOR, token.EQL, token.NEQ:
			return l.form(e)
		}
		for _, side := range []syntax.Expr{e.X, e.Y} {
			if list, ok := side.(*syntax.List); ok {
				l.Errorf(list.Span, codes.List, "a list is compared by == or !=, with a call: f(x) == (a, b); a slice is written []int{1, 2}")
				return l.bad(syntax.SpanOf(e))
			}
		}
		return &ast.BinaryExpr{X: l.lower(e.X), OpPos: e.OpPos, Op: e.Op, Y: l.lower(e.Y)}
	case *syntax.Cond:
		return l.cond(e)
	case *syntax.Chain, *syntax.Implies, *syntax.Iff, *syntax.In, *syntax.Is, *syntax.Quant:
		return l.form(e)
	case *syntax.Range:
		l.Errorf(e.Span, codes.Range, "a range is allowed only after in")
	case *syntax.List:
		l.Errorf(e.Span, codes.List, "a list may only be compared with a call; a slice is written []int{1, 2}")
	case *syntax.Bad:
		l.failed = true
	}
	return l.bad(syntax.SpanOf(e))
}

func (l *lowering) maybe(e syntax.Expr) ast.Expr {
	if e == nil {
		return nil
	}
	return l.lower(e)
}

func (l *lowering) all(es []syntax.Expr) []ast.Expr {
	var out []ast.Expr
	for _, e := range es {
		out = append(out, l.lower(e))
	}
	return out
}

// bad returns a placeholder of the invalid type for a part that was reported. Go/types reports
// nothing about such operands. If an expression around it has another error, the message shows
// the user's text.
func (l *lowering) bad(s syntax.Span) ast.Expr {
	l.failed = true
	name := l.sc.Text(s) + advise.BadMark
	l.objs[name] = types.NewVar(token.NoPos, nil, name, types.Typ[types.Invalid])
	return &ast.Ident{NamePos: s.From, Name: name}
}

func (l *lowering) Errorf(s syntax.Span, code errorCode, format string, args ...any) {
	l.failed = true
	l.t.Errorf(s, code, format, args...)
}

// placeholder returns an identifier that stands for x.
func (l *lowering) placeholder(s syntax.Span, t types.Type, use func(types.Type) refine.Expr) *ast.Ident {
	name := l.sc.Text(s)
	if name == "" || token.IsIdentifier(name) {
		name = "(" + name + ")"
	}
	for l.objs[name] != nil && !types.Identical(l.objs[name].Type(), t) {
		name += " "
	}
	id := &ast.Ident{NamePos: s.From, Name: name}
	l.objs[name] = types.NewVar(token.NoPos, nil, name, t)
	l.uses[id] = use
	return id
}

// form types a form that Go lacks.
func (l *lowering) form(e syntax.Expr) ast.Expr {
	if x := l.t.form(l.sc, e); x != nil {
		return l.hold(syntax.SpanOf(e), x)
	}
	if b, ok := e.(*syntax.Binary); ok && l.t.flawed[b] {
		l.failed = true
		return l.placeholder(syntax.SpanOf(e), types.Typ[types.UntypedBool], nil)
	}
	return l.bad(syntax.SpanOf(e))
}

// hold returns a placeholder for the typed expression x. A bool becomes an untyped bool, as in
// a comparison.
func (l *lowering) hold(s syntax.Span, x refine.Expr) *ast.Ident {
	if x.Type() == types.Typ[types.Bool] {
		return l.placeholder(s, types.Typ[types.UntypedBool], func(t types.Type) refine.Expr {
			return AsType(x, defaultType(t))
		})
	}
	return l.placeholder(s, x.Type(), func(types.Type) refine.Expr { return x })
}

// AsType converts a bool to the type t if its type is another one.
func AsType(x refine.Expr, t types.Type) refine.Expr {
	if t == nil || types.Identical(x.Type(), t) || types.IsInterface(t) {
		return x
	}
	return &refine.Convert{Source: x.Src(), X: x, T: t}
}

// name lowers an identifier.
func (l *lowering) name(id syntax.Ident, qualified bool) ast.Expr {
	out := &ast.Ident{NamePos: id.From, Name: id.Name}
	switch m := l.sc.Lookup(id.Name, qualified).(type) {
	case *names.Binding:
		if m.Expr == nil {
			return l.typeName(out, l.t.bindingType(m))
		}
		x := at(m.Expr, names.SourceOf(id.Span))
		l.objs[id.Name] = types.NewVar(token.NoPos, nil, id.Name, x.Type())
		l.uses[out] = func(types.Type) refine.Expr { return x }
	case names.Object:
		l.objs[id.Name] = m.Object
	case *names.Alias:
		return l.typeName(out, l.t.aliasBase(l.sc, m, &syntax.RefName{Span: id.Span, Name: id}))
	case *names.Def:
		if len(m.Params) > 0 {
			l.Errorf(id.Span, codes.NoValue, "%s is a def with parameters: call it", id.Name)
			return l.bad(id.Span)
		}
		x := l.t.unfoldDef(l.sc, m, &syntax.Call{Span: id.Span, Fun: &syntax.Name{Ident: id}})
		if x == nil {
			return l.bad(id.Span)
		}
		return l.hold(id.Span, x)
	default:
		if qualified {
			return nil
		}
		l.t.advise(l.t.Variables.Undefined(l.sc, id))
		return l.bad(id.Span)
	}
	return out
}

// typeName makes an identifier stand for a type.
func (l *lowering) typeName(id *ast.Ident, t types.Type) ast.Expr {
	if t == nil {
		return l.bad(syntax.Span{From: id.Pos(), To: id.End()})
	}
	l.objs[id.Name] = types.NewTypeName(token.NoPos, nil, id.Name, t)
	return id
}

// selector lowers X.Sel: a member of a package, a field or a method.
func (l *lowering) selector(e *syntax.Select) ast.Expr {
	sel := &ast.Ident{NamePos: e.Sel.From, Name: e.Sel.Name}
	if n, ok := e.X.(*syntax.Name); ok {
		x := l.name(n.Ident, true)
		if x == nil {
			l.t.advise(l.t.Variables.UndefinedOperand(l.sc, n.Ident, e.Sel))
			return l.bad(e.Span)
		}
		if obj, ok := l.objs[n.Name].(*types.PkgName); ok {
			if base := l.qualifiedAlias(obj.Imported(), e); base != nil {
				return base
			}
			if obj.Imported().Scope().Lookup(e.Sel.Name) == nil {
				l.t.advise(advise.UndefinedIn(l.t.u, obj.Imported(), n.Name, e.Sel))
				return l.bad(e.Span)
			}
		} else if l.hides(n.Ident, e.Sel) {
			return l.bad(e.Span)
		}
		return &ast.SelectorExpr{X: x, Sel: sel}
	}
	return &ast.SelectorExpr{X: l.lower(e.X), Sel: sel}
}

// hides reports a parameter that hides the package meant by x.
func (l *lowering) hides(x, sel syntax.Ident) bool {
	v, ok := l.objs[x.Name].(*types.Var)
	if _, isBinding := l.sc.Lookup(x.Name, true).(*names.Binding); !ok || !isBinding {
		return false
	}
	if m, _, _ := types.LookupFieldOrMethod(v.Type(), true, l.sc.Unit.Node.Types, sel.Name); m != nil {
		return false
	}
	pkg := l.sc.Unit.PackageNamed(l.sc.File, x.Name)
	if pkg == nil || pkg.Scope().Lookup(sel.Name) == nil {
		return false
	}
	l.Errorf(sel.Span, codes.HiddenPackage, "%s.%s undefined: the parameter %s hides the package %s; import it by another name", x.Name, sel.Name, x.Name, pkg.Path())
	return true
}

// qualifiedAlias makes pkg.Name stand for the base type of an alias declared in the package.
// It returns nil if the package declares no alias of that name.
func (l *lowering) qualifiedAlias(pkg *types.Package, e *syntax.Select) ast.Expr {
	o := l.sc.Unit.UnitOf(pkg)
	if o == nil || !token.IsExported(e.Sel.Name) || o.Aliases[e.Sel.Name] == nil {
		return nil
	}
	return l.typeName(&ast.Ident{NamePos: e.From, Name: l.sc.Text(e.Span)}, l.t.plainAlias(l.sc, o.Aliases[e.Sel.Name], e.Span, nil))
}

func (l *lowering) index(e *syntax.Index) ast.Expr {
	if n, ok := syntax.AsType(e).(*syntax.NamedType); ok {
		if a, _ := l.t.resolveRef(l.sc, &syntax.RefName{Pkg: n.Pkg, Name: n.Name}); a != nil {
			return l.namedType(n)
		}
	}
	x, indices := l.lower(e.X), []ast.Expr{}
	for _, i := range e.Indices {
		indices = append(indices, l.typeOrValue(i))
	}
	if len(indices) == 1 {
		return &ast.IndexExpr{X: x, Lbrack: e.X.End(), Index: indices[0], Rbrack: e.To - 1}
	}
	return &ast.IndexListExpr{X: x, Lbrack: e.X.End(), Indices: indices, Rbrack: e.To - 1}
}

func (l *lowering) call(e *syntax.Call) ast.Expr {
	if n, ok := syntax.Unparen(e.Fun).(*syntax.Name); ok && l.t.ownCall(l.sc, n.Name) {
		return l.form(e)
	} else if ok && l.t.advise(advise.QuantifierCall(l.sc, n.Ident, len(e.Args))) {
		return l.bad(e.Span)
	}
	c := &ast.CallExpr{Fun: l.typeOrValue(e.Fun), Lparen: e.Fun.End(), Rparen: e.Rparen}
	if n, ok := syntax.Unparen(e.Fun).(*syntax.Name); ok && (n.Name == "new" || n.Name == "make") && len(e.Args) > 0 {
		c.Args = append([]ast.Expr{l.typeOrValue(e.Args[0])}, l.all(e.Args[1:])...)
	} else {
		c.Args = l.all(e.Args)
	}
	if e.Spread {
		c.Ellipsis = e.Args[len(e.Args)-1].End()
	}
	return c
}

// typeOrValue lowers an expression that can be a type or a value. An alias without a condition
// stands for its Go type.
func (l *lowering) typeOrValue(e syntax.Expr) ast.Expr {
	if n, ok := syntax.Unparen(e).(*syntax.Name); ok {
		if a, ok := l.sc.Lookup(n.Name, false).(*names.Alias); ok {
			return l.typeName(&ast.Ident{NamePos: n.From, Name: n.Name}, l.t.plainAlias(l.sc, a, n.Span, nil))
		}
	}
	return l.lower(e)
}
