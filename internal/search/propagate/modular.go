package propagate

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// modular decides the open argument of an arithmetic cell whose value and other argument are
// decided, even if numbers wrap around. Sums and differences have one solution modulo a power of
// two, and so have products with an odd number.
func (t *Net) modular(c *Cell, n int32) bool {
	if c.B < 0 || c.A == c.B || c.KindA != c.Kind || c.KindB != c.Kind || !t.Dom[n].Fixed() {
		return true
	}
	open, known := c.A, c.B
	if !t.Dom[known].Fixed() {
		open, known = known, open
	}
	if !t.Dom[known].Fixed() || t.Dom[open].Fixed() {
		return true
	}
	k := c.Kind
	z, y := interval.Key(k, t.Dom[n].Lo), interval.Key(k, t.Dom[known].Lo)
	var x int64
	switch c.Op {
	case form.Add:
		x = z - y
	case form.Sub:
		if x = z + y; open == c.B {
			x = y - z
		}
	case form.BitXor:
		x = z ^ y
	case form.Mul:
		if y%2 == 0 {
			return y == 0 || bits.TrailingZeros64(uint64(z)) >= bits.TrailingZeros64(uint64(y))
		}
		x = z * inverseOf(y)
	default:
		return true
	}
	x = interval.Key(k, k.Wrap(x))
	return t.Narrow(open, interval.Of(x, x))
}

// inverseOf returns the number whose product with an odd y is 1 modulo 2^64 (Newton's iteration,
// which doubles the number of correct bits; Warren, Hacker's Delight, section 10-16).
func inverseOf(y int64) int64 {
	x := y
	for range 5 {
		x *= 2 - y*x
	}
	return x
}
