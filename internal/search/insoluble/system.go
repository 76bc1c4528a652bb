package insoluble

// A system is a set of equations modulo mod, a power of prime. Equations modulo a lesser power are
// multiplied until they hold modulo mod.
type system struct {
	prime, mod uint64
	exp        int // mod is prime^exp
	rows       []row
	work       int64
}

// A row is an equation: the unknowns, each multiplied by its entry in times, sum to rest modulo
// prime^exp.
type row struct {
	times [systemColumns]uint64
	rest  uint64
	exp   int
}

const (
	systemColumns = 64
	systemRows    = 64
	systemMod     = 1 << 30 // so that products of two remainders fit into a uint64
)

func (s *system) reset(p uint64) {
	s.prime, s.mod, s.exp, s.rows, s.work = p, p, 1, s.rows[:0], 0
	for s.mod <= systemMod/p {
		s.mod *= p
		s.exp++
	}
}

// add adds an equation; if there are too many, it is left out.
func (s *system) add(r *row) {
	if len(s.rows) == systemRows {
		return
	}
	s.rows = append(s.rows, *r)
	q := &s.rows[len(s.rows)-1]
	if q.exp < s.exp {
		f := s.power(s.exp - q.exp)
		for i, x := range q.times {
			if x != 0 {
				q.times[i] = x * f % s.mod
			}
		}
		q.rest, q.exp = q.rest*f%s.mod, s.exp
	}
	s.work += systemColumns
}

// power returns p^e.
func (s *system) power(e int) uint64 {
	x := uint64(1)
	for range e {
		x *= s.prime
	}
	return x
}

// residue returns x modulo mod, not negative.
func (s *system) residue(x int64) uint64 {
	m := int64(s.mod)
	return uint64((x%m + m) % m)
}

// negative returns -x modulo mod.
func (s *system) negative(x uint64) uint64 { return (s.mod - x%s.mod) % s.mod }

// valuation returns the exponent of the greatest power of p that divides x, at most exp; exp for 0.
func (s *system) valuation(x uint64) int {
	e := 0
	for ; e < s.exp && x%s.prime == 0; e++ {
		x /= s.prime
	}
	return e
}

// soluble reports whether the equations have a solution. Of the remaining coefficients, the one
// with the fewest factors p divides all others. Its unknown is eliminated from the other equations.
func (s *system) soluble() bool {
	for left := s.rows; len(left) > 0; left = left[1:] {
		at, column, least := s.pivot(left)
		if at < 0 {
			for i := range left {
				if left[i].rest != 0 {
					return false
				}
			}
			return true
		}
		left[0], left[at] = left[at], left[0]
		if s.valuation(left[0].rest) < least {
			return false
		}
		for i := range left[1:] {
			s.eliminate(&left[0], &left[1+i], column, least)
		}
	}
	return true
}

// pivot returns the place of the first coefficient with the fewest factors p, and their number. at
// is -1 if all coefficients are 0.
func (s *system) pivot(rows []row) (at, column, least int) {
	at, least = -1, s.exp
	for i := range rows {
		for j, x := range rows[i].times {
			if x == 0 {
				continue
			}
			if v := s.valuation(x); v < least {
				at, column, least = i, j, v
			}
			if least == 0 {
				return at, column, least
			}
		}
	}
	return at, column, least
}

// eliminate removes the unknown of a column from b by subtracting a multiple of a, whose
// coefficient there has v factors p.
func (s *system) eliminate(a, b *row, column, v int) {
	if b.times[column] == 0 {
		return
	}
	s.work += systemColumns
	power := s.power(v)
	f := s.negative(b.times[column] / power * s.inverse(a.times[column]/power) % s.mod)
	for j := range b.times {
		b.times[j] = (b.times[j] + f*a.times[j]) % s.mod
	}
	b.rest = (b.rest + f*a.rest) % s.mod
}

// inverse returns the number whose product with x is 1; p must not divide x.
func (s *system) inverse(x uint64) uint64 {
	a, b := int64(x), int64(s.mod)
	u, v := int64(1), int64(0)
	for b != 0 {
		q := a / b
		a, b = b, a-q*b
		u, v = v, u-q*v
	}
	return s.residue(u)
}
