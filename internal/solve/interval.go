package solve

import (
	"math/big"

	"github.com/rtest-dev/rtest/internal/form"
)

// An interval holds the integers from lo to hi. They are mathematical integers: a uint64 above the
// greatest int64 is positive.
type interval struct{ lo, hi *big.Int }

func span(lo, hi *big.Int) interval { return interval{lo, hi} }

func single(v int64) interval { return interval{big.NewInt(v), big.NewInt(v)} }

// number returns the integer that v stands for as a value of the kind.
func number(k form.Kind, v int64) *big.Int {
	if k == form.Uint64 {
		return new(big.Int).SetUint64(uint64(v))
	}
	return big.NewInt(v)
}

// all returns the interval of all values of a kind.
func all(k form.Kind) interval { return inBits(k.Bits(), k.Signed()) }

// inBits returns the interval of the numbers of w bits, as two's complement or unsigned.
func inBits(w int, twos bool) interval {
	n := uint(w)
	if twos {
		half := new(big.Int).Lsh(big.NewInt(1), n-1)
		return span(new(big.Int).Neg(half), new(big.Int).Sub(half, big.NewInt(1)))
	}
	full := new(big.Int).Lsh(big.NewInt(1), n)
	return span(new(big.Int), full.Sub(full, big.NewInt(1)))
}

func (a interval) within(b interval) bool { return a.lo.Cmp(b.lo) >= 0 && a.hi.Cmp(b.hi) <= 0 }

func (a interval) hull(b interval) interval { return span(lesser(a.lo, b.lo), greater(a.hi, b.hi)) }

func (a interval) has(v int64) bool { return single(v).within(a) }

func (a interval) negative() bool { return a.lo.Sign() < 0 }

func (a interval) fixed() bool { return a.lo.Cmp(a.hi) == 0 }

// width returns the number of bits that hold the interval: as two's complement if it has negative
// numbers or twos is set, otherwise as unsigned numbers.
func (a interval) width(twos bool) int {
	if !twos && !a.negative() {
		return max(1, a.hi.BitLen())
	}
	w := a.hi.BitLen() + 1
	if a.negative() {
		w = max(w, new(big.Int).Not(a.lo).BitLen()+1)
	}
	return w
}

func lesser(a, b *big.Int) *big.Int {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

func greater(a, b *big.Int) *big.Int {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

// image returns the interval of an integer operation's results before wrap-around, given the
// intervals of its arguments.
func image(op form.Op, a, b interval) interval {
	switch op {
	case form.Add:
		return span(new(big.Int).Add(a.lo, b.lo), new(big.Int).Add(a.hi, b.hi))
	case form.Sub:
		return span(new(big.Int).Sub(a.lo, b.hi), new(big.Int).Sub(a.hi, b.lo))
	case form.Mul:
		return corners(a, []*big.Int{b.lo, b.hi}, (*big.Int).Mul)
	case form.Quo:
		return quotients(a, b)
	case form.Rem:
		return remainders(a, b)
	case form.BitAnd, form.BitOr, form.BitXor, form.AndNot:
		return bitwise(op, a, b)
	case form.Shl, form.Shr:
		return shifts(op, a, b)
	}
	return a // Conv
}

// corners returns the hull of f on the ends of a and the given second arguments. f must be monotone
// in its first argument, and in its second one between those given.
func corners(a interval, bs []*big.Int, f func(z, x, y *big.Int) *big.Int) interval {
	var out interval
	for _, b := range bs {
		x, y := f(new(big.Int), a.lo, b), f(new(big.Int), a.hi, b)
		corner := span(lesser(x, y), greater(x, y))
		if out.lo == nil {
			out = corner
		}
		out = out.hull(corner)
	}
	return out
}

// quotients encloses truncated division, with x/0 = 0.
func quotients(a, b interval) interval {
	var bs []*big.Int
	for _, v := range []*big.Int{b.lo, b.hi, big.NewInt(-1), big.NewInt(1)} {
		if v.Sign() != 0 && span(v, v).within(b) {
			bs = append(bs, v)
		}
	}
	if len(bs) == 0 {
		return single(0)
	}
	out := corners(a, bs, (*big.Int).Quo)
	if b.has(0) {
		out = out.hull(single(0))
	}
	return out
}

// remainders encloses the remainder of truncated division, with x%0 = 0. It has the sign of x, and
// its magnitude is less than that of the divisor.
func remainders(a, b interval) interval {
	bound := greater(new(big.Int).Abs(b.lo), new(big.Int).Abs(b.hi))
	if bound.Sign() == 0 {
		return single(0)
	}
	bound = new(big.Int).Sub(bound, big.NewInt(1))
	lo := greater(lesser(a.lo, new(big.Int)), new(big.Int).Neg(bound))
	hi := lesser(greater(a.hi, new(big.Int)), bound)
	return span(lo, hi)
}

func bitwise(op form.Op, a, b interval) interval {
	switch {
	case op == form.BitAnd && !a.negative() && !b.negative():
		return span(new(big.Int), lesser(a.hi, b.hi))
	case (op == form.BitAnd || op == form.AndNot) && !a.negative():
		return span(new(big.Int), a.hi)
	case op == form.BitAnd && !b.negative():
		return span(new(big.Int), b.hi)
	}
	out := inBits(max(a.width(true), b.width(true)), true)
	if !a.negative() && !b.negative() {
		out.lo = new(big.Int)
	}
	return out
}

// shifts encloses shifts by a count that is read as an unsigned number. A negative count shifts all
// bits out.
func shifts(op form.Op, a, b interval) interval {
	// Counts from 64 on have the same result for every kind.
	const most = 64
	if b.negative() || b.hi.Cmp(big.NewInt(most)) > 0 {
		b.hi = big.NewInt(most)
	}
	if b.negative() {
		b.lo = new(big.Int)
	}
	b.lo = lesser(b.lo, b.hi)
	return corners(a, []*big.Int{b.lo, b.hi}, func(z, x, y *big.Int) *big.Int {
		if op == form.Shl {
			return z.Lsh(x, uint(y.Uint64()))
		}
		return z.Rsh(x, uint(y.Uint64()))
	})
}
