package search

import (
	"fmt"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
)

// TestSample checks that samples consist of distinct solutions, come by size, depend only on the form
// and the seed, and contain all if all fit.
func TestSample(t *testing.T) {
	for _, c := range []struct {
		name   string
		form   *form.Form
		count  int
		bySize string
	}{
		{"all trees", formtest.RedBlackTrees(2, true, 1), 1000, "[1 6 6 3]"},
		{"some trees", formtest.SearchTrees(4, true, 7), 160, "[1 9 16 18 20 23 19 19 19 16]"},
		{"exact level", formtest.SearchTrees(3, false, 3), 30, "[0 2 5 5 5 6 6 1]"},
		{"lists", formtest.SortedLists(8, true, 8, -9, 9, ""), 90, "[1 7 10 10 12 13 13 13 11]"},
		{"none", formtest.Pigeons(5, 4), 10, "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := New(c.form)
			if err != nil {
				t.Fatal(err)
			}
			got, all := s.Sample(Draw{Seed: 7, Count: c.count, Stall: 1000})
			seen := map[string]bool{}
			var sizes []int
			least := int32(0)
			for _, x := range got {
				ok, level, size, err := c.form.Eval(x)
				if err != nil || !ok || !c.form.Admits(level) || seen[streamKey(x)] || size < least {
					t.Errorf("%v: ok %v, level %d, size %d, again %v: %v", x, ok, level, size, seen[streamKey(x)], err)
				}
				seen[streamKey(x)], least = true, size
				for len(sizes) <= int(size) {
					sizes = append(sizes, 0)
				}
				sizes[size]++
			}
			if fmt.Sprint(sizes) != c.bySize {
				t.Errorf("by size %v, want %s", sizes, c.bySize)
			}
			again, _ := s.Sample(Draw{Seed: 7, Count: c.count, Stall: 1000})
			if !slices.EqualFunc(got, again, slices.Equal) {
				t.Error("the same seed draws another sample")
			}
			if all != (len(got) < c.count) {
				t.Errorf("all is %v with %d of %d", all, len(got), c.count)
			}
			if few, all := s.Sample(Draw{Seed: 7, Count: c.count, Stall: 1000, Few: true}); len(got) < c.count && (!all || len(few) != len(got)) {
				t.Errorf("few: %d of %d solutions, all is %v", len(few), len(got), all)
			}
			rare, _ := s.Sample(Draw{Seed: 7, Count: c.count, Stall: 1000, Rare: true})
			if len(rare) == 0 && len(got) > 0 || len(rare) > c.count {
				t.Errorf("rare: %d of %d solutions", len(rare), len(got))
			}
			if len(got) < c.count {
				if want := naive(t, c.form); len(want) != len(got) {
					t.Errorf("%d of %d solutions", len(got), len(want))
				}
				return
			}
			other, _ := s.Sample(Draw{Seed: 8, Count: c.count, Stall: 1000})
			if slices.EqualFunc(got, other, slices.Equal) {
				t.Error("another seed draws the same sample")
			}
		})
	}
}

// TestSampleRelated checks that equal, adjacent and opposite numbers of wide domains come often, and
// those at the ends of what a condition leaves.
func TestSampleRelated(t *testing.T) {
	const lo, hi = -1_000_000, 1_000_000
	b := formtest.New(0, true)
	var x [2]int32
	for i := range x {
		x[i] = b.Ref(b.Variable(form.Var{Name: fmt.Sprint("x", i), Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: lo, Hi: hi}}}))
	}
	bound := b.Num(1000)
	s, err := New(b.Build(b.And(b.Le(x[0], bound), b.Le(bound, x[1]))))
	if err != nil {
		t.Fatal(err)
	}
	got, _ := s.Sample(Draw{Seed: 3, Count: 400, Stall: 100})
	met := map[string]int{}
	for _, v := range got {
		for what, is := range map[string]bool{
			"next": v[0]+1 == v[1] || v[0] == v[1], "opposite": v[0] == -v[1],
			"least": v[0] == lo || v[1] == 1000, "greatest": v[0] == 1000 || v[1] == hi,
		} {
			if is {
				met[what]++
			}
		}
	}
	for _, what := range []string{"next", "opposite", "least", "greatest"} {
		if met[what] == 0 {
			t.Errorf("none of %d draws is one of %s: %v", len(got), what, met)
		}
	}
}

// TestSampleShapes checks that no shape is left out when there is room for all.
func TestSampleShapes(t *testing.T) {
	form := formtest.SearchTrees(3, true, 9)
	s, err := New(form)
	if err != nil {
		t.Fatal(err)
	}
	shapes := map[string]bool{}
	streams, _ := s.Sample(Draw{Seed: 1, Count: 400})
	for _, x := range streams {
		var shape []int64
		// A node is 1, its key and its children; the bound leaves out the lowest
		// ones.
		shape = append(shape, x...)
		shapes[treeShape(&shape, 1, 3)] = true
	}
	if len(shapes) != 26 {
		t.Errorf("%d shapes of 26", len(shapes))
	}
}

// treeShape reads a tree from the stream and writes it without keys.
func treeShape(x *[]int64, depth, height int) string {
	if depth > height {
		return ""
	}
	ptr := (*x)[0]
	*x = (*x)[1:]
	if ptr == 0 {
		return "."
	}
	*x = (*x)[1:]
	return "(" + treeShape(x, depth+1, height) + treeShape(x, depth+1, height) + ")"
}

// TestSampleFoci checks that preferred values of a wide domain are drawn.
func TestSampleFoci(t *testing.T) {
	b := formtest.New(0, true)
	for _, name := range []string{"x", "y"} {
		b.Variable(form.Var{Name: name, Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: -1 << 62, Hi: 1 << 62}}})
	}
	f := b.Build(b.Lt(b.Ref(0), b.Ref(1)))
	s, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	met := map[[2]bool]bool{}
	streams, _ := s.Sample(Draw{Seed: 1, Count: 40, Foci: []int64{4711, -17}})
	for _, x := range streams {
		for _, v := range x {
			met[[2]bool{v == 4711, v == -17}] = true
		}
	}
	if !met[[2]bool{true, false}] || !met[[2]bool{false, true}] {
		t.Errorf("a focus is not met: %v", met)
	}
}

// TestSampleRuns checks that some samples are runs of equal values, which are rare among values drawn
// one by one.
func TestSampleRuns(t *testing.T) {
	form := formtest.SortedLists(12, true, 12, -1000, 1000, "")
	s, err := New(form)
	if err != nil {
		t.Fatal(err)
	}
	streams, _ := s.Sample(Draw{Seed: 1, Count: 200, Stall: 1000})
	longest := 0
	for _, x := range streams {
		n := 1
		for i := 2; i < len(x); i++ {
			if n++; x[i] != x[i-1] {
				n = 1
			}
			longest = max(longest, n)
		}
	}
	if longest < 6 {
		t.Errorf("no more than %d equal values in a row", longest)
	}
}

// TestSampleRunsWhole checks that of long samples some are equal from end to end.
func TestSampleRunsWhole(t *testing.T) {
	const n = 60
	s, err := New(formtest.SortedLists(n, true, n, -1000, 1000, ""))
	if err != nil {
		t.Fatal(err)
	}
	streams, _ := s.Sample(Draw{Seed: 1, Count: 400, Stall: 1000})
	whole := 0
	for _, x := range streams {
		if len(x) > n/2 && len(slices.Compact(slices.Clone(x[1:]))) == 1 {
			whole++
		}
	}
	if whole < 5 {
		t.Errorf("%d of %d samples are equal from end to end", whole, len(streams))
	}
}

// TestSampleWork checks that no single draw takes the work of all: if most shapes are hard, the others
// are drawn, and a solution once found is not lost.
func TestSampleWork(t *testing.T) {
	s, err := New(formtest.SearchTrees(4, true, 7))
	if err != nil {
		t.Fatal(err)
	}
	for _, work := range []int64{2000, 20_000} {
		if streams, _ := s.Sample(Draw{Seed: 1, Count: 400, Work: work}); len(streams) < 10 {
			t.Errorf("only %d trees for work %d", len(streams), work)
		}
	}
}
