package structures

// The structures of this file are written as users write them: with visited sets, counters and work
// lists, and fields that say what the others imply.

// A FibonacciHeap has a circle of trees, a least one of them, and the number of all nodes.
type FibonacciHeap struct {
	Nodes, Min *FibonacciNode
	Size       int
}

// A FibonacciNode is a node of such a heap. Children of a node form a circle.
//
//rtest:shared
type FibonacciNode struct {
	Key, Degree                int
	Parent, Child, Left, Right *FibonacciNode
}

// valid reports whether a heap has what it says, with keys below n.
func (h FibonacciHeap) valid(n int) bool {
	if h.Nodes == nil || h.Min == nil {
		return h.Nodes == nil && h.Min == nil && h.Size == 0
	}
	visited := map[*FibonacciNode]bool{}
	if !h.Nodes.circle(nil, 0, n, visited) || h.Size != len(visited) {
		return false
	}
	found, least := false, h.Nodes.Key
	for f := h.Nodes; ; {
		found, least = found || f == h.Min, min(least, f.Key)
		if f = f.Right; f == h.Nodes {
			break
		}
	}
	return found && h.Min.Key == least
}

// circle reports whether f and its siblings are trees below the parent, with keys from the least one to
// below n.
func (f *FibonacciNode) circle(parent *FibonacciNode, least, n int, visited map[*FibonacciNode]bool) bool {
	for c := f; ; {
		if c.Parent != parent || visited[c] || c.Key < least || c.Key >= n {
			return false
		}
		visited[c] = true
		if c.Child != nil && !c.Child.circle(c, c.Key, n, visited) || c.degree() != c.Degree {
			return false
		}
		if c.Right == nil || c.Right.Left != c {
			return false
		}
		if c = c.Right; c == f {
			return true
		}
	}
}

// degree returns the number of children.
func (f *FibonacciNode) degree() (n int) {
	for c := f.Child; c != nil; {
		n++
		if c = c.Right; c == f.Child {
			break
		}
	}
	return n
}

//rtest:requires h.valid(3)
//rtest:depth 3
func FibonacciHeap3(h FibonacciHeap) {}

//rtest:requires h.valid(5)
//rtest:depth 5
func FibonacciHeap5(h FibonacciHeap) {}

// A BinomialHeap has trees of ascending order, and the number of all nodes.
type BinomialHeap struct {
	Nodes *BinomialNode
	Size  int
}

// A BinomialNode is a node of such a heap. Its children are those of descending order.
//
//rtest:shared
type BinomialNode struct {
	Key, Degree            int
	Parent, Sibling, Child *BinomialNode
}

// valid reports whether a heap has what it says, with at most n nodes and keys from 1 to n.
func (h BinomialHeap) valid(n int) bool {
	visited := map[*BinomialNode]bool{}
	last := -1
	for t := h.Nodes; t != nil; t = t.Sibling {
		if t.Degree <= last || !t.tree(nil, 1, n, visited) {
			return false
		}
		last = t.Degree
	}
	return h.Size == len(visited)
}

// tree reports whether b is a binomial tree below the parent, with keys from the least one to n.
func (b *BinomialNode) tree(parent *BinomialNode, least, n int, visited map[*BinomialNode]bool) bool {
	if visited[b] || b.Parent != parent || b.Key < least || b.Key > n {
		return false
	}
	visited[b] = true
	degree := b.Degree
	for c := b.Child; c != nil; c = c.Sibling {
		if degree--; c.Degree != degree || !c.tree(b, b.Key, n, visited) {
			return false
		}
	}
	return degree == 0
}

//rtest:requires h.valid(3)
//rtest:depth 3
func BinomialHeap3(h BinomialHeap) {}

//rtest:requires h.valid(7)
//rtest:depth 7
func BinomialHeap7(h BinomialHeap) {}

// A RedBlackTree has a root and the number of its nodes.
type RedBlackTree struct {
	Root *RedBlack
	Size int
}

// valid reports whether a tree has n nodes with keys from 0 to below n, a root that is black, no red node
// below a red one, and as many black ones on each way down.
func (t RedBlackTree) valid(n int) bool {
	if t.Size != n || t.Root == nil || t.Root.Parent != nil || t.Root.Red {
		return t.Size == n && t.Root == nil && n == 0
	}
	visited := map[*RedBlack]bool{t.Root: true}
	for work := []*RedBlack{t.Root}; len(work) > 0; work = work[1:] {
		for _, c := range []*RedBlack{work[0].Left, work[0].Right} {
			if c == nil {
				continue
			}
			if visited[c] || c.Parent != work[0] || c.Red && work[0].Red {
				return false
			}
			visited[c] = true
			work = append(work, c)
		}
	}
	_, ok := t.Root.blacks()
	return len(visited) == n && ok && t.Root.sorted(-1, n)
}

// blacks returns how many black nodes each way down has.
func (t *RedBlack) blacks() (n int, ok bool) {
	if t == nil {
		return 0, true
	}
	l, ok1 := t.Left.blacks()
	r, ok2 := t.Right.blacks()
	if !t.Red {
		l, r = l+1, r+1
	}
	return l, ok1 && ok2 && l == r
}

func (t *RedBlack) sorted(lo, hi int) bool {
	return t == nil || lo < t.Key && t.Key < hi && t.Left.sorted(lo, t.Key) && t.Right.sorted(t.Key, hi)
}

//rtest:requires t.valid(5)
//rtest:depth 5
func RedBlackTree5(t RedBlackTree) {}

//rtest:requires t.valid(7)
//rtest:depth 7
func RedBlackTree7(t RedBlackTree) {}

//rtest:requires ranked(all, 5)
//rtest:depth 5
func Ranked5(all []*Ranked) {}

//rtest:requires heap(h, 7)
//rtest:depth 7
func HeapArray7(h Heap) {}

//rtest:requires t != nil && black(t, nil, 0, 9) >= 0 && size(t) == 8
//rtest:depth 8
func RedBlack8(t *RedBlack) {}

//rtest:requires holds(c, 11)
//rtest:depth 11
func List11(c *Cell) {}

// A Counted knows how often the pointers of the graph refer to it, ten times over.
//
//rtest:shared
type Counted struct {
	Left, Right *Counted
	Refs        int //rtest:derived
}

// counted reports whether the numbers of references are right below c.
func counted(c *Counted) bool {
	refs := map[*Counted]int{}
	var walk func(c *Counted)
	walk = func(c *Counted) {
		if c == nil {
			return
		}
		if refs[c]++; refs[c] == 1 {
			walk(c.Left)
			walk(c.Right)
		}
	}
	walk(c)
	for c, n := range refs {
		if c.Refs != 10*n {
			return false
		}
	}
	return true
}

//rtest:requires counted(c)
//rtest:depth 3
func Counted3(c *Counted) {}
