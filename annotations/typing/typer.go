// Package typing types the predicates and refined types of contracts.
//
// Its input is syntax trees and their scopes. Its output is expressions of package refine with
// all aliases and defs unfolded. It reports errors to the unit. Go/types types the forms that
// Go has. The package knows nothing of functions and their contracts.
package typing

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/advise"
	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

type errorCode = diag.Code

// Expr types e. If want is not nil, e must be assignable to it, and constants take that type;
// otherwise they take their default type. Expr returns nil after reporting an error.
func (t *Typer) Expr(sc *names.Scope, e syntax.Expr, want types.Type) refine.Expr {
	x, _ := t.typed(sc, e, want)
	return x
}

// typed is Expr that also returns the type of e if it is known. The type of a call is known,
// for example, even if an argument is wrong.
func (t *Typer) typed(sc *names.Scope, e syntax.Expr, want types.Type) (refine.Expr, types.Type) {
	if isForm(t, sc, e) && (want == nil || want == types.Typ[types.Bool]) {
		x := t.form(sc, syntax.Unparen(e))
		switch {
		case x == nil:
			return nil, nil
		case want != nil && !refine.IsBoolean(x.Type()):
			t.mismatch(sc, e, x.Type(), want)
			return nil, nil
		}
		return x, x.Type()
	}
	l := t.lowering(sc)
	g := l.lower(e)
	checked := g
	if want != nil {
		checked = l.wanting(g, want)
	}
	if !l.check(checked) || l.failed {
		if tv := l.info.Types[g]; tv.IsValue() {
			return nil, tv.Type
		}
		return nil, nil
	}
	if !l.valued(e, g) {
		return nil, nil
	}
	x := l.ir(g, want)
	if l.failed || x.Type() == types.Typ[types.Invalid] {
		return nil, nil
	}
	if want != nil && !types.Identical(x.Type(), want) {
		x = &refine.Convert{Source: x.Src(), X: x, T: want}
	}
	return x, x.Type()
}

// valued reports whether a checked expression is a value. If it is not, valued reports an error.
func (l *lowering) valued(e syntax.Expr, g ast.Expr) bool {
	why := ""
	switch tv := l.info.Types[g]; {
	case tv.IsType():
		why = " is a type, not a value"
	case tv.IsVoid():
		why = " has no value"
	case tv.IsBuiltin():
		if why = " must be called"; l.sc.Text(syntax.SpanOf(e)) == "panic" {
			why += "; " + advise.PanicsDirective
		}
	default:
		return true
	}
	l.Errorf(syntax.SpanOf(e), codes.NoValue, "%s", l.sc.Text(syntax.SpanOf(e))+why)
	return false
}

// IsSingle reports an expression with several values where one is needed.
func (t *Typer) IsSingle(sc *names.Scope, e syntax.Expr, typ types.Type) bool {
	if _, several := typ.(*types.Tuple); !several {
		return true
	}
	t.Errorf(syntax.SpanOf(e), codes.TypeError, "multiple-value %s (value of type %s) in single-value context"+advise.ComparedAsList, sc.Text(syntax.SpanOf(e)), t.u.TypeName(typ))
	return false
}

// A Typer types the predicates of one unit's contracts.
type Typer struct {
	u *names.Unit
	// unfolding are the aliases and defs that are being unfolded, the outermost first.
	unfolding []names.Declaration
	// unfoldingArguments counts the aliases and defs that are being unfolded but are not in unfolding,
	// because the current text is one of their arguments.
	unfoldingArguments int
	// unfolded counts how many were unfolded since unfolding was last empty.
	unfolded int
	// boundNames counts the live bound variables by name. Bound variables of an unfolded text get
	// other names.
	boundNames map[string]int
	// flawed are comparisons that are correct themselves, but have operands with reported
	// errors.
	flawed map[*syntax.Binary]bool
	// quiet suppresses reports.
	quiet bool
	// Variables are the variables of the current contract.
	Variables advise.Variables
	nesting
}

// NewTyper returns a typer for the contracts of a unit.
func NewTyper(u *names.Unit) *Typer {
	return &Typer{u: u, boundNames: map[string]int{}, flawed: map[*syntax.Binary]bool{}}
}

// Errorf reports an error at s.
func (t *Typer) Errorf(s syntax.Span, code errorCode, format string, args ...any) {
	if !t.quiet {
		t.u.Errorf(s, code, format, args...)
	}
}

func (t *Typer) mismatch(sc *names.Scope, e syntax.Expr, got, want types.Type) {
	t.Errorf(syntax.SpanOf(e), codes.Mismatch, "cannot use %s (value of type %s) as %s value", sc.Text(syntax.SpanOf(e)), t.u.TypeName(got), t.u.TypeName(want))
}

// GoType returns a Go type, or nil after reporting an error.
func (t *Typer) GoType(sc *names.Scope, e syntax.TypeExpr) types.Type {
	l := t.lowering(sc)
	g := l.typ(e)
	if !l.check(g) || l.failed {
		return nil
	}
	tv := l.info.Types[g]
	if !tv.IsType() {
		text, hint := sc.Text(syntax.SpanOf(e)), ""
		switch {
		case text == "nil":
			hint = "; write == nil"
		case tv.IsValue() && refine.IsError(tv.Type):
			hint = fmt.Sprintf("; write errors.Is(err, %s)", text)
		}
		t.Errorf(syntax.SpanOf(e), codes.NotType, "%s is not a type%s", text, hint)
		return nil
	}
	if !t.instantiated(syntax.SpanOf(e), tv.Type) {
		return nil
	}
	return tv.Type
}

// instantiated reports a generic type without type arguments.
func (t *Typer) instantiated(s syntax.Span, typ types.Type) bool {
	g, ok := typ.(interface {
		TypeParams() *types.TypeParamList
		TypeArgs() *types.TypeList
	})
	if !ok || g.TypeParams().Len() == 0 || g.TypeArgs().Len() > 0 {
		return true
	}
	args := strings.TrimSuffix(strings.Repeat("int, ", g.TypeParams().Len()), ", ")
	name, _, _ := strings.Cut(t.u.TypeName(typ), "[")
	t.Errorf(s, codes.TypeError, "cannot use generic type %s without instantiation; write its type arguments, as in %s[%s]", t.u.TypeName(typ), name, args)
	return false
}

// Boolean types e, which must be a bool.
func (t *Typer) Boolean(sc *names.Scope, e syntax.Expr) refine.Expr {
	x, typ := t.typed(sc, e, nil)
	if whole(typ) && !refine.IsBoolean(typ) {
		t.Errorf(syntax.SpanOf(e), codes.NotBool, "%s (of type %s) is not a bool%s", sc.Text(syntax.SpanOf(e)), t.u.TypeName(typ), advise.InsteadOfBool(e, typ))
		return nil
	}
	if x == nil || t.TooDeep(e, x) {
		return nil
	}
	return AsType(x, types.Typ[types.Bool])
}

// TooDeep reports an expression that is nested too deep. The expression counts as wrong, so
// that the expressions around it are not reported too.
func (t *Typer) TooDeep(e syntax.Expr, x refine.Expr) bool {
	if scopes(x) <= DeepestScopes {
		return false
	}
	t.Errorf(syntax.SpanOf(e), codes.Excessive, "quantifiers and ?: are nested more than %d deep here; write a Go function", DeepestScopes)
	return true
}

// wanting wraps e in a call of a function whose parameter has the type want.
func (l *lowering) wanting(e ast.Expr, want types.Type) ast.Expr {
	params := types.NewTuple(types.NewVar(token.NoPos, nil, "", want))
	results := types.NewTuple(types.NewVar(token.NoPos, nil, "", types.Typ[types.Bool]))
	l.objs[advise.WantName] = types.NewFunc(token.NoPos, nil, advise.WantName, types.NewSignatureType(nil, nil, nil, params, results, false))
	return &ast.CallExpr{Fun: &ast.Ident{NamePos: e.Pos(), Name: advise.WantName}, Lparen: e.Pos(), Args: []ast.Expr{e}, Rparen: e.End()}
}

// check type-checks e with go/types and reports its errors. It reports nothing for an
// expression with a name of unknown type, because that was reported before.
func (l *lowering) check(e ast.Expr) bool {
	u := l.t.u
	l.info = load.NewInfo()
	pkg := types.NewPackage(l.sc.Unit.Node.Types.Path(), l.sc.Unit.Node.Types.Name())
	s := types.NewScope(pkg.Scope(), 1, math.MaxInt, "")
	l.insert(s, pkg)
	err := types.CheckExpr(u.Graph.Fset, pkg, e.Pos(), e, l.info)
	if err == nil {
		tv := l.info.Types[e]
		return tv.IsBuiltin() || known(tv.Type)
	}
	l.info = load.NewInfo()
	for _, err := range l.allErrors(e, err) {
		l.report(e, err)
	}
	return false
}

// report reports an error that go/types found in the expression e.
func (l *lowering) report(e ast.Expr, err types.Error) {
	if advise.IsOfPlaceholder(err) {
		return
	}
	l.failed = true
	if !l.t.quiet {
		c := advise.Checked{Unit: l.t.u, Scope: l.sc, Info: l.info, Objects: l.objs, Open: l.open}
		l.t.advise(c.GoError(e, err))
	}
}

// known reports whether go/types determined the type of an expression.
func known(t types.Type) bool { return t != nil && t != types.Typ[types.Invalid] }

// insert declares the objects that the expression names in a scope of pkg.
func (l *lowering) insert(s *types.Scope, pkg *types.Package) {
	for _, name := range slices.Sorted(maps.Keys(l.objs)) {
		obj := l.objs[name]
		if pn, ok := obj.(*types.PkgName); ok {
			// A package name must belong to the package that is checked.
			obj = types.NewPkgName(token.NoPos, pkg, pn.Name(), pn.Imported())
		}
		s.Insert(obj)
	}
}

// allErrors checks e again as part of a file, because that does not stop at the first error.
// It adds the types that it finds to l.info.
func (l *lowering) allErrors(e ast.Expr, first error) []types.Error {
	u := l.t.u
	pkg := types.NewPackage(l.sc.Unit.Node.Types.Path(), l.sc.Unit.Node.Types.Name())
	l.insert(pkg.Scope(), pkg)
	var errs []types.Error
	conf := types.Config{Error: func(err error) {
		if e, ok := errors.AsType[types.Error](err); ok {
			errs = append(errs, e)
		}
	}}
	file := &ast.File{
		Package: e.Pos(), Name: &ast.Ident{NamePos: e.Pos(), Name: pkg.Name()}, FileStart: e.Pos(), FileEnd: e.End(),
		Decls: []ast.Decl{&ast.GenDecl{TokPos: e.Pos(), Tok: token.VAR, Specs: []ast.Spec{
			&ast.ValueSpec{Names: []*ast.Ident{{NamePos: e.Pos(), Name: "_"}}, Values: []ast.Expr{e}},
		}}},
	}
	// The handler collects the errors.
	_ = types.NewChecker(&conf, u.Graph.Fset, pkg, l.info).Files([]*ast.File{file})
	alone, ok := errors.AsType[types.Error](first)
	same := func(o types.Error) bool { return o.Pos == alone.Pos && o.Msg == alone.Msg }
	if ok && !slices.ContainsFunc(errs, same) {
		// As an initializer the expression has other errors than on its own.
		return []types.Error{alone}
	}
	_, isCall := ast.Unparen(e).(*ast.CallExpr)
	return slices.DeleteFunc(errs, func(o types.Error) bool {
		// Errors about initializers do not matter here.
		initial := strings.Contains(o.Msg, "assignment mismatch") ||
			o.Pos == e.Pos() && strings.HasSuffix(o.Msg, "(type) is not an expression") ||
			o.Pos == e.Pos() && isCall && strings.HasSuffix(o.Msg, "in single-value context")
		return initial && !same(o)
	})
}

// Unknown reports an unknown name. Near is the name that was probably meant, or empty.
func (t *Typer) Unknown(s syntax.Span, msg, near string) { t.advise(advise.Unknown(s, msg, near)) }

// advise reports the advice that is not nil, and returns whether there is any.
func (t *Typer) advise(all ...*advise.Advice) bool {
	some := false
	for _, a := range all {
		some = some || a != nil
		if !t.quiet {
			a.Report(t.u)
		}
	}
	return some
}

// defaultType is types.Default that also covers the types that go/types leaves untyped in
// expressions without a conversion.
func defaultType(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return types.Default(t)
}
