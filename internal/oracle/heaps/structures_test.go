package heaps_test

import (
	"reflect"
	"testing"

	. "github.com/rtest-dev/rtest/internal/oracle/heaps"
)

// upTo returns the integers from 1 to n.
func upTo(n int) (list []int) {
	for i := range n {
		list = append(list, i+1)
	}
	return list
}

// TestStructures compares brute force with formulas.
func TestStructures(t *testing.T) {
	item := reflect.TypeFor[Item]()
	for n := 1; n <= 3; n++ {
		keys := Scope{Objects: n, Ints: upTo(n)}
		for name, c := range map[string]struct{ got, want int }{
			"BinaryTree": {Count(Scope{Objects: n}, func(r **Tree) bool { nodes, ok := IsTree(*r); return ok && nodes == n }), Catalan(n)},
			"SearchTree": {Count(keys, func(r **Tree) bool { nodes, _ := IsTree(*r); return IsSearchTree(*r) && nodes == n }), Catalan(n)},
			"RedBlackTree": {Count(Scope{Objects: n, Ints: upTo(min(n, 2))}, func(r **RedBlack) bool { nodes, ok := IsRedBlack(*r); return ok && nodes == min(n, 2) }),
				RedBlackTrees(min(n, 2))},
			"SinglyLinkedList": {Count(Scope{Objects: n, Fixed: []reflect.Type{item}}, func(r **Cell) bool { length, ok := IsList(*r); return ok && length == n }), Bell(n)},
			"SortedList":       {Count(keys, func(r **Sorted) bool { length, ok := IsSorted(*r); return ok && length == n }), SortedLists(n, n)},
			"CircularList":     {Count(Scope{Objects: n, Fixed: []reflect.Type{item}}, func(r **Link) bool { length, ok := IsCircle(*r); return ok && length == n }), Bell(n)},
			"DisjointSet":      {Count(Scope{Objects: n, Elements: n}, func(r *[]*Set) bool { return len(*r) == n && IsForest(*r) }), Forests(n)},
			"HeapArray":        {Count(Scope{Ints: append([]int{0}, upTo(n)...), Elements: n}, IsHeap), HeapArrays(n)},
			"BinomialHeap": {Count(Scope{Objects: min(n, 2), Ints: upTo(n)}, func(r **Binomial) bool { nodes, ok := IsBinomial(*r); return ok && nodes == min(n, 2) }),
				BinomialHeaps(min(n, 2), n)},
			"FibonacciHeap": {Count(Scope{Objects: min(n, 2), Ints: upTo(n)}, func(r **Fibonacci) bool { nodes, ok := IsFibonacci(*r); return ok && nodes == min(n, 2) }),
				FibonacciHeaps(min(n, 2), n)},
		} {
			if c.got != c.want {
				t.Errorf("%s of %d: %d by brute force, %d by formula", name, n, c.got, c.want)
			}
		}
	}
}

// TestPublished compares formulas with the numbers of structures that Boyapati, Khurshid and Marinov
// give in "Korat: Automated Testing Based on Java Predicates" (2002), and with those that the tests of
// Korat demand, by size.
func TestPublished(t *testing.T) {
	for _, c := range []struct {
		name  string
		count func(int) int
		size  int
		want  []int
	}{
		{"BinaryTree", Catalan, 8, []int{1430, 4862, 16796, 58786, 208012}},
		{"HeapArray", HeapArrays, 6, []int{13139, 117562, 1005075}},
		{"LinkedList", Bell, 8, []int{4140, 21147, 115975, 678570, 4213597}},
		{"TreeMap", RedBlackTrees, 7, []int{35, 64, 122}},
		{"SearchTree", Catalan, 3, []int{5}},
		{"SinglyLinkedList", Bell, 3, []int{5}},
		{"DoublyLinkedList", DoublyLinkedLists, 3, []int{10}},
		{"SortedList", func(n int) int { return SortedLists(n, n) }, 11, []int{352716}},
		{"BinomialHeap", BinomialHeapsUpTo, 7, []int{107416, 603744}},
		{"FibonacciHeap", FibonacciHeapsWithMin, 5, []int{52281}},
		{"RedBlackTree of 5", BlackRootedTrees, 5, []int{8}},
		{"RedBlackTree of 7", BlackRootedTrees, 7, []int{33}},
		{"DisjointSet", DisjointSets, 4, []int{914}},
	} {
		for i, want := range c.want {
			if got := c.count(c.size + i); got != want {
				t.Errorf("%s of size %d: %d, published are %d", c.name, c.size+i, got, want)
			}
		}
	}
}
