// Package digraph has algorithms on directed graphs whose vertices point to each other.
package digraph

import "slices"

// A Vertex has up to two edges, to others or to itself.
//
//rtest:shared
type Vertex struct {
	Out [2]*Vertex
}

// reachable returns the vertices that v leads to, itself among them.
func reachable(v *Vertex) (all []*Vertex) {
	if v == nil {
		return nil
	}
	all = []*Vertex{v}
	for i := 0; i < len(all); i++ {
		for _, w := range all[i].Out {
			if w != nil && !slices.Contains(all, w) {
				all = append(all, w)
			}
		}
	}
	return all
}

// isGraph reports whether no two edges of a vertex lead to the same one, and the first is there where
// the second is.
func isGraph(v *Vertex) bool {
	for _, u := range reachable(v) {
		if u.Out[1] != nil && (u.Out[0] == nil || u.Out[0] == u.Out[1]) {
			return false
		}
	}
	return true
}

// leads reports whether there is a way of at least one edge from v to w.
func leads(v, w *Vertex) bool {
	for _, u := range v.Out {
		if slices.Contains(reachable(u), w) {
			return true
		}
	}
	return false
}

// cyclic reports whether some vertex that v leads to leads to itself.
func cyclic(v *Vertex) bool {
	return slices.ContainsFunc(reachable(v), func(u *Vertex) bool { return leads(u, u) })
}

// HasCycle reports whether a cycle can be reached from v.
//
//rtest:depth 3
//rtest:requires isGraph(v)
//rtest:ensures result == cyclic(v)
func HasCycle(v *Vertex) bool {
	const open, done = 1, 2
	marks := map[*Vertex]int{}
	var visit func(v *Vertex) bool
	visit = func(v *Vertex) bool {
		if v == nil || marks[v] == done {
			return false
		}
		if marks[v] == open {
			return true
		}
		marks[v] = open
		for _, w := range v.Out {
			if visit(w) {
				return true
			}
		}
		marks[v] = done
		return false
	}
	return visit(v)
}

// HasCycleWrong takes a vertex that it meets twice for a cycle.
//
//rtest:depth 3
//rtest:requires isGraph(v)
//rtest:ensures result == cyclic(v)
func HasCycleWrong(v *Vertex) bool {
	seen := map[*Vertex]bool{}
	var visit func(v *Vertex) bool
	visit = func(v *Vertex) bool {
		if v == nil {
			return false
		}
		if seen[v] {
			return true
		}
		seen[v] = true
		return slices.ContainsFunc(v.Out[:], visit)
	}
	return visit(v)
}

// Sort returns what v leads to so that all edges lead forward.
//
//rtest:depth 3
//rtest:requires isGraph(v) && !cyclic(v)
//rtest:ensures len(result) == len(reachable(v))
//rtest:ensures forall i in 0..<len(result): forall j in 0..i: !leads(result[i], result[j])
func Sort(v *Vertex) (order []*Vertex) {
	seen := map[*Vertex]bool{}
	var visit func(v *Vertex)
	visit = func(v *Vertex) {
		if v == nil || seen[v] {
			return
		}
		seen[v] = true
		for _, w := range v.Out {
			visit(w)
		}
		order = append(order, v)
	}
	visit(v)
	slices.Reverse(order)
	return order
}

// Components returns the strongly connected components of what v leads to, as Tarjan found.
//
//rtest:depth 3
//rtest:requires isGraph(v)
//rtest:ensures forall c in result: forall a in c: forall b in c: a == b || leads(a, b)
//rtest:ensures len(slices.Concat(result...)) == len(reachable(v))
//rtest:ensures forall i in 0..<len(result): forall j in 0..<i: !(leads(result[i][0], result[j][0]) && leads(result[j][0], result[i][0]))
func Components(v *Vertex) (components [][]*Vertex) {
	index, low := map[*Vertex]int{}, map[*Vertex]int{}
	var stack []*Vertex
	var visit func(v *Vertex)
	visit = func(v *Vertex) {
		index[v] = len(index) + 1
		low[v] = index[v]
		stack = append(stack, v)
		for _, w := range v.Out {
			if w == nil {
				continue
			}
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if slices.Contains(stack, w) {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] == index[v] {
			at := slices.Index(stack, v)
			components = append(components, slices.Clone(stack[at:]))
			stack = stack[:at]
		}
	}
	if v != nil {
		visit(v)
	}
	return components
}
