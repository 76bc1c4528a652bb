package search

import (
	"math"

	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// guideAfter is the number of failures in a row after which the search passes data to the
// automaton.
const guideAfter = 64

// A guiding is the state of a search that passes the data of a residual to the automaton.
type guiding struct {
	patience int64 // guideAfter, less in tests
	// trailMarks is, by place, the length of the trail when the place was decided.
	trailMarks []int
	// buffer is reused by orderWatchedFirst.
	buffer []int32
	// firstDecided are the variables that were decided before the first place.
	firstDecided []int32
	// backTo is the place whose next value is to be tried, because no shape has the data decided up
	// to it. It is -1 if the data before the first place are already impossible, and notBack if the
	// search does not go back.
	backTo int
}

const notBack = math.MaxInt

// shouldGuide reports whether to pass data to the automaton from here on. That pays off if the data
// of a shape that the automaton allows fail again and again. What constrains them is then often
// something the automaton knows, such as the colors in a tree.
func (r *residual) shouldGuide() bool {
	s := r.solver
	if s.guided || s.automaton == nil || r != s.data {
		return false
	}
	sh := s.sharing
	if sh != nil && sh.drawn {
		return false
	}
	if s.failuresSince < r.patience && (sh == nil || !sh.guideEarly) {
		return false
	}
	if sh != nil {
		sh.guideEarly = true
	}
	return true
}

// orderWatchedFirst moves the variables that the automaton knows to the front of the order, such as
// the colors of a tree before its keys. Otherwise a wrong color would be found again under every
// unrelated key.
func (r *residual) orderWatchedFirst() {
	s := r.solver
	if s.automaton == nil || r != s.data {
		return
	}
	rest := r.buffer[:0]
	first := r.order[:0]
	for _, x := range r.order {
		if s.automaton.Has(r.vars[x]) {
			first = append(first, x)
		} else {
			rest = append(rest, x)
		}
	}
	r.order, r.buffer = append(first, rest...), rest
}

// tellDecided passes the data decided before place p to the automaton. It returns false if no shape
// has them, and sets backTo to the place where this begins.
func (r *residual) tellDecided(p int) bool {
	s := r.solver
	s.guided = true
	for _, x := range s.automaton.Watched {
		if d := r.outer.Dom[x]; d.Fixed() && r.outer.Dom[s.program.Realized[x]].Lo == 1 {
			s.automaton.Assign(x, interval.Key(s.form.Vars[x].Kind, d.Lo))
		}
	}
	for _, x := range r.firstDecided {
		r.tellVariable(x)
	}
	if !s.automaton.Possible(s.size) {
		r.backTo = -1
		return false
	}
	for q := range p {
		until := len(r.net.Trail)
		if q+1 < p {
			until = r.trailMarks[q+1]
		}
		if !r.tellChanges(r.net.Trail[r.trailMarks[q]:until]) {
			r.backTo = q
			return false
		}
	}
	return true
}

// goesBackPast reports whether the search goes back past place p, so that no other value is tried
// there.
func (r *residual) goesBackPast(p int) bool {
	if r.backTo == p {
		r.backTo = notBack
	}
	return r.backTo < p
}

// endGuiding undoes tellDecided. n is the number of decisions that the automaton had before it.
func (r *residual) endGuiding(n int) {
	r.solver.automaton.Undo(n)
	r.solver.guided = false
}

// tellSince passes the data decided since the given trail mark to the automaton. It reports whether
// a shape of the size can still have them.
func (r *residual) tellSince(mark int) bool {
	return !r.solver.guided || r.tellChanges(r.net.Trail[mark:])
}

func (r *residual) tellChanges(changes []propagate.Change) bool {
	s := r.solver
	for _, c := range changes {
		if c.N < r.net.Vars && r.net.Dom[c.N].Fixed() {
			r.tellVariable(c.N)
		}
	}
	return s.automaton.Possible(s.size)
}

// tellVariable passes the value of decided variable x to the automaton.
func (r *residual) tellVariable(x int32) {
	if v := r.vars[x]; r.solver.automaton.Has(v) {
		r.solver.automaton.Assign(v, interval.Key(r.solver.form.Vars[v].Kind, r.net.Dom[x].Lo))
	}
}
