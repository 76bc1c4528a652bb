package search

import (
	"fmt"
	"testing"

	"github.com/rtest-dev/rtest/internal/form/formtest"
)

// TestAutomaton compares the sizes that an automaton leaves open with those of
// all solutions, as long as these can be counted, and with what is known of
// red-black trees beyond: one of height h has at least 2·2^(h/2) - 2 nodes when h
// is even and 3·2^(h/2) - 2 when it is odd (h/2 rounded down), at most 2^h - 1.
func TestAutomaton(t *testing.T) {
	for height := int32(1); height <= 10; height++ {
		s, err := New(formtest.HighTrees(height))
		if err != nil {
			t.Fatal(err)
		}
		s.automate()
		lo, hi := s.Sizes()
		least := int32(2)<<(height/2) - 2
		if height%2 == 1 {
			least = int32(3)<<(height/2) - 2
		}
		if lo != least || hi != 1<<height-1 {
			t.Errorf("red-black trees of height %d have %d to %d nodes, want %d to %d", height, lo, hi, least, 1<<height-1)
		}
		if height > 3 {
			continue
		}
		lo, hi = hi+1, lo-1
		for x := range s.Solutions() {
			size, _ := parts(t, s.form, x)
			lo, hi = min(lo, size), max(hi, size)
		}
		if wantLo, wantHi := s.Sizes(); lo != wantLo || hi != wantHi {
			t.Errorf("height %d: sizes %d to %d, the automaton has %d to %d", height, lo, hi, wantLo, wantHi)
		}
	}
}

// A deep tree of any size is found with few failures.
func TestDeepShapes(t *testing.T) {
	s, err := New(formtest.HighTrees(8))
	if err != nil {
		t.Fatal(err)
	}
	lo, hi := s.Sizes()
	for _, size := range []int32{lo, lo + 1, 150, hi} {
		n := 0
		s.Options = Options{Stall: 5_000, Work: 30_000_000}
		for range s.Spread(size, 8) {
			n++
		}
		if n != 8 || s.Stalled() != nil {
			t.Errorf("size %d: %d trees, stalled %v, %+v", size, n, s.Stalled() != nil, s.Stats())
		}
	}
}

// TestDeepSpread finds as many trees of height 12 of each size as are asked for,
// with as much work as deciding each of their nodes a few times.
func TestDeepSpread(t *testing.T) {
	s, err := New(formtest.HighTrees(12))
	if err != nil {
		t.Fatal(err)
	}
	const n = 96
	for _, size := range []int32{126, 127, 150, 190, 255} {
		shapes, found := map[string]bool{}, int64(0)
		s.Options = Options{Stall: 5_000, Work: n * 200_000}
		for x := range s.Spread(size, n) {
			found++
			got, shape := parts(t, s.form, x)
			if got != size {
				t.Fatalf("a tree of size %d, want %d", got, size)
			}
			shapes[fmt.Sprint(shape)] = true
		}
		if found < n-n/10 || len(shapes) < n/16 {
			t.Errorf("size %d: %d trees of %d shapes, %+v", size, found, len(shapes), s.Stats())
		}
	}
}
