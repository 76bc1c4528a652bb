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

// TestManyPointers compares rings of pointers, which differ in where the last one leads back to.
func TestManyPointers(t *testing.T) {
	type node struct{ next *node }
	ring := func(length, back int) *node {
		nodes := make([]node, length)
		for i := range length - 1 {
			nodes[i].next = &nodes[i+1]
		}
		nodes[length-1].next = &nodes[back]
		return &nodes[0]
	}
	const length = 3 * mostListed
	met := map[uint64]int{}
	for back := range length {
		h := Fingerprint(ring(length, back))
		if h != Fingerprint(ring(length, back)) {
			t.Errorf("back to %d: two rings differ", back)
		}
		if other, ok := met[h]; ok {
			t.Errorf("back to %d is like back to %d", back, other)
		}
		met[h] = back
		if in := map[int]*node{1: ring(length, back)}; Fingerprint(in) != Fingerprint(map[int]*node{1: ring(length, back)}) {
			t.Errorf("back to %d: two maps differ", back)
		}
	}
}

// TestBytes compares lists of bytes, which are identified in pieces.
func TestBytes(t *testing.T) {
	met := map[uint64][]byte{}
	for length := range 20 {
		for at := range length {
			b := make([]byte, length)
			b[at] = 1
			h := Fingerprint(b)
			if other, ok := met[h]; ok {
				t.Errorf("%v is like %v", b, other)
			}
			met[h] = b
			if other := Fingerprint(append([]byte{}, b...)); h != other {
				t.Errorf("two copies of %v differ", b)
			}
		}
	}
}
