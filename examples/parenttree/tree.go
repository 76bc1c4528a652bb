// Package parenttree keeps search trees whose nodes know their parents.
package parenttree

// A Node is a node of a tree.
//
//rtest:shared
//rtest:depth 3
type Node struct {
	Left, Right, Parent *Node
	Key                 int
}

// isTree reports whether n is the root of a search tree in which each child has its parent.
func isTree(n *Node) bool { return n == nil || n.Parent == nil && below(n, nil, nil) }

// below reports whether the keys of a tree are between those of lo and hi, and parents are right.
// Parents that are right lead back only one way, so that no node is met twice.
func below(n, lo, hi *Node) bool {
	if n == nil {
		return true
	}
	if lo != nil && n.Key <= lo.Key || hi != nil && n.Key >= hi.Key {
		return false
	}
	if n.Left != nil && n.Left.Parent != n || n.Right != nil && n.Right.Parent != n {
		return false
	}
	return below(n.Left, lo, n) && below(n.Right, n, hi)
}

func keys(n *Node) (all []int) {
	if n == nil {
		return nil
	}
	return append(append(keys(n.Left), n.Key), keys(n.Right)...)
}

// RotateLeft has the right child of the root become the root.
//
//rtest:requires isTree(n) && n != nil && n.Right != nil
//rtest:ensures isTree(result) && equal(keys(result), old(keys(n)))
func RotateLeft(n *Node) *Node {
	r := n.Right
	n.Right = r.Left
	if r.Left != nil {
		r.Left.Parent = n
	}
	r.Left, r.Parent, n.Parent = n, nil, r
	return r
}

// RotateWrong forgets the parent of what moves from one child to the other.
//
//rtest:requires isTree(n) && n != nil && n.Right != nil
//rtest:ensures isTree(result) && equal(keys(result), old(keys(n)))
func RotateWrong(n *Node) *Node {
	r := n.Right
	n.Right = r.Left
	r.Left, r.Parent, n.Parent = n, nil, r
	return r
}

// Next returns the node with the next greater key.
//
//rtest:requires root != nil && isTree(root) && key in keys(root)
//rtest:ensures result == nil ? (forall k in keys(root): k <= key) : result.Key > key
func Next(root *Node, key int) *Node {
	n := root
	for n.Key != key {
		if key < n.Key {
			n = n.Left
		} else {
			n = n.Right
		}
	}
	if n.Right != nil {
		for n = n.Right; n.Left != nil; n = n.Left {
		}
		return n
	}
	for n.Parent != nil && n.Parent.Right == n {
		n = n.Parent
	}
	return n.Parent
}
