// Package doublylinked keeps a list whose elements know the ones before them.
package doublylinked

// A Node is an element of a list.
//
//rtest:shared
type Node struct {
	Next, Prev *Node
	Val        int
}

// A List has its elements from First on.
//
//rtest:invariant wellFormed(self)
type List struct{ First, Last *Node }

// wellFormed reports whether the list ends, and each element is the one before its next.
func wellFormed(l *List) bool {
	if l.First == nil || l.Last == nil {
		return l.First == nil && l.Last == nil
	}
	if l.First.Prev != nil || l.Last.Next != nil {
		return false
	}
	seen := map[*Node]bool{}
	n := l.First
	for ; n.Next != nil; n = n.Next {
		if seen[n] || n.Next.Prev != n {
			return false
		}
		seen[n] = true
	}
	return n == l.Last
}

// nodes returns the elements of a list.
func nodes(l *List) (all []*Node) {
	for n := l.First; n != nil; n = n.Next {
		all = append(all, n)
	}
	return all
}

// others returns the elements of a list but one.
func others(l *List, without *Node) (all []*Node) {
	for _, n := range nodes(l) {
		if n != without {
			all = append(all, n)
		}
	}
	return all
}

// Remove takes n out of the list.
//
//rtest:requires l != nil && n in nodes(l)
//rtest:ensures nodes(l) == old(others(l, n))
func (l *List) Remove(n *Node) {
	if n.Prev == nil {
		l.First = n.Next
	} else {
		n.Prev.Next = n.Next
	}
	if n.Next == nil {
		l.Last = n.Prev
	} else {
		n.Next.Prev = n.Prev
	}
}

// RemoveWrong forgets that the element behind n points back to it.
//
//rtest:requires l != nil && n in nodes(l)
func (l *List) RemoveWrong(n *Node) {
	if n.Prev == nil {
		l.First = n.Next
	} else {
		n.Prev.Next = n.Next
	}
	if n.Next == nil {
		l.Last = n.Prev
	}
}

// Drop takes n out of the list that it stands in, and returns the element behind it.
//
//rtest:requires n != nil && n.Next != nil && n.Next.Prev == n && n.Next != n
//rtest:ensures result == old(n.Next) && result.Prev == old(n.Prev)
func Drop(n *Node) *Node {
	next := n.Next
	next.Prev = n.Prev
	if n.Prev != nil {
		n.Prev.Next = next
	}
	return next
}
