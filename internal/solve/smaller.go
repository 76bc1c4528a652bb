package solve

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/smt"
	"github.com/rtest-dev/rtest/internal/z3"
)

// lessenedData is the number of data variables that Smaller lessens, lessenedUnknown how often Z3 may give up on each.
const lessenedData, lessenedUnknown = 16, 3

// Smaller returns a solution that is smaller than a known one, or nil if it finds none. If known is nil, that is any solution. It halves the
// range of the size as long as Z3 finds solutions, then that of the first data variable, and within that shape those of the next ones. What Z3
// cannot tell counts as no, so that there may be smaller solutions.
func (e *Engine) Smaller(known []int64) ([]int64, error) {
	w, err := newWalk(e, Part{}, nil)
	if err != nil {
		return nil, err
	}
	l := &lessening{walk: w}
	if known == nil {
		if l.best, _, err = w.check(); l.best == nil {
			return nil, err
		}
		known = e.stream(l.best)
	}
	l.known = form.ReadSolution(e.form, known)
	if err := l.lessen(); err != nil || l.best == nil {
		return nil, err
	}
	return e.stream(l.best), nil
}

// A lessening is the search for a small solution.
type lessening struct {
	*walk
	// known is the smallest solution so far. best is its model, or nil if it was not found here.
	known form.Solution
	best  model
}

// lessen lessens the size and the first data variables.
func (l *lessening) lessen() error {
	err := l.halve(uint64(l.reach.lo), func() uint64 { return uint64(l.known.Size) }, func(n uint64) *smt.Term { return l.sizeMost(int64(n)) })
	if err == nil && len(l.known.At) > 0 {
		err = l.data(0) // In any shape.
	}
	l.keepShape()
	for j := 0; err == nil && j < min(len(l.known.At), lessenedData); j++ {
		err = l.data(j)
	}
	return err
}

// data lessens the j-th data variable of the known solution.
func (l *lessening) data(j int) error {
	i := l.known.At[j]
	v := &l.encoding.vars[i]
	return l.halve(0, func() uint64 { return v.dom.rank(l.known.Data[j]) }, func(n uint64) *smt.Term {
		return l.encoding.Apply(smt.BVULe, v.rank, l.encoding.Num(int64(n), v.rank.Sort()))
	})
}

// keepShape assumes the alternatives of the known solution.
func (l *lessening) keepShape() {
	for i := l.choice(0); i < len(l.chosen) && len(l.known.Shape) > 0; i = l.choice(i + 1) {
		l.choose(i, l.known.Shape[0])
		l.known.Shape = l.known.Shape[1:]
	}
}

// halve lessens a measure of the known solution, of which low is a lower bound, and assumes what it found. most returns the assumption that
// the measure is at most a number.
func (l *lessening) halve(low uint64, measure func() uint64, most func(uint64) *smt.Term) error {
	high := measure()
	for unknown := 0; low < high && unknown < lessenedUnknown; {
		middle := low + (high-low)/2
		m, status, err := l.check(most(middle))
		switch {
		case err != nil:
			return err
		case status == z3.Unknown:
			unknown++
		}
		if m == nil {
			low = middle + 1
			continue
		}
		l.best, l.known = m, form.ReadSolution(l.form, l.stream(m))
		high = measure()
	}
	l.push(most(high))
	return nil
}
