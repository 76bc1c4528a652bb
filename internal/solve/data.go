package solve

import (
	"fmt"

	"github.com/rtest-dev/rtest/internal/smt"
	"github.com/rtest-dev/rtest/internal/z3"
)

// data walks the values of the data variables of the shape that is chosen; the
// model is a solution of it or nil, inhabited says whether it is known to have
// one. The native search finds them as long as it does not fail too often. What
// it leaves is evaluated value by value as long as that finds solutions. Where
// it does not for long, Z3 is asked about ranges of the ranks of one variable
// after the other, and in each range that is inhabited evaluation has its chance
// again. So neither costs much more than it would alone: a check of Z3 takes as
// long as some thousand evaluations, and tells in one what they may never.
func (w *walk) data(m model, inhabited bool) bool {
	var last []int64
	if w.opt.Within >= 0 {
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
		w.leaf.behindOf(w, last)
	}
	w.limits = w.limits[:0]
	for _, i := range w.leaf.vars {
		w.limits = append(w.limits, w.enc.vars[i].dom.ranks())
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

// unaided is how many times longer evaluation goes on where Z3 gave no answer.
const unaided = 16

// try walks the values within the limits of the data variables from j on as far
// as evaluation finds solutions; more says that it has not reached the end. The
// model is one of the steps so far, or nil when Z3 could not tell whether there
// is one. With ok not set the walk is to end.
func (w *walk) try(j int, m model) (_ model, more, ok bool) {
	l := &w.leaf
	var within ranks
	if j < len(l.vars) {
		within = w.limits[j]
	}
	whole := l.ahead(j, within.lo)
	l.refuel, l.found = w.opt.Leaf, 0
	if m == nil {
		// Nobody else can tell.
		l.refuel *= unaided
	}
	l.fuel = l.refuel
	switch l.explore(w, j, within.lo, within.hi) {
	case ended:
		return nil, false, false
	case spent:
		if m == nil {
			return nil, false, w.hole()
		}
		return m, true, true
	}
	return nil, false, m == nil || !whole || l.found > 0 || w.disagree()
}

// split walks what try has left, range by range. With rare set, solutions are
// taken to be far between.
func (w *walk) split(j int, m model, rare bool) bool {
	l := &w.leaf
	if j == len(l.vars) {
		if !w.form.Admits(l.level(w)) {
			return w.disagree()
		}
		return l.give(w)
	}
	defer w.restore(j, w.limits[j])
	for more := true; more; rare = true {
		within, seen := w.limits[j], w.Engine.rank(m, l.vars[j])
		if l.tight(j) {
			within.lo = max(within.lo, l.pos[j])
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

// first walks the first range of those within, and gives the rest. It ends
// before the value in the model, in the hope that this is the least; where that
// hope is not borne out, in the middle at the latest, so that there are no more
// ranges than bits on the way to the least.
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

// single walks the values of the data variables after j, which has a value of
// this rank in the model.
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

// enter limits data variable j to some ranks and tries these. The model is one
// of them, or nil when Z3 is to be asked whether there is one.
func (w *walk) enter(j int, within ranks, m model) (_ model, more, ok bool) {
	l := &w.leaf
	if l.behind(j, within.hi) || !w.enc.vars[l.vars[j]].dom.any(within.lo, within.hi) {
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

// restore sets the limits of data variable j.
func (w *walk) restore(j int, within ranks) { w.limits[j] = within }

// limited gives the assumptions that confine the ranks of the data variables.
func (w *walk) limited() ([]*smt.Term, error) {
	var out []*smt.Term
	for j, within := range w.limits {
		all := w.enc.vars[w.leaf.vars[j]].dom.ranks()
		if within == all {
			continue
		}
		b, err := w.bounds(w.leaf.vars[j])
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

// spell appends the literals that give bits, the lowest first, this number.
func (w *walk) spell(out, bits []*smt.Term, n uint64) []*smt.Term {
	for i, bit := range bits {
		if n>>i&1 == 0 {
			bit = w.enc.Not(bit)
		}
		out = append(out, bit)
	}
	return out
}

// A bounding holds the bits of two numbers between which the rank of a data
// variable lies, the lowest first. They are free as long as no assumption fixes
// them, so that all ranges together need no more terms than one.
type bounding struct{ low, high []*smt.Term }

// bounds gives data variable i its bounding.
func (e *Engine) bounds(i int) (bounding, error) {
	if b, ok := e.bounded[i]; ok {
		return b, nil
	}
	var b bounding
	rank := e.enc.vars[i].rank
	low, high := e.free(i, "low", &b.low), e.free(i, "high", &b.high)
	if err := e.solve.Assert(e.enc.Apply(smt.BVULe, low, rank), e.enc.Apply(smt.BVULe, rank, high)); err != nil {
		return bounding{}, err
	}
	e.bounded[i] = b
	return b, nil
}

// free makes a number as wide as the rank of data variable i from new bits.
func (e *Engine) free(i int, name string, bits *[]*smt.Term) *smt.Term {
	one := smt.BitVec(1)
	var number *smt.Term
	for n := range e.enc.vars[i].rank.Sort().Width() {
		bit := e.enc.Var(fmt.Sprintf("b%d %s %d", i, name, n), smt.Bool)
		digit := e.enc.Ite(bit, e.enc.Num(1, one), e.enc.Num(0, one))
		*bits = append(*bits, bit)
		if number == nil {
			number = digit
		} else {
			number = e.enc.Apply(smt.Concat, digit, number)
		}
	}
	return number
}

// disagree ends the walk where Z3 has found a solution and evaluation has not.
func (w *walk) disagree() bool {
	return w.fail(fmt.Errorf("Z3 and the evaluation of the form disagree on %s; please report this",
		w.describe(Part{Sized: true, Size: w.size}, w.chosen)))
}
