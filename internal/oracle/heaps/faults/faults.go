// Package faults has programs over heaps, each with a planted fault and a contract that shows it.
package faults

import "slices"

// A D is an element of a list that is linked both ways.
//
//rtest:shared
type D struct{ Next, Prev *D }

// Linked reports whether n begins such a list.
func Linked(n *D) bool {
	if n != nil && n.Prev != nil {
		return false
	}
	for ; n != nil && n.Next != nil; n = n.Next {
		if n.Next.Prev != n {
			return false
		}
	}
	return true
}

// DropSecond forgets a Prev.
//
//rtest:requires n != nil && Linked(n) && n.Next != nil
//rtest:ensures Linked(n)
//rtest:depth 4
func DropSecond(n *D) { n.Next = n.Next.Next }

// IsRing reports whether n is an element of a circular list.
func IsRing(n *D) bool {
	for d := n; d != nil; d = d.Next {
		if d.Next == nil || d.Next.Prev != d {
			return false
		}
		if d.Next == n {
			return true
		}
	}
	return false
}

// Cut takes an element out of a ring, and forgets that it may be the only one.
//
//rtest:requires n != nil && IsRing(n)
//rtest:ensures result != n
//rtest:depth 4
func Cut(n *D) *D {
	next := n.Next
	n.Prev.Next, next.Prev = next, n.Prev
	return next
}

// A U is an element of a disjoint set.
//
//rtest:shared
type U struct{ Parent *U }

// Root returns the root of a set, or nil if there is none.
func Root(u *U) *U {
	for range 5 {
		if u.Parent == nil {
			return u
		}
		u = u.Parent
	}
	return nil
}

// Find halves the path once, and takes what it comes to for the root.
//
//rtest:requires u != nil && Root(u) != nil
//rtest:ensures result == old(Root(u))
//rtest:depth 4
func Find(u *U) *U {
	if u.Parent == nil {
		return u
	}
	if u.Parent.Parent != nil {
		u.Parent = u.Parent.Parent
	}
	return u.Parent
}

// A P is a node of a tree that knows its parent.
//
//rtest:shared
type P struct{ L, R, Up *P }

// IsTree reports whether t is the root of a tree below up.
func IsTree(t, up *P, most int) bool {
	return t == nil || most > 0 && t.Up == up && IsTree(t.L, t, most-1) && IsTree(t.R, t, most-1) && (t.L == nil || t.L != t.R)
}

// Rotate forgets the parent of the subtree that moves.
//
//rtest:requires t != nil && IsTree(t, nil, 4) && t.R != nil
//rtest:ensures IsTree(result, nil, 5)
//rtest:depth 3
func Rotate(t *P) *P {
	r := t.R
	t.R = r.L
	r.L, r.Up, t.Up = t, nil, r
	return r
}

// An L is an element of a list.
//
//rtest:shared
type L struct {
	V    int
	Next *L
}

// Ends reports whether a list has an end.
func Ends(l *L) bool {
	for range 9 {
		if l == nil {
			return true
		}
		l = l.Next
	}
	return false
}

// Concat appends b to a, whatever they share.
//
//rtest:requires a != nil && Ends(a) && Ends(b) && Ascends(a)
//rtest:ensures Ends(a)
//rtest:depth 3
func Concat(a, b *L) {
	for a.Next != nil {
		a = a.Next
	}
	a.Next = b
}

// Ascends reports whether a list is sorted.
func Ascends(l *L) bool {
	for ; l != nil && l.Next != nil; l = l.Next {
		if l.V > l.Next.V {
			return false
		}
	}
	return true
}

// Merge merges sorted lists, also one with itself.
//
//rtest:requires Ends(a) && Ends(b) && Ascends(a) && Ascends(b)
//rtest:ensures Ends(result)
//rtest:depth 2
func Merge(a, b *L) *L {
	var first L
	last := &first
	for n := 0; a != nil && b != nil; n++ {
		if n > 20 {
			return &first
		}
		if a.V <= b.V {
			last.Next, last, a = a, a, a.Next
		} else {
			last.Next, last, b = b, b, b.Next
		}
	}
	if last.Next = a; a == nil {
		last.Next = b
	}
	return first.Next
}

// A G is a vertex of a graph.
//
//rtest:shared
type G struct{ Out []*G }

// Vertices returns what g leads to, itself among them.
func Vertices(g *G) (all []*G) {
	if g == nil {
		return nil
	}
	all = []*G{g}
	for i := 0; i < len(all); i++ {
		for _, o := range all[i].Out {
			if o != nil && !slices.Contains(all, o) {
				all = append(all, o)
			}
		}
	}
	return all
}

// Clone copies a vertex, whose edges to itself then lead to the original.
//
//rtest:requires g != nil && !slices.Contains(g.Out, nil)
//rtest:ensures !slices.Contains(Vertices(result), g)
//rtest:depth 3
func Clone(g *G) *G { return &G{Out: slices.Clone(g.Out)} }

// Acyclic reports whether no vertex leads to itself.
func Acyclic(g *G, on []*G) bool {
	return g == nil || !slices.Contains(on, g) && !slices.ContainsFunc(g.Out, func(o *G) bool { return !Acyclic(o, append(on[:len(on):len(on)], g)) })
}

// Size counts a vertex once for each way to it.
//
//rtest:requires g != nil && Acyclic(g, nil)
//rtest:ensures result == len(Vertices(g))
//rtest:depth 3
func Size(g *G) int {
	if g == nil {
		return 0
	}
	n := 1
	for _, o := range g.Out {
		n += Size(o)
	}
	return n
}

// An E is a vertex with two edges.
//
//rtest:shared
type E struct{ A, B *E }

// Reached returns what e leads to, itself among them.
func Reached(e *E) (all []*E) {
	if e == nil {
		return nil
	}
	all = []*E{e}
	for i := 0; i < len(all); i++ {
		for _, x := range []*E{all[i].A, all[i].B} {
			if x != nil && !slices.Contains(all, x) {
				all = append(all, x)
			}
		}
	}
	return all
}

// Count marks a vertex behind its edges, so that a cycle has no end but the limit.
//
//rtest:ensures result == len(Reached(e))
//rtest:depth 3
func Count(e *E) int {
	seen := map[*E]bool{}
	steps := 0
	var visit func(e *E)
	visit = func(e *E) {
		if steps++; e == nil || seen[e] || steps > 50 {
			return
		}
		visit(e.A)
		visit(e.B)
		seen[e] = true
	}
	visit(e)
	if steps > 50 {
		return -1
	}
	return len(seen)
}

// A Vertex has edges, a list that begins at First.
//
//rtest:shared
type Vertex struct{ First *Edge }

// An Edge leads from one vertex to another.
//
//rtest:shared
type Edge struct {
	From, To *Vertex
	Next     *Edge
}

// HasEdges reports whether the edges of v end and lead from v.
func HasEdges(v *Vertex) bool {
	n := 0
	for e := v.First; e != nil; e = e.Next {
		if n++; e.From != v || e.To == nil || n > 4 {
			return false
		}
	}
	return true
}

// Take moves an edge from v to w, and forgets where it leads from.
//
//rtest:requires v != nil && w != nil && HasEdges(v) && HasEdges(w)
//rtest:ensures HasEdges(v) && HasEdges(w)
//rtest:depth 2
func Take(v, w *Vertex) {
	e := v.First
	if e == nil {
		return
	}
	v.First = e.Next
	e.Next, w.First = w.First, e
}
