package insoluble

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

const (
	// sidesMost is how many disjunctions are looked at: the last ones, of which what
	// is said first in a predicate is a part. sidesDeep is how many of them may be
	// sides of each other.
	sidesMost = 4
	sidesDeep = 6
)

// Sideless tells whether a disjunction that holds has no side that can, as propagation
// shows where it is taken to. A loop that may end in several ways makes one of all
// that is demanded.
func Sideless(t *propagate.Net) bool {
	looked := 0
	for n := int32(len(t.Dom)) - 1; n >= t.Vars && looked < sidesMost; n-- {
		if !divided(t, n) {
			continue
		}
		if looked++; !sided(t, n, sidesDeep) {
			return true
		}
	}
	return false
}

// divided tells whether a cell holds as one of its two sides does, nobody knows which:
// an Or that is true, or an And that is false.
func divided(t *propagate.Net, n int32) bool {
	c := &t.Cells[n]
	holds := interval.Of(form.Truth(c.Op == form.Or), form.Truth(c.Op == form.Or))
	return (c.Op == form.Or || c.Op == form.And) && t.Dom[n] == holds && t.Dom[c.A] == interval.Unknown && t.Dom[c.B] == interval.Unknown
}

// sided tells whether a side of a divided cell can hold; sides are divided themselves as
// long as there is depth left.
func sided(t *propagate.Net, n int32, depth int) bool {
	c := &t.Cells[n]
	for _, side := range [2]int32{c.A, c.B} {
		mark := len(t.Trail)
		ok := t.Narrow(side, t.Dom[n]) && t.Propagate()
		t.Forget()
		if ok && depth > 0 && divided(t, side) {
			ok = sided(t, side, depth-1)
		}
		if t.Undo(mark); ok {
			return true
		}
	}
	return false
}
