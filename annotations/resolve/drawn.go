package resolve

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// draws finds the inputs that are drawn from values of earlier ones: p in e and
// p == e, as a conjunct of a precondition.
func (b *builder) draws() {
	drawn := map[int]bool{}
	for _, d := range b.c.Draws {
		drawn[d.Var.Index] = true
	}
	for _, cl := range b.c.Pre {
		for _, e := range conjuncts(cl.Expr) {
			if i, ends, ok := spanned(e); ok {
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

// spanned tells whether e says that an input is in a range, and which: p in a..b
// with ends over earlier ones, which these are. The values are found as those of other inputs are,
// not when the input is built, and so the ends must be what can be lifted without
// fail: numbers, lengths, fields and what is computed of them.
func spanned(e refine.Expr) (input int, ends []int, ok bool) {
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
	if !low && !fixed(in.Over.Low) || !high && !fixed(in.Over.High) || !low && !high {
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
	return i, ends, plain(in.Over.Low) && plain(in.Over.High)
}

// fixed tells whether e speaks of no variable.
func fixed(e refine.Expr) bool {
	none := true
	refine.Inspect(e, func(x refine.Expr) bool {
		_, isRef := x.(*refine.Ref)
		none = none && !isRef
		return none
	})
	return none
}

// plain tells whether e is made of numbers, lengths and fields.
func plain(e refine.Expr) bool {
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

func drawOf(e refine.Expr) *refine.Draw {
	switch e := e.(type) {
	case *refine.In:
		ref, ok := e.X.(*refine.Ref)
		if ok && ref.Var.Role == refine.Input && e.Over.X != nil && overEarlier(e.Over.X, ref.Var.Index) && !apart(ref.Var.Type, e.Over.X) {
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

// equalDraw is the draw of p == e, nil where p is no input or e is not over
// earlier ones.
func equalDraw(p, e refine.Expr) *refine.Draw {
	ref, ok := p.(*refine.Ref)
	if !ok || ref.Var.Role != refine.Input || !overEarlier(e, ref.Var.Index) || apart(ref.Var.Type, e) {
		return nil
	}
	return &refine.Draw{Var: ref.Var, From: refine.Domain{Kind: refine.Elements, X: e}, Single: true}
}

// apart tells whether p, of type t and equal to e or among its elements, has to
// be found by itself: e is a part of another input, and 0 and -0 are equal.
func apart(t types.Type, e refine.Expr) bool {
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

// overEarlier tells whether e speaks of some input before the i-th, and of none
// from it on.
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
