package search

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
)

// TestSpread checks that some solutions of a size come from all its shapes,
// evenly, in the order of the form.
func TestSpread(t *testing.T) {
	for _, c := range []struct {
		name string
		form *form.Form
		size int32
		n    int64
		// want is how many solutions come, shapes how many of each shape in the
		// order of the shapes.
		want   int
		shapes string
	}{
		{"all", formtest.SearchTrees(3, true, 3), 3, 1000, 175, "[35 35 35 35 35]"},
		{"each shape", formtest.SearchTrees(3, true, 3), 3, 60, 60, "[12 12 12 12 12]"},
		{"fewer than shapes", formtest.SearchTrees(3, true, 3), 3, 3, 3, "[1 1 1]"},
		{"one", formtest.SearchTrees(3, true, 3), 3, 1, 1, "[1]"},
		{"none of that size", formtest.SearchTrees(3, true, 3), 9, 5, 0, "[]"},
		{"exact level", formtest.SearchTrees(3, false, 3), 3, 8, 8, "[1 2 1 2 2]"},
		{"list", formtest.SortedLists(4, true, 4, -4, 4, ""), 4, 40, 40, "[40]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := New(c.form)
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			s.Options.OneSize, s.Options.Size = true, c.size
			for x := range s.Solutions() {
				all = append(all, fmt.Sprint(x))
			}
			counts, at := map[string]int{}, -1
			var order []string
			n := 0
			for x := range s.Spread(c.size, c.n) {
				i := slices.Index(all, fmt.Sprint(x))
				if i <= at {
					t.Errorf("%v is solution %d, behind %d", x, i, at)
				}
				at = i
				n++
				_, choices := parts(t, c.form, x)
				shape := fmt.Sprint(choices)
				if counts[shape] == 0 {
					order = append(order, shape)
				}
				counts[shape]++
			}
			got := []int{}
			for _, shape := range order {
				got = append(got, counts[shape])
			}
			if n != c.want || fmt.Sprint(got) != c.shapes {
				t.Errorf("%d solutions, by shape %v; want %d, %s", n, got, c.want, c.shapes)
			}
			again := 0
			for range s.Spread(c.size, c.n) {
				again++
			}
			if again != n {
				t.Errorf("%d solutions the second time", again)
			}
		})
	}
}

// TestSpreadData checks that a part of the data is not its first corner.
func TestSpreadData(t *testing.T) {
	b := formtest.New(4, true)
	for _, name := range []string{"x", "y", "z"} {
		b.Key(name, -1, form.Span{}, -4, 4)
	}
	s, err := New(b.Build(b.Truth(true)))
	if err != nil {
		t.Fatal(err)
	}
	var met [3]map[int64]bool
	n := 0
	for x := range s.Spread(0, 81) {
		n++
		for i, v := range x {
			if met[i] == nil {
				met[i] = map[int64]bool{}
			}
			met[i][v] = true
		}
	}
	if n != 81 || len(met[0]) != 9 || len(met[1]) != 9 {
		t.Errorf("%d solutions with %d, %d and %d values", n, len(met[0]), len(met[1]), len(met[2]))
	}
}

// TestSpreadRare checks that solutions which are rare among the values are found, as
// many as are wanted, and none twice.
func TestSpreadRare(t *testing.T) {
	b := formtest.New(0, true)
	x, y, z := b.Top("x", 1, 250), b.Top("y", 1, 250), b.Top("z", 1, 250)
	square := func(x int32) int32 { return b.Arith(form.Mul, x, x) }
	s, err := New(b.Build(b.And(b.Lt(x, y), b.Eq(b.Arith(form.Add, square(x), square(y)), square(z)))))
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for range s.Solutions() {
		all++
	}
	for _, n := range []int{1, 20, all - 1, all, all + 1} {
		seen := map[string]bool{}
		for x := range s.Spread(0, int64(n)) {
			if seen[fmt.Sprint(x)] || x[0]*x[0]+x[1]*x[1] != x[2]*x[2] {
				t.Errorf("%v is no solution, or came before", x)
			}
			seen[fmt.Sprint(x)] = true
		}
		if least := min(n, all) - n/10; len(seen) < least {
			t.Errorf("%d solutions of %d, want %d at least", len(seen), n, least)
		}
	}
}

// TestSpreadBare checks that large shapes without data are as many as are wanted.
func TestSpreadBare(t *testing.T) {
	b := formtest.New(5, true)
	root := b.Tree("t", -1, form.Span{}, 0, 6, 0, 0, false)
	s, err := New(b.Build(b.Not(b.IsNil(root))))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range s.Spread(sharedSmall, 100) {
		n++
	}
	if n != 100 {
		t.Errorf("%d solutions, want 100", n)
	}
}

// TestSpreadLong checks that solutions of very many numbers are not all found once just to count them,
// but passed on as they are found.
func TestSpreadLong(t *testing.T) {
	const vars, n = 1 << 13, 3000
	b := formtest.New(0, true)
	for i := range vars {
		b.Top(fmt.Sprint("x", i), 0, 1)
	}
	s, err := New(b.Build(b.Truth(true)))
	if err != nil {
		t.Fatal(err)
	}
	s.propagateFirst()
	if h := s.findShares(0, n); h.keptAll() || h.numbers > countLimit+vars {
		t.Errorf("%d numbers were found to count the solutions", h.numbers)
	}
	found := 0
	for range s.Spread(0, n) {
		if found++; found == 20 {
			break
		}
	}
	if found != 20 {
		t.Errorf("%d solutions", found)
	}
}

// TestSpreadIsFlat checks that memory does not grow with the number of solutions, each of which comes
// once.
func TestSpreadIsFlat(t *testing.T) {
	const n, side = 1_000_000, 1 << 12
	f := &form.Form{Nodes: []form.Node{{Op: form.Const, Kind: form.Bool, Val: 1}}}
	for range 2 {
		f.Vars = append(f.Vars, form.Var{Name: "x", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: side - 1}}})
	}
	s, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	seen := make([]bool, side*side)
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before, after, count := heap(), int64(0), 0
	for x := range s.Spread(0, n) {
		if at := x[0]*side + x[1]; seen[at] {
			t.Fatalf("%v comes twice", x)
		} else {
			seen[at] = true
		}
		if count++; count == n {
			after = heap()
		}
	}
	if count != n || after-before > 16<<20 {
		t.Errorf("%d of %d solutions, %d bytes more in use at the last one", count, n, after-before)
	}
}
