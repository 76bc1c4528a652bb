package annotations

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

// span types a range of integers; with x, whether x is in it.
func (t *typer) span(sc *names.Scope, r *syntax.Range, x syntax.Expr) (refine.Domain, []types.Type) {
	l := t.lowering(sc)
	lo, hi := l.lower(r.Low), l.lower(r.High)
	okLow, okHigh := l.integral(r.Low, lo), l.integral(r.High, hi)
	if !okLow || !okHigh || l.failed {
		return refine.Domain{}, nil
	}
	// A comparison converts constants to the type of the other end and, unlike
	// a difference, computes nothing that could overflow.
	both := ast.Expr(&ast.BinaryExpr{X: lo, OpPos: r.OpPos, Op: token.EQL, Y: hi})
	want := l.peekRange(lo, hi, both)
	if x != nil && (want == nil || isUntyped(want)) {
		if tx := l.peek(l.lower(x)); refine.IsInteger(tx) {
			want = tx
		}
	}
	if l.failed {
		return refine.Domain{}, nil
	}
	if want == nil {
		t.errorf(syntax.SpanOf(r.High), codes.Mismatch, "the ends of %s have different types (%s and %s)",
			sc.Text(r.Span), t.u.TypeName(l.peek(lo)), t.u.TypeName(l.peek(hi)))
		return refine.Domain{}, nil
	}
	want = types.Default(want)
	a, c := t.expr(sc, r.Low, want), t.expr(sc, r.High, want)
	if a == nil || c == nil {
		return refine.Domain{}, nil
	}
	t.advise(advise.EmptyRange(sc, r, a, c))
	return refine.Domain{Kind: refine.Span, Low: a, High: c, HalfOpen: r.HalfOpen, T: want}, []types.Type{want}
}

// integral reports the end of a range that is no integer, and what is wrong
// with it in itself.
func (l *lowering) integral(e syntax.Expr, g ast.Expr) bool {
	switch tx := l.peek(g); {
	case tx == types.Typ[types.Invalid]:
		return l.check(g) && l.valued(e, g)
	case refine.IsInteger(tx):
		return true
	case isUntyped(tx):
		return l.t.expr(l.sc, e, types.Typ[types.Int]) != nil
	default:
		l.errorf(syntax.SpanOf(e), codes.Range, "a range is of integers, not of %s", l.t.u.TypeName(tx))
		return false
	}
}

// peekRange returns the type that the ends of a range have together, or nil:
// of constants without a type that of a character where one of them is one.
func (l *lowering) peekRange(lo, hi, both ast.Expr) types.Type {
	for _, e := range []ast.Expr{lo, hi} {
		if t := l.peek(e); t != types.Typ[types.Invalid] && !isUntyped(t) {
			if l.peek(both) == types.Typ[types.Invalid] {
				return nil
			}
			return t
		}
	}
	if l.peek(both) == types.Typ[types.Invalid] {
		return nil
	}
	if isUntypedRune(l.peek(lo)) || isUntypedRune(l.peek(hi)) {
		return types.Typ[types.UntypedRune]
	}
	return types.Typ[types.UntypedInt]
}

func isUntypedRune(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.UntypedRune
}
