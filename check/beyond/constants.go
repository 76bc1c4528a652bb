package beyond

import (
	"math"
	"math/rand/v2"
	"slices"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

const (
	// MostConstants is how many constants there are at most, of each kind.
	MostConstants = 128
	// mostTerms is of how many constants there are sums.
	mostTerms = 12
	// mostBetween is how many numbers that are none of the constants there are between these;
	// others have leastBits bits and more.
	mostBetween, leastBits = 24, 6
	// Between roomySize and impossibleSize are numbers of elements that may fit into the memory,
	// but take long to fill.
	roomySize, impossibleSize = 1 << 20, 1 << 46
)

// Around is the question for values outside a depth of which no part is longer or
// deeper than that lets them be, but with the constants of the code.
func Around(h *refine.Hints, depth int, seed uint64) encode.Beyond {
	return encode.Beyond{
		Within: depth, Reach: DepthTimes * depth, Ints: Foci(h, seed), Factors: slices.Concat(h.Ints, h.Marks, h.Factors), Floats: floats(h.Floats, depth), Chars: h.Said,
		Bytes: BytesAround(h.Bytes), Parts: Parts(depth), Words: h.Words[:min(len(h.Words), MostConstants)],
		Counts: LengthsOf(slices.Concat(h.Ints, h.Marks), 2, MostFixedLength),
	}
}

// BytesAround are bytes at which the code divides all bytes and those beside
// them, and the least and the greatest; none where it divides them nowhere.
func BytesAround(raw []rune) []rune {
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

// Parts is how many parts inputs outside a depth have room for.
func Parts(depth int) int { return max(mostParts, partsPerDepth*depth) }

// Foci are the numbers of interest: the constants of the code and of the contract, and what is
// made of them.
func Foci(h *refine.Hints, seed uint64) []int64 {
	ints := slices.Concat(Constants(h.Ints), Constants(h.Marks), sums(h.Ints))
	slices.Sort(ints)
	ints = slices.Compact(ints)
	ints = append(ints, amid(ints, seed)...)
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
	for _, g := range Evenly(gaps, mostBetween) {
		n := g[0] + 1 + int64(r.Uint64N(uint64(g[1])-uint64(g[0])-1))
		if large(n) && g[0] < roomySize-1 {
			n = max(g[0], -roomySize) + 1 + int64(r.Uint64N(uint64(roomySize-max(g[0], -roomySize)-1)))
		}
		if !large(n) {
			list = append(list, n)
		}
	}
	for bits := leastBits; bits < 63; bits += 2 {
		if n := int64(r.Uint64()>>(64-bits) | 1<<(bits-1)); !large(n) {
			list = append(list, n, -n)
		}
	}
	return list
}

// large reports whether a number may be a size for which there is room, but only just.
func large(n int64) bool { return roomySize <= n && n < impossibleSize }

// Constants returns numbers and what is near them: their neighbours, and these
// with the other sign.
func Constants(of []int64) []int64 {
	var list []int64
	for _, n := range Evenly(of, MostConstants) {
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
	for i, n := range terms[:min(len(terms), mostTerms)] {
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
	for _, n := range [2]int{depth + 1, DepthTimes * depth} {
		list = append(list, float64(n), float64(-n))
	}
	for _, x := range Evenly(of, MostConstants/8) {
		list = append(list, x, -x, x+0.5, math.Nextafter(x, math.Inf(1)), math.Nextafter(x, math.Inf(-1)))
	}
	return list
}
