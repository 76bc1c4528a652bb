package memory

import (
	"reflect"
	"testing"
	"unsafe"
)

// TestPointerKeys builds maps with pointers as keys twice in the same way, and asks for the
// counterparts: if only the map reaches them, if something else does, and if their targets are equal.
func TestPointerKeys(t *testing.T) {
	type node struct {
		n    int
		next *node
		of   map[any]int
	}
	type graph struct {
		first, last *node
		m           map[any]int
	}
	const size = 5
	build := func(shape string) (*graph, []*node) {
		g := &graph{m: map[any]int{}}
		list := make([]*node, size)
		for i := range list {
			list[i] = &node{of: g.m}
			switch shape {
			case "numbered":
				list[i].n = i
				g.m[list[i]] = 0
			case "valued":
				g.m[list[i]] = i
			case "linked":
				g.m[list[i]] = 0
				if i > 0 {
					list[i-1].next = list[i]
				}
			}
		}
		if shape == "linked" {
			g.last, g.first = list[size-1], list[0]
		}
		return g, list
	}
	for _, shape := range []string{"numbered", "valued", "linked"} {
		for range 20 {
			in, inNodes := build(shape)
			twin, twinNodes := build(shape)
			a, b := reachOf(reflect.ValueOf(in)).outermost(), reachOf(reflect.ValueOf(twin)).outermost()
			c := NewCounterparts(&a, &b)
			for i := range inNodes {
				if got, want := c.inputAddress(unsafe.Pointer(twinNodes[i])), uintptr(unsafe.Pointer(inNodes[i])); got != want {
					t.Fatalf("%s: the counterpart of node %d is not node %d", shape, i, i)
				}
			}
			for i, e := range SortedEntries(reflect.ValueOf(in.m)) {
				if shape != "linked" && e.K.Interface() != inNodes[i] {
					t.Fatalf("%s: entry %d is not that of node %d", shape, i, i)
				}
			}
		}
	}
}
