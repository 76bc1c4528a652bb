package search

import (
	"math"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/loops"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// A nest knows which variables of a residual loops can go through.
type nest struct {
	// loopsFrom is the first place from which on they can.
	loopsFrom int
	related   []bool  // by component: only differences constrain its variables
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
// false if the loops would have too many solutions or lead to few; then loops are for later places only, or for none.
func (r *residual) collectLoops(p int, need bool) (tried, ok bool) {
	s := r.solver
	for _, x := range r.order[p:] {
		if d := r.net.Dom[x]; d.Fixed() {
			s.stream[r.pos[x]] = interval.Key(r.net.Cells[x].Kind, d.Lo)
			need = need && !r.exact[x].include(d.Lo)
		}
	}
	l := s.Options.Into.newLoops()
	l.Reset(need)
	n := r.addLoops(l, p, need)
	if !r.relateLoops(l) {
		return true, s.fail()
	}
	if n == 0 {
		if need {
			return true, s.fail()
		}
		return true, s.found()
	}
	counted, rare, steps := l.Count()
	r.net.Work += steps
	switch {
	case rare:
		r.loopsFrom = math.MaxInt
		return false, true
	case !counted:
		r.loopsFrom = p + 1
		return false, true
	case l.Len() == 0:
		return true, s.fail()
	case n == 1:
		return true, s.collectValues(int(l.Places()[0]), l.Single(), s.work()-s.workBefore)
	}
	s.failuresSince, s.shortestPath = 0, math.MaxInt
	s.stats.Solutions += int64(l.Len())
	s.Options.Into.addLoops(l, s.stream, s.data.shape, s.work()-s.workBefore)
	if s.outOfWork() {
		return true, s.giveUp()
	}
	return true, !s.Options.Into.full() || s.yield(nil)
}

// addLoops adds a loop for each variable from place p on that is not decided, and returns how many there are.
// exact says that the exact level counts.
func (r *residual) addLoops(l *loops.Loops, p int, exact bool) (n int) {
	r.loopOf = propagate.Grow(r.loopOf, len(r.vars))
	for i := range r.loopOf {
		r.loopOf[i] = -1
	}
	for _, x := range r.order[p:] {
		if r.net.Dom[x].Fixed() {
			continue
		}
		v, small := &r.solver.form.Vars[r.vars[x]], &r.net.Small[x]
		of := loops.Variable{
			Set: small.Bits, Base: small.Base, Ascending: v.Ascending || v.Kind == form.Uint64,
			Place: int32(r.pos[x]), Mask: interval.Key(r.net.Cells[x].Kind, 0),
		}
		if exact && r.exact[x].any {
			of.Exact = of.Set & (1<<uint64(r.exact[x].first-of.Base) | 1<<uint64(r.exact[x].second-of.Base))
		}
		r.loopOf[x] = int32(n)
		l.Add(of)
		n++
	}
	return n
}

// relateLoops demands of the loops what the differences do. It returns false if there are no solutions.
func (r *residual) relateLoops(l *loops.Loops) bool {
	t := &r.net
	for i := len(r.vars); i < len(t.Dom); i++ {
		c := &t.Cells[i]
		if !c.IsDifference() {
			continue
		}
		a, b := r.loopOfCell(c.A), r.loopOfCell(c.B)
		inner, outer := max(a, b), min(a, b)
		if inner < 0 || outer >= 0 && t.DifferenceHolds(c) {
			continue
		}
		// The cell is A + d <= B, A == B + d, or A != B + d.
		of, offset, relation := c.A, c.Val, loops.AtLeast
		switch {
		case c.Op == propagate.OpDiffNe:
			relation, offset = loops.Differs, -c.Val
		case c.Op == propagate.OpDiffEq:
			relation, offset = loops.Equals, -c.Val
		}
		if a == inner {
			if of, offset = c.B, -offset; c.Op == propagate.OpDiffLe {
				relation = loops.AtMost
			}
		}
		if outer >= 0 {
			l.Relate(int(inner), relation, int(outer), offset)
		} else if !l.Restrict(int(inner), relation, t.Dom[of].Lo+offset) {
			return false
		}
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
