package insoluble

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// term adds times·n to the left side of the equation, given a cell n.
func (r *Remainder) term(n int32, times uint64) {
	if times %= r.sys.mod; times == 0 {
		return
	}
	if r.net.Dom[n].Fixed() {
		r.row.rest = (r.row.rest + r.sys.negative(times*r.number(n)%r.sys.mod)) % r.sys.mod
		return
	}
	r.expand(n, times)
}

// expand adds times·n, written by the arguments of the undecided cell n.
func (r *Remainder) expand(n int32, times uint64) {
	if r.steps--; r.steps <= 0 {
		return
	}
	t := r.net
	c := &t.Cells[n]
	switch c.Op {
	case form.Not:
		r.row.rest = (r.row.rest + r.sys.negative(times)) % r.sys.mod
		r.term(c.A, r.sys.negative(times))
		return
	case form.Eq:
		if c.KindA == form.Bool && r.restrictIfTwo(1, times) {
			r.row.rest = (r.row.rest + r.sys.negative(times)) % r.sys.mod
			r.term(c.A, times)
			r.term(c.B, times)
			return
		}
	case propagate.OpMember:
		if r.member(c, times) {
			return
		}
	case form.Ite:
		if d := t.Dom[c.A]; d.Fixed() && d.Lo == 1 {
			r.term(c.B, times)
			return
		} else if d.Fixed() {
			r.term(c.C, times)
			return
		}
	case form.Rem:
		if m := c.KindB.Magnitude(interval.Key(c.KindB, t.Dom[c.B].Lo)); t.Dom[c.B].Fixed() && m > 0 {
			if e := r.sys.valuation(m); e > 0 {
				r.restrict(e, times)
				r.term(c.A, times)
				return
			}
		}
	case form.BitXor:
		if r.restrictIfTwo(1, times) {
			r.term(c.A, times)
			r.term(c.B, times)
			return
		}
	default:
		if r.arithmetic(c, times) {
			return
		}
	}
	r.unknown(n, times)
}

// member adds times·c, where c says that a variable is in a set. That is linear if the set contains
// exactly the odd or exactly the even values.
func (r *Remainder) member(c *propagate.Cell, times uint64) bool {
	s := &r.net.Small[c.A]
	odd := uint64(0xaaaaaaaaaaaaaaaa) // the bits of odd offsets from the base
	switch {
	case (c.Set^odd)&s.Bits == 0:
		odd = 0
	case (c.Set^^odd)&s.Bits == 0:
		odd = 1
	default:
		return false
	}
	if !r.restrictIfTwo(1, times) {
		return false
	}
	// The truth value is x - base, or 1 less that.
	r.row.rest = (r.row.rest + times*((uint64(s.Base)+odd)%2)) % r.sys.mod
	r.term(c.A, times)
	return true
}

// arithmetic adds times·c for an arithmetic operation c. It returns false if c is not linear.
func (r *Remainder) arithmetic(c *propagate.Cell, times uint64) bool {
	t := r.net
	switch c.Op {
	case form.Add, form.Sub, form.Mul, form.Shl, form.Conv:
		if t.Wraps(c) && !r.restrictIfTwo(c.Kind.Bits(), times) {
			return false
		}
	}
	switch c.Op {
	case form.Add, form.Sub:
		r.term(c.A, times)
		if c.Op == form.Sub {
			times = r.sys.negative(times)
		}
		r.term(c.B, times)
		return true
	case form.Conv:
		r.term(c.A, times)
		return true
	case form.Mul:
		a, b := c.A, c.B
		if t.Dom[a].Fixed() {
			a, b = b, a
		}
		if t.Dom[b].Fixed() {
			r.term(a, times*r.number(b)%r.sys.mod)
			return true
		}
	case form.Shl:
		if d := t.Dom[c.B]; d.Fixed() && d.Lo >= 0 && d.Lo < 63 {
			r.term(c.A, times*(uint64(1)<<d.Lo%r.sys.mod)%r.sys.mod)
			return true
		}
	case form.BitAnd:
		return r.masked(c.A, c.B, times) || r.masked(c.B, c.A, times)
	}
	return false
}

// masked adds times·(a&b), where b is a constant mask of the lowest bits.
func (r *Remainder) masked(a, b int32, times uint64) bool {
	d := r.net.Dom[b]
	if !d.Fixed() {
		return false
	}
	m := uint64(interval.Key(r.net.Cells[b].Kind, d.Lo))
	if low := bits.TrailingZeros64(^m); m != 0 && m == 1<<low-1 && r.restrictIfTwo(low, times) {
		r.term(a, times)
		return true
	}
	return false
}

// restrictIfTwo restricts the equation to modulo p^e, as keep does, and returns true, if the prime
// is 2. Otherwise it returns false.
func (r *Remainder) restrictIfTwo(e int, times uint64) bool {
	if r.sys.prime == 2 {
		r.restrict(e, times)
	}
	return r.sys.prime == 2
}

// restrict restricts the equation because of a term that is exact only modulo p^e and has the
// coefficient times.
func (r *Remainder) restrict(e int, times uint64) {
	r.row.exp = min(r.row.exp, e+r.sys.valuation(times))
}

// unknown adds times·n as an unknown of the equation.
func (r *Remainder) unknown(n int32, times uint64) {
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
