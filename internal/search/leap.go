package search

import "github.com/rtest-dev/rtest/internal/search/interval"

// leapMost is the greatest number of values without a solution that are tried between two attempts
// to leap.
const leapMost = 1 << 10

// A leaper skips values of a wide domain that have no solution by asking propagation for the next
// possible value. This helps in x%1000 == 7, where propagation of bounds knows much and single
// values tell little.
type leaper struct{ misses, patience int }

// missed records that a value has no solution, and leaps when it is time to.
func (l *leaper) missed(r *residual, x int32, w *walk) {
	if !w.wide {
		return
	}
	if l.misses++; l.misses <= l.patience {
		return
	}
	l.misses = 0
	if r.leap(x, w) {
		l.patience = 0
	} else {
		l.patience = min(2*l.patience+1, leapMost)
	}
}

// leap makes the walk continue at the next value that propagation does not exclude. It reports
// whether that skips more than a few values.
func (r *residual) leap(x int32, w *walk) bool {
	up, down := w.remaining()
	a, ok1 := r.bounded(x, up)
	b, ok2 := r.bounded(x, down)
	far := func(k, from int64) bool { return uint64(k-from) > 4 && uint64(from-k) > 4 }
	switch {
	case ok1 && (!ok2 || interval.Magnitude(a.Lo) <= interval.Magnitude(b.Hi)):
		w.seek(a.Lo)
		return far(a.Lo, up.Lo)
	case ok2:
		w.seek(b.Hi)
		return far(b.Hi, down.Hi)
	}
	w.dom = interval.Of(1, 0)
	return true
}

// bounded returns the domain of x that is left by propagation if x is in v. ok is false if nothing
// is left.
func (r *residual) bounded(x int32, v interval.Interval) (interval.Interval, bool) {
	if v.Lo > v.Hi {
		return v, false
	}
	mark := len(r.net.Trail)
	ok := r.net.Narrow(x, v)
	if ok {
		r.net.Wake(x)
		ok = r.net.Propagate()
	} else {
		r.net.Forget()
	}
	if r.solver.stop.Stopped {
		r.net.Undo(mark)
		return v, true // Propagation was interrupted, so v is not narrowed.
	}
	v = r.net.Dom[x]
	r.net.Undo(mark)
	return v, ok
}
