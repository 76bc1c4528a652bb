// Package leftist has leftist heaps, of which laws are found.
package leftist

// A Heap is a leftist heap.
//
//rtest:state ToList
type Heap struct{ root *node }

type node struct {
	rank, value int
	left, right *node
}

// Empty returns the heap without elements.
func Empty() Heap { return Heap{} }

// IsEmpty tells whether h has no elements.
func IsEmpty(h Heap) bool { return h.root == nil }

// Insert adds x.
func Insert(x int, h Heap) Heap { return Heap{merge(&node{rank: 1, value: x}, h.root)} }

// FindMin returns the least element.
func FindMin(h Heap) int { return h.root.value }

// DeleteMin drops the least element.
func DeleteMin(h Heap) Heap { return Heap{merge(h.root.left, h.root.right)} }

// Merge returns a heap with the elements of both.
func Merge(g, h Heap) Heap { return Heap{merge(g.root, h.root)} }

// FromList returns a heap with the elements of xs.
func FromList(xs []int) Heap {
	h := Empty()
	for _, x := range xs {
		h = Insert(x, h)
	}
	return h
}

// ToList returns the elements in order.
func ToList(h Heap) []int {
	var xs []int
	for !IsEmpty(h) {
		xs = append(xs, FindMin(h))
		h = DeleteMin(h)
	}
	return xs
}

func merge(g, h *node) *node {
	switch {
	case g == nil:
		return h
	case h == nil:
		return g
	case g.value > h.value:
		g, h = h, g
	}
	l, r := g.left, merge(g.right, h)
	if rank(l) < rank(r) {
		l, r = r, l
	}
	return &node{rank(r) + 1, g.value, l, r}
}

func rank(n *node) int {
	if n == nil {
		return 0
	}
	return n.rank
}
