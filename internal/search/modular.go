package search

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// modular decides the one argument of an arithmetic cell that is open where its
// value and the other argument are decided, also where numbers wrap around: sums
// and differences have one solution modulo a power of two, and so have products
// with an odd number.
func (t *net) modular(c *cell, n int32) bool {
	if c.b < 0 || c.a == c.b || c.ka != c.kind || c.kb != c.kind || !t.dom[n].Fixed() {
		return true
	}
	open, known := c.a, c.b
	if !t.dom[known].Fixed() {
		open, known = known, open
	}
	if !t.dom[known].Fixed() || t.dom[open].Fixed() {
		return true
	}
	k := c.kind
	z, y := interval.Key(k, t.dom[n].Lo), interval.Key(k, t.dom[known].Lo)
	var x int64
	switch c.op {
	case form.Add:
		x = z - y
	case form.Sub:
		if x = z + y; open == c.b {
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
	return t.narrow(open, interval.Of(x, x))
}

// inverseOf gives the number whose product with an odd y is 1 modulo 2^64
// (Newton's iteration, which doubles the number of bits that are right; Warren,
// Hacker's Delight, section 10-16).
func inverseOf(y int64) int64 {
	x := y
	for range 5 {
		x *= 2 - y*x
	}
	return x
}
