package search

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// term adds times n to the equation.
func (r *remainder) term(n int32, times uint64) {
	if times %= r.sys.mod; times == 0 {
		return
	}
	if r.t.dom[n].Fixed() {
		r.row.rest = (r.row.rest + r.sys.negative(times*r.number(n)%r.sys.mod)) % r.sys.mod
		return
	}
	r.expand(n, times)
}

// expand adds times what n is made of.
func (r *remainder) expand(n int32, times uint64) {
	if r.steps--; r.steps <= 0 {
		return
	}
	t := r.t
	c := &t.cells[n]
	switch c.op {
	case form.Not:
		r.row.rest = (r.row.rest + r.sys.negative(times)) % r.sys.mod
		r.term(c.a, r.sys.negative(times))
		return
	case form.Eq:
		if c.ka == form.Bool && r.keeps(1, times) {
			r.row.rest = (r.row.rest + r.sys.negative(times)) % r.sys.mod
			r.term(c.a, times)
			r.term(c.b, times)
			return
		}
	case opMember:
		if r.member(c, times) {
			return
		}
	case form.Ite:
		if d := t.dom[c.a]; d.Fixed() && d.Lo == 1 {
			r.term(c.b, times)
			return
		} else if d.Fixed() {
			r.term(c.c, times)
			return
		}
	case form.Rem:
		if m := c.kb.Magnitude(interval.Key(c.kb, t.dom[c.b].Lo)); t.dom[c.b].Fixed() && m > 0 {
			if e := r.sys.valuation(m); e > 0 {
				r.keep(e, times)
				r.term(c.a, times)
				return
			}
		}
	case form.BitXor:
		if r.keeps(1, times) {
			r.term(c.a, times)
			r.term(c.b, times)
			return
		}
	default:
		if r.arithmetic(c, times) {
			return
		}
	}
	r.unknown(n, times)
}

// member adds times whether the variable is in a set: that is a sum where the
// set is of its odd or of its even values.
func (r *remainder) member(c *cell, times uint64) bool {
	s := &r.t.small[c.a]
	odd := uint64(0xaaaaaaaaaaaaaaaa) // relative to the base
	switch {
	case (c.set^odd)&s.bits == 0:
		odd = 0
	case (c.set^^odd)&s.bits == 0:
		odd = 1
	default:
		return false
	}
	if !r.keeps(1, times) {
		return false
	}
	// The truth is x - base, or 1 less that.
	r.row.rest = (r.row.rest + times*((uint64(s.base)+odd)%2)) % r.sys.mod
	r.term(c.a, times)
	return true
}

// arithmetic adds times what the operation c is made of; false where that is
// not linear.
func (r *remainder) arithmetic(c *cell, times uint64) bool {
	t := r.t
	switch c.op {
	case form.Add, form.Sub, form.Mul, form.Shl, form.Conv:
		if t.wraps(c) && !r.keeps(c.kind.Bits(), times) {
			return false
		}
	}
	switch c.op {
	case form.Add, form.Sub:
		r.term(c.a, times)
		if c.op == form.Sub {
			times = r.sys.negative(times)
		}
		r.term(c.b, times)
		return true
	case form.Conv:
		r.term(c.a, times)
		return true
	case form.Mul:
		a, b := c.a, c.b
		if t.dom[a].Fixed() {
			a, b = b, a
		}
		if t.dom[b].Fixed() {
			r.term(a, times*r.number(b)%r.sys.mod)
			return true
		}
	case form.Shl:
		if d := t.dom[c.b]; d.Fixed() && d.Lo >= 0 && d.Lo < 63 {
			r.term(c.a, times*(uint64(1)<<d.Lo%r.sys.mod)%r.sys.mod)
			return true
		}
	case form.BitAnd:
		return r.masked(c.a, c.b, times) || r.masked(c.b, c.a, times)
	}
	return false
}

// masked adds a&b where b is a number of low bits.
func (r *remainder) masked(a, b int32, times uint64) bool {
	d := r.t.dom[b]
	if !d.Fixed() {
		return false
	}
	m := uint64(interval.Key(r.t.cells[b].kind, d.Lo))
	if low := bits.TrailingZeros64(^m); m != 0 && m == 1<<low-1 && r.keeps(low, times) {
		r.term(a, times)
		return true
	}
	return false
}

// keeps tells whether the equation may hold modulo a power of 2 only, and makes
// it so.
func (r *remainder) keeps(e int, times uint64) bool {
	if r.sys.p == 2 {
		r.keep(e, times)
	}
	return r.sys.p == 2
}

// keep: a term that is right up to multiples of the e-th power counts times.
func (r *remainder) keep(e int, times uint64) {
	r.row.exp = min(r.row.exp, e+r.sys.valuation(times))
}

// unknown adds times a cell of which nothing is known.
func (r *remainder) unknown(n int32, times uint64) {
	x := r.column[n]
	if x < 0 {
		if len(r.used) == systemColumns {
			r.steps = 0
			return
		}
		x = int32(len(r.used))
		r.column[n] = x
		r.used = append(r.used, n)
	}
	r.row.times[x] = (r.row.times[x] + times) % r.sys.mod
}

// wraps tells whether the value of an operation may be another than that on
// mathematical integers.
func (t *net) wraps(c *cell) bool {
	x, ok := interval.Numbers(c.ka, t.dom[c.a])
	if !ok {
		return true
	}
	y := x
	if c.b >= 0 {
		if y, ok = interval.Numbers(c.kb, t.dom[c.b]); !ok {
			return true
		}
	}
	z, ok := interval.Exact(c.op, x, y)
	if !ok {
		return true
	}
	_, ok = interval.Keys(c.kind, z)
	return !ok
}
