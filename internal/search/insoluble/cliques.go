package insoluble

import (
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// Cliques finds sets of variables that all differ but have too few values. Variables that pairwise
// differ are a clique of a graph. They have enough values if a matching gives each variable one of
// its own (Régin, A filtering algorithm for constraints of difference in CSPs, 1994, section 3).
// Cliques are grown greedily, so some are missed.
type Cliques struct {
	vertex  []int32 // by variable of the net: its vertex; -1 for none
	vars    []int32 // by vertex: its variable
	edges   [][cliqueWords]uint64
	clique  []int32 // vertices
	values  []int64 // all values that the variables of the clique may have
	taken   []int32 // by value: the index in clique of the variable that has it; -1 for none
	seen    []bool  // by value: visited by the current augmenting path
	covered [cliqueWords]uint64
}

// cliqueWords bounds the number of variables. Looking at more would cost more than it saves.
const (
	cliqueWords = 4
	cliqueMost  = 64 * cliqueWords
)

// Contradict reports whether variables of a net that all differ have too few values.
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

// graph collects the pairs of variables that differ.
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

// differs reports whether a cell with value v says that its two arguments differ.
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

// at returns the vertex of a variable; -1 if there are too many.
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

// grow makes a clique that contains vertex v. It repeatedly adds the vertex with the fewest values
// among those adjacent to all, the first of them in case of a tie.
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

// matches reports whether the variables of the clique can have different values. A variable with at
// least as many values as there are variables always finds one of its own.
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

// augment gives the variable at index p of the clique a value, moving others if necessary. It
// returns false if that is impossible.
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
