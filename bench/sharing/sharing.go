// Package sharing has types whose values share memory, with preconditions as one writes them: with a bound,
// with a visited set, recursive.
package sharing

// A D is an element of a list that is linked both ways.
//
//rtest:shared
type D struct {
	V          int
	Next, Prev *D
}

func linkedCount(n *D) bool {
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

func linkedSeen(n *D) bool {
	seen := map[*D]bool{}
	var prev *D
	for ; n != nil; prev, n = n, n.Next {
		if seen[n] || n.Prev != prev {
			return false
		}
		seen[n] = true
	}
	return true
}

// DLL sums the squares of a list.
//
//rtest:requires linkedCount(n)
//rtest:ensures result >= 0
func DLL(n *D) int { return length(n) }

// DLLSeen does the same.
//
//rtest:requires linkedSeen(n)
//rtest:ensures result >= 0
func DLLSeen(n *D) int { return length(n) }

func length(n *D) (k int) {
	for ; n != nil; n = n.Next {
		k += n.V * n.V
	}
	return k
}

func ring(n *D) bool {
	if n == nil {
		return true
	}
	d := n
	for {
		if d.Next == nil || d.Next.Prev != d {
			return false
		}
		d = d.Next
		if d == n {
			return true
		}
	}
}

func ringSeen(n *D) bool {
	if n == nil {
		return true
	}
	seen := map[*D]struct{}{}
	for d := n; ; d = d.Next {
		if _, ok := seen[d]; ok {
			return d == n
		}
		seen[d] = struct{}{}
		if d.Next == nil || d.Next.Prev != d {
			return false
		}
	}
}

// Ring sums the squares of a circular list.
//
//rtest:requires ring(n)
//rtest:ensures result >= 0
func Ring(n *D) int { return ringLen(n) }

// RingSeen does the same.
//
//rtest:requires ringSeen(n)
//rtest:ensures result >= 0
func RingSeen(n *D) int { return ringLen(n) }

func ringLen(n *D) (k int) {
	if n == nil {
		return 0
	}
	for d := n.Next; d != n; d = d.Next {
		k += d.V * d.V
	}
	return k
}

// A U is an element of a disjoint set.
//
//rtest:shared
type U struct {
	Rank   int
	Parent *U
}

// Every chain of parents ends at a root, whose parent is itself.
func rooted(all []*U) bool {
	for _, u := range all {
		if u == nil {
			return false
		}
		seen := map[*U]bool{}
		for u.Parent != u {
			if u.Parent == nil || seen[u] || u.Rank >= u.Parent.Rank {
				return false
			}
			seen[u] = true
			u = u.Parent
		}
	}
	return true
}

// Union counts elements.
//
//rtest:requires rooted(all)
//rtest:ensures result >= 0
func Union(all []*U) int { return len(all) }

// A G is a node of a graph with two edges.
//
//rtest:shared
type G struct{ A, B *G }

func acyclic(g *G) bool {
	state := map[*G]int{}
	var visit func(g *G) bool
	visit = func(g *G) bool {
		if g == nil || state[g] == 2 {
			return true
		}
		if state[g] == 1 {
			return false
		}
		state[g] = 1
		if !visit(g.A) || !visit(g.B) {
			return false
		}
		state[g] = 2
		return true
	}
	return visit(g)
}

// Dag counts the nodes of a graph without a cycle.
//
//rtest:requires acyclic(g)
//rtest:ensures result >= 0
func Dag(g *G) int { return reach(g) }

func reach(g *G) int {
	seen := map[*G]bool{}
	var walk func(g *G)
	walk = func(g *G) {
		if g == nil || seen[g] {
			return
		}
		seen[g] = true
		walk(g.A)
		walk(g.B)
	}
	walk(g)
	return len(seen)
}

// An S is a node of a graph with any number of edges.
//
//rtest:shared
type S struct{ Out []*S }

func acyclicOut(g *S, on map[*S]bool) bool {
	if g == nil || on[g] {
		return false
	}
	on[g] = true
	for _, o := range g.Out {
		if !acyclicOut(o, on) {
			return false
		}
	}
	delete(on, g)
	return true
}

// DagOut counts the edges of a node.
//
//rtest:requires acyclicOut(g, map[*S]bool{})
//rtest:ensures result >= 0
func DagOut(g *S) int { return len(g.Out) }

// A P is a node of a search tree that knows its parent.
//
//rtest:shared
type P struct {
	Key      int
	L, R, Up *P
}

func treeSeen(t *P, up *P, seen map[*P]bool) bool {
	if t == nil {
		return true
	}
	if seen[t] || t.Up != up {
		return false
	}
	seen[t] = true
	return treeSeen(t.L, t, seen) && treeSeen(t.R, t, seen)
}

func sorted(t *P, lo, hi int) bool {
	return t == nil || lo < t.Key && t.Key < hi && sorted(t.L, lo, t.Key) && sorted(t.R, t.Key, hi)
}

// ParentTree counts nodes.
//
//rtest:requires t == nil || t.Up == nil && treeSeen(t, nil, map[*P]bool{})
//rtest:ensures result >= 0
func ParentTree(t *P) int { return sizeP(t) }

// ParentSearch counts nodes of a search tree.
//
//rtest:requires treeSeen(t, nil, map[*P]bool{}) && sorted(t, -100, 100)
//rtest:ensures result >= 0
func ParentSearch(t *P) int { return sizeP(t) }

func sizeP(t *P) int {
	if t == nil {
		return 0
	}
	return 1 + sizeP(t.L) + sizeP(t.R)
}

// An entry is one of a cache, and an element of its list.
//
//rtest:shared
type entry struct {
	key        int8
	prev, next *entry
}

// An LRU is a map, and a list of its entries that is linked both ways.
type LRU struct {
	items      map[int8]*entry
	head, tail *entry
}

func (c *LRU) ok() bool {
	n := 0
	var prev *entry
	for e := c.head; e != nil; prev, e = e, e.next {
		if e.prev != prev || c.items[e.key] != e {
			return false
		}
		if n++; n > len(c.items) {
			return false
		}
	}
	return prev == c.tail && n == len(c.items)
}

// Cache counts entries.
//
//rtest:requires c != nil && c.ok()
//rtest:ensures result >= 0
func Cache(c *LRU) int { return len(c.items) }

// A Plain is an element of a list in ascending order that shares no memory.
type Plain struct {
	V    int
	Next *Plain
}

// Sorted counts the elements of a list.
//
//rtest:requires ascending(l)
//rtest:ensures result >= 0
func Sorted(l *Plain) (n int) {
	for ; l != nil; l = l.Next {
		n++
	}
	return n
}

func ascending(l *Plain) bool {
	for ; l != nil && l.Next != nil; l = l.Next {
		if l.V > l.Next.V {
			return false
		}
	}
	return true
}

// SortedSeen does the same. Its precondition is that of SortedShared, whose visited set no list without
// shared memory needs.
//
//rtest:requires ascendingSeen(l)
//rtest:ensures result >= 0
func SortedSeen(l *Plain) (n int) {
	for ; l != nil; l = l.Next {
		n++
	}
	return n
}

func ascendingSeen(l *Plain) bool {
	seen := map[*Plain]bool{}
	for ; l != nil; l = l.Next {
		if seen[l] || l.Next != nil && l.V > l.Next.V {
			return false
		}
		seen[l] = true
	}
	return true
}

// SortedShared does the same.
//
//rtest:requires ascendingD(l)
//rtest:ensures result >= 0
func SortedShared(l *E) (n int) {
	for ; l != nil; l = l.Next {
		n++
	}
	return n
}

// An E is an element of a list that may share memory.
//
//rtest:shared
type E struct {
	V    int
	Next *E
}

func ascendingD(l *E) bool {
	seen := map[*E]bool{}
	for ; l != nil; l = l.Next {
		if seen[l] || l.Next != nil && l.V > l.Next.V {
			return false
		}
		seen[l] = true
	}
	return true
}
