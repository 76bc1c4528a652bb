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
	// marks is, by place, the length of the trail when the place was decided.
	marks []int
	// rest is a buffer of watchedFirst.
	rest []int32
	// base are the variables that were decided before the first place.
	base []int32
	// back is the place whose next value is to be tried, because no shape has the data decided up
	// to it. It is -1 if the data before the first place are already impossible, and notBack if the
	// search does not go back.
	back int
}

const notBack = math.MaxInt

// guide reports whether to pass data to the automaton from here on. That pays off if the data of a
// shape that the automaton allows fail again and again. What constrains them is then often
// something the automaton knows, such as the colors in a tree.
func (r *residual) guide() bool {
	s := r.s
	if s.guided || s.automaton == nil || r != s.data {
		return false
	}
	sh := s.sharing
	if sh != nil && sh.drawn {
		return false
	}
	if s.fails < r.patience && (sh == nil || !sh.wary) {
		return false
	}
	if sh != nil {
		sh.wary = true
	}
	return true
}

// watchedFirst moves the variables that the automaton knows to the front of the order, such as the
// colors of a tree before its keys. Otherwise a wrong color would be found again under every
// unrelated key.
func (r *residual) watchedFirst() {
	s := r.s
	if s.automaton == nil || r != s.data {
		return
	}
	rest := r.rest[:0]
	first := r.seq[:0]
	for _, x := range r.seq {
		if s.automaton.Has(r.vars[x]) {
			first = append(first, x)
		} else {
			rest = append(rest, x)
		}
	}
	r.seq, r.rest = append(first, rest...), rest
}

// told passes the data decided before place p to the automaton. It returns false if no shape has
// them, and sets back to the place where this begins.
func (r *residual) told(p int) bool {
	s := r.s
	s.guided = true
	for _, x := range s.automaton.Watched {
		if d := r.g.Dom[x]; d.Fixed() && r.g.Dom[s.prog.Realized[x]].Lo == 1 {
			s.automaton.Assign(x, interval.Key(s.form.Vars[x].Kind, d.Lo))
		}
	}
	for _, x := range r.base {
		r.tellOne(x)
	}
	if !s.automaton.Possible(s.size) {
		r.back = -1
		return false
	}
	for q := range p {
		until := len(r.t.Trail)
		if q+1 < p {
			until = r.marks[q+1]
		}
		if !r.tellOf(r.t.Trail[r.marks[q]:until]) {
			r.back = q
			return false
		}
	}
	return true
}

// jumps reports whether the search goes back past place p, so that no other value is tried there.
func (r *residual) jumps(p int) bool {
	if r.back == p {
		r.back = notBack
	}
	return r.back < p
}

// unguided undoes told. n is the number of decisions that the automaton had before it.
func (r *residual) unguided(n int) {
	r.s.automaton.Undo(n)
	r.s.guided = false
}

// tell passes the data decided since the given trail mark to the automaton. It reports whether a
// shape of the size can still have them.
func (r *residual) tell(mark int) bool {
	return !r.s.guided || r.tellOf(r.t.Trail[mark:])
}

func (r *residual) tellOf(changes []propagate.Change) bool {
	s := r.s
	for _, c := range changes {
		if c.N < r.t.Vars && r.t.Dom[c.N].Fixed() {
			r.tellOne(c.N)
		}
	}
	return s.automaton.Possible(s.size)
}

// tellOne passes the value of decided variable x to the automaton.
func (r *residual) tellOne(x int32) {
	if v := r.vars[x]; r.s.automaton.Has(v) {
		r.s.automaton.Assign(v, interval.Key(r.s.form.Vars[v].Kind, r.t.Dom[x].Lo))
	}
}
