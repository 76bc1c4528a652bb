package encode_test

import (
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/interp"
)

// TestLimits wants that what lifts well is lifted at great depths, and that what
// takes too much is given up soon where it can be interpreted instead.
func TestLimits(t *testing.T) {
	ps := load(t)
	if testing.Short() {
		t.Skip("it makes great forms")
	}
	lifted := map[string]int{"lists.RedBlack": 12, "lists.BST": 12, "lists.AVL": 10, "lists.BSTKeys": 6, "lists.BSTWalk": 6, "lists.Heap": 12, "lists.SortedList": 12}
	for _, p := range ps {
		if depth := lifted[p.name]; depth > 0 {
			if q := p.encodeWith(t, depth, ""); len(q.Opaque) > 0 || q.Test != nil {
				t.Errorf("%s at depth %d: %v", p.name, depth, q.Opaque)
			}
		}
		if p.name != "lists.BSTKeys" {
			continue
		}
		q := p.encodeWith(t, 12, "")
		if len(q.Opaque) != 1 || !q.Opaque[0].Spent || q.Test == nil || q.Work > 12_000_000 {
			t.Errorf("%s: %v, work %d", p.name, q.Opaque, q.Work)
		}
		q = p.encodeWith(t, 12, "it was not at 11")
		if len(q.Opaque) != 1 || !strings.Contains(q.Opaque[0].Why, "at 11") || q.Test == nil || q.Steps > 0 {
			t.Errorf("%s, not lifted: %v, %d steps", p.name, q.Opaque, q.Steps)
		}
	}
}

// encodeWith encodes a predicate that can be interpreted.
func (p *predicate) encodeWith(t *testing.T, depth int, unlifted string) *encode.Problem {
	t.Helper()
	q, err := encode.Encode(p.names, p.shapes, []encode.Predicate{{Fn: p.fn, Unlifted: unlifted}}, encode.Options{Depth: depth, Interp: &interp.Program{}})
	if err != nil {
		t.Fatal(err)
	}
	return q
}
