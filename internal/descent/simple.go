package descent

import (
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// simplify gives the variables of a solution simpler values, one by one, as long as it stays a solution: first while the others keep theirs,
// then 0 while the others follow.
func (s *search) simplify() {
	for _, v := range s.used {
		if len(s.form.Vars[v].Choice) > 0 || !s.realized[v] {
			continue
		}
		for _, x := range s.simpler(v) {
			before := s.wanted[v]
			s.wanted[v] = s.within(v, x)
			if s.bitsOf(v, s.wanted[v]) < s.bitsOf(v, before) && s.measure() == 0 && s.isSolution() {
				break
			}
			s.wanted[v] = before
			s.assign()
		}
	}
	s.measure()
	all := s.used
	for at, v := range all {
		if len(s.form.Vars[v].Choice) > 0 || !s.realized[v] || s.bitsOf(v, s.values[v]) == 0 || s.isSpent() {
			continue
		}
		before, least := slices.Clone(s.wanted), s.bits()
		s.used = slices.Concat(all[:at], all[at+1:])
		s.wanted[v] = s.within(v, 0)
		if !s.down() || !s.isSolution() || s.bits() >= least {
			copy(s.wanted, before)
		}
		s.used = all
		s.distance = s.measure()
	}
}

// simpler returns simpler values than that of a data variable, the simplest first: small numbers, and those with the first bits of its own.
func (s *search) simpler(v int) (list []int64) {
	kind, x := s.form.Vars[v].Kind, s.wanted[v]
	for _, n := range []int64{0, 1, -1, 2} {
		if s.numbers[v] {
			n = kind.OfNumber(float64(n))
		}
		list = append(list, kind.Wrap(n))
	}
	if !s.numbers[v] {
		return list
	}
	fraction := 52
	if kind == form.Uint32 {
		fraction = 23
	}
	for left := range fraction {
		unit := int64(1) << (fraction - left)
		list = append(list, x&^(unit-1), x&^(unit-1)+unit)
	}
	return list
}

// bits measures how simple the values of the realized variables are: the sum of the bits that they have.
func (s *search) bits() (sum int) {
	for v, is := range s.realized {
		if is {
			sum += 1 + s.bitsOf(v, s.values[v])
		}
	}
	return sum
}

// bitsOf returns how many bits are needed for the value of a variable, as an integer or a fraction.
func (s *search) bitsOf(v int, x int64) int {
	kind := s.form.Vars[v].Kind
	if !s.numbers[v] {
		return bits.Len64(kind.Magnitude(x))
	}
	key := keyOf(kind, x)
	if key == 0 {
		return 0
	}
	negative := 0
	if key < 0 {
		key, negative = -key, 1
	}
	fraction, one := 52, int64(0x3ff)
	if kind == form.Uint32 {
		fraction, one = 23, 0x7f
	}
	exponent, last := int(key>>fraction-one), fraction-bits.TrailingZeros64(uint64(key)|1<<fraction)
	return 1 + max(exponent, 0) + max(last-exponent, 0) + negative
}
