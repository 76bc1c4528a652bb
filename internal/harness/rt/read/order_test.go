package read

import (
	"fmt"
	"slices"
	"testing"
)

// A map of three entries has each order of insertion in as many runs. In a larger map, each entry is
// the first and the last.
func TestPermutation(t *testing.T) {
	seen := map[string]int{}
	for turn := range 12 {
		seen[fmt.Sprint(permutation(3, turn))]++
	}
	if len(seen) != 6 {
		t.Errorf("12 turns have %d orders of 3 entries: %v", len(seen), seen)
	}
	for n := range 9 {
		first := map[int]bool{}
		for turn := range 32 {
			order := permutation(n, turn)
			if turn == 0 && !slices.IsSorted(order) {
				t.Errorf("the first order of %d is %v", n, order)
			}
			if n > 0 {
				first[order[0]] = true
			}
			slices.Sort(order)
			for i, at := range order {
				if i != at {
					t.Fatalf("turn %d of %d entries is no permutation", turn, n)
				}
			}
		}
		if len(first) != n {
			t.Errorf("of %d entries %d come first", n, len(first))
		}
	}
}

// An order keeps all entries of its map.
func TestOrder(t *testing.T) {
	for turn := range 4 {
		r := NewReader(nil)
		r.Turn = turn
		m := map[int]int{}
		o := InOrder(r, m)
		for i := range 5 {
			o.Put(i, i*i)
		}
		o.End()
		for i := range 5 {
			if len(m) != 5 || m[i] != i*i {
				t.Fatalf("turn %d: %v", turn, m)
			}
		}
		if !r.Several {
			t.Error("it is not noted that the map has several entries")
		}
	}
}
