package recursive

import (
	"reflect"

	b "example.com/depths/brute"
)

// Brute are the cases of this package.
func Brute() []b.Case {
	return []b.Case{
		{Name: "Asc", Pre: asc, Bad: func(l *List) bool { return l != nil && l.Next != nil && l.Next.Head == 0 }, Max: 4},
		{Name: "ByVal", Pre: func(l List) bool { return len1(l) == 2 }, Bad: func(l List) bool { return l.Head != 0 }},
		{Name: "BST", Pre: func(t *Tree) bool { return bst(t, -100, 100) }, Bad: func(t *Tree) bool { return size(t) == 3 }, Max: 2},
		{Name: "Full", Pre: func(t *Tree) bool { return t != nil && full(t) }, Bad: func(t *Tree) bool { return h(t) >= 3 }, Opt: func(e *b.Env) { e.Zero["Tree.K"] = true }},
		{Name: "RoseF", Pre: alt, Bad: func(r Rose) bool { return len(r.Kids) >= 2 }, Max: 2},
		{Name: "PRoseF", Pre: nonil, Bad: func(r *PRose) bool { return r != nil && len(r.Kids) == 1 && r.N != r.Kids[0].N }, Max: 3},
		{Name: "PRoses", Pre: func(r []*PRose) bool { return len(r) > 0 && cnt(r)%2 == 0 }, Bad: func(r []*PRose) bool { return cnt(r) != 0 }, Max: 2},
		{Name: "TrieF", Pre: func(t *Trie) bool { return t != nil && live(t) }, Bad: func(t *Trie) bool { return t.End && len(t.Kids) > 0 }, Opt: func(e *b.Env) {
			e.Ints = func(reflect.Type, int) []int64 { return []int64{97, 98} }
		}, Max: 3},
		{Name: "Mutual", Pre: oka, Bad: func(a *A) bool { return a != nil && a.B != nil && len(a.B.C) > 0 }, Max: 4},
		{Name: "MapRec", Pre: func(m M) bool { return dep(m) == 2 }, Bad: func(m M) bool { return len(m) != 1 }, Max: 3},
		{Name: "SliceRec", Pre: func(S) bool { return true }, Bad: func(s S) bool { return dps(s) >= 3 }},
		{Name: "PtrRec", Pre: func(P) bool { return true }, Bad: func(p P) bool { return lp(p) >= 2 }},
		{Name: "EvenOdd", Pre: func(*Even) bool { return true }, Bad: func(e *Even) bool { return ev(e) == 2 }, Max: 4},
		{Name: "Wrap", Pre: func(w Wrapper) bool { return len(w.Xs) == size(&w.T) && bst(&w.T, -9, 9) }, Bad: func(w Wrapper) bool { return w.Xs[0] > w.T.K }, Max: 1},
		{Name: "ArrNode", Pre: func(n *Node) bool { return n != nil && heap(n) }, Bad: func(n *Node) bool { return n.Val <= 0 && n.Next[0] != nil }, Max: 2},
		{Name: "MapList", Pre: func(m map[string]*List) bool { return m["a"] != nil && m["a"].Next == nil }, Bad: func(m map[string]*List) bool { return len(m) >= 2 }, Opt: func(e *b.Env) { e.Zero["List.Head"] = true }, Max: 3},
		{Name: "Lists", Pre: func(ls []*List) bool { return len(ls) == 2 && eq(ls[0], ls[1]) }, Bad: func(ls []*List) bool { return ls[0] != nil && ls[0].Next != nil }, Max: 2},
	}
}
