package beyond

import (
	"math"
	"slices"
)

const (
	// DepthTimes is how many times the depth nesting, lengths and numbers have.
	DepthTimes = 4
	// mostParts is how many parts an input has at least room for, partsPerDepth how many for
	// each unit of the depth.
	mostParts, partsPerDepth = 31, 8
	// branchings is how many times the parts are shared out at random.
	branchings = 3
	// mostLength is the greatest constant that is tried as a length, mostLengths how many of
	// them are.
	mostLength, mostLengths = 1100, 8
)

// askLonger asks for longer and deeper inputs, whose parts are shared out in several ways.
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

// askLengths asks for containers of the lengths that the code mentions, and of one more and
// one less.
func askLengths(q *asker) {
	if !q.target.Growing {
		return
	}
	h := q.target.Hints
	list := Lengths(slices.Concat(byteSized(h.Marks), h.Ints), DepthTimes*q.depth)
	for _, n := range list {
		b := q.base
		b.Lengths = []int{n - 1, n, n + 1}
		b.Parts += n + 1
		q.add(max(1, q.depth), q.share/len(list), b)
	}
}

// Lengths returns the numbers that may be lengths above the depth.
func Lengths(of []int64, depth int) []int {
	list := LengthsOf(of, depth, mostLength)
	slices.Sort(list)
	return Evenly(slices.Compact(list), mostLengths)
}

// byteSized returns the greatest numbers that fit into eight bits, where the code converts
// to such: it may be a number of elements that does.
func byteSized(marks []int64) (list []int64) {
	for _, n := range [...]int64{math.MaxInt8, math.MaxUint8} {
		if slices.Contains(marks, n) {
			list = append(list, n)
		}
	}
	return list
}

// LengthsOf returns all constants above the depth that are not greater than most.
func LengthsOf(of []int64, depth, most int) (list []int) {
	for _, n := range of {
		if n >= int64(depth) && n > 0 && n <= int64(most) {
			list = append(list, int(n))
		}
	}
	return list
}
