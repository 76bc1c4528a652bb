package search

import (
	"math"
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
)

// An interval is a set of values between lo and hi, both included, in key
// space: the key of a value is the value, for a Uint64 the value with the top
// bit flipped, so that keys of every kind are ordered as signed numbers.
type interval struct{ lo, hi int64 }

const signBit = math.MinInt64

func keyOf(k form.Kind, v int64) int64 {
	if k == form.Uint64 {
		return v ^ signBit
	}
	return v
}

func allKeys(k form.Kind) interval {
	b := k.Bounds()
	return interval{keyOf(k, b.Lo), keyOf(k, b.Hi)}
}

func (v interval) fixed() bool              { return v.lo == v.hi }
func (v interval) contains(x int64) bool    { return v.lo <= x && x <= v.hi }
func (v interval) hull(w interval) interval { return interval{min(v.lo, w.lo), max(v.hi, w.hi)} }
func (v interval) meet(w interval) interval { return interval{max(v.lo, w.lo), min(v.hi, w.hi)} }
func (v interval) disjoint(w interval) bool { return v.lo > w.hi || w.lo > v.hi }
func (v interval) within(w interval) bool   { return w.lo <= v.lo && v.hi <= w.hi }
func (v interval) width() uint64            { return uint64(v.hi) - uint64(v.lo) }

var unknown = interval{0, 1} // of kind Bool

// numbersOf gives the interval as one of mathematical integers; not ok when
// these do not all fit into an int64.
func numbersOf(k form.Kind, v interval) (w interval, ok bool) {
	if k != form.Uint64 {
		return v, true
	}
	return interval{v.lo ^ signBit, v.hi ^ signBit}, v.hi < 0
}

// keysOf is the way back: not ok when a number is no value of the kind.
func keysOf(k form.Kind, v interval) (w interval, ok bool) {
	if k == form.Uint64 {
		return interval{v.lo ^ signBit, v.hi ^ signBit}, v.lo >= 0
	}
	return v, v.within(allKeys(k))
}

// Image encloses the values that op, with a result of one kind, has for arguments
// of the kinds ka and kb in a and b; an operation of one argument ignores b. It is
// exact for single values; where the result could leave its kind, it is all of it.
func Image(op form.Op, kind, ka, kb form.Kind, a, b form.Span) form.Span {
	v := image(op, kind, ka, kb, interval{keyOf(ka, a.Lo), keyOf(ka, a.Hi)}, interval{keyOf(kb, b.Lo), keyOf(kb, b.Hi)})
	return form.Span{Lo: keyOf(kind, v.lo), Hi: keyOf(kind, v.hi)}
}

// image encloses the values that op has for arguments in a and b. It is exact
// for single values and sound under wrap-around: where the result could leave
// the kind, it is all of the kind.
func image(op form.Op, kind, ka, kb form.Kind, a, b interval) interval {
	if a.fixed() && b.fixed() {
		x := keyOf(kind, form.EvalOp(op, kind, ka, keyOf(ka, a.lo), keyOf(kb, b.lo), 0))
		return interval{x, x}
	}
	switch op {
	case form.Eq:
		return equal(a, b)
	case form.Lt:
		return before(a, b)
	case form.Le:
		return after(b, a)
	}
	x, ok1 := numbersOf(ka, a)
	y, ok2 := numbersOf(kb, b)
	if ok1 && ok2 {
		if z, ok := exact(op, x, y); ok {
			if w, ok := keysOf(kind, z); ok {
				return w
			}
		}
	}
	if ka == form.Uint64 && kind == form.Uint64 {
		if z, ok := unsigned(op, kb, a, b); ok {
			return z
		}
	}
	return allKeys(kind)
}

// unsigned encloses the results for arguments in a, of kind Uint64, and b, of kind
// kb; not ok when little is known of them.
func unsigned(op form.Op, kb form.Kind, a, b interval) (v interval, ok bool) {
	if kb != form.Uint64 {
		if b.lo < 0 {
			return v, false
		}
		b = interval{b.lo ^ signBit, b.hi ^ signBit}
	}
	al, ah, bl, bh := uint64(a.lo^signBit), uint64(a.hi^signBit), uint64(b.lo^signBit), uint64(b.hi^signBit)
	lo, hi, out := uint64(0), uint64(0), uint64(0)
	switch op {
	case form.Add:
		lo, out = bits.Add64(al, bl, 0)
		sum, carry := bits.Add64(ah, bh, 0)
		hi, out = sum, out^carry // all wrap around, or none
	case form.Sub:
		lo, out = bits.Sub64(al, bh, 0)
		diff, borrow := bits.Sub64(ah, bl, 0)
		hi, out = diff, out^borrow
	case form.Mul:
		out, hi = bits.Mul64(ah, bh)
		lo = al * bl
	case form.Quo:
		if bl > 0 {
			lo = al / bh
		}
		hi = ah / max(bl, 1)
	case form.Rem:
		hi = min(ah, max(bh, 1)-1)
	case form.BitAnd:
		hi = min(ah, bh)
	case form.AndNot:
		hi = ah
	case form.BitOr, form.BitXor:
		if hi = 1<<bits.Len64(ah|bh) - 1; op == form.BitOr {
			lo = max(al, bl)
		}
	case form.Shr:
		lo, hi = al>>bh, ah>>bl
	default:
		return v, false
	}
	return interval{int64(lo) ^ signBit, int64(hi) ^ signBit}, out == 0
}

func equal(a, b interval) interval {
	switch {
	case a.disjoint(b):
		return interval{0, 0}
	case a.fixed() && b.fixed():
		return interval{1, 1}
	}
	return unknown
}

// before is a < b.
func before(a, b interval) interval {
	switch {
	case a.hi < b.lo:
		return interval{1, 1}
	case a.lo >= b.hi:
		return interval{0, 0}
	}
	return unknown
}

// after is !(a < b).
func after(a, b interval) interval {
	v := before(a, b)
	return interval{1 - v.hi, 1 - v.lo}
}

// exact encloses the results as mathematical integers; not ok when they do not
// fit into an int64 or little is known of them.
func exact(op form.Op, a, b interval) (interval, bool) {
	switch op {
	case form.Add:
		lo, ok1 := addInt(a.lo, b.lo)
		hi, ok2 := addInt(a.hi, b.hi)
		return interval{lo, hi}, ok1 && ok2
	case form.Sub:
		lo, ok1 := subInt(a.lo, b.hi)
		hi, ok2 := subInt(a.hi, b.lo)
		return interval{lo, hi}, ok1 && ok2
	case form.Mul:
		return corners(a, b, mulInt)
	case form.Quo:
		return quotients(a, b)
	case form.Rem:
		return remainders(a, b)
	case form.BitAnd, form.BitOr, form.BitXor, form.AndNot:
		return bitwise(op, a, b), true
	case form.Shl, form.Shr:
		return shifts(op, a, b)
	}
	return a, true // Conv
}

func addInt(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0)
}

func subInt(a, b int64) (int64, bool) {
	c := a - b
	return c, (c < a) == (b > 0)
}

func mulInt(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	c := a * b
	if c/b != a || a == -1 && b == math.MinInt64 || b == -1 && a == math.MinInt64 {
		return 0, false
	}
	return c, true
}

// corners is the hull of a function that is monotone in each argument.
func corners(a, b interval, f func(x, y int64) (int64, bool)) (interval, bool) {
	v := interval{math.MaxInt64, math.MinInt64}
	for _, x := range [2]int64{a.lo, a.hi} {
		for _, y := range [2]int64{b.lo, b.hi} {
			z, ok := f(x, y)
			if !ok {
				return v, false
			}
			v = v.hull(interval{z, z})
		}
	}
	return v, true
}

// quotients splits the divisors by sign, where the quotient is monotone.
func quotients(a, b interval) (interval, bool) {
	quo := func(x, y int64) (int64, bool) {
		if y == -1 && x == math.MinInt64 {
			return 0, false
		}
		return x / y, true
	}
	v := interval{math.MaxInt64, math.MinInt64}
	if b.contains(0) {
		v = interval{0, 0}
	}
	for _, s := range [2]interval{{math.MinInt64, -1}, {1, math.MaxInt64}} {
		if d := b.meet(s); d.lo <= d.hi {
			w, ok := corners(a, d, quo)
			if !ok {
				return v, false
			}
			v = v.hull(w)
		}
	}
	return v, true
}

func remainders(a, b interval) (interval, bool) {
	if b.fixed() && b.lo > 0 && (a.lo >= 0 || a.hi <= 0) && a.lo/b.lo == a.hi/b.lo {
		return interval{a.lo % b.lo, a.hi % b.lo}, true
	}
	m := max(magnitude(b.lo), magnitude(b.hi)) // |a % b| < m unless b is 0
	if m > 0 {
		m--
	}
	v := interval{}
	if a.lo < 0 {
		v.lo = -int64(min(m, magnitude(a.lo)))
	}
	if a.hi > 0 {
		v.hi = int64(min(m, uint64(a.hi)))
	}
	return v, true
}

func magnitude(x int64) uint64 { return form.Int64.Magnitude(x) }

// bitwise works on the number of bits that the arguments need: those of a
// number and of its complement are the same.
func bitwise(op form.Op, a, b interval) interval {
	need := func(v interval) int {
		return max(bits.Len64(uint64(v.lo^v.lo>>63)), bits.Len64(uint64(v.hi^v.hi>>63)))
	}
	full := func(n int) interval {
		return interval{-1 << n, int64(1)<<n - 1}
	}
	v := full(max(need(a), need(b)))
	switch {
	case op == form.BitAnd && (a.lo >= 0 || b.lo >= 0):
		v.lo = 0
		if a.lo >= 0 {
			v.hi = a.hi
		}
		if b.lo >= 0 {
			v.hi = min(v.hi, b.hi)
		}
		if a.lo >= 0 && b.lo >= 0 {
			v.hi = min(a.hi, b.hi)
		}
	case op == form.AndNot && a.lo >= 0:
		v = interval{0, a.hi}
	case a.lo >= 0 && b.lo >= 0:
		v.lo = 0
		if op == form.BitOr {
			v.lo = max(a.lo, b.lo)
		}
	}
	return v
}

func shifts(op form.Op, a, b interval) (interval, bool) {
	if b.lo < 0 || op == form.Shl && b.hi > 62 {
		return a, false
	}
	if op == form.Shr {
		return corners(a, b, func(x, y int64) (int64, bool) { return x >> min(y, 63), true })
	}
	return corners(a, b, func(x, y int64) (int64, bool) { return mulInt(x, 1<<y) })
}
