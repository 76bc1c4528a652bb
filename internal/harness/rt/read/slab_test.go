package read

import (
	"runtime"
	"testing"
)

// TestSlabs: values that are taken from slabs are zero, and none lies where
// another one does, as long as both are in use.
func TestSlabs(t *testing.T) {
	type node struct {
		left, right *node
		n           int
	}
	r := &Reader{Slabs: NewSlabs()}
	var nodes []*node
	var runs [][]byte
	for i := range 20_000 {
		n := New[node](r, 0)
		if *n != (node{}) {
			t.Fatalf("value %d is %v", i, *n)
		}
		if n.n = i; i > 0 {
			n.left, n.right = nodes[i-1], nodes[i/2]
		}
		nodes = append(nodes, n)
		run := MakeSlice[byte](r, 1, int64(1+i%200), int64(i%3))
		if len(run) != 1+i%200 || cap(run) != len(run)+i%3 {
			t.Fatalf("slice %d has length %d and capacity %d", i, len(run), cap(run))
		}
		for j, c := range run[:cap(run)] {
			if c != 0 {
				t.Fatalf("slice %d has %d at %d", i, c, j)
			}
			run[:cap(run)][j] = byte(1 + i%251)
		}
		runs = append(runs, run)
		if i%5000 == 0 {
			runtime.GC()
		}
	}
	for i, n := range nodes {
		if n.n != i || i > 0 && (n.left != nodes[i-1] || n.right != nodes[i/2]) {
			t.Fatalf("value %d was written over: %v", i, *n)
		}
		for _, c := range runs[i][:cap(runs[i])] {
			if c != byte(1+i%251) {
				t.Fatalf("slice %d was written over", i)
			}
		}
	}
}

// TestRecycle checks that values of recycled slabs are zero, that parts of an input do not overlap,
// and that inputs of one size take no new memory after the first.
func TestRecycle(t *testing.T) {
	type node struct {
		next *node
		n    int
	}
	r := &Reader{Slabs: NewSlabs()}
	input := func(size int) {
		r.Slabs.Recycle()
		var last *node
		for i := range size {
			n := New[node](r, 0)
			if *n != (node{}) {
				t.Fatalf("value %d of %d is %v", i, size, *n)
			}
			n.next, n.n = last, i
			last = n
			s := MakeSlice[int](r, 1, int64(1+i%3), int64(i%2))
			for j, x := range s[:cap(s)] {
				if x != 0 {
					t.Fatalf("slice %d of %d has %d at %d", i, size, x, j)
				}
				s[:cap(s)][j] = -1
			}
		}
		for i := size - 1; i >= 0; i, last = i-1, last.next {
			if last.n != i {
				t.Fatalf("value %d of %d was written over: %d", i, size, last.n)
			}
		}
	}
	for _, size := range []int{3, 1000, 0, 7, 600, 1000} {
		input(size)
	}
	if n := testing.AllocsPerRun(10, func() { input(1000) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkNew makes a list of seven nodes.
func BenchmarkNew(b *testing.B) {
	type node struct {
		head int
		tail *node
	}
	var kept *node
	for name, s := range map[string]slabs{"single": {}, "slabs": NewSlabs()} {
		b.Run(name, func(b *testing.B) {
			r := &Reader{Slabs: s}
			for b.Loop() {
				var head *node
				for i := range 7 {
					n := New[node](r, 0)
					n.head, n.tail = i, head
					head = n
				}
				kept = head
			}
		})
	}
	runtime.KeepAlive(kept)
}
