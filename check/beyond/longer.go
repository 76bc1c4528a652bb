package beyond

import (
	"math"
	"slices"
)

const (
	// DepthTimes is the factor by which nesting, lengths and numbers exceed the depth.
	DepthTimes = 4
	// mostParts is the least number of parts that an input may have, partsPerDepth the number for each
	// unit of depth.
	mostParts, partsPerDepth = 31, 8
	// branchings is the number of questions that divide the parts at random.
	branchings = 3
	// mostLength is the greatest constant tried as a length, mostLengths the number of such constants.
	mostLength, mostLengths = 1100, 8
)

// askLonger asks for longer and deeper inputs. Their parts are divided among branches in several ways.
func askLonger(q *asker) {
	if !q.target.Growing {
		return
	}
	for i := range 1 + branchings {
		b := q.base
		if i > 0 {
			b.Seed = q.target.Seed + uint64(i)
		}
		q.add(DepthTimes*q.depth, q.share/(1+branchings), b)
	}
}

// askLengths asks for containers of the lengths that the code mentions, and of one more and one less.
func askLengths(q *asker) {
	if !q.target.Growing {
		return
	}
	h := q.target.Hints
	list := Lengths(slices.Concat(byteSized(h.Thresholds), h.Ints), DepthTimes*q.depth)
	for _, n := range list {
		b := q.base
		b.Lengths = []int{n - 1, n, n + 1}
		b.Parts += n + 1
		q.add(max(1, q.depth), q.share/len(list), b)
	}
}

// Lengths returns the constants above the depth that may be lengths.
func Lengths(of []int64, depth int) []int {
	list := LengthsOf(of, depth, mostLength)
	slices.Sort(list)
	return Evenly(slices.Compact(list), mostLengths)
}

// byteSized returns the greatest int8 and uint8 if the code converts to these types. A number of
// elements may have to fit.
func byteSized(marks []int64) (list []int64) {
	for _, n := range [...]int64{math.MaxInt8, math.MaxUint8} {
		if slices.Contains(marks, n) {
			list = append(list, n)
		}
	}
	return list
}

// LengthsOf returns the constants from depth to most.
func LengthsOf(of []int64, depth, most int) (list []int) {
	for _, n := range of {
		if n >= int64(depth) && n > 0 && n <= int64(most) {
			list = append(list, int(n))
		}
	}
	return list
}
