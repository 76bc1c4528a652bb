package concurrent

import "testing"

// A knot is the key of a map to which it leads.
type knot struct {
	n  int
	of map[*knot]int
}

func tie(numbers ...int) *knot {
	first := &knot{of: map[*knot]int{}}
	for _, n := range numbers {
		first.of[&knot{n, first.of}] = n
	}
	return first
}

// TestCyclesThroughKeys identifies maps whose keys lead back to them.
func TestCyclesThroughKeys(t *testing.T) {
	if Fingerprint(tie(1, 2)) != Fingerprint(tie(2, 1)) {
		t.Error("the order of elements matters")
	}
	if Fingerprint(tie(1, 2)) == Fingerprint(tie(1, 3)) {
		t.Error("keys do not matter")
	}
}
