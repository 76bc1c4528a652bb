package hand

import "testing"

// TestPrograms counts small spaces; rtest's own tests compare with theirs.
func TestPrograms(t *testing.T) {
	want := map[string]int{
		"list.Insert":     448,
		"redblack.Insert": 5789,
		"redblack.Size":   827,
		"balanced.Delete": 2660,
		"heap.Max":        66,
		"marks.Average":   1885,
	}
	if len(want) != len(Programs) {
		t.Errorf("%d programs, want %d", len(Programs), len(want))
	}
	for name, run := range Programs {
		if n, err := run(3); n != want[name] || err != nil {
			t.Errorf("%s: %d inputs up to depth 3, %v; want %d", name, n, err, want[name])
		}
	}
}

// TestFilters enumerates small spaces.
func TestFilters(t *testing.T) {
	want := map[string]struct{ all, valid int }{
		"opaque.Nodes":       {181, 106},
		"opaque.Topological": {43, 5},
		"opaque.Depth":       {21, 1},
	}
	for name, f := range Filters {
		tried := 0
		valid := f.Try(2, func(n int) bool { tried = n; return true })
		if w := want[name]; tried != w.all || valid != w.valid || f.Of(2) != float64(w.all) {
			t.Errorf("%s: %d of %d, said to be %v; want %v", name, valid, tried, f.Of(2), w)
		}
		stopped := 0
		f.Try(2, func(n int) bool { stopped = n; return n < 3 })
		if stopped != 3 {
			t.Errorf("%s: stops at %d", name, stopped)
		}
	}
}
