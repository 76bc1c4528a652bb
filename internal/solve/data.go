package solve

import (
	"fmt"

	"github.com/rtest-dev/rtest/internal/smt"
	"github.com/rtest-dev/rtest/internal/z3"
)

// data walks the values of the data variables of the shape that is chosen. They
// are evaluated one by one as long as that finds solutions. Where it does not
// for long, Z3 is asked about one half of the ranks of a variable after the
// other, and in each half that is inhabited evaluation has its chance again. So
// neither costs much more than it would alone: a check of Z3 takes as long as
// some thousand evaluations, and tells in one what they may never.
func (w *walk) data(m model) bool {
	w.leaf.begin(w)
	if w.leaf.dead {
		return m == nil || w.disagree()
	}
	return w.settle(0, w.bits(0), 0, m)
}

// bits is the number of bits of the ranks of the data variable j of the shape.
func (w *walk) bits(j int) int {
	if j == len(w.leaf.vars) {
		return 0
	}
	return w.enc.vars[w.leaf.vars[j]].dom.width
}

// unaided is how many times longer evaluation goes on where Z3 gave no answer.
const unaided = 16

// settle walks the values of the data variables from j on, where the rank of
// the first begins with that given and its last n bits are open. The model is
// one of the steps so far, or nil when Z3 could not tell whether there is one.
func (w *walk) settle(j, n int, rank uint64, m model) bool {
	l := &w.leaf
	whole := l.ahead(j, rank)
	l.refuel, l.found = w.opt.Leaf, 0
	if m == nil {
		// Nobody else can tell.
		l.refuel *= unaided
	}
	l.fuel = l.refuel
	switch l.explore(w, j, rank, rank+span64(n)) {
	case ended:
		return false
	case spent:
		if m == nil {
			return w.hole()
		}
		return w.split(j, n, rank, m)
	}
	return m == nil || !whole || l.found > 0 || w.disagree()
}

// span64 is the distance from the least to the greatest number of n bits.
func span64(n int) uint64 { return 1<<n - 1 }

// split is settle by halves.
func (w *walk) split(j, n int, rank uint64, m model) bool {
	l := &w.leaf
	v := &w.enc.vars[l.vars[j]]
	if n == 0 {
		if !l.set(w, j, rank) {
			return w.disagree()
		}
		if j++; j == len(l.vars) {
			if !w.form.Admits(l.level(w)) {
				return w.disagree()
			}
			return l.give(w)
		}
		return w.split(j, w.bits(j), 0, m)
	}
	n--
	half := uint64(1) << n
	low, high := v.dom.any(rank, rank+(half-1)), v.dom.any(rank+half, rank+half+(half-1))
	if low != high {
		// The domain leaves one half only: nothing to ask or to assume.
		if high {
			rank += half
		}
		return w.split(j, n, rank, m)
	}
	bit := w.enc.Eq(w.enc.Extract(n, n, v.rank), w.enc.Num(1, smt.BitVec(1)))
	upper := w.Engine.rank(m, l.vars[j])&half != 0
	return w.half(j, n, rank, w.enc.Not(bit), m, !upper) &&
		w.half(j, n, rank+half, bit, m, upper)
}

// half walks one half of the ranks, which is that of the model or not.
func (w *walk) half(j, n int, rank uint64, bit *smt.Term, m model, shown bool) bool {
	if w.leaf.behind(j, rank+span64(n)) {
		return true
	}
	w.push(bit)
	defer w.pop()
	if !shown {
		var status z3.Status
		var err error
		if m, status, err = w.check(); err != nil {
			return w.fail(err)
		}
		if status == z3.Unsat {
			return true
		}
	}
	return w.settle(j, n, rank, m)
}

// disagree ends the walk where Z3 has found a solution and evaluation has not.
func (w *walk) disagree() bool {
	return w.fail(fmt.Errorf("Z3 and the evaluation of the form disagree on %s; please report this",
		w.describe(Part{Sized: true, Size: w.size}, w.chosen)))
}
