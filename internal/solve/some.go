package solve

import "github.com/rtest-dev/rtest/internal/z3"

// Some returns one solution, whichever Z3 finds first, with one check. It is nil if there is none.
// The error is an *Undecided if Z3 gives no answer.
func (e *Engine) Some() ([]int64, error) {
	w, err := newWalk(e, Part{}, nil)
	if err != nil {
		return nil, err
	}
	m, status, err := w.check()
	switch {
	case err != nil:
		return nil, err
	case status == z3.Unknown:
		return nil, w.undecided(false, 0)
	case status == z3.Unsat:
		return nil, nil
	}
	return e.stream(m), nil
}

// stream returns the values of the variables that a model realizes.
func (e *Engine) stream(m model) []int64 {
	stream := []int64{}
	alts := make([]int, len(e.form.Vars))
	for i := range e.form.Vars {
		fv, v := &e.form.Vars[i], &e.encoding.vars[i]
		alts[i] = -1
		if p := fv.Parent; p >= 0 && (alts[p] < 0 || !v.when[alts[p]]) {
			continue
		}
		if len(fv.Choice) == 0 {
			stream = append(stream, v.dom.value(e.rank(m, i)))
			continue
		}
		alts[i] = e.alternative(m, i)
		stream = append(stream, fv.Choice[alts[i]].Value)
	}
	return stream
}
