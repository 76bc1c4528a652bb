// Package stdlib states what some functions of Go's standard library promise.
package stdlib

import (
	"container/heap"
	"math/bits"
	"slices"
	"sort"
	"strings"
)

//rtest:requires slices.IsSorted(x)
//rtest:ensures result1 == (target in x)
//rtest:ensures 0 <= result0 <= len(x)
//rtest:ensures forall i in 0..<result0: x[i] < target
//rtest:ensures forall i in result0..<len(x): target <= x[i]
var _ = slices.BinarySearch[[]int]

//rtest:requires 0 <= i <= len(s)
//rtest:ensures len(result) == len(old(s)) + len(v)
//rtest:ensures result[:i] == old(s)[:i] && result[i:i+len(v)] == v && result[i+len(v):] == old(s)[i:]
var _ = slices.Insert[[]int]

//rtest:requires 0 <= i <= j <= len(s)
//rtest:ensures len(result) == len(old(s)) - (j - i)
//rtest:ensures result[:i] == old(s)[:i] && result[i:] == old(s)[j:]
var _ = slices.Delete[[]int]

//rtest:ensures forall i in 1..<len(result): result[i-1] != result[i]
//rtest:ensures forall x in old(s): x in result
var _ = slices.Compact[[]int]

//rtest:ensures len(s) == len(old(s))
//rtest:ensures forall i in 0..<len(s): s[i] == old(s)[len(s)-1-i]
var _ = slices.Reverse[[]int]

//rtest:ensures result >= 0 ==> s[result] == v && forall i in 0..<result: s[i] != v
//rtest:ensures result < 0 ==> result == -1 && !(v in s)
var _ = slices.Index[[]int]

//rtest:ensures sorted(x) && permutation(x, old(x))
var _ = slices.Sort[[]int]

//rtest:requires len(x) > 0
//rtest:ensures result in x && forall y in x: y <= result
var _ = slices.Max[[]int]

//rtest:ensures (result == 0) == (s1 == s2)
//rtest:ensures result in -1..1
var _ = slices.Compare[[]int]

//rtest:requires sorted(a)
//rtest:ensures 0 <= result <= len(a)
//rtest:ensures forall i in 0..<len(a): (a[i] < x) == (i < result)
var _ = sort.SearchInts

//rtest:ints 0..255
//rtest:ensures x == 0 ? result == 0 : result == 1 + bits.OnesCount8(x&(x-1))
var _ = bits.OnesCount8

//rtest:ints 0..255
//rtest:ensures bits.Reverse8(result) == x
//rtest:ensures bits.OnesCount8(result) == bits.OnesCount8(x)
var _ = bits.Reverse8

//rtest:ints 0..255
//rtest:ensures x == 0 ? result == 0 : 1<<(result-1) <= int(x) < 1<<result
var _ = bits.Len8

//rtest:ints 0..65535
//rtest:ensures x == 0 ? result == 16 : x>>result&1 == 1 && x&(1<<result-1) == 0
var _ = bits.TrailingZeros16

//rtest:ensures result ==> strings.Contains(s, prefix)
//rtest:ensures result == (len(prefix) <= len(s) && s[:len(prefix)] == prefix)
var _ = strings.HasPrefix

// IntHeap is the heap of the package documentation.
type IntHeap []int

func (h IntHeap) Len() int           { return len(h) }
func (h IntHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h IntHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }

// Push appends x.
func (h *IntHeap) Push(x any) { *h = append(*h, x.(int)) }

// Pop takes the last element away.
func (h *IntHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

func isHeap(h IntHeap) bool {
	for i := 1; i < len(h); i++ {
		if h[(i-1)/2] > h[i] {
			return false
		}
	}
	return true
}

// Push is heap.Push on an IntHeap.
//
//rtest:requires isHeap(h)
//rtest:ensures isHeap(result) && permutation(result, append(old(h), x))
func Push(h IntHeap, x int) IntHeap {
	heap.Push(&h, x)
	return h
}

// Pop is heap.Pop on an IntHeap.
//
//rtest:requires isHeap(h) && len(h) > 0
//rtest:ensures isHeap(rest) && permutation(append(rest, least), old(h))
//rtest:ensures forall x in rest: least <= x
func Pop(h IntHeap) (least int, rest IntHeap) {
	least = heap.Pop(&h).(int)
	return least, h
}

// Init is heap.Init on an IntHeap.
//
//rtest:ensures isHeap(result) && permutation(result, old(h))
func Init(h IntHeap) IntHeap {
	heap.Init(&h)
	return h
}
