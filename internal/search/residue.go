package search

// residue narrows a, whose remainder by a single number in q is in z: either end
// of p moves to the nearest number with such a remainder.
func (t *net) residue(c *cell, z, p, q interval) bool {
	if !q.fixed() || q.lo == 0 || q.lo == signBit || p.lo == signBit && p.hi < 0 {
		return true
	}
	m := max(q.lo, -q.lo)
	// The remainder has the sign of what is divided; that of 0 has both.
	above, below := residues{m, max(z.lo, 0), min(z.hi, m-1)}, residues{m, max(-z.hi, 0), min(-z.lo, m-1)}
	v, ok := p, true
	if v.hi >= 0 {
		if v.hi, ok = above.before(v.hi); !ok {
			v.hi = -1
		}
	}
	if v.hi < 0 {
		x, ok := below.after(-v.hi)
		if !ok {
			return false
		}
		v.hi = -x
	}
	if v.lo < 0 && v.lo != signBit {
		x, ok := below.before(-v.lo)
		if v.lo = -x; !ok {
			v.lo = 0
		}
	}
	if v.lo >= 0 {
		if v.lo, ok = above.after(v.lo); !ok {
			return false
		}
	}
	return v.lo <= v.hi && t.limit(c.a, c.ka, v)
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
		return addInt(x, c.lo-r)
	case r > c.hi:
		return addInt(x, c.m-r+c.lo)
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
