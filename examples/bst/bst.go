// Package bst is a set of numbers in a binary search tree.
package bst

// A Tree is a binary search tree without duplicates; nil is the empty one.
type Tree struct {
	Key         int
	Left, Right *Tree
}

//rtest:type BST = {t *Tree | ordered(t, nil, nil)}

// ordered says whether all keys lie strictly between *lo and *hi (where these
// are given), and those on the left of a node below, those on its right above.
func ordered(t *Tree, lo, hi *int) bool {
	if t == nil {
		return true
	}
	if lo != nil && t.Key <= *lo || hi != nil && t.Key >= *hi {
		return false
	}
	return ordered(t.Left, lo, &t.Key) && ordered(t.Right, &t.Key, hi)
}

// keys lists the keys from left to right.
func keys(t *Tree) []int {
	if t == nil {
		return nil
	}
	return append(append(keys(t.Left), t.Key), keys(t.Right)...)
}

// Has tells whether x is in t.
//
//rtest:sig (t BST) (x int) (bool)
//rtest:ensures result == (x in keys(t))
func (t *Tree) Has(x int) bool {
	for t != nil && t.Key != x {
		if x < t.Key {
			t = t.Left
		} else {
			t = t.Right
		}
	}
	return t != nil
}

// Insert returns the tree with x in it.
//
//rtest:sig (t BST, x int) (BST)
//rtest:ensures forall k in keys(result): k == x || k in old(keys(t))
//rtest:ensures x in keys(result) && len(keys(result)) == len(old(keys(t))) + (x in old(keys(t)) ? 0 : 1)
func Insert(t *Tree, x int) *Tree {
	switch {
	case t == nil:
		return &Tree{Key: x}
	case x < t.Key:
		t.Left = Insert(t.Left, x)
	case x > t.Key:
		t.Right = Insert(t.Right, x)
	}
	return t
}

// Delete returns the tree without x.
//
//rtest:sig (t BST, x int) (BST)
//rtest:ensures !(x in keys(result))
//rtest:ensures forall k in old(keys(t)): k == x || k in keys(result)
func Delete(t *Tree, x int) *Tree {
	switch {
	case t == nil:
		return nil
	case x < t.Key:
		t.Left = Delete(t.Left, x)
	case x > t.Key:
		t.Right = Delete(t.Right, x)
	case t.Left == nil:
		return t.Right
	case t.Right == nil:
		return t.Left
	default:
		next := t.Right
		for next.Left != nil {
			next = next.Left
		}
		t.Key = next.Key
		t.Right = Delete(t.Right, next.Key)
	}
	return t
}

// DeleteWrong takes the least key of the right subtree but leaves it there.
//
//rtest:sig (t BST, x int) (BST)
//rtest:ensures !(x in keys(result))
func DeleteWrong(t *Tree, x int) *Tree {
	switch {
	case t == nil:
		return nil
	case x < t.Key:
		t.Left = DeleteWrong(t.Left, x)
	case x > t.Key:
		t.Right = DeleteWrong(t.Right, x)
	case t.Left == nil:
		return t.Right
	case t.Right == nil:
		return t.Left
	default:
		next := t.Right
		for next.Left != nil {
			next = next.Left
		}
		t.Key = next.Key
	}
	return t
}
