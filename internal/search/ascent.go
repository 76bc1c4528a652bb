package search

import (
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/internal/search/interval"
)

// An ascent is what ties the variables of a residual together where these are only
// differences a + d <= b without a cycle, as the order of keys in a tree. Then least
// values are found along the edges and greatest ones against them, each variable
// once, after all that bound it, instead of whenever one of these changes (shortest
// paths in an acyclic graph; Cormen and others, Introduction to Algorithms, section
// 24.2). It is of use where each solution is far from the last one.
type ascent struct {
	is          bool
	order, rank []int32 // the variables in an order of the edges; their places in it
	// By variable, from first on: the edges to greater ones, and those from less.
	up, down ends
	// The places of variables whose least, or greatest, value has changed.
	low, high []uint64
}

// Ends are the other ends of the edges of each variable.
type ends struct {
	first []int32
	edges []edge
}

type edge struct {
	to int32
	by int64
}

func (e *ends) of(x int32) []edge { return e.edges[e.first[x]:e.first[x+1]] }

// fill makes the lists; each goes through all edges.
func (e *ends) fill(vars int32, each func(f func(from int32, to edge))) {
	e.first = grow(e.first, int(vars)+2)
	clear(e.first)
	n := 0
	each(func(from int32, _ edge) {
		e.first[from+2]++
		n++
	})
	for x := range vars {
		e.first[x+2] += e.first[x+1]
	}
	e.edges = grow(e.edges, n)
	each(func(from int32, to edge) {
		e.edges[e.first[from+1]] = to
		e.first[from+1]++
	})
	e.first = e.first[:vars+1]
}

// make finds out whether a net is one, and makes ready for it.
func (a *ascent) make(t *net) {
	a.is = false
	cells := t.cells[t.vars:len(t.dom)]
	for i := range cells {
		if cells[i].op != opDiffLe {
			return
		}
	}
	a.up.fill(t.vars, func(f func(int32, edge)) {
		for i := range cells {
			f(cells[i].a, edge{cells[i].b, cells[i].val})
		}
	})
	a.down.fill(t.vars, func(f func(int32, edge)) {
		for i := range cells {
			f(cells[i].b, edge{cells[i].a, cells[i].val})
		}
	})
	left := grow(a.rank, int(t.vars)) // how many less ones have no place yet
	a.order = a.order[:0]
	for x := range t.vars {
		if left[x] = int32(len(a.down.of(x))); left[x] == 0 {
			a.order = append(a.order, x)
		}
	}
	for i := 0; i < len(a.order); i++ {
		for _, e := range a.up.of(a.order[i]) {
			if left[e.to]--; left[e.to] == 0 {
				a.order = append(a.order, e.to)
			}
		}
	}
	a.rank = left
	if len(a.order) < int(t.vars) {
		return
	}
	for i, x := range a.order {
		a.rank[x] = int32(i)
	}
	words := (len(a.order) + 63) / 64
	a.low, a.high = grow(a.low, words), grow(a.high, words)
	clear(a.low)
	clear(a.high)
	a.is = true
}

// all propagates every edge.
func (a *ascent) all(t *net) bool {
	for i := range a.order {
		a.low[i/64] |= 1 << (i % 64)
	}
	copy(a.high, a.low)
	return a.propagate(t)
}

// assign decides a variable and propagates.
func (a *ascent) assign(t *net, x int32, k int64) bool {
	if _, ok := t.shrink(x, interval.Of(k, k)); !ok {
		return false
	}
	i := a.rank[x]
	a.low[i/64] |= 1 << (i % 64)
	a.high[i/64] |= 1 << (i % 64)
	return a.propagate(t)
}

func (a *ascent) propagate(t *net) bool {
	ok := a.rise(t) && a.fall(t)
	if !ok {
		clear(a.low)
		clear(a.high)
	}
	return ok
}

// rise passes on least values.
func (a *ascent) rise(t *net) bool {
	for i := range a.low {
		for a.low[i] != 0 {
			x := a.order[64*i+bits.TrailingZeros64(a.low[i])]
			a.low[i] &= a.low[i] - 1
			for _, e := range a.up.of(x) {
				t.work++
				lo, exact := interval.AddInt(t.dom[x].Lo, e.by)
				if !exact {
					if e.by > 0 {
						return false
					}
					continue
				}
				changed, ok := t.shrink(e.to, interval.Of(lo, ^interval.SignBit))
				if !ok {
					return false
				}
				if r := a.rank[e.to]; changed {
					a.low[r/64] |= 1 << (r % 64)
				}
			}
		}
	}
	return true
}

// fall passes on greatest values.
func (a *ascent) fall(t *net) bool {
	for i := range slices.Backward(a.high) {
		for a.high[i] != 0 {
			at := 63 - bits.LeadingZeros64(a.high[i])
			x := a.order[64*i+at]
			a.high[i] &^= 1 << at
			for _, e := range a.down.of(x) {
				t.work++
				hi, exact := interval.SubInt(t.dom[x].Hi, e.by)
				if !exact {
					if e.by > 0 {
						return false
					}
					continue
				}
				changed, ok := t.shrink(e.to, interval.Of(interval.SignBit, hi))
				if !ok {
					return false
				}
				if r := a.rank[e.to]; changed {
					a.high[r/64] |= 1 << (r % 64)
				}
			}
		}
	}
	return true
}

// shrink takes the values outside of w from the domain of variable x without telling
// who has it as argument; not ok where none is left.
func (t *net) shrink(x int32, w interval.Interval) (changed, ok bool) {
	d := t.dom[x]
	if w.Lo <= d.Lo && w.Hi >= d.Hi {
		return false, true
	}
	v := d.Meet(w)
	if v.Lo > v.Hi {
		return false, false
	}
	s := &t.small[x]
	was := change{n: x, dom: d}
	switch {
	case s.bits != 0:
		set := s.bits & run(uint64(v.Lo-s.base), uint64(v.Hi-s.base))
		if set == 0 {
			return false, false
		}
		was.bits, s.bits = s.bits, set
		v = s.hull()
	case s.spans != nil:
		if v = snap(s.spans, v); v.Lo > v.Hi {
			return false, false
		}
	}
	t.trail = append(t.trail, was)
	t.dom[x] = v
	return true, true
}

// hull is the interval from the least to the greatest value of a small domain.
func (s *small) hull() interval.Interval {
	return interval.Of(s.base+int64(bits.TrailingZeros64(s.bits)), s.base+int64(63-bits.LeadingZeros64(s.bits)))
}
