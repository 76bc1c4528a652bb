package search

import (
	"math"

	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// guideAfter is how many failures in a row there are before the automaton is
// told of data.
const guideAfter = 64

// A guiding is what the automaton is told of the data of a residual.
type guiding struct {
	patience int64 // guideAfter, less in tests
	// marks is, by place, how long the trail was when it was decided.
	marks []int
	// rest are variables that stand behind others, kept for their room.
	rest []int32
	// base are the variables that were decided before the first place.
	base []int32
	// back is the place at which the next value is to be tried, as no shape has
	// the data that were decided up to it; -1 where none has those before the
	// first, notBack where there is nothing to go back for.
	back int
}

const notBack = math.MaxInt

// guide tells whether to tell the automaton of data from here on: where the
// data of a shape that it lets through fail again and again. What they are tied
// by is then often what it knows of them, as the colors in a tree.
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

// watchedFirst has what the automaton knows of decided before everything else: as
// the colors of a tree before its keys, wherever they stand in a node. Otherwise
// what is wrong with a color would be found out under keys that have nothing to
// do with it.
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

// told tells the automaton of all data that are decided before place p. Where no
// shape has these it is false, and the search goes back to the place at which it
// begins to be so.
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

// jumps tells whether no other value is tried at place p, as the search goes back
// behind it.
func (r *residual) jumps(p int) bool {
	if r.back == p {
		r.back = notBack
	}
	return r.back < p
}

// unguided ends what told began, n decisions ago.
func (r *residual) unguided(n int) {
	r.s.automaton.Undo(n)
	r.s.guided = false
}

// tell tells it of the data that were decided since the trail was as long as
// mark, and returns whether there is still a shape of the size with such data.
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

// tellOne tells it of a variable that is decided.
func (r *residual) tellOne(x int32) {
	if v := r.vars[x]; r.s.automaton.Has(v) {
		r.s.automaton.Assign(v, interval.Key(r.s.form.Vars[v].Kind, r.t.Dom[x].Lo))
	}
}
