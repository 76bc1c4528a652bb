package automaton

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// parts returns alternatives that hold together if and only if truth value n holds, each as a list
// of nodes of which one holds. For And these are its arguments. For Ite they are: the condition is
// false or the first branch holds, and the condition is true or the second branch holds.
func (p *Plan) parts(n int32) [][]int32 {
	c := &p.form.Nodes[n]
	switch {
	case c.Op == form.And:
		parts := make([][]int32, len(c.Args))
		for k := range c.Args {
			parts[k] = c.Args[k : k+1]
		}
		return parts
	case c.Op == form.Ite && c.Kind == form.Bool && !p.opaque[c.Args[0]]:
		return [][]int32{{p.nots[c.Args[0]], c.Args[1]}, {c.Args[0], c.Args[2]}}
	}
	return nil
}

// Divide makes the clauses of the form, bounded by a multiple of its nodes. Statements about two
// branches of a tree can make a clause for each pair of their parts. If that is too much, only
// nodes that make few clauses are divided. It returns false if there are still too many.
func (p *Plan) Divide() bool {
	for _, p.sparing = range [2]bool{false, true} {
		p.clauses, p.clausesLeft, p.clauseCounts = nil, 4*len(p.form.Nodes)+1000, map[int32]int{}
		p.nodesLeft = clauseLength * p.clausesLeft
		if p.clause([]int32{p.form.Root}) {
			return true
		}
	}
	return false
}

const (
	// sparingMost is how many clauses the parts of several nodes of a clause may make together.
	// manyClauses limits the count of a node's clauses.
	sparingMost = 64
	manyClauses = 1 << 20
	// clauseLength bounds the average number of nodes in the clauses.
	clauseLength = 100
)

// number bounds the number of clauses that a node makes.
func (p *Plan) number(n int32) int {
	c := &p.form.Nodes[n]
	if p.owner[n] < 0 || c.Op != form.And && c.Op != form.Or && (c.Op != form.Ite || c.Kind != form.Bool || p.opaque[c.Args[0]]) {
		return 1
	}
	if k, ok := p.clauseCounts[n]; ok {
		return k
	}
	k := 0
	if c.Op == form.Or {
		k = 1
	}
	args := c.Args
	if c.Op == form.Ite {
		args = args[1:]
	}
	for _, a := range args {
		if m := p.number(a); c.Op == form.Or {
			k = min(k*m, manyClauses)
		} else {
			k = min(k+m, manyClauses)
		}
	}
	p.clauseCounts[n] = k
	return k
}

// clause adds the clause that one of the nodes holds, after dividing And and Ite. It returns false
// if there are too many.
func (p *Plan) clause(nodes []int32) bool {
	if p.clausesLeft--; p.clausesLeft < 0 {
		return false
	}
	var flat []int32
	whole, wholes, product := -1, 0, 1
	for stack := slices.Clone(nodes); len(stack) > 0; {
		if p.nodesLeft--; p.nodesLeft < 0 {
			return false
		}
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch n := &p.form.Nodes[i]; {
		case p.owner[i] < 0 && p.value[i] != 0:
			return true
		case p.owner[i] < 0:
		case n.Op == form.Or:
			stack = append(stack, n.Args...)
		default:
			if n.Op == form.And || n.Op == form.Ite && !p.opaque[n.Args[0]] {
				whole = len(flat)
				if p.sparing {
					wholes++
					product = min(product*p.number(i), manyClauses)
				}
			}
			flat = append(flat, i)
		}
	}
	if whole >= 0 && (wholes < 2 || product <= sparingMost) {
		others := slices.Delete(slices.Clone(flat), whole, whole+1)
		for _, part := range p.parts(flat[whole]) {
			if !p.clause(slices.Concat(others, part)) {
				return false
			}
		}
		return true
	}
	slices.Sort(flat)
	for _, n := range flat {
		if c := &p.form.Nodes[n]; c.Op == form.Not {
			if _, either := slices.BinarySearch(flat, c.Args[0]); either {
				return true
			}
		}
	}
	p.clauses = append(p.clauses, slices.Compact(flat))
	return true
}
