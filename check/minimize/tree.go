package minimize

import (
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// A complexity orders inputs by simplicity: fewer calls first, then fewer parts, then values closer
// to zero, then fewer distinct values.
type complexity struct {
	calls, parts int
	// far and distance are the high and low word of the sum of all distances.
	far, distance uint64
	distinct      int
	// negative is the number of values below zero.
	negative int
}

// less reports whether m is simpler than o.
func (m complexity) less(o complexity) bool {
	switch {
	case m.calls != o.calls:
		return m.calls < o.calls
	case m.parts != o.parts:
		return m.parts < o.parts
	case m.far != o.far:
		return m.far < o.far
	case m.distance != o.distance:
		return m.distance < o.distance
	}
	if m.distinct != o.distinct {
		return m.distinct < o.distinct
	}
	return m.negative < o.negative
}

// IsSimpler reports whether an input is simpler than another.
func IsSimpler(a, than []*decode.Node) bool {
	return complexityOf(a).less(complexityOf(than))
}

// Depth returns the least depth within whose lengths the containers and texts of an input are: those in a container have one less.
// The heights of recursive values do not count.
func Depth(nodes []*decode.Node) (depth int) {
	for _, n := range nodes {
		below := Depth(n.Kids)
		if _, length, ok := partsOf(n); ok {
			below = max(length, below+min(1, len(n.Kids)))
		}
		depth = max(depth, below)
	}
	return depth
}

// complexityOf measures an input.
func complexityOf(nodes []*decode.Node) complexity {
	var m complexity
	values := map[uint64]bool{}
	decode.Each(nodes, func(n *decode.Node) {
		m.parts++
		if n.Callee != nil {
			m.calls++
		}
		for _, v := range decode.Data(n) {
			d, below := distance(n.Shape, v)
			values[d] = true
			m.add(d)
			if below {
				m.negative++
			}
		}
		switch n.Shape.(type) {
		case *value.String:
			m.parts += len(n.Own) - 1
		case *value.Pointer, *value.Reference, *value.Slice, *value.Map, *value.Interface, *value.Aliased:
			// Simpler: nil before empty, no spare capacity before some, separate memory before shared.
			for _, v := range n.Own {
				m.add(uint64(max(v, -v)))
			}
		}
	})
	m.distinct = len(values)
	return m
}

func (m *complexity) add(d uint64) {
	if m.distance += d; m.distance < d {
		m.far++
	}
}

// distance returns how far a value is from the simplest of its kind, for numbers from zero. Below
// reports whether it is a negative number.
func distance(s value.Shape, v int64) (d uint64, below bool) {
	switch s := s.(type) {
	case *value.String:
		return runeDistance(s, v), false
	case *value.Float, *value.Complex:
		return floatDistance(v)
	case *value.Int:
		if value.Unsigned(s.T) {
			return uint64(v), false
		}
	}
	return form.Magnitude(v), v < 0
}

// floatDistance returns the distance of a float, given its bits. Small integers are closest, then
// fractions, by their digits and then by their magnitude, then other integers, infinities and NaN.
func floatDistance(bits int64) (d uint64, below bool) {
	f := math.Float64frombits(uint64(bits))
	switch {
	case math.IsNaN(f):
		return 1 << 61, false
	case math.IsInf(f, 0):
		d = 1 << 60
	case f == math.Trunc(f) && math.Abs(f) < 1<<40:
		d = 2 * uint64(math.Abs(f))
	case f != math.Trunc(f):
		digits, _ := digitsOf(f)
		d = 1<<43 + uint64(len(digits))<<37 + math.Float64bits(math.Abs(f))>>27
	default:
		d = 1<<50 + math.Float64bits(math.Abs(f))>>8
	}
	return d, math.Signbit(f)
}

// simplestFirst returns the characters of an alphabet in their order, but for its digits: smaller ones are before greater ones.
func simplestFirst(alphabet []rune) []rune {
	list := slices.Clone(alphabet)
	digit := func(r rune) bool { return '0' <= r && r <= '9' }
	var digits []rune
	for _, r := range alphabet {
		if digit(r) {
			digits = append(digits, r)
		}
	}
	slices.Sort(digits)
	for i, r := range list {
		if digit(r) {
			list[i], digits = digits[0], digits[1:]
		}
	}
	return list
}

// runeDistance returns how far a character is from the simplest one. Characters of the alphabet come first.
func runeDistance(s *value.String, r int64) uint64 {
	if i := slices.IndexFunc(simplestFirst(s.Alphabet), func(a rune) bool { return int64(a) == r }); i >= 0 {
		return uint64(i)
	}
	switch {
	case r < 0: // It is no character.
		return utf8.MaxRune + form.Magnitude(r)
	case unicode.IsControl(rune(r)): // It is not seen.
		return uint64(len(s.Alphabet)) + unicode.MaxLatin1 + uint64(r)
	}
	return uint64(len(s.Alphabet)) + uint64(r)
}
