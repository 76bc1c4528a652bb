package propagate

import (
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/internal/search/interval"
)

// An Ascent propagates a net whose constraints are only differences a + d <= b without a cycle,
// such as the order of keys in a tree. It propagates least values along the edges and greatest ones
// against them. Each variable is visited once, after all that bound it, and not whenever one of
// these changes (shortest paths in an acyclic graph; Cormen and others, Introduction to Algorithms,
// section 24.2). This pays off if successive solutions are far apart.
type Ascent struct {
	IsOrdered   bool
	order, rank []int32 // the variables in topological order; the place of each
	// By variable: the edges to greater variables, and those to lesser ones.
	upEdges, downEdges edgeLists
	// By place, one bit each: the variables whose least, or greatest, value has changed.
	low, high []uint64
}

// Ends are the other ends of each variable's edges, from first[x] to first[x+1].
type edgeLists struct {
	first []int32
	edges []edge
}

type edge struct {
	to       int32
	distance int64
}

func (e *edgeLists) of(x int32) []edge { return e.edges[e.first[x]:e.first[x+1]] }

// fill makes the lists. each calls its argument for every edge; it is called twice.
func (e *edgeLists) fill(vars int32, each func(f func(from int32, to edge))) {
	e.first = Grow(e.first, int(vars)+2)
	clear(e.first)
	n := 0
	each(func(from int32, _ edge) {
		e.first[from+2]++
		n++
	})
	for x := range vars {
		e.first[x+2] += e.first[x+1]
	}
	e.edges = Grow(e.edges, n)
	each(func(from int32, to edge) {
		e.edges[e.first[from+1]] = to
		e.first[from+1]++
	})
	e.first = e.first[:vars+1]
}

// Prepare sets IsOrdered to whether the net has only such constraints, and if so prepares to
// propagate it.
func (a *Ascent) Prepare(t *Net) {
	a.IsOrdered = false
	cells := t.Cells[t.Vars:len(t.Dom)]
	for i := range cells {
		if cells[i].Op != OpDiffLe {
			return
		}
	}
	a.upEdges.fill(t.Vars, func(f func(int32, edge)) {
		for i := range cells {
			f(cells[i].A, edge{cells[i].B, cells[i].Val})
		}
	})
	a.downEdges.fill(t.Vars, func(f func(int32, edge)) {
		for i := range cells {
			f(cells[i].B, edge{cells[i].A, cells[i].Val})
		}
	})
	left := Grow(a.rank, int(t.Vars)) // how many lesser variables have no place yet
	a.order = a.order[:0]
	for x := range t.Vars {
		if left[x] = int32(len(a.downEdges.of(x))); left[x] == 0 {
			a.order = append(a.order, x)
		}
	}
	for i := 0; i < len(a.order); i++ {
		for _, e := range a.upEdges.of(a.order[i]) {
			if left[e.to]--; left[e.to] == 0 {
				a.order = append(a.order, e.to)
			}
		}
	}
	a.rank = left
	if len(a.order) < int(t.Vars) {
		return
	}
	for i, x := range a.order {
		a.rank[x] = int32(i)
	}
	words := (len(a.order) + 63) / 64
	a.low, a.high = Grow(a.low, words), Grow(a.high, words)
	clear(a.low)
	clear(a.high)
	a.IsOrdered = true
}

// All propagates every edge; false on a conflict.
func (a *Ascent) All(t *Net) bool {
	for i := range a.order {
		a.low[i/64] |= 1 << (i % 64)
	}
	copy(a.high, a.low)
	return a.Propagate(t)
}

// Assign decides a variable and propagates; false on a conflict.
func (a *Ascent) Assign(t *Net, x int32, k int64) bool {
	if _, ok := t.Shrink(x, interval.Of(k, k)); !ok {
		return false
	}
	i := a.rank[x]
	a.low[i/64] |= 1 << (i % 64)
	a.high[i/64] |= 1 << (i % 64)
	return a.Propagate(t)
}

// Propagate propagates the recorded changes; false on a conflict.
func (a *Ascent) Propagate(t *Net) bool {
	ok := a.rise(t) && a.fall(t)
	if !ok {
		clear(a.low)
		clear(a.high)
	}
	return ok
}

// rise propagates least values.
func (a *Ascent) rise(t *Net) bool {
	for i := range a.low {
		for a.low[i] != 0 {
			x := a.order[64*i+bits.TrailingZeros64(a.low[i])]
			a.low[i] &= a.low[i] - 1
			for _, e := range a.upEdges.of(x) {
				t.Work++
				lo, exact := interval.AddInt(t.Dom[x].Lo, e.distance)
				if !exact {
					if e.distance > 0 {
						return false
					}
					continue
				}
				changed, ok := t.Shrink(e.to, interval.Of(lo, ^interval.SignBit))
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

// fall propagates greatest values.
func (a *Ascent) fall(t *Net) bool {
	for i := range slices.Backward(a.high) {
		for a.high[i] != 0 {
			at := 63 - bits.LeadingZeros64(a.high[i])
			x := a.order[64*i+at]
			a.high[i] &^= 1 << at
			for _, e := range a.downEdges.of(x) {
				t.Work++
				hi, exact := interval.SubInt(t.Dom[x].Hi, e.distance)
				if !exact {
					if e.distance > 0 {
						return false
					}
					continue
				}
				changed, ok := t.Shrink(e.to, interval.Of(interval.SignBit, hi))
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

// Shrink removes the values outside w from the domain of variable x without waking any cells. ok is
// false if no value is left.
func (t *Net) Shrink(x int32, w interval.Interval) (changed, ok bool) {
	d := t.Dom[x]
	if w.Lo <= d.Lo && w.Hi >= d.Hi {
		return false, true
	}
	v := d.Meet(w)
	if v.Lo > v.Hi {
		return false, false
	}
	s := &t.Small[x]
	was := Change{N: x, Dom: d}
	switch {
	case s.Bits != 0:
		set := s.Bits & BitRun(uint64(v.Lo-s.Base), uint64(v.Hi-s.Base))
		if set == 0 {
			return false, false
		}
		was.Bits, s.Bits = s.Bits, set
		v = s.Hull()
	case s.Spans != nil:
		if v = Snap(s.Spans, v); v.Lo > v.Hi {
			return false, false
		}
	}
	t.Trail = append(t.Trail, was)
	t.Dom[x] = v
	return true, true
}

// Hull returns the interval from the least to the greatest value of a small domain.
func (s *Small) Hull() interval.Interval {
	return interval.Of(s.Base+int64(bits.TrailingZeros64(s.Bits)), s.Base+int64(63-bits.LeadingZeros64(s.Bits)))
}
