package solve

import (
	"fmt"

	"github.com/rtest-dev/rtest/internal/smt"
	"github.com/rtest-dev/rtest/internal/z3"
)

// data walks the values of the data variables of the current shape. m is a solution of the shape or
// nil. inhabited says whether the shape is known to have one. It returns false to end the walk.
//
// The native search finds the solutions unless it fails too often. What it leaves is evaluated
// value by value as long as that finds solutions. If that stops helping, Z3 is asked about ranges
// of ranks of one variable after another, and each inhabited range is evaluated again. So neither
// costs much more than it would alone. A check takes as long as some thousand evaluations, and can
// decide at once what they may never decide.
func (w *walk) data(m model, inhabited bool) bool {
	var last []int64
	if w.options.Within >= 0 {
		var more, ok bool
		if last, more, ok = w.within(inhabited); !more {
			return ok
		}
	}
	w.leaf.begin(w)
	if w.leaf.dead {
		return !inhabited || w.disagree()
	}
	if last != nil {
		w.leaf.skipPast(w, last)
	}
	w.limits = w.limits[:0]
	for _, i := range w.leaf.vars {
		w.limits = append(w.limits, w.encoding.vars[i].dom.ranks())
	}
	defer func() { w.limits = w.limits[:0] }()
	if m == nil {
		var status z3.Status
		var err error
		if m, status, err = w.check(); err != nil {
			return w.fail(err)
		}
		if status == z3.Unsat {
			return !inhabited || w.disagree()
		}
	}
	m, more, ok := w.try(0, m)
	if !more {
		return ok
	}
	return w.split(0, m, true)
}

// unaidedFactor multiplies the evaluations that are tried if Z3 gave no answer.
const unaidedFactor = 16

// try evaluates the values within the limits of the data variables from j on, as long as that finds
// solutions. more says that it did not reach the end. m is a model of the steps so far, or nil if
// Z3 could not tell whether there is one; the returned model likewise. ok is false to end the walk.
func (w *walk) try(j int, m model) (_ model, more, ok bool) {
	l := &w.leaf
	var within ranks
	if j < len(l.vars) {
		within = w.limits[j]
	}
	whole := l.nothingDoneFrom(j, within.lo)
	l.refuel, l.found = w.options.Leaf, 0
	if m == nil {
		// Only evaluation can tell.
		l.refuel *= unaidedFactor
	}
	l.fuel = l.refuel
	switch l.explore(w, j, within.lo, within.hi) {
	case ended:
		return nil, false, false
	case spent:
		if m == nil {
			return nil, false, w.noteUndecided()
		}
		return m, true, true
	}
	return nil, false, m == nil || !whole || l.found > 0 || w.disagree()
}

// split walks what try has left, range by range. rare says that solutions are expected to be far
// apart. It returns false to end the walk.
func (w *walk) split(j int, m model, rare bool) bool {
	l := &w.leaf
	if j == len(l.vars) {
		if !w.form.Admits(l.level(w)) {
			return w.disagree()
		}
		return l.yieldCurrent(w)
	}
	defer w.restore(j, w.limits[j])
	for more := true; more; rare = true {
		within, seen := w.limits[j], w.Engine.rank(m, l.vars[j])
		if l.onPosition(j) {
			within.lo = max(within.lo, l.nextRanks[j])
		}
		rest, ok := w.first(j, m, within, seen, rare)
		if !ok || seen == within.lo && seen == within.hi {
			return ok
		}
		if seen < rest.lo {
			m = nil
		}
		if m, more, ok = w.enter(j, rest, m); !ok {
			return false
		}
	}
	return true
}

// first walks the first of the ranges in within and returns the rest. The range ends before the
// value of the model, which may be the least one. Unless rare is set, it ends in the middle at the
// latest. So there are no more ranges than bits on the way to the least value.
func (w *walk) first(j int, m model, within ranks, seen uint64, rare bool) (rest ranks, ok bool) {
	middle := within.lo + (within.hi-within.lo)/2
	switch {
	case seen < within.lo:
		return within, true
	case seen == within.lo:
		return ranks{seen + 1, within.hi}, w.single(j, seen, m)
	case rare || seen <= middle:
		return ranks{seen, within.hi}, w.portion(j, ranks{within.lo, seen - 1})
	}
	return ranks{middle + 1, within.hi}, w.portion(j, ranks{within.lo, middle})
}

// single walks the values of the data variables after j, which has the given rank, that of the
// model.
func (w *walk) single(j int, rank uint64, m model) bool {
	defer w.restore(j, w.limits[j])
	w.limits[j] = ranks{rank, rank}
	return (w.leaf.set(w, j, rank) || w.disagree()) && w.split(j+1, m, true)
}

// portion walks some of the ranks of data variable j.
func (w *walk) portion(j int, within ranks) bool {
	defer w.restore(j, w.limits[j])
	m, more, ok := w.enter(j, within, nil)
	if !more {
		return ok
	}
	return w.split(j, m, false)
}

// enter limits data variable j to the given ranks and tries them. m is a model of them, or nil to
// ask Z3 for one.
func (w *walk) enter(j int, within ranks, m model) (_ model, more, ok bool) {
	l := &w.leaf
	if l.doneUpTo(j, within.hi) || !w.encoding.vars[l.vars[j]].dom.any(within.lo, within.hi) {
		return nil, false, true
	}
	w.limits[j] = within
	if m == nil {
		var status z3.Status
		var err error
		if m, status, err = w.check(); err != nil {
			return nil, false, w.fail(err)
		}
		if status == z3.Unsat {
			return nil, false, true
		}
	}
	return w.try(j, m)
}

// restore resets the limits of data variable j.
func (w *walk) restore(j int, within ranks) { w.limits[j] = within }

// limited returns the assumptions that confine the ranks of the data variables to their limits.
func (w *walk) limited() ([]*smt.Term, error) {
	var out []*smt.Term
	for j, within := range w.limits {
		all := w.encoding.vars[w.leaf.vars[j]].dom.ranks()
		if within == all {
			continue
		}
		b, err := w.rankBoundsOf(w.leaf.vars[j])
		if err != nil {
			return nil, err
		}
		if within.lo > all.lo {
			out = w.spell(out, b.low, within.lo)
		}
		if within.hi < all.hi {
			out = w.spell(out, b.high, within.hi)
		}
	}
	return out, nil
}

// spell appends literals that make the bits, the lowest first, equal to n.
func (w *walk) spell(out, bits []*smt.Term, n uint64) []*smt.Term {
	for i, bit := range bits {
		if n>>i&1 == 0 {
			bit = w.encoding.Not(bit)
		}
		out = append(out, bit)
	}
	return out
}

// A rankBounds holds the bits, the lowest first, of two numbers that bound the rank of a data
// variable. The bits are free unless an assumption fixes them, so all ranges together need no more
// terms than one.
type rankBounds struct{ low, high []*smt.Term }

// rankBoundsOf returns the rank bounds of data variable i, which it makes when first needed.
func (e *Engine) rankBoundsOf(i int) (rankBounds, error) {
	if b, ok := e.rankBoundsMade[i]; ok {
		return b, nil
	}
	var b rankBounds
	rank := e.encoding.vars[i].rank
	low, high := e.free(i, "low", &b.low), e.free(i, "high", &b.high)
	if err := e.solve.Assert(e.encoding.Apply(smt.BVULe, low, rank), e.encoding.Apply(smt.BVULe, rank, high)); err != nil {
		return rankBounds{}, err
	}
	e.rankBoundsMade[i] = b
	return b, nil
}

// free makes a number from new bits, as wide as the rank of data variable i.
func (e *Engine) free(i int, name string, bits *[]*smt.Term) *smt.Term {
	one := smt.BitVec(1)
	var number *smt.Term
	for n := range e.encoding.vars[i].rank.Sort().Width() {
		bit := e.encoding.Var(fmt.Sprintf("b%d %s %d", i, name, n), smt.Bool)
		digit := e.encoding.Ite(bit, e.encoding.Num(1, one), e.encoding.Num(0, one))
		*bits = append(*bits, bit)
		if number == nil {
			number = digit
		} else {
			number = e.encoding.Apply(smt.Concat, digit, number)
		}
	}
	return number
}

// disagree ends the walk with the error that Z3 found a solution and evaluation did not.
func (w *walk) disagree() bool {
	return w.fail(fmt.Errorf("Z3 and the evaluation of the form disagree on %s; please report this",
		w.describe(Part{Sized: true, Size: w.size}, w.chosen)))
}
