package digits

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
)

// A known holds the known bits of a number: those in k are known and have the values in v. The bits above the
// width of the number's kind are 0 in both.
type known struct{ k, v uint64 }

func exactly(k form.Kind, x int64) known { return known{mask(k), uint64(x) & mask(k)} }

func mask(k form.Kind) uint64 { return ^uint64(0) >> (64 - width(k)) }

func width(k form.Kind) int {
	if k == form.Bool {
		return 1
	}
	return k.Bits()
}

// least and most are the ends of a number that is read without a sign.
func (x known) least() uint64             { return x.v }
func (x known) most(m uint64) uint64      { return x.v | m&^x.k }
func (x known) clashes(y known) bool      { return x.k&y.k&(x.v^y.v) != 0 }
func (x known) with(y known) known        { return known{x.k | y.k, x.v | y.v} }
func (x known) common(y known) known      { k := x.k & y.k &^ (x.v ^ y.v); return known{k, x.v & k} }
func (x known) within(m uint64) known     { return known{x.k & m, x.v & m} }
func (x known) not(m uint64) known        { return known{x.k, ^x.v & x.k & m} }
func (x known) whole(m uint64) bool       { return x.k == m }
func (x known) flipped(sign uint64) known { return known{x.k, x.v ^ x.k&sign} }

// low returns how many of the lowest bits are known, and zeros how many of these are 0.
func (x known) low() int   { return bits.TrailingZeros64(^x.k) }
func (x known) zeros() int { return bits.TrailingZeros64(^x.k | x.v) }

// lowest returns the lowest n bits of a number.
func lowest(n int, v uint64) known {
	if n <= 0 {
		return known{}
	}
	k := ^uint64(0) >> (64 - min(n, 64))
	return known{k, v & k}
}

// between returns what all numbers from lo to hi have in common.
func between(lo, hi uint64) known {
	n := bits.Len64(lo ^ hi)
	k := ^uint64(0)
	if n > 0 {
		k = k << (n - 1) << 1
	}
	return known{k, lo & k}
}

// sum returns the known bits of the sum of two numbers and a carry.
func sum(x, y known, carry uint64) known {
	zx, zy := x.k&^x.v, y.k&^y.v
	most := ^zx + ^zy + carry
	least := x.v + y.v + carry
	carried := ^(most ^ zx ^ zy) | (least ^ x.v ^ y.v)
	k := x.k & y.k & carried
	return known{k, least & k}
}

// difference returns the known bits of x - y. The bits above m do not exist.
func difference(x, y known, m uint64) known {
	y.k |= ^m
	return sum(x, known{y.k, ^y.v & y.k}, 1)
}

// product returns the known bits of the product of two numbers of kind k.
func product(x, y known, k form.Kind, square bool) known {
	tx, ty := x.low(), y.low()
	zx, zy := min(x.zeros(), tx), min(y.zeros(), ty)
	n := min(tx+zy, ty+zx)
	if square {
		n = min(tx+1+zx, 2*tx)
	}
	p := lowest(n, x.v&lowest(tx, ^uint64(0)).v*(y.v&lowest(ty, ^uint64(0)).v))
	m := mask(k)
	if high, hi := bits.Mul64(x.most(m), y.most(m)); high == 0 && hi&^m == 0 {
		p = p.with(between(x.least()*y.least(), hi))
	}
	return p.within(m)
}

// factor returns the known bits of y if the product of x and y is p. The inverse of an odd number has as many
// known bits as the number.
func factor(p, x known) known {
	z := x.zeros()
	if n := min(x.low(), p.low()) - z; n > 0 && x.k>>z&1 == 1 && z < x.low() {
		return lowest(n, p.v>>z*inverse(x.v>>z))
	}
	return known{}
}

// inverse returns the inverse of an odd number modulo 2 to the 64.
func inverse(x uint64) uint64 {
	y := x // Right in 3 bits; each round doubles them.
	for range 5 {
		y *= 2 - x*y
	}
	return y
}

// atMost returns the bits of a number that follow from its being at most m. While its higher bits equal those of
// m, it is 0 where m is 0.
func atMost(x known, m uint64) known {
	out := known{}
	for i := 63; i >= 0; i-- {
		bit := uint64(1) << i
		switch {
		case x.k&bit != 0 && x.v&bit != m&bit:
			return out // Less, or a contradiction, which the comparison finds.
		case x.k&bit == 0 && m&bit != 0:
			return out
		case x.k&bit == 0:
			out.k |= bit
		}
	}
	return out
}

// atLeast returns the bits of a number that follow from its being at least m.
func atLeast(x known, m uint64) known {
	y := atMost(known{x.k, ^x.v & x.k}, ^m)
	return known{y.k, ^y.v & y.k}
}

// extended returns a number of a kind, extended to 64 bits.
func extended(x known, k form.Kind) known {
	if n := 64 - width(k); k.Signed() {
		return known{uint64(int64(x.k<<n) >> n), uint64(int64(x.v<<n) >> n)}
	}
	return known{x.k | ^mask(k), x.v}
}
