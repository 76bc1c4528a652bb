package search

import (
	"github.com/rtest-dev/rtest/internal/search/insoluble"
)

// insoluble reports whether constraints of the residual contradict each other in a way that
// propagation misses, because it looks at one constraint at a time. Package insoluble names the
// ways: too few values for variables that all differ, impossible remainders, disjunctions without a
// possible side. The net must be at a fixpoint.
func (r *residual) insoluble() bool {
	l := &r.looking
	if r.cliques.Contradict(&r.net) || r.remainder.Contradict(&r.net) || insoluble.Sideless(&r.net) {
		l.credit, l.wait = lookCredit, lookAfter
		return true
	}
	if l.credit > 0 {
		l.credit--
	}
	if l.credit == 0 {
		l.wait = min(max(2*l.wait, lookAfter), lookSeldom)
		l.next = r.solver.stats.Failures + l.wait
	}
	return false
}

// insolubleDue reports whether to call insoluble now. A call costs more than a failure. So the
// first one comes after lookAfter failures without a solution. While calls find contradictions, one
// is made at each node; otherwise they become rarer.
func (r *residual) insolubleDue() bool {
	l := &r.looking
	return l.credit > 0 || r.solver.failuresSince >= lookAfter && r.solver.stats.Failures >= l.next || l.always
}

// looking schedules the calls of insoluble. It counts failures instead of time, so that a search is
// the same in every run.
type looking struct {
	credit     int   // calls still to be made at every node
	next, wait int64 // next: the number of failures at which the next call is due; wait: the distance to the one after
	always     bool  // set in tests
}

const (
	lookAfter  = 32
	lookCredit = 16
	lookSeldom = 4096
)
