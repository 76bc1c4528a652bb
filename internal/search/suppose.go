package search

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/ways"
)

// A keySet is some keys of a variable of a residual: base + i for bit i.
type keySet struct {
	x    int32
	base int64
	bits uint64
}

// decideSet decides the variable for which the test waits among some keys. If the test waits to
// compare it, it advances once for all keys for which the comparison gives the same, because it then
// does the same. So a comparison that fails rejects them together.
func (c *collection) decideSet(keys keySet) bool {
	e := c.residual.solver.predicate
	holds, ok := c.split(keys)
	if !ok {
		return c.decideKeys(keys)
	}
	for _, outcome := range [2]bool{true, false} {
		side := keys
		if side.bits &= holds; !outcome {
			side.bits = keys.bits &^ holds
		}
		if bits.OnesCount64(side.bits) < 2 {
			ok = c.decideKeys(side)
		} else {
			state := e.run.Save()
			e.run.Suppose(outcome)
			e.answer = e.run.Advance()
			ok = c.decideSide(side)
			e.run.Restore(state)
			e.answer = form.Waits
		}
		if !ok || c.tooMany {
			return ok
		}
	}
	return true
}

// decideSide continues with keys under which the test has advanced.
func (c *collection) decideSide(side keySet) bool {
	r, e := c.residual, c.residual.solver.predicate
	switch {
	case e.answer == form.Fails:
		return c.reject(c.openUnder(side))
	case e.answer == form.Waits && e.run.Waits() == r.vars[side.x]:
		return c.decideSet(side)
	case e.renaming != nil && e.renaming.Refers(r.vars[side.x]):
		// Which objects a reference may be to depends on what is decided before it.
		return c.decideKeys(side)
	}
	return c.postpone(side)
}

// postpone continues with a variable that has one of some keys, which is decided when the test needs it.
func (c *collection) postpone(side keySet) bool {
	r, e, ok := c.residual, c.residual.solver.predicate, true
	mark, before := len(r.net.Trail), c.among[side.x]
	c.among[side.x] = side
	if !r.net.NarrowBits(side.x, side.bits) || !r.net.Propagate() {
		ok = r.solver.fail()
	} else if _, known := e.value(e.run.Waits()); known && e.answer == form.Waits {
		ok = c.advanceTest()
	} else {
		ok = c.decideRead()
	}
	r.net.Undo(mark)
	c.among[side.x] = before
	return ok
}

// decideKeys decides a variable, key by key.
func (c *collection) decideKeys(keys keySet) bool {
	for ; keys.bits != 0; keys.bits &= keys.bits - 1 {
		if !c.decideKey(keys.x, keys.base+int64(bits.TrailingZeros64(keys.bits))) {
			return false
		}
		if c.tooMany {
			break
		}
	}
	return true
}

// split returns the keys for which the comparison at which the test waits holds. ok is false if the
// test does not wait at one, or if there are fewer than three keys.
func (c *collection) split(keys keySet) (holds uint64, ok bool) {
	if bits.OnesCount64(keys.bits) < 3 {
		return 0, false
	}
	r := c.residual
	for left := keys.bits; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		is, ok := r.solver.predicate.run.Outcome(interval.Key(r.net.Cells[keys.x].Kind, keys.base+int64(i)))
		if !ok {
			return 0, false
		}
		if is {
			holds |= 1 << i
		}
	}
	return holds, true
}

// countKeys counts the keys, and those without the exact level.
func (c *collection) countKeys(keys keySet) (all, below int64) {
	for left := keys.bits; left != 0; left &= left - 1 {
		all++
		if !c.need || !c.residual.exact[keys.x].include(keys.base+int64(bits.TrailingZeros64(left))) {
			below++
		}
	}
	return all, below
}

// openUnder returns how many assignments the undecided variables have with one of some keys.
func (c *collection) openUnder(keys keySet) (n int64) {
	all, below := c.openBut(keys.x)
	for left := keys.bits; left != 0; left &= left - 1 {
		more := all - below
		if c.need && c.residual.exact[keys.x].include(keys.base+int64(bits.TrailingZeros64(left))) {
			more = all
		}
		n = ways.Plus(n, more)
	}
	return n
}
