package propagate

import "github.com/rtest-dev/rtest/internal/search/interval"

// residue narrows the dividend of c, whose remainder by the number q is in z. Each end of p moves
// to the nearest number with such a remainder.
func (t *Net) residue(c *Cell, z, p, q interval.Interval) bool {
	if !q.Fixed() || q.Lo == 0 || q.Lo == interval.SignBit || p.Lo == interval.SignBit && p.Hi < 0 {
		return true
	}
	m := max(q.Lo, -q.Lo)
	// The remainder has the sign of the dividend, or is 0.
	above, below := remainders{m, max(z.Lo, 0), min(z.Hi, m-1)}, remainders{m, max(-z.Hi, 0), min(-z.Lo, m-1)}
	v, ok := p, true
	if v.Hi >= 0 {
		if v.Hi, ok = above.before(v.Hi); !ok {
			v.Hi = -1
		}
	}
	if v.Hi < 0 {
		x, ok := below.after(-v.Hi)
		if !ok {
			return false
		}
		v.Hi = -x
	}
	if v.Lo < 0 && v.Lo != interval.SignBit {
		x, ok := below.before(-v.Lo)
		if v.Lo = -x; !ok {
			v.Lo = 0
		}
	}
	if v.Lo >= 0 {
		if v.Lo, ok = above.after(v.Lo); !ok {
			return false
		}
	}
	return v.Lo <= v.Hi && t.limit(c.A, c.KindA, v)
}

// Residues are the numbers from 0 on whose remainders by m are in lo..hi.
type remainders struct{ m, lo, hi int64 }

// after returns the least of them that is at least x.
func (c remainders) after(x int64) (int64, bool) {
	r := x % c.m
	switch {
	case c.lo > c.hi:
		return 0, false
	case r < c.lo:
		return interval.AddInt(x, c.lo-r)
	case r > c.hi:
		return interval.AddInt(x, c.m-r+c.lo)
	}
	return x, true
}

// before returns the greatest of them that is at most x.
func (c remainders) before(x int64) (int64, bool) {
	r := x % c.m
	switch {
	case c.lo > c.hi:
		return 0, false
	case r > c.hi:
		x -= r - c.hi
	case r < c.lo:
		x -= r + c.m - c.hi
	}
	return x, x >= 0
}
