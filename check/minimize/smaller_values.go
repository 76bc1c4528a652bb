package minimize

import (
	"math"
	"slices"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// smallerValues are values nearer to zero: zero, half of the way, a quarter, … one.
func smallerValues(x value.Shape, v int64) []int64 {
	switch x := x.(type) {
	case *value.Bool:
		return []int64{0}
	case *value.Listed:
		return count(min(v, 16))
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

// rounderValues are the first two digits for another digit, as a number may not begin with
// zero, and the first letter for another letter of its case: which one it is then
// seems not to matter.
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

func count(n int64) []int64 {
	var list []int64
	for i := range n {
		list = append(list, i)
	}
	return list
}

// smallerFloats are those of integers, and halves: what is between these has
// more digits and is no simpler. Beyond the integers that a float64 can tell apart they
// are powers of ten.
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

// tensBelow returns some powers of ten that are nearer to zero than f, and tells whether
// it is one itself: those that are just beyond 2^53, every tenth, and those nearest to f.
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

// farther tells whether a floating-point number is farther from zero than another
// one and than 1: within the bounds it may be none of the depth.
func farther(x value.Shape, v, than int64) bool {
	switch x.(type) {
	case *value.Float, *value.Complex:
		return math.Abs(math.Float64frombits(uint64(v))) > max(1, math.Abs(math.Float64frombits(uint64(than))))
	}
	return false
}

// What numbers are that leave the same remainder: of how many divisors they do, which of
// the code's constants these are, or the least common multiples of two.
const (
	mostDivisors    = 10
	greatestDivisor = 1_000_000
)

// divisors are the constants of the code by which it may divide, and what is a multiple
// of two of them.
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

// congruent attempts smaller integers that leave the same remainder when they are divided
// by a constant: the least and those next to constants, or half of the way there.
func (s *simplifier) congruent(nodes []*decode.Node, alike func(size, by int64) []int64) {
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

// leastAlike are the least numbers, from zero or a constant on, that leave the same
// remainder as one above them.
func (s *simplifier) leastAlike(size, by int64) (list []int64) {
	for _, c := range append([]int64{0}, beyond.Evenly(s.constants, mostDivisors)...) {
		if 0 <= c && c < size {
			list = append(list, c+(size-c)%by)
		}
	}
	return list
}

// halfAlike are those half of the way to zero, a quarter and so on.
func halfAlike(size, by int64) (list []int64) {
	for d := size / 2; d >= by; d /= 2 {
		list = append(list, size-d+d%by)
	}
	return list
}
