package search

import (
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// A narrower is the residual below a decided variable: where many solutions are
// to be found below it, and its value decides much of what the others are tied
// by, these are searched in a residual of their own. (A length that stands
// among the data ties all elements as long as it is open, and few when it is
// decided.) Its solutions are the same, and in the same order.
type narrower struct {
	below *residual
	// narrow says, by place, whether the values of its variable have such a
	// residual.
	narrow []narrowing
	// always is set in tests.
	always bool
}

// A narrowing says whether a residual is made below the values of a variable.
type narrowing uint8

const (
	tooFew  narrowing = iota // not yet: there was little to do below the last value
	worth                    // it is
	useless                  // it was no narrower
)

const (
	// narrowerWork is how many times the number of cells the work below a value
	// must be for a residual below the next one.
	narrowerWork = 8
	// narrowerCells is how many of four cells may be left at most.
	narrowerCells = 3
)

// further goes on behind a variable that was decided and propagated, as proceed
// does, but in a residual below where that is of use.
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

// descendant makes the residual below for the variables behind place p. It
// writes those of them that are decided into the stream, and returns whether
// one of the others must have the exact level.
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
	// A domain that has become small can express what it could not above.
	b.t.WakeAll()
	b.dead = !b.t.Propagate() || b.dead
	b.t.Trail = b.t.Trail[:0]
	return need
}

// solutions yields the solutions of a residual below another one; need says
// that one of the variables must have the exact level. False to stop.
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

// work is how many cells of the residual and of those below were revised.
func (r *residual) work() int64 {
	n := int64(0)
	for ; r != nil; r = r.below {
		n += r.t.Work
	}
	return n
}
