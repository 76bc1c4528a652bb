package propagate

import "github.com/rtest-dev/rtest/internal/search/interval"

// residue narrows a, whose remainder by a single number in q is in z: either end
// of p moves to the nearest number with such a remainder.
func (t *Net) residue(c *Cell, z, p, q interval.Interval) bool {
	if !q.Fixed() || q.Lo == 0 || q.Lo == interval.SignBit || p.Lo == interval.SignBit && p.Hi < 0 {
		return true
	}
	m := max(q.Lo, -q.Lo)
	// The remainder has the sign of what is divided; that of 0 has both.
	above, below := residues{m, max(z.Lo, 0), min(z.Hi, m-1)}, residues{m, max(-z.Hi, 0), min(-z.Lo, m-1)}
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

// Residues is the numbers, 0 and above, whose remainders by m are in lo..hi.
type residues struct{ m, lo, hi int64 }

// after gives the least number of them that is x or above.
func (c residues) after(x int64) (int64, bool) {
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

// before gives the greatest number of them that is x or below.
func (c residues) before(x int64) (int64, bool) {
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
