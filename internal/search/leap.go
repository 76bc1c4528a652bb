package search

import "github.com/rtest-dev/rtest/internal/search/interval"

// leapMost is the greatest number of values without a solution that are tried
// before a leap.
const leapMost = 1 << 10

// A leaper spares the values of a wide domain that have no solution, where
// propagation knows the next one that may: as in x%1000 == 7, of which bounds
// say much and single values little.
type leaper struct{ misses, patience int }

// missed is told of each value without a solution.
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

// leap makes the next value of the walk the next one that propagation does not
// exclude, and returns whether there are some between.
func (r *residual) leap(x int32, w *walk) bool {
	up, down := w.ascend()
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

// bounded gives what propagation leaves of x when it is in v; not ok when
// that is nothing.
func (r *residual) bounded(x int32, v interval.Interval) (interval.Interval, bool) {
	if v.Lo > v.Hi {
		return v, false
	}
	mark := len(r.t.Trail)
	ok := r.t.Narrow(x, v)
	if ok {
		r.t.Wake(x)
		ok = r.t.Propagate()
	} else {
		r.t.Forget()
	}
	if r.s.stop.Stopped {
		r.t.Undo(mark)
		return v, true // It is not known what is left.
	}
	v = r.t.Dom[x]
	r.t.Undo(mark)
	return v, ok
}
