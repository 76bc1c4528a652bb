package typing

import (
	"go/ast"
	"go/types"

	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// A Function is the meaning of an expression that may name a function.
type Function struct {
	// Func is nil if the expression names no function.
	Func     *types.Func
	TypeArgs []types.Type
	// Selection is the selection of a method, and nil for other functions.
	Selection *types.Selection
}

// Function returns the function that an expression names, such as F, pkg.F or (*T).Method. It
// returns false after reporting an error.
func (t *Typer) Function(sc *names.Scope, e syntax.Expr) (Function, bool) {
	l := t.lowering(sc)
	g := l.lower(e)
	if !l.check(g) || l.failed {
		return Function{}, false
	}
	var f Function
	f.Func, f.TypeArgs = l.funcObject(g)
	if sel, ok := ast.Unparen(g).(*ast.SelectorExpr); ok {
		f.Selection = l.info.Selections[sel]
	}
	return f, true
}

// Applied types a call of a function with one argument of type arg. The result is nil if the
// function returns nothing. Ok is false after an error was reported.
func (t *Typer) Applied(sc *names.Scope, fun syntax.Expr, arg types.Type) (f refine.Expr, result types.Type, ok bool) {
	l := t.lowering(sc)
	g := l.lower(fun)
	value := l.placeholder(syntax.SpanOf(fun), arg, func(types.Type) refine.Expr { return nil })
	value.Name = "value"
	l.objs["value"] = types.NewVar(0, nil, "value", arg)
	call := &ast.CallExpr{Fun: g, Lparen: fun.End(), Args: []ast.Expr{value}, Rparen: fun.End()}
	if !l.check(call) || l.failed {
		return nil, nil, false
	}
	tv := l.info.Types[call]
	if tv.IsVoid() || tv.Type == nil {
		return nil, nil, true
	}
	return l.ir(g, nil), tv.Type, true
}

// Quietly returns a typer that reports no errors, to try something out.
func (t *Typer) Quietly() *Typer {
	q := *t
	q.quiet = true
	return &q
}

// funcObject returns the function that g names.
func (l *lowering) funcObject(g ast.Expr) (*types.Func, []types.Type) {
	var id *ast.Ident
	switch g := ast.Unparen(g).(type) {
	case *ast.Ident:
		id = g
	case *ast.SelectorExpr:
		id = g.Sel
	case *ast.IndexExpr:
		return l.funcObject(g.X)
	case *ast.IndexListExpr:
		return l.funcObject(g.X)
	}
	if id == nil {
		return nil, nil
	}
	fn, _ := l.info.Uses[id].(*types.Func)
	return fn, names.TypeList(l.info.Instances[id].TypeArgs)
}
