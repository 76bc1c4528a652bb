package search

import (
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// A narrower holds the residual below a decided variable. If a value decides much of what
// constrains the other variables, and many solutions lie below it, these are searched in a smaller
// residual of their own. For example, a length that stands among the data constrains all elements
// while it is open, and few once it is decided. The solutions and their order stay the same.
type narrower struct {
	nest
	below *residual
	// narrowings says, by place, whether the values of its variable get such a residual.
	narrowings []narrowing
	// always is set in tests.
	always bool
}

// A narrowing says whether to make a residual below the values of a variable.
type narrowing uint8

const (
	notYet     narrowing = iota // not yet: the last value took too little work
	worthwhile                  // yes
	useless                     // no: a residual was not much smaller
)

const (
	// narrowerWork is the work below a value, in multiples of the number of cells, that makes a
	// residual below the next value worthwhile.
	narrowerWork = 8
	// A residual below must have at most narrowerCells quarters of the cells.
	narrowerCells = 3
)

// proceedNarrowed continues after a variable that was decided and propagated. It is proceed, but
// searches in a residual below if that is useful.
func (r *residual) proceedNarrowed(p int, last, need bool) bool {
	if last || r.table != nil || r.tablesUsed > 0 || r.solver.drawing != nil || r.solver.sharing.limitsValues() {
		return r.proceed(p, last, need)
	}
	for len(r.narrowings) <= p {
		r.narrowings = append(r.narrowings, notYet)
	}
	if p == r.shardPlace && r.inOtherShard() {
		return r.solver.countSkipped()
	}
	before := r.work()
	if r.narrowings[p] == worthwhile || r.always {
		if need = r.makeNarrower(p, need); r.always || 4*len(r.below.net.Dom) <= narrowerCells*len(r.net.Dom) {
			ok := r.below.solutions(need)
			r.skippedShards = r.skippedShards || r.below.skippedShards
			if r.work()-before < 2*int64(len(r.below.net.Dom)) {
				r.narrowings[p] = notYet
			}
			return ok
		}
		r.narrowings[p] = useless
	}
	ok := r.proceed(p, last, need)
	if r.narrowings[p] == notYet && r.work()-before > narrowerWork*int64(len(r.net.Dom)) {
		r.narrowings[p] = worthwhile
	}
	return ok
}

// makeNarrower makes the residual below, for the variables after place p. It writes the values of
// those already decided into the stream. It returns whether one of the others must have the exact
// level.
func (r *residual) makeNarrower(p int, need bool) bool {
	b := r.below
	if b == nil {
		b = &residual{solver: r.solver, outer: &r.net}
		b.net.Follow, b.net.Stop = propagate.Slack, r.net.Stop
		r.below = b
	}
	b.limit, b.looking.always, b.always, b.shardPrefix = r.limit, r.looking.always, r.always, r.shardPrefix
	b.clearNet()
	for _, x := range r.order[p+1:] {
		d := r.net.Dom[x]
		if !d.Fixed() {
			b.variable(x, r.vars[x], r.pos[x])
			continue
		}
		r.solver.stream[r.pos[x]] = interval.Key(r.net.Cells[x].Kind, d.Lo)
		need = need && !r.exact[x].include(d.Lo)
	}
	b.reset()
	for _, n := range r.roots {
		b.require(n)
	}
	b.net.Link()
	// A domain that has become small can now express what it could not before.
	b.net.WakeAll()
	b.dead = !b.net.Propagate() || b.dead
	b.net.Trail = b.net.Trail[:0]
	return need
}

// solutions yields the solutions of a residual below another one. If need is set, one of the
// variables must have the exact level. It returns false to stop the search.
func (r *residual) solutions(need bool) bool {
	r.skippedShards = false
	switch {
	case r.dead:
		return r.solver.fail()
	case len(r.vars) == 0 && r.solver.Options.Shard.Of > 1 && r.inOtherShard():
		return true
	case len(r.vars) == 0 && need:
		return r.solver.fail()
	case len(r.vars) == 0:
		return r.solver.found()
	}
	if some, ok := r.tabulateComponents(need); !ok {
		return false
	} else if !some {
		return r.solver.fail()
	}
	if r.allInOtherShard() {
		return true
	}
	ok := r.descend(0, need)
	r.net.Undo(0)
	return ok
}

// work returns how many cells of the residual and of those below were revised.
func (r *residual) work() int64 {
	n := int64(0)
	for ; r != nil; r = r.below {
		n += r.net.Work
	}
	return n
}
