// Package redblack inserts into red-black trees.
package redblack

// A Color is that of a node.
type Color uint8

// The colors; an empty tree counts as black.
const (
	Red Color = iota
	Black
)

// A Tree is a node of a red-black tree; nil is the empty tree.
type Tree struct {
	Color Color
	Left  *Tree
	Key   int
	Right *Tree
}

//rtest:type RB = {t *Tree | Ordered(t, nil, nil) && BlackHeight(t) >= 0 && NoRedRed(t)}

// ColorOf is the color of a tree.
func ColorOf(t *Tree) Color {
	if t == nil {
		return Black
	}
	return t.Color
}

// Ordered reports whether the keys ascend from left to right and lie between those of lo and hi that
// are not nil.
func Ordered(t *Tree, lo, hi *int) bool {
	if t == nil {
		return true
	}
	if lo != nil && t.Key <= *lo || hi != nil && t.Key >= *hi {
		return false
	}
	return Ordered(t.Left, lo, &t.Key) && Ordered(t.Right, &t.Key, hi)
}

// BlackHeight is the number of black nodes on the way to any leaf, or -1 when
// the ways differ.
func BlackHeight(t *Tree) int {
	if t == nil {
		return 0
	}
	l, r := BlackHeight(t.Left), BlackHeight(t.Right)
	if l < 0 || l != r {
		return -1
	}
	if t.Color == Black {
		l++
	}
	return l
}

// NoRedRed reports whether no red node has a red child.
func NoRedRed(t *Tree) bool {
	if t == nil {
		return true
	}
	if t.Color == Red && (ColorOf(t.Left) == Red || ColorOf(t.Right) == Red) {
		return false
	}
	return NoRedRed(t.Left) && NoRedRed(t.Right)
}

// Has reports whether k is in t.
func Has(t *Tree, k int) bool {
	switch {
	case t == nil:
		return false
	case k < t.Key:
		return Has(t.Left, k)
	case k > t.Key:
		return Has(t.Right, k)
	}
	return true
}

// Size is the number of keys in any red-black tree.
//
//rtest:sig (t RB) ({n int | 0 <= n})
func Size(t *Tree) int {
	if t == nil {
		return 0
	}
	return Size(t.Left) + 1 + Size(t.Right)
}

// Insert returns a tree with the keys of t and k.
//
//rtest:sig (t RB, k int) (RB)
//rtest:ensures Has(result, k) && Size(result) == Size(t) + (Has(t, k) ? 0 : 1)
func Insert(t *Tree, k int) *Tree {
	return blacken(insert(t, k))
}

func node(l *Tree, k int, r *Tree, c Color) *Tree { return &Tree{c, l, k, r} }

func blacken(t *Tree) *Tree { return node(t.Left, t.Key, t.Right, Black) }

func insert(t *Tree, k int) *Tree {
	switch {
	case t == nil:
		return node(nil, k, nil, Red)
	case k < t.Key:
		return balance(node(insert(t.Left, k), t.Key, t.Right, t.Color))
	case k > t.Key:
		return balance(node(t.Left, t.Key, insert(t.Right, k), t.Color))
	}
	return t
}

// balance removes a red node below a red child of t.
func balance(t *Tree) *Tree {
	if t.Color == Red {
		return t
	}
	l, r := t.Left, t.Right
	switch {
	case ColorOf(l) == Red && ColorOf(l.Left) == Red:
		ll := l.Left
		return node(node(ll.Left, ll.Key, ll.Right, Black), l.Key, node(l.Right, t.Key, r, Black), Red)
	case ColorOf(l) == Red && ColorOf(l.Right) == Red:
		lr := l.Right
		return node(node(l.Left, l.Key, lr.Left, Black), lr.Key, node(lr.Right, t.Key, r, Black), Red)
	case ColorOf(r) == Red && ColorOf(r.Left) == Red:
		rl := r.Left
		return node(node(l, t.Key, rl.Left, Black), rl.Key, node(rl.Right, r.Key, r.Right, Black), Red)
	case ColorOf(r) == Red && ColorOf(r.Right) == Red:
		rr := r.Right
		return node(node(l, t.Key, r.Left, Black), r.Key, node(rr.Left, rr.Key, rr.Right, Black), Red)
	}
	return t
}
