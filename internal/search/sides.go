package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

const (
	// sidesMost is how many disjunctions are looked at: the last ones, of which what
	// is said first in a predicate is a part. sidesDeep is how many of them may be
	// sides of each other.
	sidesMost = 4
	sidesDeep = 6
)

// sideless tells whether a disjunction that holds has no side that can, as propagation
// shows where it is taken to. A loop that may end in several ways makes one of all
// that is demanded.
func (t *net) sideless() bool {
	looked := 0
	for n := int32(len(t.dom)) - 1; n >= t.vars && looked < sidesMost; n-- {
		if !t.divided(n) {
			continue
		}
		if looked++; !t.sided(n, sidesDeep) {
			return true
		}
	}
	return false
}

// divided tells whether a cell holds as one of its two sides does, nobody knows which:
// an Or that is true, or an And that is false.
func (t *net) divided(n int32) bool {
	c := &t.cells[n]
	holds := interval.Of(form.Truth(c.op == form.Or), form.Truth(c.op == form.Or))
	return (c.op == form.Or || c.op == form.And) && t.dom[n] == holds && t.dom[c.a] == interval.Unknown && t.dom[c.b] == interval.Unknown
}

// sided tells whether a side of a divided cell can hold; sides are divided themselves as
// long as there is depth left.
func (t *net) sided(n int32, depth int) bool {
	c := &t.cells[n]
	for _, side := range [2]int32{c.a, c.b} {
		mark := len(t.trail)
		ok := t.narrow(side, t.dom[n]) && t.propagate()
		t.forget()
		if ok && depth > 0 && t.divided(side) {
			ok = t.sided(side, depth-1)
		}
		if t.undo(mark); ok {
			return true
		}
	}
	return false
}
