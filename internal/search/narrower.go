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
	below *residual
	// narrow says, by place, whether the values of its variable get such a residual.
	narrow []narrowing
	// always is set in tests.
	always bool
}

// A narrowing says whether to make a residual below the values of a variable.
type narrowing uint8

const (
	tooFew  narrowing = iota // not yet: the last value took too little work
	worth                    // yes
	useless                  // no: a residual was not much smaller
)

const (
	// narrowerWork is the work below a value, in multiples of the number of cells, that makes a
	// residual below the next value worthwhile.
	narrowerWork = 8
	// A residual below must have at most narrowerCells quarters of the cells.
	narrowerCells = 3
)

// further continues after a variable that was decided and propagated. It is proceed, but searches
// in a residual below if that is useful.
func (r *residual) further(p int, last, need bool) bool {
	if last || p <= r.cut || r.table != nil || r.used > 0 || r.s.drawing != nil || r.s.sharing.shares() {
		return r.proceed(p, last, need)
	}
	for len(r.narrow) <= p {
		r.narrow = append(r.narrow, tooFew)
	}
	before := r.work()
	if r.narrow[p] == worth || r.always {
		if need = r.descendant(p, need); r.always || 4*len(r.below.t.Dom) <= narrowerCells*len(r.t.Dom) {
			ok := r.below.solutions(need)
			if r.work()-before < 2*int64(len(r.below.t.Dom)) {
				r.narrow[p] = tooFew
			}
			return ok
		}
		r.narrow[p] = useless
	}
	ok := r.proceed(p, last, need)
	if r.narrow[p] == tooFew && r.work()-before > narrowerWork*int64(len(r.t.Dom)) {
		r.narrow[p] = worth
	}
	return ok
}

// descendant makes the residual below, for the variables after place p. It writes the values of
// those already decided into the stream. It returns whether one of the others must have the exact
// level.
func (r *residual) descendant(p int, need bool) bool {
	b := r.below
	if b == nil {
		b = &residual{s: r.s, g: &r.t}
		b.t.Follow, b.t.Stop = propagate.Slack, r.t.Stop
		r.below = b
	}
	b.limit, b.look.always, b.always = r.limit, r.look.always, r.always
	b.empty()
	for _, x := range r.seq[p+1:] {
		d := r.t.Dom[x]
		if !d.Fixed() {
			b.variable(x, r.vars[x], r.pos[x])
			continue
		}
		r.s.out[r.pos[x]] = interval.Key(r.t.Cells[x].Kind, d.Lo)
		need = need && !r.extreme[x].are(d.Lo)
	}
	b.room()
	for _, n := range r.roots {
		b.require(n)
	}
	b.t.Link()
	// A domain that has become small can now express what it could not before.
	b.t.WakeAll()
	b.dead = !b.t.Propagate() || b.dead
	b.t.Trail = b.t.Trail[:0]
	return need
}

// solutions yields the solutions of a residual below another one. If need is set, one of the
// variables must have the exact level. It returns false to stop the search.
func (r *residual) solutions(need bool) bool {
	switch {
	case r.dead:
		return r.s.fail()
	case len(r.vars) == 0 && need:
		return r.s.fail()
	case len(r.vars) == 0:
		return r.s.found()
	}
	if some, ok := r.components(need); !ok {
		return false
	} else if !some {
		return r.s.fail()
	}
	ok := r.descend(0, need)
	r.t.Undo(0)
	return ok
}

// work returns how many cells of the residual and of those below were revised.
func (r *residual) work() int64 {
	n := int64(0)
	for ; r != nil; r = r.below {
		n += r.t.Work
	}
	return n
}
