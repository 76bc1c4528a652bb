package minimize

import (
	"math"
	"slices"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// smallerValues returns values closer to zero: zero, half of v, and steps that halve the remaining
// distance, down to one.
func smallerValues(x value.Shape, v int64) []int64 {
	switch x := x.(type) {
	case *value.Bool:
		return []int64{0}
	case *value.Listed:
		return countUp(min(v, 16))
	case *value.Float, *value.Complex:
		return smallerFloats(v)
	case *value.String:
		var list []int64
		for _, r := range x.Alphabet[:min(4, len(x.Alphabet))] {
			list = append(list, int64(r))
		}
		if !x.Fixed {
			list = append(list, rounderValues(v)...)
		}
		return list
	case *value.Int:
		if value.Unsigned(x.T) && v < 0 {
			return []int64{0, 1, math.MaxInt64}
		}
		list := []int64{0}
		for _, r := range x.Ranges {
			list = append(list, r.Lo, r.Hi)
		}
		if v < 0 && v != math.MinInt64 {
			list = append(list, -v)
		}
		for d := v / 2; d != 0; d /= 2 {
			list = append(list, v-d)
		}
		if v < 0 {
			return append(list, v+1)
		}
		return append(list, v-1)
	}
	return nil
}

// rounderValues returns simpler characters of the same class. For a digit they are 0 and 1, because
// a number may not begin with zero; for a letter, the first letter of its case.
func rounderValues(r int64) []int64 {
	switch {
	case '1' < r && r <= '9':
		return []int64{'0', '1'}
	case r == '1':
		return []int64{'0'}
	case 'a' < r && r <= 'z':
		return []int64{'a'}
	case 'A' < r && r <= 'Z':
		return []int64{'A'}
	}
	return nil
}

func countUp(n int64) []int64 {
	var list []int64
	for i := range n {
		list = append(list, i)
	}
	return list
}

// smallerFloats returns integers, and the half of a value. Values between these have more digits
// and are no simpler. Beyond the integers that a float64 represents exactly they are powers of ten.
func smallerFloats(bits int64) []int64 {
	f := math.Float64frombits(uint64(bits))
	try := []float64{0, 1, -1, 2, math.Abs(f)}
	round, tens := tensBelow(f)
	try = append(try, tens...)
	if !round || len(tens) == 0 {
		try = append(try, math.Trunc(f), math.Trunc(f/2))
		if math.Abs(f) > 2 && math.Abs(f) <= 1<<53 {
			try = append(try, math.Trunc(f-f/4), math.Trunc(f-f/16), math.Trunc(f)-math.Copysign(1, f))
		}
		if math.Abs(f) >= 1 {
			try = append(try, f/2)
		}
	}
	var list []int64
	for _, g := range try {
		list = append(list, int64(math.Float64bits(g)))
	}
	return list
}

// tensBelow returns some powers of ten closer to zero than f, if f is beyond 2^53: those just
// beyond 2^53, every tenth, and those nearest to f. Round reports whether f is a power of ten
// itself.
func tensBelow(f float64) (round bool, list []float64) {
	const first, few, step = 16, 24, 10
	if math.IsInf(f, 0) || math.IsNaN(f) || math.Abs(f) <= 1<<53 {
		return false, nil
	}
	last := int(math.Log10(math.Abs(f)))
	for k := first; k <= last; k++ {
		x := math.Copysign(math.Pow10(k), f)
		round = round || x == f
		if math.Abs(x) < math.Abs(f) && (k < few || k%step == 0 || k > last-step) {
			list = append(list, x)
		}
	}
	return round, list
}

// isFarther reports whether a floating-point number is farther from zero than the number than and
// than 1. Within the bounds such a number may lie outside the depth.
func isFarther(x value.Shape, v, than int64) bool {
	switch x.(type) {
	case *value.Float, *value.Complex:
		return math.Abs(math.Float64frombits(uint64(v))) > max(1, math.Abs(math.Float64frombits(uint64(than))))
	}
	return false
}

// Limits of the attempts with equal remainders: the number of divisors, and the greatest one.
const (
	mostDivisors    = 10
	greatestDivisor = 1_000_000
)

// divisors returns the constants by which the code may divide, and least common multiples of two of
// them.
func divisors(constants []int64) []int64 {
	var list []int64
	for _, c := range constants {
		if 1 < c && c <= greatestDivisor {
			list = append(list, c)
		}
	}
	for i, a := range beyond.Evenly(list, mostDivisors) {
		for _, b := range list[:i] {
			r, rest := a, b
			for rest != 0 {
				r, rest = rest, r%rest
			}
			list = append(list, a/r*b)
		}
	}
	slices.Sort(list)
	return beyond.Evenly(slices.Compact(list), mostDivisors)
}

// keepRemainders attempts smaller integers that leave the same remainder when divided by a constant
// of the code. Alike returns them for a magnitude and a divisor.
func (s *simplifier) keepRemainders(nodes []*decode.Node, alike func(size, by int64) []int64) {
	by := divisors(s.constants)
	for _, n := range nodes {
		x, ok := n.Shape.(*value.Int)
		if !ok || value.Unsigned(x.T) && n.Own[0] < 0 || n.Own[0] == math.MinInt64 {
			continue
		}
		was := n.Own[0]
		sign, size := int64(1), was
		if was < 0 {
			sign, size = -1, -was
		}
		for _, m := range by {
			for _, v := range alike(size, m) {
				if n.Own[0] = sign * v; decode.Admits(x, n.Own[0]) {
					s.attempt()
				}
			}
		}
		n.Own[0] = was
	}
}

// leastCongruent returns the least numbers, from zero or from a constant upwards, that leave the
// same remainder as size.
func (s *simplifier) leastCongruent(size, by int64) (list []int64) {
	for _, c := range append([]int64{0}, beyond.Evenly(s.constants, mostDivisors)...) {
		if 0 <= c && c < size {
			list = append(list, c+(size-c)%by)
		}
	}
	return list
}

// halvedCongruent returns numbers half of the way to zero, a quarter, and so on, that leave the
// same remainder as size.
func halvedCongruent(size, by int64) (list []int64) {
	for d := size / 2; d >= by; d /= 2 {
		list = append(list, size-d+d%by)
	}
	return list
}
