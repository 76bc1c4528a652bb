package search

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
)

// TestForms compares structures with brute force and with known counts.
func TestForms(t *testing.T) {
	for _, c := range []struct {
		name string
		form *form.Form
		want int // -1: brute force
	}{
		{"red-black 2", formtest.RedBlackTrees(2, true, 2), -1},
		{"red-black 3", formtest.RedBlackTrees(3, true, 1), -1},
		{"red-black 2 exactly", formtest.RedBlackTrees(2, false, 2), -1},
		{"search 2", formtest.SearchTrees(2, true, 3), -1},
		{"search 3 exactly", formtest.SearchTrees(3, false, 1), -1},
		{"pairs", formtest.PairLists(3, true, 2, -3, 3), -1},
		{"pairs exactly", formtest.PairLists(2, false, 2, -2, 3), -1},
		{"sorted", formtest.SortedLists(5, true, 5, -2, 2, ""), -1},
		{"sorted exactly", formtest.SortedLists(4, false, 5, -4, 4, ""), -1},
		{"sorted pairs", formtest.SortedLists(3, true, 3, -2, 2, ".A", ".B"), -1},
		{"sorted pairs exactly", formtest.SortedLists(2, false, 3, -2, 2, ".A", ".B"), -1},
		{"pigeons", formtest.Pigeons(4, 5), -1},
		{"pigeons, none", formtest.Pigeons(5, 4), -1},
		{"red-black 5", formtest.RedBlackTrees(5, true, 5), 51242},
		{"search 5", formtest.SearchTrees(5, true, 5), 298235},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.form.Check(); err != nil {
				t.Fatal(err)
			}
			if c.want < 0 {
				t.Log(compareAll(t, c.form), "solutions")
				return
			}
			s, err := New(c.form)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for range s.Solutions() {
				n++
			}
			if n != c.want {
				t.Errorf("%d solutions, want %d", n, c.want)
			}
			t.Logf("%+v", s.Stats())
		})
	}
}

func BenchmarkForms(b *testing.B) {
	for _, c := range []struct {
		name string
		form *form.Form
	}{
		{"red-black", formtest.RedBlackTrees(5, true, 5)},
		{"pairs", formtest.PairLists(5, true, 5, -2, 2)},
		{"sorted", formtest.SortedLists(8, true, 8, -8, 8, "")},
		{"sorted-pairs", formtest.SortedLists(4, true, 4, -4, 4, ".A", ".B")},
		{"search-trees", formtest.SearchTrees(5, true, 5)},
	} {
		b.Run(c.name, func(b *testing.B) {
			var n int64
			for b.Loop() {
				s, err := New(c.form)
				if err != nil {
					b.Fatal(err)
				}
				for range s.Solutions() {
					n++
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "solutions/s")
			b.ReportMetric(float64(n)/float64(b.N), "solutions")
		})
	}
}
