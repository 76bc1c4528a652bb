package solve

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/search"
)

// within lets the native search find the solutions of the shape that is chosen,
// inhabited says whether it is known to have some. With more set the search has
// not come to the end and last is the last solution that it found, nil if none.
func (w *walk) within(inhabited bool) (last []int64, more, ok bool) {
	s, err := w.searcher()
	if err != nil {
		return nil, false, w.fail(err)
	}
	var shape []int64
	for i, a := range w.chosen {
		if a >= 0 {
			shape = append(shape, w.form.Vars[i].Choice[a].Value)
		}
	}
	s.Options = search.Options{Size: int32(w.size), OneSize: true, Shape: shape, Stall: int64(w.opt.Within), Quit: w.stop.Load}
	found := false // the solution of an input without variables is nil
	for x := range s.Solutions() {
		last, found = slices.Clone(x), true
		if !w.give(last) {
			return nil, false, false
		}
	}
	if s.Stalled() != nil {
		return last, true, true
	}
	if !found && inhabited {
		return nil, false, w.disagree()
	}
	return nil, false, true
}

// searcher gives the native search for the terms of the form: Z3 does not see a
// test, so that it is put to what both find.
func (e *Engine) searcher() (*search.Solver, error) {
	if e.native == nil {
		terms := *e.form
		terms.Test = nil
		s, err := search.New(&terms)
		if err != nil {
			return nil, err
		}
		e.native = s
	}
	return e.native, nil
}

// behindOf makes everything up to a solution of the shape done with.
func (l *leaf) behindOf(w *walk, x []int64) {
	for j, i := range l.vars {
		at, _ := slices.BinarySearch(l.realized, i)
		l.pos[j] = w.enc.vars[i].dom.rank(x[at])
	}
	for j := len(l.pos) - 1; j >= 0; j-- {
		if l.pos[j]++; l.pos[j] != 0 {
			break
		}
	}
}
