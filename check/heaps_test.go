package check_test

import (
	"testing"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/oracle/heaps"
)

// TestHeaps compares the numbers of heaps of the structures in testdata/heaps with formulas, which
// package heaps compares with brute force and with published numbers.
func TestHeaps(t *testing.T) {
	longtest.Only(t, "runs rtest on ten structures")
	cfg := unlimited(3)
	cfg.Dir, cfg.Patterns = "testdata/heaps", []string{"./structures"}
	got := results(t, cfg)
	for name, want := range map[string]int{
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
		// At scopes of which Korat's authors publish the numbers.
		"BinaryTree8": 1430,
		"List8":       4140,
		"Circle8":     4140,
		"RedBlack7":   35,
		"SearchTree7": 429,
		"HeapArray6":  13139,
	} {
		r := got["structures."+name]
		switch {
		case r == nil:
			t.Errorf("%s: rtest says nothing", name)
		case r.Verdict != event.Exhausted || r.Inputs != int64(want):
			t.Errorf("%s: %s with %d inputs, want %d", name, r.Verdict, r.Inputs, want)
		}
	}
}
