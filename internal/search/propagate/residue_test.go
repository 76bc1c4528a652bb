package propagate

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestResidues compares the nearest numbers with a remainder with those found by
// trying, at the ends of the int64 as well.
func TestResidues(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		m := 1 + rnd.Int64N(12)
		c := remainders{m, rnd.Int64N(m + 1), rnd.Int64N(m)}
		x := rnd.Int64N(60)
		if rnd.IntN(8) == 0 {
			x = math.MaxInt64 - x
		}
		in := func(y int64) bool { return c.lo <= y%m && y%m <= c.hi }
		after, before := x, x
		for i := int64(0); i < 2*m && after >= 0 && !in(after); i++ { // a negative one has left the int64
			after++
		}
		for i := int64(0); i < 2*m && before >= 0 && !in(before); i++ {
			before--
		}
		got, ok := c.after(x)
		if want := after >= 0 && in(after); ok != want || ok && got != after {
			t.Fatalf("%v after %d: %d, %v; want %d, %v", c, x, got, ok, after, want)
		}
		got, ok = c.before(x)
		if want := before >= 0 && in(before); ok != want || ok && got != before {
			t.Fatalf("%v before %d: %d, %v; want %d, %v", c, x, got, ok, before, want)
		}
	}
}
