package search

import (
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// cliques finds variables that all differ, in pairs, but have too few values:
// those that differ from each other are a clique of a graph, and their values
// are enough where a matching gives each variable one of its own (Régin, A
// filtering algorithm for constraints of difference in CSPs, 1994, section 3).
// Cliques are grown greedily, so that some are not found.
type cliques struct {
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

func (d *cliques) insoluble(t *net) bool {
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
func (d *cliques) graph(t *net) {
	d.vertex, d.vars, d.edges = grow(d.vertex, int(t.vars)), d.vars[:0], d.edges[:0]
	for x := range d.vertex {
		d.vertex[x] = -1
	}
	for i := int(t.vars); i < len(t.dom); i++ {
		c := &t.cells[i]
		if !differs(c, t.dom[i]) || c.a == c.b || c.a >= t.vars || c.b >= t.vars {
			continue
		}
		t.work++
		a, b := d.at(c.a), d.at(c.b)
		if a < 0 || b < 0 {
			return
		}
		d.edges[a][b/64] |= 1 << (b % 64)
		d.edges[b][a/64] |= 1 << (a % 64)
	}
}

// differs tells whether the two arguments of a cell with this value are not
// equal.
func differs(c *cell, v interval.Interval) bool {
	switch c.op {
	case form.Eq:
		return v.Hi == 0
	case form.Lt:
		return v.Lo == 1
	case form.Le:
		return v.Hi == 0
	case opDiffNe:
		return c.val == 0
	case opDiffLe:
		return c.val > 0
	}
	return false
}

// at gives the vertex of a variable; -1 when there are too many.
func (d *cliques) at(x int32) int32 {
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
func (d *cliques) grow(t *net, v int) {
	d.clique = append(d.clique[:0], int32(v))
	next := d.edges[v]
	d.covered[v/64] |= 1 << (v % 64)
	for {
		best, least := -1, uint64(0)
		for w, set := range next {
			for ; set != 0; set &= set - 1 {
				u := 64*w + bits.TrailingZeros64(set)
				if n := t.most(d.vars[u]); best < 0 || n < least {
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

// most bounds the number of values of variable x, less one.
func (t *net) most(x int32) uint64 {
	if s := &t.small[x]; s.bits != 0 {
		return uint64(bits.OnesCount64(s.bits) - 1)
	}
	return t.dom[x].Width()
}

// matches tells whether the variables of the clique can have different values.
// One that has as many values as there are variables always finds its own.
func (d *cliques) matches(t *net) bool {
	n := uint64(len(d.clique))
	d.clique = slices.DeleteFunc(d.clique, func(v int32) bool { return t.most(d.vars[v]) >= n-1 })
	if len(d.clique) < 2 {
		return true
	}
	d.values = d.values[:0]
	for _, v := range d.clique {
		t.eachValue(d.vars[v], func(k int64) bool {
			d.values = append(d.values, k)
			return false
		})
	}
	t.work += int64(len(d.values))
	slices.Sort(d.values)
	d.values = slices.Compact(d.values)
	d.taken, d.seen = grow(d.taken, len(d.values)), grow(d.seen, len(d.values))
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
func (d *cliques) augment(t *net, p int32) bool {
	return t.eachValue(d.vars[d.clique[p]], func(k int64) bool {
		i, _ := slices.BinarySearch(d.values, k)
		if d.seen[i] {
			return false
		}
		d.seen[i] = true
		t.work++
		if d.taken[i] >= 0 && !d.augment(t, d.taken[i]) {
			return false
		}
		d.taken[i] = p
		return true
	})
}

// eachValue calls f with the values of variable x, until it returns true.
func (t *net) eachValue(x int32, f func(k int64) bool) bool {
	if s := &t.small[x]; s.bits != 0 {
		for set := s.bits; set != 0; set &= set - 1 {
			if f(s.base + int64(bits.TrailingZeros64(set))) {
				return true
			}
		}
		return false
	}
	for k := t.dom[x].Lo; ; k++ {
		if f(k) {
			return true
		}
		if k == t.dom[x].Hi {
			return false
		}
	}
}
