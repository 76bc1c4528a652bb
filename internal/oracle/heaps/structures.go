package heaps

// The structures are those that papers on bounded exhaustive testing count: each a type and its
// invariant, with the number of its heaps by a formula in counts.go.
type (
	// A Tree is a node of a binary tree; a search tree orders Key.
	Tree struct {
		Left, Right *Tree
		Key         int
	}

	// A RedBlack is a node of a red-black tree with parent pointers.
	RedBlack struct {
		Left, Right, Parent *RedBlack
		Key                 int
		Red                 bool
	}

	// A Cell is an element of a singly linked list.
	Cell struct {
		Next *Cell
		Item *Item
	}

	// An Item is what lists hold: only its identity counts.
	Item struct{ _ byte }

	// A Sorted is an element of a list in ascending order.
	Sorted struct {
		Next  *Sorted
		Value int
	}

	// A Link is an element of a circular doubly linked list.
	Link struct {
		Next, Prev *Link
		Item       *Item
	}

	// A Set is an element of a disjoint set; a root has no parent.
	Set struct{ Parent *Set }

	// A Binomial is a node of a binomial heap: Sibling leads to trees of other orders, Child to the
	// tree of the greatest order below.
	Binomial struct {
		Child, Sibling, Parent *Binomial
		Key                    int
	}

	// A Fibonacci is a node of a Fibonacci heap: siblings form a circle.
	Fibonacci struct {
		Child, Left, Right, Parent *Fibonacci
		Key                        int
	}

	// A Ranked is an element of a disjoint set in an array: the index of its parent, or its own for a
	// root, and its rank.
	Ranked struct{ Parent, Rank int }

	// A HeapArray is a heap in the first Size cells of an array; the others are 0.
	HeapArray struct {
		Size  int
		Array []int
	}
)

// IsTree reports whether no node is reached twice, and returns the number of nodes.
func IsTree(t *Tree) (nodes int, ok bool) {
	seen := map[*Tree]bool{}
	var walk func(t *Tree) bool
	walk = func(t *Tree) bool {
		if t == nil {
			return true
		}
		if seen[t] {
			return false
		}
		seen[t] = true
		return walk(t.Left) && walk(t.Right)
	}
	ok = walk(t)
	return len(seen), ok
}

// IsSearchTree reports whether the keys of a tree are strictly ascending.
func IsSearchTree(t *Tree) bool {
	last, any := 0, false
	var walk func(t *Tree) bool
	walk = func(t *Tree) bool {
		if t == nil {
			return true
		}
		if !walk(t.Left) || any && t.Key <= last {
			return false
		}
		last, any = t.Key, true
		return walk(t.Right)
	}
	_, ok := IsTree(t)
	return ok && walk(t)
}

// IsRedBlack reports whether a tree is a red-black tree whose keys ascend and whose parents are
// right, and returns the number of nodes. The root may have either color.
func IsRedBlack(t *RedBlack) (nodes int, ok bool) {
	seen := map[*RedBlack]bool{}
	last, any := 0, false
	var walk func(t, parent *RedBlack) (black int, ok bool)
	walk = func(t, parent *RedBlack) (black int, ok bool) {
		if t == nil {
			return 0, true
		}
		if seen[t] || t.Parent != parent || t.Red && parent != nil && parent.Red {
			return 0, false
		}
		seen[t] = true
		left, ok := walk(t.Left, t)
		if !ok || any && t.Key <= last {
			return 0, false
		}
		last, any = t.Key, true
		right, ok := walk(t.Right, t)
		if !t.Red {
			black = 1
		}
		return left + black, ok && left == right
	}
	_, ok = walk(t, nil)
	return len(seen), ok
}

// IsList reports whether a list ends and has something in each cell, and returns its length.
func IsList(c *Cell) (length int, ok bool) {
	seen := map[*Cell]bool{}
	for ; c != nil; c = c.Next {
		if seen[c] || c.Item == nil {
			return 0, false
		}
		seen[c] = true
	}
	return len(seen), true
}

// IsSorted reports whether a list ends and ascends, and returns its length.
func IsSorted(s *Sorted) (length int, ok bool) {
	seen := map[*Sorted]bool{}
	for ; s != nil; s = s.Next {
		if seen[s] || s.Next != nil && s.Next.Value < s.Value {
			return 0, false
		}
		seen[s] = true
	}
	return len(seen), true
}

// IsCircle reports whether a circular list leads back to its first element in both directions, with
// something in each, and returns its length.
func IsCircle(first *Link) (length int, ok bool) {
	if first == nil {
		return 0, true
	}
	seen := map[*Link]bool{}
	for l := first; !seen[l]; l = l.Next {
		if l.Next == nil || l.Next.Prev != l || l.Item == nil {
			return 0, false
		}
		if seen[l] = true; l.Next != first && seen[l.Next] {
			return 0, false
		}
	}
	return len(seen), true
}

// IsForest reports whether the elements of a disjoint set are listed once each, with their parents,
// and each leads to a root.
func IsForest(all []*Set) bool {
	listed := map[*Set]bool{}
	for _, s := range all {
		if s == nil || listed[s] {
			return false
		}
		listed[s] = true
	}
	for _, s := range all {
		for range len(all) {
			if s = s.Parent; s == nil {
				break
			}
			if !listed[s] {
				return false
			}
		}
		if s != nil {
			return false
		}
	}
	return true
}

// IsBinomial reports whether trees of ascending order are binomial trees in which no key is less than
// that of its parent, and returns the number of nodes.
func IsBinomial(h *Binomial) (nodes int, ok bool) {
	seen := map[*Binomial]bool{}
	var tree func(t, parent *Binomial) (order int, ok bool)
	tree = func(t, parent *Binomial) (order int, ok bool) {
		if seen[t] || t.Parent != parent || parent != nil && t.Key < parent.Key {
			return 0, false
		}
		seen[t] = true
		for c := t.Child; c != nil; c = c.Sibling {
			order++
			if order > 8 {
				return 0, false
			}
		}
		want := order
		for c := t.Child; c != nil; c = c.Sibling {
			want--
			if got, ok := tree(c, t); !ok || got != want {
				return 0, false
			}
		}
		return order, true
	}
	last := -1
	for t := h; t != nil; t = t.Sibling {
		order, ok := tree(t, nil)
		if !ok || order <= last {
			return 0, false
		}
		last = order
	}
	return len(seen), true
}

// IsFibonacci reports whether the first of a circle of trees has a least key, and no key is less than
// that of its parent. It returns the number of nodes.
func IsFibonacci(first *Fibonacci) (nodes int, ok bool) {
	seen := map[*Fibonacci]bool{}
	var circle func(first, parent *Fibonacci) bool
	circle = func(first, parent *Fibonacci) bool {
		if first == nil {
			return true
		}
		for f := first; ; f = f.Right {
			if seen[f] || f.Parent != parent || f.Right == nil || f.Right.Left != f || parent != nil && f.Key < parent.Key || parent == nil && f.Key < first.Key {
				return false
			}
			if seen[f] = true; !circle(f.Child, f) {
				return false
			}
			if f.Right == first {
				return true
			}
		}
	}
	ok = circle(first, nil)
	return len(seen), ok
}

// IsHeap reports whether no value in an array is greater than that of its parent.
func IsHeap(h *HeapArray) bool {
	if h.Size < 0 || h.Size > len(h.Array) {
		return false
	}
	for i, v := range h.Array {
		if i >= h.Size && v != 0 || 0 < i && i < h.Size && v > h.Array[(i-1)/2] {
			return false
		}
	}
	return true
}

// IsRanked reports whether ranks ascend towards roots, and there are no more roots than elements of rank 0.
func IsRanked(all []Ranked) bool {
	roots, zeros := 0, 0
	for i, e := range all {
		switch {
		case e.Parent < 0 || e.Parent >= len(all):
			return false
		case e.Parent == i:
			roots++
		case all[e.Parent].Rank <= e.Rank:
			return false
		}
		if e.Rank == 0 {
			zeros++
		}
	}
	return roots <= zeros
}
