package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// A linear is the key variable + offset, where variable belongs to the residual, or just offset if
// variable is -1.
type linear struct {
	variable int32
	offset   int64
}

// compare adds a comparison to the residual as a difference between two variables. It returns false
// if the comparison has no such form.
func (r *residual) compare(c *propagate.Cell, holds bool) bool {
	a, ok1 := r.linear(c.A)
	b, ok2 := r.linear(c.B)
	if !ok1 || !ok2 {
		return false
	}
	d, ok := interval.SubInt(a.offset, b.offset) // a + d ⋈ b
	if !ok || d == interval.SignBit {
		return false
	}
	op := propagate.OpDiffLe
	switch {
	case c.Op == form.Eq && holds:
		// The cell is b == a + d, for the variables of b and a.
		op = propagate.OpDiffEq
	case c.Op == form.Eq:
		op = propagate.OpDiffNe
	case c.Op == form.Lt && holds:
		if d, ok = interval.AddInt(d, 1); !ok {
			return false
		}
	case c.Op == form.Lt: // b <= a
		a, b, d = b, a, -d
	case !holds: // Le: b < a
		a, b = b, a
		if d, ok = interval.AddInt(-d, 1); !ok {
			return false
		}
	}
	if a.variable < 0 || b.variable < 0 || a.variable == b.variable {
		return r.follows(op, a, b, d)
	}
	if op != propagate.OpDiffLe {
		a, b = b, a
	}
	if op == propagate.OpDiffEq && !r.inRange(a.variable, b.variable, d) {
		return false
	}
	n := r.net.Add(propagate.Cell{Op: op, Kind: form.Bool, A: a.variable, B: b.variable, C: -1, Val: d}, interval.Of(1, 1))
	r.roots = append(r.roots, n)
	return true
}

// inRange reports whether no sum of an OpDiffEq cell a == b + d overflows an int64.
func (r *residual) inRange(a, b int32, d int64) bool {
	x, y := r.net.Dom[a], r.net.Dom[b]
	_, ok1 := interval.AddInt(y.Lo, d)
	_, ok2 := interval.AddInt(y.Hi, d)
	_, ok3 := interval.SubInt(x.Lo, d)
	_, ok4 := interval.SubInt(x.Hi, d)
	return ok1 && ok2 && ok3 && ok4
}

// follows reports whether a comparison with at most one variable follows from the domains. A
// constant side is folded into d. A comparison that cannot hold makes the residual dead.
func (r *residual) follows(op form.Op, a, b linear, d int64) bool {
	if a.variable == b.variable {
		switch op {
		case propagate.OpDiffLe:
			r.dead = r.dead || d > 0
		case propagate.OpDiffNe:
			r.dead = r.dead || d == 0
		case propagate.OpDiffEq:
			r.dead = r.dead || d != 0
		}
		return true
	}
	// a + d ⋈ 0 or d ⋈ b
	switch {
	case op == propagate.OpDiffNe && a.variable >= 0:
		return !r.net.Has(a.variable, -d)
	case op == propagate.OpDiffNe:
		return !r.net.Has(b.variable, d)
	case op == propagate.OpDiffLe && a.variable >= 0:
		return r.net.Dom[a.variable].Hi <= -d
	case op == propagate.OpDiffLe:
		return d <= r.net.Dom[b.variable].Lo
	}
	return false
}

// linear writes cell n of the outer net as a variable plus an offset. It looks through decided
// branches, and through sums with constants and conversions that cannot wrap around.
func (r *residual) linear(n int32) (linear, bool) {
	var off int64
	for {
		v := r.decided(n)
		c := &r.outer.Cells[n]
		if v.Fixed() {
			r.require(n)
			sum, ok := interval.AddInt(off, v.Lo)
			return linear{-1, sum}, ok
		}
		if n < r.outer.Vars {
			return linear{r.localVariable(n), off}, true
		}
		var d int64
		var ok bool
		if n, d, ok = r.linearStep(c); !ok {
			return linear{}, false
		}
		if off, ok = interval.AddInt(off, d); !ok {
			return linear{}, false
		}
	}
}

// linearStep returns the cell m and the offset d with c == m + d. ok is false if c has no such form.
func (r *residual) linearStep(c *propagate.Cell) (m int32, d int64, ok bool) {
	switch c.Op {
	case form.Ite:
		x := r.decided(c.A)
		if !x.Fixed() {
			return 0, 0, false
		}
		r.require(c.A)
		if x.Lo == 1 {
			return c.B, 0, true
		}
		return c.C, 0, true
	case form.Add, form.Sub, form.Conv:
	default:
		return 0, 0, false
	}
	if c.Kind == form.Uint64 || c.KindA == form.Uint64 {
		return 0, 0, false
	}
	if c.Op == form.Conv {
		return c.A, 0, r.forward(c.A).Within(interval.All(c.Kind))
	}
	w, ok := interval.Exact(c.Op, r.forward(c.A), r.forward(c.B))
	if !ok || !w.Within(interval.All(c.Kind)) {
		return 0, 0, false
	}
	x, y := r.outer.Dom[c.A], r.outer.Dom[c.B]
	switch {
	case y.Fixed() && c.Op == form.Add:
		r.require(c.B)
		return c.A, y.Lo, true
	case y.Fixed() && y.Lo != interval.SignBit:
		r.require(c.B)
		return c.A, -y.Lo, true
	case x.Fixed() && c.Op == form.Add:
		r.require(c.A)
		return c.B, x.Lo, true
	}
	return 0, 0, false
}
