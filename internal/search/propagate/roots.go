package propagate

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/search/interval"
)

// wrappedRoot narrows the argument of a square with a decided value that may wrap around. Its
// bounds move to the first and the last root in the domain.
func (t *Net) wrappedRoot(c *Cell, n int32) bool {
	if c.KindA != c.Kind || !t.Dom[n].Fixed() {
		return true
	}
	roots, modulus := squareRoots(uint64(interval.Key(c.Kind, t.Dom[n].Lo)), c.Kind.Bits())
	d := t.Dom[c.A]
	lo, hi := uint64(interval.Key(c.Kind, d.Lo)), uint64(interval.Key(c.Kind, d.Hi))
	mask := ^uint64(0) >> (64 - modulus)
	up, down := ^uint64(0), ^uint64(0)
	for _, r := range roots {
		up, down = min(up, (r-lo)&mask), min(down, (hi-r)&mask)
	}
	if len(roots) == 0 || up > d.Width() || down > d.Width() {
		return false
	}
	return t.Narrow(c.A, interval.Of(int64(uint64(d.Lo)+up), int64(uint64(d.Hi)-down)))
}

// squareRoots returns the square roots of z modulo 2^width: the numbers that are one of roots
// modulo 2^modulus. An odd number has roots if it is 1 modulo 8; one is found bit by bit (Hensel's
// lemma).
func squareRoots(z uint64, width int) (roots []uint64, modulus int) {
	if z &= ^uint64(0) >> (64 - width); z == 0 {
		return []uint64{0}, (width + 1) / 2
	}
	twos := bits.TrailingZeros64(z)
	odd, m := z>>twos, width-twos
	if twos%2 == 1 || odd&7&(1<<min(m, 3)-1) != 1 {
		return nil, width
	}
	modulus = width - twos/2
	switch m {
	case 1:
		roots = []uint64{1}
	case 2:
		roots = []uint64{1, 3}
	default:
		r := uint64(1)
		for i := 3; i < m; i++ {
			if (r*r-odd)>>i&1 != 0 {
				r += 1 << (i - 1)
			}
		}
		half := uint64(1) << (m - 1)
		roots = []uint64{r, -r, r + half, half - r}
	}
	for i := range roots {
		roots[i] <<= twos / 2
	}
	return roots, modulus
}
