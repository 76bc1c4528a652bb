package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness"
)

const heapSource = `package p

// A Heap is a leftist heap: each node has the least key of its subtree.
type Heap struct {
	Rank, Key   int
	Left, Right *Heap
}

func valid(h *Heap) bool {
	if h == nil {
		return true
	}
	for _, c := range []*Heap{h.Left, h.Right} {
		if c != nil && c.Key < h.Key {
			return false
		}
	}
	return rank(h.Left) >= rank(h.Right) && h.Rank == rank(h.Right)+1 && valid(h.Left) && valid(h.Right)
}

func keys(h *Heap) []int {
	if h == nil {
		return nil
	}
	return append(append(keys(h.Left), keys(h.Right)...), h.Key)
}

func rank(h *Heap) int {
	if h == nil {
		return 0
	}
	return h.Rank
}

func node(key int, a, b *Heap) *Heap {
	if rank(a) >= rank(b) {
		return &Heap{rank(b) + 1, key, a, b}
	}
	return &Heap{rank(a) + 1, key, b, a}
}

func merge(a, b *Heap) *Heap {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case a.Key <= b.Key:
		return node(a.Key, a.Left, merge(a.Right, b))
	}
	return node(b.Key, b.Left, merge(a, b.Right))
}
`

const avlSource = `package p

// A Tree is a height-balanced search tree.
type Tree struct {
	Height, Key int
	Left, Right *Tree
}

func height(t *Tree) int {
	if t == nil {
		return 0
	}
	return t.Height
}

func valid(t *Tree) bool { return within(t, -100, 100) }

func within(t *Tree, lo, hi int) bool {
	if t == nil {
		return true
	}
	d := height(t.Left) - height(t.Right)
	return lo < t.Key && t.Key < hi && -1 <= d && d <= 1 && t.Height == 1+max(height(t.Left), height(t.Right)) &&
		within(t.Left, lo, t.Key) && within(t.Right, t.Key, hi)
}

func node(key int, l, r *Tree) *Tree { return &Tree{1 + max(height(l), height(r)), key, l, r} }

func balance(key int, l, r *Tree) *Tree {
	switch d := height(l) - height(r); {
	case d > 1 && height(l.Left) >= height(l.Right):
		return node(l.Key, l.Left, node(key, l.Right, r))
	case d > 1:
		return node(l.Right.Key, node(l.Key, l.Left, l.Right.Left), node(key, l.Right.Right, r))
	case d < -1 && height(r.Right) >= height(r.Left):
		return node(r.Key, node(key, l, r.Left), r.Right)
	case d < -1:
		return node(r.Left.Key, node(key, l, r.Left.Left), node(r.Key, r.Left.Right, r.Right))
	}
	return node(key, l, r)
}
`

// TestCaseStudies has programs of the experiments in Fischer and Kuchen, Data-Flow Testing of
// Declarative Programs (2008), each with a fault of the kind that is described there. Inputs
// that are chosen for the right program by the values that come to uses find the fault.
func TestCaseStudies(t *testing.T) {
	for _, tt := range []struct{ name, source, right, wrong, want string }{
		{"heap insert", heapSource + `
//rtest:depth 2
//rtest:requires valid(h)
//rtest:ensures valid(result) && permutation(keys(result), append(keys(old(h)), x))
func Insert(h *Heap, x int) *Heap { return merge(&Heap{1, x, nil, nil}, h) }
`, "node(b.Key, b.Left, merge(a, b.Right))", "node(b.Key, b.Left, merge(b.Right, b.Right))", "2 inputs, fault found: true; Insert: of 60 pairs of constructed values and uses that may take them apart 11 are covered, 49 are open."},
		{"heap delete", heapSource + `
//rtest:depth 3
//rtest:requires h != nil && valid(h)
//rtest:ensures valid(result) && len(keys(result)) == len(keys(old(h))) - 1
func Delete(h *Heap) *Heap { return merge(h.Left, h.Right) }
`, "merge(h.Left, h.Right)", "merge(h.Left, h.Left)", "2 inputs, fault found: true; Delete: of 28 pairs of constructed values and uses that may take them apart 4 are covered, 24 are open."},
		{"AVL insert", avlSource + `
//rtest:depth 3
//rtest:ints -4..4
//rtest:requires valid(t)
//rtest:ensures valid(result)
func Insert(t *Tree, k int) *Tree {
	switch {
	case t == nil:
		return node(k, nil, nil)
	case k < t.Key:
		return balance(t.Key, Insert(t.Left, k), t.Right)
	case k > t.Key:
		return balance(t.Key, t.Left, Insert(t.Right, k))
	}
	return t
}
`, "case d < -1:", "case d < -2:", "4 inputs, fault found: true; Insert: of 111 pairs of constructed values and uses that may take them apart 30 are covered, 81 are open."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := chosenOf(t, tt.source, ByFlow)
			if n := strings.Count(tt.source, tt.right); n != 1 {
				t.Fatalf("the source has %q %d times", tt.right, n)
			}
			c, u := chooserOf(t, strings.Replace(tt.source, tt.right, tt.wrong, 1), ByFlow)
			_, runner, err := c.bind(t.Context(), u, u.Plans[0])
			if err != nil {
				t.Fatal(err)
			}
			defer runner.Close()
			var streams [][]int64
			for _, in := range out.Inputs {
				if in.Cause != "" {
					t.Errorf("the program fails as it is for %v", in.Stream)
				}
				streams = append(streams, in.Stream)
			}
			tally, err := runner.Run(t.Context(), harness.Job{Target: u.Plans[0].Function.Index, AfterFailure: -1, Streams: slices.Values(streams)})
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprintf("%d inputs, fault found: %t; %s", len(streams), len(tally.Findings) > 0, out.Notes[0])
			if got != tt.want {
				t.Errorf("%s\nwant %s", got, tt.want)
			}
		})
	}
}
