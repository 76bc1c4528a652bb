// Package recursive: types that reach themselves.
package recursive

type List struct {
	Head int
	Next *List
}

//rtest:requires asc(l)
//rtest:ensures l == nil || l.Next == nil || l.Next.Head != 0
func Asc(l *List) {}

func asc(l *List) bool { return l == nil || l.Next == nil || l.Head < l.Next.Head && asc(l.Next) }

//rtest:requires len1(l) == 2
//rtest:ensures l.Head == 0
func ByVal(l List) {}

func len1(l List) int {
	if l.Next == nil {
		return 1
	}
	return 1 + len1(*l.Next)
}

type Tree struct {
	K    int
	L, R *Tree
}

//rtest:depth 2
//rtest:requires bst(t, -100, 100)
//rtest:ensures size(t) != 3
func BST(t *Tree) {}

func bst(t *Tree, lo, hi int) bool {
	return t == nil || lo < t.K && t.K < hi && bst(t.L, lo, t.K) && bst(t.R, t.K, hi)
}
func size(t *Tree) int {
	if t == nil {
		return 0
	}
	return 1 + size(t.L) + size(t.R)
}

//rtest:requires t != nil && full(t)
//rtest:ensures h(t) < 3
func Full(t *Tree) {}

func full(t *Tree) bool { return t == nil || h(t.L) == h(t.R) && full(t.L) && full(t.R) }
func h(t *Tree) int {
	if t == nil {
		return 0
	}
	return 1 + max(h(t.L), h(t.R))
}

type Rose struct {
	N    bool
	Kids []Rose
}

//rtest:depth 2
//rtest:requires alt(r)
//rtest:ensures len(r.Kids) < 2
func RoseF(r Rose) {}

func alt(r Rose) bool {
	for _, k := range r.Kids {
		if k.N == r.N || !alt(k) {
			return false
		}
	}
	return true
}

type PRose struct {
	N    bool
	Kids []*PRose
}

//rtest:requires nonil(r)
//rtest:ensures r == nil || len(r.Kids) != 1 || r.N == r.Kids[0].N
func PRoseF(r *PRose) {}

func nonil(r *PRose) bool {
	if r == nil {
		return true
	}
	for _, k := range r.Kids {
		if k == nil || !nonil(k) {
			return false
		}
	}
	return true
}

//rtest:depth 2
//rtest:requires len(rs) > 0 && cnt(rs) % 2 == 0
//rtest:ensures cnt(rs) == 0
func PRoses(rs []*PRose) {}

func cnt(rs []*PRose) int {
	n := 0
	for _, r := range rs {
		if r != nil {
			n += 1 + cnt(r.Kids)
			if r.N {
				n += 0
			}
		}
	}
	return n
}

type Trie struct {
	End  bool
	Kids map[rune]*Trie
}

//rtest:requires t != nil && live(t)
//rtest:ensures !t.End || len(t.Kids) == 0
//rtest:ints 97..98
func TrieF(t *Trie) {}

func live(t *Trie) bool {
	if len(t.Kids) == 0 {
		return t.End
	}
	for _, k := range t.Kids {
		if k == nil || !live(k) {
			return false
		}
	}
	return true
}

type A struct {
	B *B
	X bool
}
type B struct {
	A *A
	C []A
}

//rtest:requires oka(a)
//rtest:ensures a == nil || a.B == nil || len(a.B.C) == 0
func Mutual(a *A) {}

func oka(a *A) bool {
	if a == nil {
		return true
	}
	if a.B == nil {
		return a.X
	}
	if !oka(a.B.A) {
		return false
	}
	for i := range a.B.C {
		if !oka(&a.B.C[i]) {
			return false
		}
	}
	return !a.X
}

type M map[bool]M

//rtest:requires dep(m) == 2
//rtest:ensures len(m) == 1
func MapRec(m M) {}

func dep(m M) int {
	n := 0
	for _, k := range m {
		n = max(n, 1+dep(k))
	}
	return n
}

type S []S

//rtest:ensures dps(s) < 3
func SliceRec(s S) {}

func dps(s S) int {
	n := 0
	for _, k := range s {
		n = max(n, 1+dps(k))
	}
	return n
}

type P *P

//rtest:ensures lp(p) < 2
func PtrRec(p P) {}

func lp(p P) int {
	n := 0
	for p != nil {
		p = *p
		n++
	}
	return n
}

type Even struct{ N *Odd }
type Odd struct{ N *Even }

//rtest:ensures ev(e) != 2
func EvenOdd(e *Even) {}

func ev(e *Even) int {
	if e == nil {
		return 0
	}
	return 1 + od(e.N)
}
func od(e *Odd) int {
	if e == nil {
		return 0
	}
	return 1 + ev(e.N)
}

type Wrapper struct {
	T  Tree
	Xs []int
}

//rtest:depth 1
//rtest:requires len(w.Xs) == size(&w.T) && bst(&w.T, -9, 9)
//rtest:ensures w.Xs[0] <= w.T.K
func Wrap(w Wrapper) {}

type Node struct {
	Val  int
	Next [2]*Node
}

//rtest:depth 2
//rtest:requires n != nil && heap(n)
//rtest:ensures n.Val > 0 || n.Next[0] == nil
func ArrNode(n *Node) {}

func heap(n *Node) bool {
	for _, k := range n.Next {
		if k != nil && (k.Val < n.Val || !heap(k)) {
			return false
		}
	}
	return true
}

//rtest:requires m["a"] != nil && m["a"].Next == nil
//rtest:ensures len(m) < 2
func MapList(m map[string]*List) {}

//rtest:depth 2
//rtest:requires len(ls) == 2 && eq(ls[0], ls[1])
//rtest:ensures ls[0] == nil || ls[0].Next == nil
func Lists(ls []*List) {}

func eq(a, b *List) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Head == b.Head && eq(a.Next, b.Next)
}
