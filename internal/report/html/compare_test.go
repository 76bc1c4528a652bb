package html

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/draw"
)

// TestCompareTellsObjects has two objects with equal contents, the first of which leaves a list. Their
// numbers show which one stays.
func TestCompareTellsObjects(t *testing.T) {
	list := func(first, last int) []Value {
		a, b := pointer(first, object("Node", "Val", number(0))), shared(last)
		if first != last {
			b = pointer(last, object("Node", "Val", number(0)))
		}
		return []Value{variable("l", pointer(1, object("List", "First", a, "Last", b)))}
	}
	before, after := newObjects("before", list(2, 3)), newObjects("after", list(3, 3))
	if !compare(before, after) {
		t.Error("the lists do not differ")
	}
	marks := func(o *objects, id int) (m []draw.Mark) {
		b := o.graph.Boxes[o.ids[id]]
		m = append(m, b.Mark)
		for _, c := range b.Cells {
			m = append(m, c.Mark)
		}
		return m
	}
	same := func(what string, got []draw.Mark, want ...draw.Mark) {
		t.Helper()
		if len(got) != len(want) {
			t.Fatalf("%s has marks %v, want %v", what, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s has marks %v, want %v", what, got, want)
			}
		}
	}
	same("the list after the call", marks(after, 1), draw.Same, draw.Changed, draw.Same)
	same("the first node", marks(before, 2)[:1], draw.Gone)
	same("the last node", marks(after, 3)[:1], draw.Same)
}
