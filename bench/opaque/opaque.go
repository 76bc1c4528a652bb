// Package opaque has preconditions that do not lift: rtest interprets them.
package opaque

// A Tree is a binary tree.
type Tree struct {
	Key         int
	Left, Right *Tree
}

// Distinct collects the keys of t and reports whether all are different.
func Distinct(t *Tree) bool {
	seen := map[int]bool{}
	var collect func(t *Tree) bool
	collect = func(t *Tree) bool {
		if t == nil {
			return true
		}
		if seen[t.Key] {
			return false
		}
		seen[t.Key] = true
		return collect(t.Left) && collect(t.Right)
	}
	return collect(t)
}

// Nodes counts the nodes of t.
//
//rtest:requires Distinct(t)
//rtest:ensures result >= 0
func Nodes(t *Tree) int {
	if t == nil {
		return 0
	}
	return Nodes(t.Left) + 1 + Nodes(t.Right)
}

// Acyclic reports whether the graph, given as a list of successors for each node, has no cycle.
func Acyclic(g [][]int) bool {
	visited, path := map[int]bool{}, map[int]bool{}
	var visit func(v int) bool
	visit = func(v int) bool {
		if v < 0 || v >= len(g) || path[v] {
			return false
		}
		if visited[v] {
			return true
		}
		visited[v], path[v] = true, true
		for _, w := range g[v] {
			if !visit(w) {
				return false
			}
		}
		path[v] = false
		return true
	}
	for v := range g {
		if !visit(v) {
			return false
		}
	}
	return true
}

// Topological sorts the nodes of a graph, each behind those that it leads to.
//
//rtest:requires Acyclic(g)
//rtest:ensures len(result) == len(g)
func Topological(g [][]int) []int {
	seen := make([]bool, len(g))
	var order []int
	var visit func(v int)
	visit = func(v int) {
		if seen[v] {
			return
		}
		seen[v] = true
		for _, w := range g[v] {
			visit(w)
		}
		order = append(order, v)
	}
	for v := range g {
		visit(v)
	}
	return order
}

// Parses tells whether s is a sum of numbers and sums in parentheses.
func Parses(s string) bool {
	p := &parser{rest: s, closing: map[byte]bool{')': true, '+': true}}
	return p.sum() && p.rest == ""
}

type parser struct {
	rest    string
	closing map[byte]bool
}

func (p *parser) sum() bool {
	for {
		if !p.operand() {
			return false
		}
		if p.rest == "" || p.rest[0] != '+' {
			return p.rest == "" || p.closing[p.rest[0]]
		}
		p.rest = p.rest[1:]
	}
}

func (p *parser) operand() bool {
	if p.rest == "" {
		return false
	}
	c := p.rest[0]
	p.rest = p.rest[1:]
	switch c {
	case '1':
		return true
	case '(':
		if !p.sum() || p.rest == "" || p.rest[0] != ')' {
			return false
		}
		p.rest = p.rest[1:]
		return true
	}
	return false
}

// Depth is how deep the parentheses of a sum are.
//
//rtest:chars "1+()"
//rtest:requires Parses(s)
//rtest:ensures result >= 0 && 2*result < len(s)
func Depth(s string) (deepest int) {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
			deepest = max(deepest, depth)
		case ')':
			depth--
		}
	}
	return deepest
}
