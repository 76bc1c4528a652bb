// Package balanced deletes from weight-balanced trees.
package balanced

// A Tree is a node of a weight-balanced tree; nil is the empty tree.
type Tree struct {
	Left  *Tree
	Key   int
	Right *Tree
}

//rtest:type Set = {t *Tree | Ordered(t, nil, nil) && Balanced(t)}

// Size is the number of keys.
func Size(t *Tree) int {
	if t == nil {
		return 0
	}
	return Size(t.Left) + 1 + Size(t.Right)
}

// Ordered reports whether the keys of t ascend from left to right and lie between those of lo and hi
// that are not nil.
func Ordered(t *Tree, lo, hi *int) bool {
	if t == nil {
		return true
	}
	if lo != nil && t.Key <= *lo || hi != nil && t.Key >= *hi {
		return false
	}
	return Ordered(t.Left, lo, &t.Key) && Ordered(t.Right, &t.Key, hi)
}

// Delta limits how many times the size of its sibling a subtree may have. Ratio decides between single
// and double rotations (Hirai, Yamamoto: Balancing weight-balanced trees, JFP 2011).
const (
	Delta = 3
	Ratio = 2
)

// Balanced reports whether no subtree outweighs its sibling.
func Balanced(t *Tree) bool {
	if t == nil {
		return true
	}
	l, r := Size(t.Left), Size(t.Right)
	if l+r > 1 && (l > Delta*r || r > Delta*l) {
		return false
	}
	return Balanced(t.Left) && Balanced(t.Right)
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

// Delete returns t without k.
//
//rtest:sig (t Set, k int) (Set)
//rtest:ensures !Has(result, k) && Size(result) == Size(t) - (Has(t, k) ? 1 : 0)
func Delete(t *Tree, k int) *Tree {
	switch {
	case t == nil:
		return nil
	case k < t.Key:
		return balance(Delete(t.Left, k), t.Key, t.Right)
	case k > t.Key:
		return balance(t.Left, t.Key, Delete(t.Right, k))
	}
	return glue(t.Left, t.Right)
}

// glue joins two trees. All keys of l are less than those of r, and neither tree outweighs the other.
func glue(l, r *Tree) *Tree {
	switch {
	case l == nil:
		return r
	case r == nil:
		return l
	case Size(l) > Size(r):
		k, rest := last(l)
		return balance(rest, k, r)
	}
	k, rest := first(r)
	return balance(l, k, rest)
}

func first(t *Tree) (k int, rest *Tree) {
	if t.Left == nil {
		return t.Key, t.Right
	}
	k, rest = first(t.Left)
	return k, balance(rest, t.Key, t.Right)
}

func last(t *Tree) (k int, rest *Tree) {
	if t.Right == nil {
		return t.Key, t.Left
	}
	k, rest = last(t.Right)
	return k, balance(t.Left, t.Key, rest)
}

// balance joins two trees, one of which may have lost or gained a key.
func balance(l *Tree, k int, r *Tree) *Tree {
	m, n := Size(l), Size(r)
	switch {
	case m+n <= 1:
	case n > Delta*m:
		if Size(r.Left) < Ratio*Size(r.Right) {
			return &Tree{&Tree{l, k, r.Left}, r.Key, r.Right}
		}
		return &Tree{&Tree{l, k, r.Left.Left}, r.Left.Key, &Tree{r.Left.Right, r.Key, r.Right}}
	case m > Delta*n:
		if Size(l.Right) < Ratio*Size(l.Left) {
			return &Tree{l.Left, l.Key, &Tree{l.Right, k, r}}
		}
		return &Tree{&Tree{l.Left, l.Key, l.Right.Left}, l.Right.Key, &Tree{l.Right.Right, k, r}}
	}
	return &Tree{l, k, r}
}
