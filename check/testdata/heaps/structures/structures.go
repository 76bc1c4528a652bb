// Package structures has the data structures that papers on bounded exhaustive testing count. Each
// function has as inputs those of one size; heaps_test.go says how many there are.
package structures

// Item is what lists hold: only its identity counts.
//
//rtest:shared
type Item struct{ unread int }

// A Tree is a node of a binary tree.
//
//rtest:shared
type Tree struct {
	Left, Right *Tree
	Key         int
}

// nodes returns the number of nodes of a tree, or -1 if one is met twice or there are more than most.
func nodes(t *Tree, most int) int {
	seen := make([]*Tree, 0, 8)
	todo := make([]*Tree, 0, 8)
	todo = append(todo, t)
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if t == nil {
			continue
		}
		for _, s := range seen {
			if s == t {
				return -1
			}
		}
		if len(seen) == most {
			return -1
		}
		seen = append(seen, t)
		todo = append(todo, t.Right, t.Left)
	}
	return len(seen)
}

//rtest:requires nodes(t, 5) == 5
//rtest:depth 5
func BinaryTree5(t *Tree) {}

// between reports whether keys are between lo and hi; trees are no deeper than left.
func between(t *Tree, lo, hi, left int) bool {
	if t == nil {
		return true
	}
	return left > 0 && lo < t.Key && t.Key < hi && between(t.Left, lo, t.Key, left-1) && between(t.Right, t.Key, hi, left-1)
}

//rtest:requires nodes(t, 4) == 4 && between(t, 0, 5, 4)
//rtest:depth 4
func SearchTree4(t *Tree) {}

//rtest:requires nodes(t, 7) == 7 && between(t, 0, 8, 7)
//rtest:depth 7
func SearchTree7(t *Tree) {}

// A RedBlack is a node of a red-black tree that knows its parent.
//
//rtest:shared
type RedBlack struct {
	Left, Right, Parent *RedBlack
	Key                 int
	Red                 bool
}

// black returns the black height of a tree whose keys are between lo and hi, or -1 where it is no
// red-black tree below the parent.
func black(t, parent *RedBlack, lo, hi int) int {
	if t == nil {
		return 0
	}
	if t.Parent != parent || t.Key <= lo || t.Key >= hi || t.Red && parent != nil && parent.Red {
		return -1
	}
	l := black(t.Left, t, lo, t.Key)
	if l < 0 || l != black(t.Right, t, t.Key, hi) {
		return -1
	}
	if t.Red {
		return l
	}
	return l + 1
}

func size(t *RedBlack) int {
	if t == nil {
		return 0
	}
	return size(t.Left) + 1 + size(t.Right)
}

//rtest:requires t != nil && black(t, nil, 0, 5) >= 0 && size(t) == 4
//rtest:depth 4
func RedBlack4(t *RedBlack) {}

//rtest:requires t != nil && black(t, nil, 0, 8) >= 0 && size(t) == 7
//rtest:depth 7
func RedBlack7(t *RedBlack) {}

// A Cell is an element of a list.
//
//rtest:shared
type Cell struct {
	Next *Cell
	Item *Item
}

func holds(c *Cell, n int) bool {
	for ; n > 0; n-- {
		if c == nil || c.Item == nil {
			return false
		}
		c = c.Next
	}
	return c == nil
}

//rtest:requires holds(c, 5)
//rtest:depth 5
func List5(c *Cell) {}

//rtest:requires holds(c, 8)
//rtest:depth 8
func List8(c *Cell) {}

// A Link is an element of a circular list.
//
//rtest:shared
type Link struct {
	Next, Prev *Link
	Item       *Item
}

func circle(first *Link, n int) bool {
	l := first
	for i := 0; i < n; i++ {
		if l == nil || l.Item == nil || l.Next == nil || l.Next.Prev != l || i > 0 && l == first {
			return false
		}
		l = l.Next
	}
	return l == first
}

//rtest:requires circle(l, 4)
//rtest:depth 4
func Circle4(l *Link) {}

//rtest:requires circle(l, 5)
//rtest:depth 5
func Circle5(l *Link) {}

//rtest:requires circle(l, 8)
//rtest:depth 8
func Circle8(l *Link) {}

// A Double is an element of a doubly linked list.
//
//rtest:shared
type Double struct{ Next, Prev *Double }

func double(d *Double, n int) bool {
	var before *Double
	for ; n > 0; n-- {
		if d == nil || d.Prev != before {
			return false
		}
		before, d = d, d.Next
	}
	return d == nil
}

//rtest:requires double(d, 8)
//rtest:depth 8
func Double8(d *Double) {}

// A Set is an element of a disjoint set.
//
//rtest:shared
type Set struct{ Parent *Set }

func forest(all []*Set, n int) bool {
	if len(all) != n {
		return false
	}
	for i, s := range all {
		if s == nil {
			return false
		}
		for _, t := range all[:i] {
			if s == t {
				return false
			}
		}
	}
	for _, s := range all {
		for i := 0; s != nil; i++ {
			if i == n {
				return false
			}
			s = s.Parent
		}
	}
	return true
}

//rtest:requires forest(all, 4)
//rtest:depth 4
func Forest4(all []*Set) {}

// A Binomial is a node of a binomial heap.
//
//rtest:shared
type Binomial struct {
	Child, Sibling, Parent *Binomial
	Key                    int
}

// order returns the order of a binomial tree of at most the given one, or -1.
func order(t, parent *Binomial, most int) int {
	if t == nil || most < 0 || t.Parent != parent || t.Key < 1 || parent != nil && t.Key < parent.Key {
		return -1
	}
	if t.Child == nil {
		return 0
	}
	n := order(t.Child, t, most-1)
	if n < 0 {
		return -1
	}
	c := t.Child.Sibling
	for i := n - 1; i >= 0; i-- {
		if c == nil || order(c, t, i) != i {
			return -1
		}
		c = c.Sibling
	}
	if c != nil {
		return -1
	}
	return n + 1
}

//rtest:requires h != nil && order(h, nil, 1) == 1 && h.Sibling == nil
//rtest:depth 2
func Binomial2(h *Binomial) {}

//rtest:requires nodes(t, 8) == 8
//rtest:depth 8
func BinaryTree8(t *Tree) {}

// A Sorted is an element of a list in ascending order.
//
//rtest:shared
type Sorted struct {
	Next  *Sorted
	Value int
}

// ascends reports whether a list has n elements in ascending order, from 1 to n.
func ascends(s *Sorted, n int) bool {
	least := 1
	for range n {
		if s == nil || s.Value < least || s.Value > n {
			return false
		}
		s, least = s.Next, s.Value
	}
	return s == nil
}

//rtest:requires ascends(s, 4)
//rtest:depth 4
func Sorted4(s *Sorted) {}

// A Heap is a heap in the first Size cells of an array; the others are 0.
type Heap struct {
	Size  int
	Array []int
}

// heap reports whether no value of an array, from 0 to n, is greater than that of its parent.
func heap(h Heap, n int) bool {
	if h.Size < 0 || h.Size > len(h.Array) || h.Array == nil {
		return false
	}
	for i, v := range h.Array {
		if v < 0 || v > n || i >= h.Size && v != 0 || 0 < i && i < h.Size && v > h.Array[(i-1)/2] {
			return false
		}
	}
	return true
}

//rtest:requires heap(h, 6)
//rtest:depth 6
func HeapArray6(h Heap) {}

// A Fibonacci is a node of a Fibonacci heap: siblings form a circle.
//
//rtest:shared
type Fibonacci struct {
	Child, Left, Right, Parent *Fibonacci
	Key                        int
}

// trees returns the number of nodes of a circle of trees, or a number above most if it is none.
func trees(first, parent *Fibonacci, least, most int) int {
	n := 0
	for f := first; f != nil; f = f.Right {
		if f.Parent != parent || f.Right == nil || f.Right.Left != f || f.Key < least || f.Key > most || n >= most {
			return most + 1
		}
		n++
		if n += trees(f.Child, f, f.Key, most); n > most {
			return most + 1
		}
		if f.Right == first {
			break
		}
	}
	return n
}

//rtest:requires f != nil && trees(f, nil, f.Key, 3) == 3 && f.Key >= 1
//rtest:depth 3
func Fibonacci3(f *Fibonacci) {}

// A Ranked is an element of a disjoint set in an array: the index of its parent, or its own for a root,
// and its rank.
//
//rtest:shared
type Ranked struct{ Parent, Rank int }

// ranked reports whether all differ, ranks below n ascend towards roots, and there are no more roots than
// elements of rank 0.
func ranked(all []*Ranked, n int) bool {
	for i, e := range all {
		if e == nil || e.Rank < 0 || e.Rank >= n || e.Parent < 0 || e.Parent >= len(all) {
			return false
		}
		for _, o := range all[:i] {
			if o == e {
				return false
			}
		}
	}
	roots, zeros := 0, 0
	for i, e := range all {
		if e.Parent == i {
			roots++
		} else if all[e.Parent].Rank <= e.Rank {
			return false
		}
		if e.Rank == 0 {
			zeros++
		}
	}
	return roots <= zeros
}

//rtest:requires ranked(all, 4)
//rtest:depth 4
func Ranked4(all []*Ranked) {}

// doubly reports whether a circular list has n elements, of which only the first must have an item.
func doubly(first *Link, n int) bool {
	l := first
	for i := 0; i < n; i++ {
		if l == nil || i == 0 && l.Item == nil || l.Next == nil || l.Next.Prev != l || i > 0 && l == first {
			return false
		}
		l = l.Next
	}
	return l == first
}

//rtest:requires doubly(l, 3)
//rtest:depth 3
func Doubly3(l *Link) {}

//rtest:requires ascends(s, 11)
//rtest:depth 11
func Sorted11(s *Sorted) {}
