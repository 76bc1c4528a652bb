// Package interval computes with intervals of the values of a kind. An interval is what
// propagation, the automaton and the encoder know of a term whose value is undecided.
package interval

import (
	"math"
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
)

// An Interval is the set of keys from Lo to Hi, both included. The key of a value is the value
// itself, or for a Uint64 the value with the top bit flipped. So keys of every kind are ordered as
// signed numbers.
type Interval struct{ Lo, Hi int64 }

// Of returns the interval from lo to hi.
func Of(lo, hi int64) Interval { return Interval{lo, hi} }

// SignBit is the bit in which a Uint64 and its key differ.
const SignBit = math.MinInt64

// Key returns the key of a value of kind k. It is its own inverse.
func Key(k form.Kind, v int64) int64 {
	if k == form.Uint64 {
		return v ^ SignBit
	}
	return v
}

// All returns the interval of all values of a kind.
func All(k form.Kind) Interval {
	b := k.Bounds()
	return Of(Key(k, b.Lo), Key(k, b.Hi))
}

// Fixed reports whether the interval has one value.
func (v Interval) Fixed() bool { return v.Lo == v.Hi }

// Contains reports whether the key x is in v.
func (v Interval) Contains(x int64) bool { return v.Lo <= x && x <= v.Hi }

// Hull returns the least interval that contains both.
func (v Interval) Hull(w Interval) Interval { return Of(min(v.Lo, w.Lo), max(v.Hi, w.Hi)) }

// Meet returns the intersection; Lo > Hi if it is empty.
func (v Interval) Meet(w Interval) Interval { return Of(max(v.Lo, w.Lo), min(v.Hi, w.Hi)) }

// Disjoint reports whether v and w have no value in common.
func (v Interval) Disjoint(w Interval) bool { return v.Lo > w.Hi || w.Lo > v.Hi }

// Within reports whether w contains all values of v.
func (v Interval) Within(w Interval) bool { return w.Lo <= v.Lo && v.Hi <= w.Hi }

// Width returns the number of values, less one.
func (v Interval) Width() uint64 { return uint64(v.Hi) - uint64(v.Lo) }

// Unknown is the interval of an undecided Bool.
var Unknown = Of(0, 1)

// Numbers converts keys of a kind to the numbers they stand for. ok is false if the numbers do not
// all fit into an int64.
func Numbers(k form.Kind, v Interval) (w Interval, ok bool) {
	if k != form.Uint64 {
		return v, true
	}
	return Of(v.Lo^SignBit, v.Hi^SignBit), v.Hi < 0
}

// Keys is the inverse of Numbers. ok is false if a number is not a value of the kind.
func Keys(k form.Kind, v Interval) (w Interval, ok bool) {
	if k == form.Uint64 {
		return Of(v.Lo^SignBit, v.Hi^SignBit), v.Lo >= 0
	}
	return v, v.Within(All(k))
}

// Image encloses the results of op, of the given kind, for arguments in a and b of the kinds ka and
// kb. An operation of one argument ignores b. It is exact for single values. If the result could
// leave its kind, it returns the whole kind.
func Image(op form.Op, kind, ka, kb form.Kind, a, b form.Span) form.Span {
	v := OfOp(op, kind, ka, kb, Of(Key(ka, a.Lo), Key(ka, a.Hi)), Of(Key(kb, b.Lo), Key(kb, b.Hi)))
	return form.Span{Lo: Key(kind, v.Lo), Hi: Key(kind, v.Hi)}
}

// OfOp is Image on keys: it encloses the results of op for arguments in a and b. It is exact for
// single values and sound under wrap-around: if the result could leave its kind, it returns the
// whole kind.
func OfOp(op form.Op, kind, ka, kb form.Kind, a, b Interval) Interval {
	if a.Fixed() && b.Fixed() {
		x := Key(kind, form.EvalOp(op, kind, ka, Key(ka, a.Lo), Key(kb, b.Lo), 0))
		return Of(x, x)
	}
	switch op {
	case form.Eq:
		return Equal(a, b)
	case form.Lt:
		return Before(a, b)
	case form.Le:
		return after(b, a)
	}
	x, ok1 := Numbers(ka, a)
	y, ok2 := Numbers(kb, b)
	if ok1 && ok2 {
		if z, ok := Exact(op, x, y); ok {
			if w, ok := Keys(kind, z); ok {
				return w
			}
		}
	}
	if ka == form.Uint64 && kind == form.Uint64 {
		if z, ok := unsigned(op, kb, a, b); ok {
			return z
		}
	}
	return All(kind)
}

// unsigned encloses the results of op for arguments in a, of kind Uint64, and in b, of kind kb. ok
// is false if little is known of them.
func unsigned(op form.Op, kb form.Kind, a, b Interval) (v Interval, ok bool) {
	if kb != form.Uint64 {
		if b.Lo < 0 {
			return v, false
		}
		b = Of(b.Lo^SignBit, b.Hi^SignBit)
	}
	al, ah, bl, bh := uint64(a.Lo^SignBit), uint64(a.Hi^SignBit), uint64(b.Lo^SignBit), uint64(b.Hi^SignBit)
	lo, hi, out := uint64(0), uint64(0), uint64(0)
	switch op {
	case form.Add:
		lo, out = bits.Add64(al, bl, 0)
		sum, carry := bits.Add64(ah, bh, 0)
		hi, out = sum, out^carry // either all results wrap around, or none
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
	return Of(int64(lo)^SignBit, int64(hi)^SignBit), out == 0
}

// Equal returns the truth values of a == b.
func Equal(a, b Interval) Interval {
	switch {
	case a.Disjoint(b):
		return Of(0, 0)
	case a.Fixed() && b.Fixed():
		return Of(1, 1)
	}
	return Unknown
}

// Before returns the truth values of a < b.
func Before(a, b Interval) Interval {
	switch {
	case a.Hi < b.Lo:
		return Of(1, 1)
	case a.Lo >= b.Hi:
		return Of(0, 0)
	}
	return Unknown
}

// after returns the truth values of !(a < b).
func after(a, b Interval) Interval {
	v := Before(a, b)
	return Of(1-v.Hi, 1-v.Lo)
}

// Exact encloses the results of op over the integers. ok is false if they do not fit into an int64,
// or if little is known of them.
func Exact(op form.Op, a, b Interval) (Interval, bool) {
	switch op {
	case form.Add:
		lo, ok1 := AddInt(a.Lo, b.Lo)
		hi, ok2 := AddInt(a.Hi, b.Hi)
		return Of(lo, hi), ok1 && ok2
	case form.Sub:
		lo, ok1 := SubInt(a.Lo, b.Hi)
		hi, ok2 := SubInt(a.Hi, b.Lo)
		return Of(lo, hi), ok1 && ok2
	case form.Mul:
		return corners(a, b, MulInt)
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

// AddInt returns a + b; ok is false if it overflows.
func AddInt(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0)
}

// SubInt returns a - b; ok is false if it overflows.
func SubInt(a, b int64) (int64, bool) {
	c := a - b
	return c, (c < a) == (b > 0)
}

// MulInt returns a * b; ok is false if it overflows.
func MulInt(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	c := a * b
	if c/b != a || a == -1 && b == math.MinInt64 || b == -1 && a == math.MinInt64 {
		return 0, false
	}
	return c, true
}

// corners returns the hull of the values of f, which must be monotone in each argument.
func corners(a, b Interval, f func(x, y int64) (int64, bool)) (Interval, bool) {
	v := Of(math.MaxInt64, math.MinInt64)
	for _, x := range [2]int64{a.Lo, a.Hi} {
		for _, y := range [2]int64{b.Lo, b.Hi} {
			z, ok := f(x, y)
			if !ok {
				return v, false
			}
			v = v.Hull(Of(z, z))
		}
	}
	return v, true
}

// quotients splits the divisors by sign, because the quotient is monotone for each sign.
func quotients(a, b Interval) (Interval, bool) {
	quo := func(x, y int64) (int64, bool) {
		if y == -1 && x == math.MinInt64 {
			return 0, false
		}
		return x / y, true
	}
	v := Of(math.MaxInt64, math.MinInt64)
	if b.Contains(0) {
		v = Of(0, 0)
	}
	for _, s := range [2]Interval{{math.MinInt64, -1}, {1, math.MaxInt64}} {
		if d := b.Meet(s); d.Lo <= d.Hi {
			w, ok := corners(a, d, quo)
			if !ok {
				return v, false
			}
			v = v.Hull(w)
		}
	}
	return v, true
}

func remainders(a, b Interval) (Interval, bool) {
	if b.Fixed() && b.Lo > 0 && (a.Lo >= 0 || a.Hi <= 0) && a.Lo/b.Lo == a.Hi/b.Lo {
		return Of(a.Lo%b.Lo, a.Hi%b.Lo), true
	}
	m := max(Magnitude(b.Lo), Magnitude(b.Hi)) // |a % b| < m unless b is 0
	if m > 0 {
		m--
	}
	v := Interval{}
	if a.Lo < 0 {
		v.Lo = -int64(min(m, Magnitude(a.Lo)))
	}
	if a.Hi > 0 {
		v.Hi = int64(min(m, uint64(a.Hi)))
	}
	return v, true
}

// Magnitude returns |x|.
func Magnitude(x int64) uint64 { return form.Int64.Magnitude(x) }

// bitwise encloses the result by the number of bits that the arguments need. A number and its
// complement need the same number.
func bitwise(op form.Op, a, b Interval) Interval {
	need := func(v Interval) int {
		return max(bits.Len64(uint64(v.Lo^v.Lo>>63)), bits.Len64(uint64(v.Hi^v.Hi>>63)))
	}
	full := func(n int) Interval {
		return Of(-1<<n, int64(1)<<n-1)
	}
	v := full(max(need(a), need(b)))
	switch {
	case op == form.BitAnd && (a.Lo >= 0 || b.Lo >= 0):
		v.Lo = 0
		if a.Lo >= 0 {
			v.Hi = a.Hi
		}
		if b.Lo >= 0 {
			v.Hi = min(v.Hi, b.Hi)
		}
		if a.Lo >= 0 && b.Lo >= 0 {
			v.Hi = min(a.Hi, b.Hi)
		}
	case op == form.AndNot && a.Lo >= 0:
		v = Of(0, a.Hi)
	case a.Lo >= 0 && b.Lo >= 0:
		v.Lo = 0
		if op == form.BitOr {
			v.Lo = max(a.Lo, b.Lo)
		}
	}
	return v
}

func shifts(op form.Op, a, b Interval) (Interval, bool) {
	if b.Lo < 0 || op == form.Shl && b.Hi > 62 {
		return a, false
	}
	if op == form.Shr {
		return corners(a, b, func(x, y int64) (int64, bool) { return x >> min(y, 63), true })
	}
	return corners(a, b, func(x, y int64) (int64, bool) { return MulInt(x, 1<<y) })
}
