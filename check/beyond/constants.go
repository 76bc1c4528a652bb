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
	// MostConstants is the greatest number of constants of each kind.
	MostConstants = 128
	// mostTerms is the number of constants whose sums are tried.
	mostTerms = 12
	// mostBetween is how many numbers between constants are tried. Further numbers have leastBits bits
	// or more.
	mostBetween, leastBits = 24, 6
	// Numbers from roomySize to impossibleSize may be sizes that fit into memory but take long to
	// fill.
	roomySize, impossibleSize = 1 << 20, 1 << 46
)

// Around returns the question for values outside a depth that are made of constants of the code.
// Containers are no longer, and structures no deeper, than at that depth.
func Around(h *refine.Hints, depth int, seed uint64) encode.Beyond {
	return encode.Beyond{
		Within: depth, Reach: DepthTimes * depth, Ints: Foci(h, seed), Factors: slices.Concat(h.Ints, h.Thresholds, h.Factors), Floats: floats(h.Floats, depth), Chars: h.ContractChars,
		Bytes: BytesAround(h.Bytes), Parts: Parts(depth), Words: h.Words[:min(len(h.Words), MostConstants)],
		Counts: LengthsOf(slices.Concat(h.Ints, h.Thresholds), 2, MostFixedLength),
	}
}

// BytesAround returns the bytes at which the code divides the range of bytes, their neighbours, and
// the least and the greatest byte. It returns nil if the code does not divide them.
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

// Parts returns the number of parts that inputs outside a depth may have.
func Parts(depth int) int { return max(mostParts, partsPerDepth*depth) }

// Foci returns the numbers of interest: the constants of the code and of the contract, with their
// neighbours and sums, and numbers between them.
func Foci(h *refine.Hints, seed uint64) []int64 {
	ints := slices.Concat(Constants(h.Ints), Constants(h.Thresholds), sums(h.Ints))
	slices.Sort(ints)
	ints = slices.Compact(ints)
	ints = append(ints, numbersBetween(ints, seed)...)
	slices.Sort(ints)
	return slices.Compact(ints)
}

// numbersBetween returns a random number from each of some gaps of a sorted list, and random numbers of many
// magnitudes. None is large: a call that fills gigabytes for seconds would take the time of all
// others.
func numbersBetween(of []int64, seed uint64) []int64 {
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

// large reports whether a number may be a size that takes long to fill.
func large(n int64) bool { return roomySize <= n && n < impossibleSize }

// Constants returns numbers, their neighbours, and the negations of all of them.
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

// sums returns the sums of two different numbers above 1, for a few of them. With x%100 == 11, for
// example, behaviour changes at 111.
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

// floats returns numbers with their neighbours, and some that exceed those of a depth.
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
