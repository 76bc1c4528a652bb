package check

import (
	"math"
	"math/rand/v2"
	"slices"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/value"
)

// around is the question for values outside a depth of which no part is longer or
// deeper than that lets them be, but with the constants of the code.
func (s *subject) around(depth int) encode.Beyond {
	h := &s.contract.Hints
	return encode.Beyond{
		Within: depth, Reach: farDepth * depth, Ints: s.foci(), Factors: slices.Concat(h.Ints, h.Marks, h.Factors), Floats: floats(h.Floats, depth), Chars: h.Said,
		Bytes: bytesAround(h.Bytes), Parts: max(farParts, farPart*depth), Words: h.Words[:min(len(h.Words), farConstants)],
		Counts: lengthsOf(slices.Concat(h.Ints, h.Marks), 2, farFixedLength),
	}
}

// bytesAround are bytes at which the code divides all bytes and those beside
// them, and the least and the greatest; none where it divides them nowhere.
func bytesAround(raw []rune) []rune {
	if len(raw) == 0 {
		return nil
	}
	list := []rune{0, 1, value.RawByte + math.MaxUint8}
	for _, r := range raw {
		for b := max(r-value.RawByte-1, 0); b <= min(r-value.RawByte+1, math.MaxUint8); b++ {
			if b < utf8.RuneSelf {
				list = append(list, b)
			} else {
				list = append(list, value.RawByte+b)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// foci are the numbers of interest: the constants of the code and of the
// contract, and what is made of them.
func (s *subject) foci() []int64 {
	h := &s.contract.Hints
	ints := slices.Concat(constants(h.Ints), constants(h.Marks), sums(h.Ints))
	slices.Sort(ints)
	ints = slices.Compact(ints)
	ints = append(ints, amid(ints, s.limits.Seed)...)
	slices.Sort(ints)
	return slices.Compact(ints)
}

// amid returns a number between each and the next of some that ascend, of which
// nothing tells it apart, and numbers of many magnitudes. None is a size for which
// there is room, but only just: a call that takes seconds, and gigabytes, takes the
// time of all others.
func amid(of []int64, seed uint64) []int64 {
	var gaps [][2]int64
	for i := 1; i < len(of); i++ {
		if uint64(of[i])-uint64(of[i-1]) > 1 {
			gaps = append(gaps, [2]int64{of[i-1], of[i]})
		}
	}
	r := rand.New(rand.NewPCG(seed, 4))
	var list []int64
	for _, g := range evenly(gaps, farBetween) {
		n := g[0] + 1 + int64(r.Uint64N(uint64(g[1])-uint64(g[0])-1))
		if large(n) && g[0] < farSize-1 {
			n = max(g[0], -farSize) + 1 + int64(r.Uint64N(uint64(farSize-max(g[0], -farSize)-1)))
		}
		if !large(n) {
			list = append(list, n)
		}
	}
	for bits := farBits; bits < 63; bits += 2 {
		if n := int64(r.Uint64()>>(64-bits) | 1<<(bits-1)); !large(n) {
			list = append(list, n, -n)
		}
	}
	return list
}

// large tells whether a number may be a size for which there is room, but only just.
func large(n int64) bool { return farSize <= n && n < farTooLarge }

// constants returns numbers and what is near them: their neighbours, and these
// with the other sign.
func constants(of []int64) []int64 {
	var list []int64
	for _, n := range evenly(of, farConstants) {
		for _, m := range [2]int64{n, -n} {
			list = append(list, m)
			if m > math.MinInt64 {
				list = append(list, m-1)
			}
			if m < math.MaxInt64 {
				list = append(list, m+1)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// sums returns the sums of two different numbers above 1, of which there are
// few: with x%100 == 11, 111 is a number at which what is done changes.
func sums(of []int64) []int64 {
	var list, terms []int64
	for _, n := range of {
		if n > 1 && n <= math.MaxInt64/2 {
			terms = append(terms, n)
		}
	}
	for i, n := range terms[:min(len(terms), farTerms)] {
		for _, m := range terms[:i] {
			list = append(list, m+n)
		}
	}
	return list
}

// floats returns numbers with their neighbours, and some that are larger than
// those of a depth.
func floats(of []float64, depth int) []float64 {
	var list []float64
	for _, n := range [2]int{depth + 1, farDepth * depth} {
		list = append(list, float64(n), float64(-n))
	}
	for _, x := range evenly(of, farConstants/8) {
		list = append(list, x, -x, x+0.5, math.Nextafter(x, math.Inf(1)), math.Nextafter(x, math.Inf(-1)))
	}
	return list
}
