// Package random makes random inputs for the programs of this module in the two usual ways: any value
// of the type, filtered by the precondition, and values that a hand-written generator makes valid by
// construction. The testing libraries differ in their source of random numbers and in what they do
// around the generation.
package random

import "sort"

// Numbers draws a number from lo to hi, both included.
type Numbers func(lo, hi int) int

// A Program is one function under test. Inputs are what Any and Valid return.
type Program struct {
	// Any makes any input up to a depth, Valid one that satisfies the
	// precondition.
	Any, Valid func(draw Numbers, depth int) any
	// Pre evaluates the precondition. Call calls the function and checks its postcondition.
	Pre, Call func(input any) bool
	// Key appends bytes that identify an input.
	Key func(b []byte, input any) []byte
}

// Programs are the programs by the name of their function.
var Programs = map[string]Program{
	"list.Insert":     {anyList, validList, preList, callList, keyList},
	"redblack.Insert": {anyRedBlack, validRedBlack, preRedBlack, callRedBlack, keyRedBlack},
	"balanced.Delete": {anyBalanced, validBalanced, preBalanced, callBalanced, keyBalanced},
	"heap.Max":        {anyHeap, validHeap, preHeap, callHeap, keyHeap},
	"marks.Average":   {anyMarks, validMarks, preMarks, callMarks, keyMarks},
}

// some draws n different numbers from -most to most, in ascending order.
func some(draw Numbers, n, most int) []int {
	all := make([]int, 0, 2*most+1)
	for x := -most; x <= most; x++ {
		all = append(all, x)
	}
	for i := range n {
		j := draw(i, len(all)-1)
		all[i], all[j] = all[j], all[i]
	}
	sort.Ints(all[:n])
	return all[:n]
}
