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
