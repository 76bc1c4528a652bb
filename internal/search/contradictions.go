package search

import (
	"github.com/rtest-dev/rtest/internal/search/insoluble"
)

// insoluble tells whether the constraints of the residual contradict each other
// in a way that propagation, which looks at one of them at a time, does not
// see: too few values for variables that all differ, sums that leave
// another remainder, or alternatives of which none is left (package insoluble).
// It is asked at a fixpoint.
func (r *residual) insoluble() bool {
	l := &r.look
	if r.cliques.Contradict(&r.t) || r.remainder.Contradict(&r.t) || !r.ascent.IsOrdered && insoluble.Sideless(&r.t) {
		l.credit, l.wait = lookCredit, lookAfter
		return true
	}
	if l.credit > 0 {
		l.credit--
	}
	if l.credit == 0 {
		l.wait = min(max(2*l.wait, lookAfter), lookSeldom)
		l.next = r.s.stats.Failures + l.wait
	}
	return false
}

// due tells whether to ask for what is insoluble. That costs more than a
// failure, so it is done where there have been failures only: after lookAfter
// of them without a solution, then at each node as long as it finds something,
// and ever more rarely where it does not.
func (r *residual) due() bool {
	l := &r.look
	return l.credit > 0 || r.s.fails >= lookAfter && r.s.stats.Failures >= l.next || l.always
}

// looking says when to look next. Counts, so that a search is the same in every
// run.
type looking struct {
	credit     int   // how often it is done at each node yet
	next, wait int64 // the number of failures at which it is done else
	always     bool  // in tests
}

const (
	lookAfter  = 32
	lookCredit = 16
	lookSeldom = 4096
)
