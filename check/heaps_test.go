package check_test

import (
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/oracle/heaps"
)

// A graph has the pointers of a Counted, whose number follows from them.
type graph struct{ Left, Right *graph }

// TestHeaps compares the numbers of heaps of the structures in testdata/heaps with formulas. Package
// heaps checks the formulas by brute force and published numbers.
func TestHeaps(t *testing.T) {
	all := map[string]int{
		"BinaryTree5": heaps.Catalan(5),
		"SearchTree4": heaps.Catalan(4),
		"RedBlack4":   heaps.RedBlackTrees(4),
		"List5":       heaps.Bell(5),
		"Circle4":     heaps.Bell(4),
		"Circle5":     heaps.Bell(5),
		"Double8":     1,
		"Forest4":     heaps.Forests(4),
		"Binomial2":   heaps.BinomialHeaps(2, 2),
		"Sorted4":     heaps.SortedLists(4, 4),
		"Fibonacci3":  heaps.FibonacciHeaps(3, 3),
		// The scopes for which Korat's authors publish numbers.
		"Ranked4":     914,
		"Doubly3":     10,
		"Ranked5":     41546,
		"Sorted11":    352716,
		"BinaryTree8": 1430,
		"List8":       4140,
		"Circle8":     4140,
		"RedBlack7":   35,
		"SearchTree7": 429,
		"HeapArray6":  13139,
		// As users write them, with visited sets, work lists and fields that follow from others.
		"FibonacciHeap3": heaps.FibonacciHeapsWithMin(3),
		"BinomialHeap3":  heaps.BinomialHeapsUpTo(3),
		"RedBlackTree5":  heaps.BlackRootedTrees(5),
		"RedBlackTree7":  heaps.BlackRootedTrees(7),
		"HeapArray7":     117562,
		"Counted3":       heaps.Count(heaps.Scope{Objects: 3}, func(**graph) bool { return true }),
		"RedBlack8":      64,
		"List11":         678570,
		"FibonacciHeap5": heaps.FibonacciHeapsWithMin(5),
		"BinomialHeap7":  heaps.BinomialHeapsUpTo(7),
	}
	// Structures that take long are skipped without -long.
	long := []string{"Circle8", "RedBlack4", "RedBlack7", "SearchTree4", "SearchTree7", "BinaryTree8", "Sorted11", "Fibonacci3", "HeapArray6", "FibonacciHeap3", "BinomialHeap3", "RedBlackTree7", "HeapArray7", "RedBlack8", "Ranked5", "List11", "FibonacciHeap5", "BinomialHeap7"}
	cfg := unlimited(3)
	cfg.Limits.Prove = event.ProveNot
	cfg.Dir, cfg.Patterns = "testdata/heaps", []string{"./structures"}
	cfg.Run = func(_, function string) bool {
		return all[function] > 0 && (longtest.Enabled() || !slices.Contains(long, function))
	}
	got := results(t, cfg)
	for name, want := range all {
		if !cfg.Run("", name) {
			continue
		}
		r := got["structures."+name]
		switch {
		case r == nil:
			t.Errorf("%s: rtest says nothing", name)
		case r.Verdict != event.Exhausted || r.Inputs != int64(want):
			t.Errorf("%s: %s with %d inputs, want %d", name, r.Verdict, r.Inputs, want)
		}
	}
}
