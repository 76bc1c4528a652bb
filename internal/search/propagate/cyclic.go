package propagate

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// cyclic narrows the arguments of a sum, of a difference, or of a product with a decided number
// that may wrap around. The values of the cell are a range modulo a power of two, and so are those
// of an argument. The bounds of the argument move to the first and the last of them in its domain.
func (t *Net) cyclic(c *Cell, n int32) bool {
	if c.B < 0 || c.A == c.B || c.KindA != c.Kind || c.KindB != c.Kind || t.Dom[n] == interval.All(c.Kind) || !t.Wraps(c) {
		return true
	}
	switch c.Op {
	case form.Add:
		return t.within(c.A, c.Kind, t.residuesOf(c, n), t.residuesOf(c, c.B), -1) && t.within(c.B, c.Kind, t.residuesOf(c, n), t.residuesOf(c, c.A), -1)
	case form.Sub:
		return t.within(c.A, c.Kind, t.residuesOf(c, n), t.residuesOf(c, c.B), 1) && t.within(c.B, c.Kind, t.residuesOf(c, c.A), t.residuesOf(c, n), -1)
	case form.Mul:
		open, known := c.A, c.B
		if !t.Dom[known].Fixed() {
			open, known = known, open
		}
		return !t.Dom[known].Fixed() || t.multiple(open, c.Kind, t.residuesOf(c, known).from, t.residuesOf(c, n))
	}
	return true
}

// A residueRange is the width+1 residues from one number on, modulo a power of two.
type residueRange struct{ from, width uint64 }

// residuesOf returns the values of cell n, for the kind of c.
func (t *Net) residuesOf(c *Cell, n int32) residueRange {
	d := t.Dom[n]
	return residueRange{uint64(interval.Key(c.Kind, d.Lo)), d.Width()}
}

// within narrows n to the sums of numbers in x and y, or to their differences if sign is -1.
func (t *Net) within(n int32, k form.Kind, x, y residueRange, sign int64) bool {
	width, carry := bits.Add64(x.width, y.width, 0)
	if k := interval.All(k); carry > 0 || width >= k.Width() {
		return true
	}
	from := x.from + y.from
	if sign < 0 {
		from = x.from - y.from - y.width
	}
	v := interval.Of(interval.Key(k, k.Wrap(int64(from))), interval.Key(k, k.Wrap(int64(from+width))))
	// If the residues are on both sides of the wrap-around, bounds cannot express them.
	return v.Lo > v.Hi || t.Narrow(n, v)
}

// multiple narrows n to the numbers whose product with y is in z.
func (t *Net) multiple(n int32, k form.Kind, y uint64, z residueRange) bool {
	d := t.Dom[n]
	mask := ^uint64(0) >> (64 - k.Bits())
	lo, hi := uint64(interval.Key(k, d.Lo)), uint64(interval.Key(k, d.Hi))
	up, ok1 := firstMultiple(y&mask, mask, (z.from-y*lo)&mask, z.width)
	down, ok2 := firstMultiple(-y&mask, mask, (z.from-y*hi)&mask, z.width)
	if !ok1 || !ok2 || up > d.Width() || down > d.Width() {
		return false
	}
	return t.Narrow(n, interval.Of(int64(uint64(d.Lo)+up), int64(uint64(d.Hi)-down)))
}

// firstMultiple returns the least x ≥ 0 such that x*a modulo mask+1, a power of two, is one of the
// width+1 residues from low on.
func firstMultiple(a, mask, low, width uint64) (x uint64, ok bool) {
	if high := low + width; high < low || high > mask {
		return 0, true // 0 is one of them
	}
	return euclid(a, mask+1, low, low+width)
}

// euclid returns the least x ≥ 0 such that low ≤ x*a mod m ≤ high. It requires a < m and low ≤ high
// < m; m = 0 stands for 2^64. The number of times x*a wraps around m is the solution of the same
// problem modulo a. So, as in Euclid's algorithm, the numbers decrease.
func euclid(a, m, low, high uint64) (x uint64, ok bool) {
	if low == 0 {
		return 0, true
	}
	if a == 0 {
		return 0, false
	}
	if x = (low-1)/a + 1; x <= high/a {
		return x, true
	}
	// No multiple of a is in the range, so none of the remainders is 0.
	rest := (m - a) % a
	y, ok := euclid(rest, a, a-high%a, a-low%a)
	if !ok {
		return 0, false
	}
	// x is the least number with x*a ≥ m*y + low.
	top, sum := bits.Mul64(m, y)
	if m == 0 {
		top = y
	}
	sum, carry := bits.Add64(sum, low, 0)
	top += carry
	sum, carry = bits.Add64(sum, a-1, 0)
	top += carry
	x, _ = bits.Div64(top, sum, a)
	return x, true
}
