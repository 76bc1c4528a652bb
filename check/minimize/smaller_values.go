package minimize

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

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
		for _, r := range simplestFirst(x.Alphabet)[:min(4, len(x.Alphabet))] {
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
		return append(list, toward(0, v)...)
	}
	return nil
}

// rounderValues returns simpler characters of the same class: all smaller digits, the first letter of a case and those that
// halve the remaining distance to it, plus for minus, a blank for other white space.
func rounderValues(r int64) (list []int64) {
	switch {
	case '0' < r && r <= '9':
		for d := int64('0'); d < r; d++ {
			list = append(list, d)
		}
	case 'a' < r && r <= 'z':
		return append([]int64{'a'}, toward('a', r)...)
	case 'A' < r && r <= 'Z':
		return append([]int64{'A'}, toward('A', r)...)
	case r == '-':
		return []int64{'+'}
	case r > 0 && r != ' ' && unicode.IsSpace(rune(r)):
		return []int64{' '}
	}
	return list
}

// toward returns values between v and a simpler one that halve the remaining distance, down to one.
func toward(simple, v int64) (list []int64) {
	for d := (v - simple) / 2; d != 0; d /= 2 {
		list = append(list, v-d)
	}
	if v < simple {
		return append(list, v+1)
	}
	return append(list, v-1)
}

func countUp(n int64) []int64 {
	var list []int64
	for i := range n {
		list = append(list, i)
	}
	return list
}

// smallerFloats returns integers that halve the remaining distance to zero, the half of a value, and the value with fewer digits. Beyond the integers that a float64 represents exactly
// they are powers of ten.
func smallerFloats(bits int64) []int64 {
	f := math.Float64frombits(uint64(bits))
	try := []float64{0, 1, -1, 2, math.Abs(f)}
	round, tens := tensBelow(f)
	try = append(try, tens...)
	if !round || len(tens) == 0 {
		try = append(try, math.Trunc(f))
		if math.Abs(f) <= 1<<53 {
			for _, n := range toward(0, int64(f)) {
				try = append(try, float64(n))
			}
		}
		if math.Abs(f) >= 1 {
			try = append(try, f/2)
		}
	}
	if f != math.Trunc(f) {
		try = append(try, shorter(f)...)
	}
	var list []int64
	for _, g := range try {
		list = append(list, int64(math.Float64bits(g)))
	}
	return list
}

// shorter returns the numbers next to a finite number that have fewer digits, those with the fewest first.
func shorter(f float64) (list []float64) {
	digits, exponent := digitsOf(f)
	for k := 1; k < len(digits); k++ {
		first, err := strconv.ParseInt(digits[:k], 10, 64)
		if err != nil {
			break
		}
		for n := first; n <= first+1; n++ {
			if x, err := strconv.ParseFloat(fmt.Sprintf("%de%d", n, exponent-k+1), 64); err == nil {
				list = append(list, math.Copysign(x, f))
			}
		}
	}
	return list
}

// digitsOf returns the decimal digits that identify a finite number, and the exponent of the first.
func digitsOf(f float64) (digits string, exponent int) {
	digits, after, _ := strings.Cut(strconv.FormatFloat(math.Abs(f), 'e', -1, 64), "e")
	exponent, err := strconv.Atoi(after)
	if err != nil {
		return "", 0 // It is not finite.
	}
	return strings.ReplaceAll(digits, ".", ""), exponent
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
