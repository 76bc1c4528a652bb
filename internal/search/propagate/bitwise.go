package propagate

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// bitwise narrows the argument of a conversion that truncates, of a mask, and of a shift by a
// decided number. Its bounds move to the first and the last value in the domain that has the
// required bits.
func (t *Net) bitwise(c *Cell, n int32) bool {
	if t.Dom[n] == interval.All(c.Kind) || c.Kind == form.Bool {
		return true
	}
	if c.Op == form.Conv {
		return !t.Wraps(c) || t.congruent(c.A, c.KindA, ^uint64(0)>>(64-c.Kind.Bits()), t.residuesOf(c, n))
	}
	open, known, kind := c.A, c.B, c.KindB
	if !t.Dom[known].Fixed() && (c.Op == form.BitAnd || c.Op == form.BitOr) {
		open, known, kind = known, open, c.KindA
	}
	if !t.Dom[known].Fixed() {
		return true
	}
	y := uint64(interval.Key(kind, t.Dom[known].Lo))
	switch c.Op {
	case form.BitAnd:
		return t.masked(open, c.Kind, y, n)
	case form.AndNot:
		return t.masked(open, c.Kind, ^y, n)
	case form.BitOr:
		if v := t.Dom[n]; v.Fixed() {
			z := uint64(interval.Key(c.Kind, v.Lo))
			return y&^z == 0 && t.hasBits(open, c.Kind, ^y, z&^y)
		}
	case form.Shr:
		return y >= uint64(c.Kind.Bits()) || t.unshifted(open, c.Kind, y, t.Dom[n])
	case form.Shl:
		return y >= uint64(c.Kind.Bits()) || !t.Wraps(c) || t.multiple(open, c.Kind, 1<<y, t.residuesOf(c, n))
	}
	return true
}

// congruent narrows n to the numbers that are in the range r modulo mask+1, a power of two.
func (t *Net) congruent(n int32, k form.Kind, mask uint64, r residueRange) bool {
	d := t.Dom[n]
	lo, hi := uint64(interval.Key(k, d.Lo)), uint64(interval.Key(k, d.Hi))
	up, down := uint64(0), uint64(0)
	if (lo-r.from)&mask > r.width {
		up = (r.from - lo) & mask
	}
	if (hi-r.from)&mask > r.width {
		down = (hi - r.from - r.width) & mask
	}
	if up > d.Width() || down > d.Width() {
		return false
	}
	return t.Narrow(n, interval.Of(int64(uint64(d.Lo)+up), int64(uint64(d.Hi)-down)))
}

// masked narrows x, of kind k, given that x&m is the value of cell n.
func (t *Net) masked(x int32, k form.Kind, m uint64, n int32) bool {
	v := t.Dom[n]
	if v.Fixed() {
		return t.hasBits(x, k, m, uint64(interval.Key(k, v.Lo)))
	}
	if m == 0 || m&(m+1) != 0 || k != form.Uint64 && int64(m) < 0 {
		return true
	}
	v = v.Meet(interval.Of(interval.Key(k, 0), interval.Key(k, int64(m))))
	return v.Lo <= v.Hi && t.congruent(x, k, m, residueRange{uint64(interval.Key(k, v.Lo)), v.Width()})
}

// hasBits narrows x, of kind k, to the numbers that agree with v on the bits in m.
func (t *Net) hasBits(x int32, k form.Kind, m, v uint64) bool {
	all := ^uint64(0) >> (64 - k.Bits())
	top := uint64(0) // flipping the sign bit orders negative numbers first
	if k.Signed() {
		top = 1 << (k.Bits() - 1)
	}
	m, v = m&all, v&all
	if v&^m != 0 {
		return false
	}
	v ^= top & m
	d := t.Dom[x]
	lo, ok1 := nextMasked((uint64(interval.Key(k, d.Lo))^top)&all, m, v, all)
	hi, ok2 := nextMasked(all&^((uint64(interval.Key(k, d.Hi))^top)&all), m, m&^v, all)
	if !ok1 || !ok2 {
		return false
	}
	number := func(u uint64) int64 { return interval.Key(k, k.Wrap(int64(u^top))) }
	w := interval.Of(number(lo), number(all&^hi))
	return w.Lo <= w.Hi && t.Narrow(x, w)
}

// nextMasked returns the least number of the bits in all that is at least u and agrees with v on
// the bits in m.
func nextMasked(u, m, v, all uint64) (uint64, bool) {
	next := u&^m | v
	if next == u {
		return u, true
	}
	// The highest bit in m at which u differs from v decides.
	top := uint64(1) << (63 - bits.LeadingZeros64(next^u))
	if next < u {
		// Set the lowest bit above it that is free and clear.
		free := all &^ m &^ u &^ (2*top - 1)
		if free == 0 {
			return 0, false
		}
		top = free & -free
		next |= top
	}
	return next &^ ((top - 1) &^ m), true
}

// unshifted narrows x, of kind k, given that x shifted right by y is in z.
func (t *Net) unshifted(x int32, k form.Kind, y uint64, z interval.Interval) bool {
	b := interval.All(k)
	z = z.Meet(interval.Of(interval.Key(k, shiftRight(k, interval.Key(k, b.Lo), y)), interval.Key(k, shiftRight(k, interval.Key(k, b.Hi), y))))
	if z.Lo > z.Hi {
		return false
	}
	return t.Narrow(x, interval.Of(interval.Key(k, interval.Key(k, z.Lo)<<y), interval.Key(k, interval.Key(k, z.Hi)<<y|(1<<y-1))))
}

// shiftRight returns x >> y for a number of the kind.
func shiftRight(k form.Kind, x int64, y uint64) int64 {
	if k == form.Uint64 {
		return int64(uint64(x) >> y)
	}
	return x >> y
}
