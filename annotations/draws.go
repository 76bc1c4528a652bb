package annotations

import (
	"cmp"
	"go/constant"
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
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

func drawOf(e refine.Expr) *refine.Draw {
	switch e := e.(type) {
	case *refine.In:
		ref, ok := e.X.(*refine.Ref)
		if ok && ref.Var.Role == refine.Input && e.Over.X != nil && overEarlier(e.Over.X, ref.Var.Index) {
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
	if !ok || ref.Var.Role != refine.Input || !overEarlier(e, ref.Var.Index) {
		return nil
	}
	return &refine.Draw{Var: ref.Var, From: refine.Domain{Kind: refine.Elements, X: e}, Single: true}
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

func sortedStrings(s []string) []string {
	slices.Sort(s)
	return s
}
