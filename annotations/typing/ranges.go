package typing

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/advise"
	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Ranges evaluates the ranges of an ints directive and returns them in ascending order without
// overlaps. Their bounds must fit the integer type of, if it is not nil.
func (t *Typer) Ranges(sc *names.Scope, body *syntax.Ints, of *types.Basic) []value.Range {
	var out []value.Range
	for _, r := range body.Ranges {
		lo, ok1 := t.constant(sc, r.Low, of)
		hi, ok2 := t.constant(sc, r.High, of)
		if !ok1 || !ok2 {
			continue
		}
		if r.HalfOpen {
			hi--
		}
		if lo > hi {
			t.Errorf(r.Span, codes.EmptyRange, "the range %s is empty", sc.Text(r.Span))
			continue
		}
		out = append(out, value.Range{Lo: lo, Hi: hi})
	}
	return mergeRanges(out)
}

// constant evaluates an integer constant, which must fit the integer type of if it is not nil.
func (t *Typer) constant(sc *names.Scope, e syntax.Expr, of *types.Basic) (int64, bool) {
	l := t.lowering(sc)
	g := l.lower(e)
	if !l.check(g) || l.failed {
		return 0, false
	}
	v := l.info.Types[ast.Expr(g)].Value
	isInt := v != nil && v.Kind() == constant.Int
	if typed := of != nil && of.Info()&types.IsInteger != 0; isInt && typed && t.Expr(sc, e, of) == nil {
		return 0, false
	}
	if n, ok := refine.Int64(v); ok {
		return n, true
	}
	if isInt {
		hint := ""
		if _, ok := constUint(v); ok {
			hint = "; a uint64 has greater ones with full, and a requires leaves out others"
		}
		t.Errorf(syntax.SpanOf(e), codes.NotConstant, "%s overflows int64%s", sc.Text(syntax.SpanOf(e)), hint)
		return 0, false
	}
	t.Errorf(syntax.SpanOf(e), codes.NotConstant, "%s is not an integer constant", sc.Text(syntax.SpanOf(e)))
	return 0, false
}

func mergeRanges(rs []value.Range) []value.Range {
	slices.SortFunc(rs, func(a, b value.Range) int { return cmp.Compare(a.Lo, b.Lo) })
	var out []value.Range
	for _, r := range rs {
		if n := len(out); n > 0 && r.Lo <= out[n-1].Hi {
			out[n-1].Hi = max(out[n-1].Hi, r.Hi)
			continue
		}
		out = append(out, r)
	}
	return out
}

func constUint(v constant.Value) (uint64, bool) {
	if v == nil {
		return 0, false
	}
	return constant.Uint64Val(constant.ToInt(v))
}

// span types a range of integers. If x is not nil, it types the test whether x is in the
// range.
func (t *Typer) span(sc *names.Scope, r *syntax.Range, x syntax.Expr) (refine.Domain, []types.Type) {
	l := t.lowering(sc)
	lo, hi := l.lower(r.Low), l.lower(r.High)
	okLow, okHigh := l.integral(r.Low, lo), l.integral(r.High, hi)
	if !okLow || !okHigh || l.failed {
		return refine.Domain{}, nil
	}
	// A comparison converts a constant to the type of the other end. Unlike a difference it
	// cannot overflow.
	both := ast.Expr(&ast.BinaryExpr{X: lo, OpPos: r.OpPos, Op: token.EQL, Y: hi})
	want := l.peekRange(lo, hi, both)
	if x != nil && (want == nil || IsUntyped(want)) {
		if tx := l.peek(l.lower(x)); refine.IsInteger(tx) {
			want = tx
		}
	}
	if l.failed {
		return refine.Domain{}, nil
	}
	if want == nil {
		t.Errorf(syntax.SpanOf(r.High), codes.Mismatch, "the ends of %s have different types (%s and %s)",
			sc.Text(r.Span), t.u.TypeName(l.peek(lo)), t.u.TypeName(l.peek(hi)))
		return refine.Domain{}, nil
	}
	want = types.Default(want)
	a, c := t.Expr(sc, r.Low, want), t.Expr(sc, r.High, want)
	if a == nil || c == nil {
		return refine.Domain{}, nil
	}
	t.advise(advise.EmptyRange(sc, r, a, c))
	return refine.Domain{Kind: refine.Span, Low: a, High: c, HalfOpen: r.HalfOpen, T: want}, []types.Type{want}
}

// integral reports the end of a range that is not an integer, and errors inside it.
func (l *lowering) integral(e syntax.Expr, g ast.Expr) bool {
	switch tx := l.peek(g); {
	case tx == types.Typ[types.Invalid]:
		return l.check(g) && l.valued(e, g)
	case refine.IsInteger(tx):
		return true
	case IsUntyped(tx):
		return l.t.Expr(l.sc, e, types.Typ[types.Int]) != nil
	default:
		l.Errorf(syntax.SpanOf(e), codes.Range, "a range is of integers, not of %s", l.t.u.TypeName(tx))
		return false
	}
}

// peekRange returns the type that both ends of a range have together, or nil. For untyped
// constants this is rune if one of them is a character.
func (l *lowering) peekRange(lo, hi, both ast.Expr) types.Type {
	for _, e := range []ast.Expr{lo, hi} {
		if t := l.peek(e); t != types.Typ[types.Invalid] && !IsUntyped(t) {
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
