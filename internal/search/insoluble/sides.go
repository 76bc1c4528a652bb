package insoluble

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

const (
	// sidesMost is how many disjunctions are examined. They are the last ones, of which the first
	// statements of a predicate are a part. sidesDeep is how deep disjunctions are followed into
	// each other.
	sidesMost = 4
	sidesDeep = 6
)

// Sideless reports whether propagation refutes both sides of a disjunction that must hold. A loop
// that may end in several ways makes one disjunction of everything required.
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

// divided reports whether a cell requires one of its two sides, both undecided: an Or that is true,
// or an And that is false.
func divided(t *propagate.Net, n int32) bool {
	c := &t.Cells[n]
	holds := interval.Of(form.Truth(c.Op == form.Or), form.Truth(c.Op == form.Or))
	return (c.Op == form.Or || c.Op == form.And) && t.Dom[n] == holds && t.Dom[c.A] == interval.Unknown && t.Dom[c.B] == interval.Unknown
}

// sided reports whether some side of a divided cell can hold. Sides that are themselves divided are
// followed to the given depth.
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
