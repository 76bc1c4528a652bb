package check

import (
	"math"
	"slices"
)

// askCharacters asks for texts of the characters that the code names, without its words.
func askCharacters(q *questions) {
	if q.growing && len(q.contract.Hints.Said) > 0 && len(q.near.Words) > 0 {
		q.add(q.depth, q.share, q.base)
	}
}

// askLonger asks for longer and deeper inputs, whose parts are shared out in several ways.
func askLonger(q *questions) {
	if !q.growing {
		return
	}
	for i := range 1 + farBranchings {
		b := q.base
		if i > 0 {
			b.Seed = q.limits.Seed + uint64(i)
		}
		q.add(farDepth*q.depth, q.share/(1+farBranchings), b)
	}
}

// askLengths asks for containers of the lengths that the code mentions, and of one more and
// one less.
func askLengths(q *questions) {
	if !q.growing {
		return
	}
	h := &q.contract.Hints
	list := lengths(slices.Concat(byteSized(h.Marks), h.Ints), farDepth*q.depth)
	for _, n := range list {
		b := q.base
		b.Lengths = []int{n - 1, n, n + 1}
		b.Parts += n + 1
		q.add(max(1, q.depth), q.share/len(list), b)
	}
}

// lengths returns the numbers that may be lengths above the depth.
func lengths(of []int64, depth int) []int {
	list := lengthsOf(of, depth, farLength)
	slices.Sort(list)
	return evenly(slices.Compact(list), farLengths)
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

// lengthsOf returns all constants above the depth that are not greater than most.
func lengthsOf(of []int64, depth, most int) (list []int) {
	for _, n := range of {
		if n >= int64(depth) && n > 0 && n <= int64(most) {
			list = append(list, int(n))
		}
	}
	return list
}
