package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// A linear is x + off for a variable x of the residual, or off alone when x is
// -1; in key space.
type linear struct {
	x   int32
	off int64
}

// compare puts a comparison of two variables with offsets into t as a
// difference; false where it is none.
func (r *residual) compare(c *cell, holds bool) bool {
	a, ok1 := r.linear(c.a)
	b, ok2 := r.linear(c.b)
	if !ok1 || !ok2 {
		return false
	}
	d, ok := interval.SubInt(a.off, b.off) // a + d ⋈ b
	if !ok || d == interval.SignBit {
		return false
	}
	op := opDiffLe
	switch {
	case c.op == form.Eq && holds:
		// The cell is b.x == a.x + d.
		op = opDiffEq
	case c.op == form.Eq:
		op = opDiffNe
	case c.op == form.Lt && holds:
		if d, ok = interval.AddInt(d, 1); !ok {
			return false
		}
	case c.op == form.Lt: // b <= a
		a, b, d = b, a, -d
	case !holds: // Le: b < a
		a, b = b, a
		if d, ok = interval.AddInt(-d, 1); !ok {
			return false
		}
	}
	if a.x < 0 || b.x < 0 || a.x == b.x {
		return r.follows(op, a, b, d)
	}
	if op != opDiffLe {
		a, b = b, a
	}
	if op == opDiffEq && !r.inRange(a.x, b.x, d) {
		return false
	}
	n := r.t.add(cell{op: op, kind: form.Bool, a: a.x, b: b.x, c: -1, val: d}, interval.Of(1, 1))
	r.roots = append(r.roots, n)
	return true
}

// differenceHolds reports whether a difference follows from the domains.
func (t *net) differenceHolds(c *cell) bool {
	x, y := t.dom[c.a], t.dom[c.b]
	switch c.op {
	case opDiffLe:
		hi, ok := interval.AddInt(x.Hi, c.val)
		return ok && hi <= y.Lo
	case opDiffNe:
		lo, ok1 := interval.AddInt(y.Lo, c.val)
		hi, ok2 := interval.AddInt(y.Hi, c.val)
		switch {
		case !ok1 || !ok2:
			return false
		case lo == hi:
			return !t.has(c.a, lo)
		case x.Fixed():
			return !t.has(c.b, x.Lo-c.val)
		}
		return x.Disjoint(interval.Of(lo, hi))
	}
	lo, ok := interval.AddInt(y.Lo, c.val)
	return x.Fixed() && y.Fixed() && ok && lo == x.Lo
}

// inRange reports whether the sums of opDiffEq stay within the int64.
func (r *residual) inRange(a, b int32, d int64) bool {
	x, y := r.t.dom[a], r.t.dom[b]
	_, ok1 := interval.AddInt(y.Lo, d)
	_, ok2 := interval.AddInt(y.Hi, d)
	_, ok3 := interval.SubInt(x.Lo, d)
	_, ok4 := interval.SubInt(x.Hi, d)
	return ok1 && ok2 && ok3 && ok4
}

// follows sees whether a comparison with less than two variables follows from
// the domains; a constant side has the offset in d.
func (r *residual) follows(op form.Op, a, b linear, d int64) bool {
	if a.x == b.x {
		switch op {
		case opDiffLe:
			r.dead = r.dead || d > 0
		case opDiffNe:
			r.dead = r.dead || d == 0
		case opDiffEq:
			r.dead = r.dead || d != 0
		}
		return true
	}
	// a.x + d ⋈ 0 or d ⋈ b.x
	switch {
	case op == opDiffNe && a.x >= 0:
		return !r.t.has(a.x, -d)
	case op == opDiffNe:
		return !r.t.has(b.x, d)
	case op == opDiffLe && a.x >= 0:
		return r.t.dom[a.x].Hi <= -d
	case op == opDiffLe:
		return d <= r.t.dom[b.x].Lo
	}
	return false
}

// linear follows decided branches, sums with constants and conversions, as far
// as the domains of the variables exclude that one wraps around.
func (r *residual) linear(n int32) (linear, bool) {
	var off int64
	for {
		v := r.decided(n)
		c := &r.g.cells[n]
		if v.Fixed() {
			r.require(n)
			sum, ok := interval.AddInt(off, v.Lo)
			return linear{-1, sum}, ok
		}
		if n < r.g.vars {
			return linear{r.at(n), off}, true
		}
		var d int64
		var ok bool
		if n, d, ok = r.step(c); !ok {
			return linear{}, false
		}
		if off, ok = interval.AddInt(off, d); !ok {
			return linear{}, false
		}
	}
}

// step gives m and d such that c is cell m + d.
func (r *residual) step(c *cell) (m int32, d int64, ok bool) {
	switch c.op {
	case form.Ite:
		x := r.decided(c.a)
		if !x.Fixed() {
			return 0, 0, false
		}
		r.require(c.a)
		if x.Lo == 1 {
			return c.b, 0, true
		}
		return c.c, 0, true
	case form.Add, form.Sub, form.Conv:
	default:
		return 0, 0, false
	}
	if c.kind == form.Uint64 || c.ka == form.Uint64 {
		return 0, 0, false
	}
	if c.op == form.Conv {
		return c.a, 0, r.forward(c.a).Within(interval.All(c.kind))
	}
	w, ok := interval.Exact(c.op, r.forward(c.a), r.forward(c.b))
	if !ok || !w.Within(interval.All(c.kind)) {
		return 0, 0, false
	}
	x, y := r.g.dom[c.a], r.g.dom[c.b]
	switch {
	case y.Fixed() && c.op == form.Add:
		r.require(c.b)
		return c.a, y.Lo, true
	case y.Fixed() && y.Lo != interval.SignBit:
		r.require(c.b)
		return c.a, -y.Lo, true
	case x.Fixed() && c.op == form.Add:
		r.require(c.a)
		return c.b, x.Lo, true
	}
	return 0, 0, false
}
