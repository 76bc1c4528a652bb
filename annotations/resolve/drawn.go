package resolve

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// draws finds the inputs that are drawn from values of earlier ones: a conjunct p in e or p == e of
// a precondition.
func (b *builder) draws() {
	drawn := map[int]bool{}
	for _, d := range b.c.Draws {
		drawn[d.Var.Index] = true
	}
	for _, cl := range b.c.Pre {
		for _, e := range conjuncts(cl.Expr) {
			if i, ends, ok := spannedInput(e); ok {
				if b.c.Spanned == nil {
					b.c.Spanned = map[int][]int{}
				}
				b.c.Spanned[i] = append(b.c.Spanned[i], ends...)
			}
			d := drawOf(e)
			if d == nil || drawn[d.Var.Index] {
				continue
			}
			drawn[d.Var.Index] = true
			d.Clause = cl
			b.c.Draws = append(b.c.Draws, d)
		}
	}
}

func conjuncts(e refine.Expr) []refine.Expr {
	if l, ok := e.(*refine.Logic); ok && l.Op == refine.And {
		return append(conjuncts(l.X), conjuncts(l.Y)...)
	}
	return []refine.Expr{e}
}

// spannedInput reports whether e says p in a..b for an input p, and returns the earlier inputs that
// the ends refer to. Such values are found like those of other inputs, not when the input is built.
// So the ends must lift reliably: numbers, lengths, fields, and arithmetic with these.
func spannedInput(e refine.Expr) (input int, ends []int, ok bool) {
	in, isIn := e.(*refine.In)
	if !isIn || in.Over.Kind != refine.Span {
		return 0, nil, false
	}
	ref, isRef := in.X.(*refine.Ref)
	if !isRef || ref.Var.Role != refine.Input {
		return 0, nil, false
	}
	i := ref.Var.Index
	low, high := overEarlier(in.Over.Low, i), overEarlier(in.Over.High, i)
	if !low && !isFixed(in.Over.Low) || !high && !isFixed(in.Over.High) || !low && !high {
		return 0, nil, false
	}
	for _, end := range []refine.Expr{in.Over.Low, in.Over.High} {
		refine.Inspect(end, func(x refine.Expr) bool {
			if r, ok := x.(*refine.Ref); ok && r.Var.Role == refine.Input {
				ends = append(ends, r.Var.Index)
			}
			return true
		})
	}
	return i, ends, liftsReliably(in.Over.Low) && liftsReliably(in.Over.High)
}

// isFixed reports whether e refers to no variable.
func isFixed(e refine.Expr) bool {
	none := true
	refine.Inspect(e, func(x refine.Expr) bool {
		_, isRef := x.(*refine.Ref)
		none = none && !isRef
		return none
	})
	return none
}

// liftsReliably reports whether e consists of numbers, lengths and fields.
func liftsReliably(e refine.Expr) bool {
	ok := true
	refine.Inspect(e, func(x refine.Expr) bool {
		switch x := x.(type) {
		case *refine.Const, *refine.Ref, *refine.Arith, *refine.Convert, *refine.Field, *refine.Deref, *refine.Unary:
		case *refine.Builtin:
			ok = ok && !x.Own
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// drawOf returns the draw that a conjunct of a precondition states, or nil.
func drawOf(e refine.Expr) *refine.Draw {
	switch e := e.(type) {
	case *refine.In:
		ref, ok := e.X.(*refine.Ref)
		if ok && ref.Var.Role == refine.Input && e.Over.X != nil && overEarlier(e.Over.X, ref.Var.Index) && !mustBeFound(ref.Var.Type, e.Over.X) {
			return &refine.Draw{Var: ref.Var, From: e.Over}
		}
	case *refine.Compare:
		if e.Op != token.EQL {
			return nil
		}
		if d := equalDraw(e.X, e.Y); d != nil {
			return d
		}
		return equalDraw(e.Y, e.X)
	}
	return nil
}

// equalDraw returns the draw for p == e. It returns nil if p is no input, or e does not refer to
// earlier ones.
func equalDraw(p, e refine.Expr) *refine.Draw {
	ref, ok := p.(*refine.Ref)
	if !ok || ref.Var.Role != refine.Input || !overEarlier(e, ref.Var.Index) || mustBeFound(ref.Var.Type, e) {
		return nil
	}
	return &refine.Draw{Var: ref.Var, From: refine.Domain{Kind: refine.Elements, X: e}, Single: true}
}

// mustBeFound reports whether p, of type t and equal to e or among its elements, must be found
// independently. This is so for floats if e is a part of another input, because 0 and -0 are equal.
func mustBeFound(t types.Type, e refine.Expr) bool {
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsFloat|types.IsComplex) == 0 {
		return false
	}
	part := true
	refine.Inspect(e, func(x refine.Expr) bool {
		switch x.(type) {
		case *refine.Ref, *refine.Field, *refine.Index, *refine.Deref, *refine.Const:
		default:
			part = false
		}
		return part
	})
	return part
}

// overEarlier reports whether e refers to inputs, and only to those before the i-th.
func overEarlier(e refine.Expr, i int) bool {
	some := false
	ok := true
	refine.Inspect(e, func(x refine.Expr) bool {
		if ref, isRef := x.(*refine.Ref); isRef && ref.Var.Role == refine.Input {
			some = true
			ok = ok && ref.Var.Index < i
		}
		return true
	})
	return some && ok
}

func sortedStrings(s []string) []string {
	slices.Sort(s)
	return s
}
