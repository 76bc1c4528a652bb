package search

import (
	"math"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// A nest knows which variables of a residual loops can go through.
type nest struct {
	// loopsFrom is the first place from which on they can.
	loopsFrom int
	loopOf    []int32 // by variable: its loop, -1 for none
	// rowKeys is reused by collectTable and collectWalk.
	rowKeys []int64
	// shape is the number of the current shape in the outermost residual, from 1 on. It goes on from
	// search to search.
	shape int64
}

// farthest bounds the keys and offsets of loops, so that sums of a few of them do not overflow.
const farthest = 1 << 60

// findLoops finds loopsFrom. The order is that of all variables.
func (r *residual) findLoops() {
	r.loopsFrom = math.MaxInt
	if !r.collects(math.MaxInt) || r.insolubleDue() {
		return
	}
	p := len(r.order)
	for ; p > 0; p-- {
		x := r.order[p-1]
		d := r.net.Dom[x]
		if r.source[x] == fromTable || !r.related[r.part[x]] || r.net.Small[x].Bits == 0 || d.Lo < -farthest || d.Hi > farthest {
			break
		}
	}
	if p < len(r.order) {
		r.loopsFrom = p
	}
}

// collectLoops collects the solutions below place p, from which on loops can go through all variables. If
// need is set, one of them must have the exact level. It returns ok false to stop the search, and tried
// false if the loops would have too many solutions or lead to few.
func (r *residual) collectLoops(p int, need bool) (tried, ok bool) {
	s := r.solver
	l := s.Options.Into.newLoops()
	l.exact = need
	if r.makeLoops(l, p); !r.boundLoops(l) {
		return true, s.fail()
	}
	if l.exact {
		r.findExactLoops(l)
	}
	if len(l.loops) == 0 {
		if l.exact {
			return true, s.fail()
		}
		return true, s.found()
	}
	n, ok := r.countLoops(l, p)
	switch {
	case !ok:
		return false, true
	case n == 0:
		return true, s.fail()
	case len(l.loops) == 1:
		l.findRun()
		l.fill(l.enter(0))
		return true, s.collectValues(int(l.places[0]), l.values, s.work()-s.workBefore)
	}
	l.n = int(n)
	s.failuresSince, s.shortestPath = 0, math.MaxInt
	s.stats.Solutions += n
	s.Options.Into.addLoops(l, s.stream, s.data.shape, s.work()-s.workBefore)
	if s.outOfWork() {
		return true, s.giveUp()
	}
	return true, !s.Options.Into.full() || s.yield(nil)
}

// makeLoops makes a loop for each variable from place p on. Values of those that are decided are written
// into the stream.
func (r *residual) makeLoops(l *Loops, p int) {
	r.loopOf = propagate.Grow(r.loopOf, len(r.vars))
	for i := range r.loopOf {
		r.loopOf[i] = -1
	}
	for _, x := range r.order[p:] {
		d, kind := r.net.Dom[x], r.net.Cells[x].Kind
		if d.Fixed() {
			r.solver.stream[r.pos[x]] = interval.Key(kind, d.Lo)
			l.exact = l.exact && !r.exact[x].include(d.Lo)
			continue
		}
		v, small := &r.solver.form.Vars[r.vars[x]], &r.net.Small[x]
		r.loopOf[x] = int32(len(l.loops))
		l.loops = append(l.loops, loop{
			set: small.Bits, base: small.Base, mask: interval.Key(kind, 0),
			ascending: v.Ascending || v.Kind == form.Uint64, alone: true, bounds: -1,
		})
		l.keys, l.places = append(l.keys, 0), append(l.places, int32(r.pos[x]))
	}
}

// findExactLoops notes which keys of loops have the exact level.
func (r *residual) findExactLoops(l *Loops) {
	for x, k := range r.loopOf {
		if e := &r.exact[x]; k >= 0 && e.any {
			p := &l.loops[k]
			p.exact = p.set & (1<<uint64(e.first-p.base) | 1<<uint64(e.second-p.base))
		}
	}
	later := false
	for k := len(l.loops) - 1; k >= 0; k-- {
		l.loops[k].laterMay = later
		later = later || l.loops[k].exact != 0
	}
}

// boundLoops makes the bounds of the loops. It returns false if there are no solutions.
func (r *residual) boundLoops(l *Loops) bool {
	t := &r.net
	for i := len(r.vars); i < len(t.Dom); i++ {
		c := &t.Cells[i]
		if c.Op < propagate.OpDiffLe {
			continue
		}
		a, b := r.loopOfCell(c.A), r.loopOfCell(c.B)
		inner, outer, of := max(a, b), min(a, b), c.A
		if inner < 0 || outer >= 0 && t.DifferenceHolds(c) {
			continue
		}
		p := &l.loops[inner]
		limit := bound{op: equals, of: outer, offset: c.Val, next: p.bounds}
		if a == inner {
			of, limit.offset = c.B, -c.Val
		}
		switch {
		case c.Op == propagate.OpDiffNe:
			limit.op = differs
		case c.Op == propagate.OpDiffLe && a == inner:
			limit.op = atMost
		case c.Op == propagate.OpDiffLe:
			limit.op = atLeast
		}
		if c.Op != propagate.OpDiffLe {
			limit.offset = -limit.offset // The cell is A == B + Val.
		}
		limit.offset -= p.base
		if outer < 0 {
			if p.set &= limit.bits(t.Dom[of].Lo); p.set == 0 {
				return false
			}
			continue
		}
		p.bounds, l.loops[outer].alone = int32(len(l.bounds)), false
		l.bounds = append(l.bounds, limit)
	}
	return true
}

// loopOfCell returns the loop of a cell that is a variable, -1 for none.
func (r *residual) loopOfCell(n int32) int32 {
	if int(n) >= len(r.vars) {
		return -1
	}
	return r.loopOf[n]
}

// countLoops counts the solutions of loops from place p on. It returns false if they are too many or too
// rare; then loops are for later places only, or for none.
func (r *residual) countLoops(l *Loops, p int) (n int64, ok bool) {
	c := counter{Loops: l}
	n = c.count(0)
	if n > 0 && l.exact {
		c.inexact = true
		m := c.count(0)
		if n -= m; m < 0 {
			n = -1
		}
	}
	r.net.Work += c.steps
	switch {
	case c.rare:
		r.loopsFrom = math.MaxInt
	case n < 0:
		r.loopsFrom = p + 1
	}
	return n, n >= 0
}
