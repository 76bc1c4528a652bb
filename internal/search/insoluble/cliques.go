package insoluble

import (
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// Cliques finds variables that all differ, in pairs, but have too few values:
// those that differ from each other are a clique of a graph, and their values
// are enough where a matching gives each variable one of its own (Régin, A
// filtering algorithm for constraints of difference in CSPs, 1994, section 3).
// Cliques are grown greedily, so that some are not found.
type Cliques struct {
	vertex  []int32 // by variable of the net: its vertex, -1 without edges
	vars    []int32 // by vertex
	edges   [][cliqueWords]uint64
	clique  []int32 // vertices
	values  []int64 // all that the variables of the clique may have
	taken   []int32 // by value: the place in the clique that has it, -1 for none
	seen    []bool  // by value, for one augmenting path
	covered [cliqueWords]uint64
}

// cliqueWords bounds the variables that are looked at: more would take longer
// than what they might save.
const (
	cliqueWords = 4
	cliqueMost  = 64 * cliqueWords
)

// Contradict tells whether variables of a net that all differ have too few values.
func (d *Cliques) Contradict(t *propagate.Net) bool {
	d.graph(t)
	d.covered = [cliqueWords]uint64{}
	for v := range d.vars {
		if d.covered[v/64]>>(v%64)&1 != 0 {
			continue
		}
		if d.grow(t, v); len(d.clique) > 2 && !d.matches(t) {
			return true
		}
	}
	return false
}

// graph gathers the pairs of variables that differ.
func (d *Cliques) graph(t *propagate.Net) {
	d.vertex, d.vars, d.edges = propagate.Grow(d.vertex, int(t.Vars)), d.vars[:0], d.edges[:0]
	for x := range d.vertex {
		d.vertex[x] = -1
	}
	for i := int(t.Vars); i < len(t.Dom); i++ {
		c := &t.Cells[i]
		if !differs(c, t.Dom[i]) || c.A == c.B || c.A >= t.Vars || c.B >= t.Vars {
			continue
		}
		t.Work++
		a, b := d.at(c.A), d.at(c.B)
		if a < 0 || b < 0 {
			return
		}
		d.edges[a][b/64] |= 1 << (b % 64)
		d.edges[b][a/64] |= 1 << (a % 64)
	}
}

// differs tells whether the two arguments of a cell with this value are not
// equal.
func differs(c *propagate.Cell, v interval.Interval) bool {
	switch c.Op {
	case form.Eq:
		return v.Hi == 0
	case form.Lt:
		return v.Lo == 1
	case form.Le:
		return v.Hi == 0
	case propagate.OpDiffNe:
		return c.Val == 0
	case propagate.OpDiffLe:
		return c.Val > 0
	}
	return false
}

// at gives the vertex of a variable; -1 when there are too many.
func (d *Cliques) at(x int32) int32 {
	if v := d.vertex[x]; v >= 0 {
		return v
	}
	if len(d.vars) == cliqueMost {
		return -1
	}
	d.vertex[x] = int32(len(d.vars))
	d.vars = append(d.vars, x)
	d.edges = append(d.edges, [cliqueWords]uint64{})
	return d.vertex[x]
}

// grow makes a clique that holds vertex v: of the vertices next to all it has,
// one with the fewest values is taken, the first of these.
func (d *Cliques) grow(t *propagate.Net, v int) {
	d.clique = append(d.clique[:0], int32(v))
	next := d.edges[v]
	d.covered[v/64] |= 1 << (v % 64)
	for {
		best, least := -1, uint64(0)
		for w, set := range next {
			for ; set != 0; set &= set - 1 {
				u := 64*w + bits.TrailingZeros64(set)
				if n := t.Most(d.vars[u]); best < 0 || n < least {
					best, least = u, n
				}
			}
		}
		if best < 0 {
			return
		}
		d.clique = append(d.clique, int32(best))
		d.covered[best/64] |= 1 << (best % 64)
		for w := range next {
			next[w] &= d.edges[best][w]
		}
	}
}

// matches tells whether the variables of the clique can have different values.
// One that has as many values as there are variables always finds its own.
func (d *Cliques) matches(t *propagate.Net) bool {
	n := uint64(len(d.clique))
	d.clique = slices.DeleteFunc(d.clique, func(v int32) bool { return t.Most(d.vars[v]) >= n-1 })
	if len(d.clique) < 2 {
		return true
	}
	d.values = d.values[:0]
	for _, v := range d.clique {
		t.EachValue(d.vars[v], func(k int64) bool {
			d.values = append(d.values, k)
			return false
		})
	}
	t.Work += int64(len(d.values))
	slices.Sort(d.values)
	d.values = slices.Compact(d.values)
	d.taken, d.seen = propagate.Grow(d.taken, len(d.values)), propagate.Grow(d.seen, len(d.values))
	for i := range d.taken {
		d.taken[i] = -1
	}
	for p := range d.clique {
		clear(d.seen)
		if !d.augment(t, int32(p)) {
			return false
		}
	}
	return true
}

// augment gives the variable at place p of the clique a value, moving others.
func (d *Cliques) augment(t *propagate.Net, p int32) bool {
	return t.EachValue(d.vars[d.clique[p]], func(k int64) bool {
		i, _ := slices.BinarySearch(d.values, k)
		if d.seen[i] {
			return false
		}
		d.seen[i] = true
		t.Work++
		if d.taken[i] >= 0 && !d.augment(t, d.taken[i]) {
			return false
		}
		d.taken[i] = p
		return true
	})
}
