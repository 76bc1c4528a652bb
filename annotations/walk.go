package annotations

import "github.com/rtest-dev/rtest/annotations/syntax"

// syntaxWalk calls f for e and all expressions in it, outermost first.
func syntaxWalk(e syntax.Expr, f func(syntax.Expr)) {
	if e == nil {
		return
	}
	f(e)
	for _, part := range parts(e) {
		syntaxWalk(part, f)
	}
}

// parts returns the expressions directly below e; absent ones are nil.
func parts(e syntax.Expr) []syntax.Expr {
	switch e := e.(type) {
	case *syntax.Paren:
		return []syntax.Expr{e.X}
	case *syntax.Select:
		return []syntax.Expr{e.X}
	case *syntax.Index:
		return append([]syntax.Expr{e.X}, e.Indices...)
	case *syntax.Slice:
		return []syntax.Expr{e.X, e.Low, e.High, e.Max}
	case *syntax.Assert:
		return []syntax.Expr{e.X}
	case *syntax.Call:
		return append([]syntax.Expr{e.Fun}, e.Args...)
	case *syntax.Composite:
		var out []syntax.Expr
		for _, el := range e.Elems {
			out = append(out, el.Key, el.Value)
		}
		return out
	case *syntax.Star:
		return []syntax.Expr{e.X}
	case *syntax.Unary:
		return []syntax.Expr{e.X}
	case *syntax.Binary:
		return []syntax.Expr{e.X, e.Y}
	case *syntax.Chain:
		return e.Operands
	case *syntax.Implies:
		return []syntax.Expr{e.X, e.Y}
	case *syntax.Iff:
		return []syntax.Expr{e.X, e.Y}
	case *syntax.Cond:
		return []syntax.Expr{e.C, e.A, e.B}
	case *syntax.In:
		return []syntax.Expr{e.X, e.Over}
	case *syntax.Is:
		return []syntax.Expr{e.X}
	case *syntax.Range:
		return []syntax.Expr{e.Low, e.High}
	case *syntax.Quant:
		return append([]syntax.Expr{e.Over}, e.Body)
	case *syntax.List:
		return e.Elems
	case *syntax.Name, *syntax.Literal, *syntax.TypeValue, *syntax.Bad:
	}
	return nil
}
