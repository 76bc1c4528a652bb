package solve

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/search"
)

// within lets the native search find the solutions of the current shape. inhabited says whether the
// shape is known to have one. more says that the search gave up; last is then the last solution it
// found, or nil. ok is false to end the walk.
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
	s.Options = search.Options{Size: int32(w.size), OneSize: true, Shape: shape, Stall: int64(w.options.Within), Quit: w.stop.Load}
	found := false // the solution of an input without variables is nil
	for x := range s.Solutions() {
		last, found = slices.Clone(x), true
		if !w.yieldSolution(last) {
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

// searcher returns the native search for the terms of the form. It leaves out the form's test,
// which Z3 does not see either; callers apply the test to all solutions.
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

// skipPast marks everything up to solution x of the shape as done.
func (l *leaf) skipPast(w *walk, x []int64) {
	for j, i := range l.vars {
		at, _ := slices.BinarySearch(l.realized, i)
		l.nextRanks[j] = w.encoding.vars[i].dom.rank(x[at])
	}
	for j := len(l.nextRanks) - 1; j >= 0; j-- {
		if l.nextRanks[j]++; l.nextRanks[j] != 0 {
			break
		}
	}
}
