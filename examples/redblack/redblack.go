// Package redblack inserts into red-black trees: once right, and four times
// with a fault that tests by hand tend to miss.
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

//rtest:type RB = {t *Tree | ordered(t, nil, nil) && blackHeight(t) >= 0 && noRedRed(t)}
//rtest:type RBT = {t RB | color(t) == Black}

func color(t *Tree) Color {
	if t == nil {
		return Black
	}
	return t.Color
}

func ordered(t *Tree, lo, hi *int) bool {
	if t == nil {
		return true
	}
	if lo != nil && t.Key <= *lo || hi != nil && t.Key >= *hi {
		return false
	}
	return ordered(t.Left, lo, &t.Key) && ordered(t.Right, &t.Key, hi)
}

// blackHeight is the number of black nodes on the way to any leaf, or -1 when
// the ways differ.
func blackHeight(t *Tree) int {
	if t == nil {
		return 0
	}
	l, r := blackHeight(t.Left), blackHeight(t.Right)
	if l < 0 || l != r {
		return -1
	}
	if t.Color == Black {
		l++
	}
	return l
}

func noRedRed(t *Tree) bool {
	if t == nil {
		return true
	}
	if t.Color == Red && (color(t.Left) == Red || color(t.Right) == Red) {
		return false
	}
	return noRedRed(t.Left) && noRedRed(t.Right)
}

func has(t *Tree, k int) bool {
	switch {
	case t == nil:
		return false
	case k < t.Key:
		return has(t.Left, k)
	case k > t.Key:
		return has(t.Right, k)
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
//rtest:sig (t RBT, k int) (RBT)
//rtest:ensures has(result, k) && Size(result) == Size(t) + (has(t, k) ? 0 : 1)
func Insert(t *Tree, k int) *Tree {
	return blacken(insert(t, k, balance))
}

// InsertRedRoot leaves the root as the balancing made it.
//
//rtest:sig (t RBT, k int) (RBT)
func InsertRedRoot(t *Tree, k int) *Tree {
	return insert(t, k, balance)
}

// InsertUnbalanced never rotates.
//
//rtest:sig (t RBT, k int) (RBT)
func InsertUnbalanced(t *Tree, k int) *Tree {
	return blacken(insert(t, k, func(t *Tree) *Tree { return t }))
}

// InsertThreeCases forgets the fourth of the cases: a red right child with a
// red right child.
//
//rtest:sig (t RBT, k int) (RBT)
func InsertThreeCases(t *Tree, k int) *Tree {
	return blacken(insert(t, k, func(t *Tree) *Tree {
		if t.Color == Black && color(t.Right) == Red && color(t.Right.Right) == Red {
			return t
		}
		return balance(t)
	}))
}

// InsertSwapped exchanges two subtrees in a rotation.
//
//rtest:sig (t RBT, k int) (RBT)
func InsertSwapped(t *Tree, k int) *Tree {
	return blacken(insert(t, k, func(t *Tree) *Tree {
		if l := t.Left; t.Color == Black && color(l) == Red && color(l.Right) == Red {
			return node(node(l.Left, l.Key, l.Right.Right, Black), l.Right.Key, node(l.Right.Left, t.Key, t.Right, Black), Red)
		}
		return balance(t)
	}))
}

func node(l *Tree, k int, r *Tree, c Color) *Tree { return &Tree{c, l, k, r} }

func blacken(t *Tree) *Tree { return node(t.Left, t.Key, t.Right, Black) }

func insert(t *Tree, k int, balance func(*Tree) *Tree) *Tree {
	switch {
	case t == nil:
		return node(nil, k, nil, Red)
	case k < t.Key:
		return balance(node(insert(t.Left, k, balance), t.Key, t.Right, t.Color))
	case k > t.Key:
		return balance(node(t.Left, t.Key, insert(t.Right, k, balance), t.Color))
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
	case color(l) == Red && color(l.Left) == Red:
		ll := l.Left
		return node(node(ll.Left, ll.Key, ll.Right, Black), l.Key, node(l.Right, t.Key, r, Black), Red)
	case color(l) == Red && color(l.Right) == Red:
		lr := l.Right
		return node(node(l.Left, l.Key, lr.Left, Black), lr.Key, node(lr.Right, t.Key, r, Black), Red)
	case color(r) == Red && color(r.Left) == Red:
		rl := r.Left
		return node(node(l, t.Key, rl.Left, Black), rl.Key, node(rl.Right, r.Key, r.Right, Black), Red)
	case color(r) == Red && color(r.Right) == Red:
		rr := r.Right
		return node(node(l, t.Key, r.Left, Black), r.Key, node(rr.Left, rr.Key, rr.Right, Black), Red)
	}
	return t
}
