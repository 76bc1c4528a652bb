package faults

// A Rope is a text in parts: a leaf has some of it, another rope two parts.
//
//rtest:shared
type Rope struct {
	Size int
	L, R *Rope
}

// IsRope reports whether sizes are right. Ropes may have parts in common.
func IsRope(r *Rope, most int) bool {
	if r == nil || most == 0 {
		return false
	}
	if r.L == nil && r.R == nil {
		return r.Size >= 0
	}
	return IsRope(r.L, most-1) && IsRope(r.R, most-1) && r.Size == r.L.Size+r.R.Size
}

// Grow makes the last leaf longer where it is, whoever has it too.
//
//rtest:requires IsRope(r, 3)
//rtest:ensures IsRope(r, 3)
//rtest:depth 3
func Grow(r *Rope) {
	for r.Size++; r.R != nil; r.Size++ {
		r = r.R
	}
}

// A Page is a page that versions have in common as long as nobody writes to it.
//
//rtest:shared
type Page struct {
	Common bool
	V      int
}

// Write writes to the page of p, of which another version may be q, and looks at neither.
//
//rtest:requires p != nil && q != nil && p.Common == (p == q) && q.Common == (p == q)
//rtest:ensures q.V == old(q.V)
//rtest:depth 2
func Write(p, q *Page) { p.V++ }

// A Subject has those who observe it.
//
//rtest:shared
type Subject struct{ All []*Observer }

// An Observer observes one subject.
//
//rtest:shared
type Observer struct{ Of *Subject }

// IsObserved reports whether all who observe s know it, and each does so once.
func IsObserved(s *Subject) bool {
	for i, o := range s.All {
		if o == nil || o.Of != s {
			return false
		}
		for _, p := range s.All[:i] {
			if o == p {
				return false
			}
		}
	}
	return true
}

// Detach has nobody observe s, but passes over each second one.
//
//rtest:requires s != nil && IsObserved(s)
//rtest:ensures len(s.All) == 0
//rtest:depth 3
func Detach(s *Subject) {
	for i := 0; i < len(s.All); i++ {
		s.All[i].Of = nil
		s.All = append(s.All[:i], s.All[i+1:]...)
	}
}

// A Term is a number, or the sum of two terms, which other terms may have too.
//
//rtest:shared
type Term struct {
	N    int
	A, B *Term
}

// IsTerm reports whether t has an end within a depth, and sums have two parts and no number.
func IsTerm(t *Term, most int) bool {
	switch {
	case t == nil || most == 0:
		return false
	case t.A == nil && t.B == nil:
		return true
	}
	return t.N == 0 && IsTerm(t.A, most-1) && IsTerm(t.B, most-1)
}

// Sum returns the value of a term.
func Sum(t *Term) int {
	if t.A == nil {
		return t.N
	}
	return Sum(t.A) + Sum(t.B)
}

// Negate changes the numbers where they are, those that a term has twice two times.
//
//rtest:requires IsTerm(t, 3)
//rtest:ensures Sum(t) == -old(Sum(t))
//rtest:depth 2
func Negate(t *Term) {
	if t.A == nil {
		t.N = -t.N
		return
	}
	Negate(t.A)
	Negate(t.B)
}

// A Leaf is a leaf of a B-tree that knows the next one. It has one key or two.
//
//rtest:shared
type Leaf struct {
	Two  bool
	Next *Leaf
}

// A Branch is a node above leaves.
type Branch struct{ Leaves []*Leaf }

// IsBTree reports whether leaves are linked in their order.
func IsBTree(r *Branch) bool {
	for i, l := range r.Leaves {
		if l == nil || i+1 < len(r.Leaves) && l.Next != r.Leaves[i+1] || i+1 == len(r.Leaves) && l.Next != nil {
			return false
		}
	}
	return true
}

// Split parts the first leaf with two keys, and forgets that another one follows it.
//
//rtest:requires r != nil && IsBTree(r)
//rtest:ensures IsBTree(r)
//rtest:depth 3
func Split(r *Branch) {
	for i, l := range r.Leaves {
		if l.Two {
			n := &Leaf{}
			l.Two, l.Next = false, n
			r.Leaves = append(r.Leaves[:i+1:i+1], append([]*Leaf{n}, r.Leaves[i+1:]...)...)
			return
		}
	}
}

// A Point is an end of intervals.
//
//rtest:shared
type Point struct{ X int }

// An Interval may have an end in common with another.
type Interval struct{ Lo, Hi *Point }

// IsInterval reports whether an interval is not empty.
func IsInterval(i Interval) bool { return i.Lo != nil && i.Hi != nil && i.Lo.X < i.Hi.X }

// Widen moves the upper end of a.
//
//rtest:requires IsInterval(a) && IsInterval(b) && a.Hi.X <= b.Lo.X
//rtest:ensures IsInterval(b)
//rtest:depth 4
func Widen(a, b Interval) { a.Hi.X++ }

// A State is a state of an editor, with the one before it.
//
//rtest:shared
type State struct{ Before *State }

// Past returns how many states there are up to the first one, or -1 where there is none.
func Past(s *State) (n int) {
	for ; s != nil; s = s.Before {
		if n++; n > 4 {
			return -1
		}
	}
	return n
}

// Undo goes back, and puts what it comes from behind that, where another state may have come from it.
//
//rtest:requires s != nil && Past(s) >= 0 && Past(other) >= 0
//rtest:ensures Past(other) == old(Past(other))
//rtest:depth 3
func Undo(s, other *State) *State {
	if s.Before == nil {
		return s
	}
	back := s.Before
	s.Before = nil
	return back
}

// An M is an element of a list.
//
//rtest:shared
type M struct{ Next *M }

// Ended reports whether a list has an end.
func Ended(m *M) bool {
	for range 9 {
		if m == nil {
			return true
		}
		m = m.Next
	}
	return false
}

// An Iterator is at an element of a list.
type Iterator struct{ At *M }

// Remove takes out the element at which the iterator is, and loses what follows.
//
//rtest:requires it != nil && it.At != nil && Ended(it.At) && Ended(m)
//rtest:ensures it.At == old(it.At.Next)
//rtest:depth 3
func Remove(it *Iterator, m *M) {
	for x := m; x != nil; x = x.Next {
		if x.Next == it.At {
			x.Next = it.At.Next
			it.At.Next = nil
			break
		}
	}
	it.At = it.At.Next
}

// A Splay is a node of a splay tree.
//
//rtest:shared
type Splay struct{ L, R, Up *Splay }

// IsSplay reports whether t is a tree below up.
func IsSplay(t, up *Splay, most int) bool {
	return t == nil || most > 0 && t.Up == up && IsSplay(t.L, t, most-1) && IsSplay(t.R, t, most-1)
}

// ZigZag lifts the right child of the left child to the root, and forgets the parent of what it had.
//
//rtest:requires t != nil && IsSplay(t, nil, 4) && t.L != nil && t.L.R != nil
//rtest:ensures IsSplay(result, nil, 5)
//rtest:depth 4
func ZigZag(t *Splay) *Splay {
	p, x := t.L, t.L.R
	p.R, t.L = x.L, x.R
	if p.R != nil {
		p.R.Up = p
	}
	x.L, x.R, x.Up = p, t, nil
	p.Up, t.Up = x, x
	return x
}
