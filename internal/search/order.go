package search

import (
	"math"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/loops"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// A walk goes through the domain of a variable in the order of its values. It keeps the domain as
// it was at the start, so that decisions below may narrow it if they are undone.
type walk struct {
	loops.Walk // for a small variable

	// For a wide one, wide is set and the fields below it count. For a drawing, only drawn counts.
	wide      bool
	drawn     *lottery // yields the values of a drawing; else nil
	ascending bool
	started   bool
	position  int64
	dom       interval.Interval
	spans     []interval.Interval
}

// startWalk starts a walk through the domain of variable x of the residual.
func (r *residual) startWalk(x int32) walk {
	v := &r.solver.form.Vars[r.vars[x]]
	s := &r.net.Small[x]
	if d := r.solver.drawing; d != nil {
		return walk{drawn: d.values(r, x)}
	}
	// The keys of a Uint64 are negative below the middle; its values ascend by magnitude.
	ascending := v.Ascending || v.Kind == form.Uint64
	if s.Bits == 0 {
		return walk{wide: true, ascending: ascending, dom: r.net.Dom[x], spans: s.Spans}
	}
	return walk{Walk: loops.Bits(s.Bits, s.Base, ascending)}
}

// next returns the next key; ok is false at the end.
func (w *walk) next() (k int64, ok bool) {
	if w.drawn != nil {
		return w.drawn.next()
	}
	if w.wide {
		return w.nextWide()
	}
	return w.Walk.Next()
}

// skip passes over n values. In a wide domain without holes it takes constant time.
func (w *walk) skip(n int64) {
	if n > 0 && w.wide && w.spans == nil && w.dom.Lo <= w.dom.Hi {
		i := uint64(n) - 1
		if w.started {
			i += w.index(w.position) + 1
		}
		if i >= w.dom.Width() {
			w.dom = interval.Of(1, 0)
			return
		}
		w.position, w.started = w.value(i), true
		return
	}
	for ; n > 0; n-- {
		if _, ok := w.next(); !ok {
			return
		}
	}
}

// value returns the value at index i of a wide domain without holes; index is its inverse.
func (w *walk) value(i uint64) int64 {
	switch near := w.near(); {
	case w.ascending || w.dom.Lo >= 0:
		return int64(uint64(w.dom.Lo) + i)
	case w.dom.Hi < 0:
		return int64(uint64(w.dom.Hi) - i)
	case i <= 2*near && i%2 == 1:
		return int64(i/2 + 1)
	case i <= 2*near:
		return -int64(i / 2)
	case uint64(w.dom.Hi) > near:
		return int64(i - near)
	default:
		return int64(near - i)
	}
}

func (w *walk) index(x int64) uint64 {
	near := w.near()
	switch {
	case w.ascending || w.dom.Lo >= 0:
		return uint64(x) - uint64(w.dom.Lo)
	case w.dom.Hi < 0:
		return uint64(w.dom.Hi) - uint64(x)
	case interval.Magnitude(x) > near:
		return interval.Magnitude(x) + near
	case x > 0:
		return 2*uint64(x) - 1
	}
	return 2 * interval.Magnitude(x)
}

// near returns the greatest magnitude that both signs have in a wide domain which spans 0.
func (w *walk) near() uint64 { return min(interval.Magnitude(w.dom.Lo), interval.Magnitude(w.dom.Hi)) }

func (w *walk) nextWide() (int64, bool) {
	up, down := w.remaining()
	var a, b int64
	ok1, ok2 := false, false
	if up.Lo <= up.Hi {
		a, ok1 = w.ceil(up)
	}
	if down.Lo <= down.Hi {
		b, ok2 = w.floor(down)
	}
	w.started = true
	switch {
	case ok1 && (!ok2 || interval.Magnitude(a) <= interval.Magnitude(b)):
		w.position = a
	case ok2:
		w.position = b
	default:
		w.dom = interval.Of(1, 0)
		return 0, false
	}
	return w.position, true
}

// remaining returns where to look for the next value: the least one in up or the greatest one in
// down, whichever is nearer to 0.
func (w *walk) remaining() (up, down interval.Interval) {
	empty := interval.Of(1, 0)
	switch {
	case w.dom.Lo > w.dom.Hi:
		return empty, empty
	case w.ascending && !w.started:
		return w.dom, empty
	case w.ascending && w.position == math.MaxInt64:
		return empty, empty
	case w.ascending:
		return interval.Of(w.position+1, w.dom.Hi), empty
	case !w.started:
		return interval.Of(max(0, w.dom.Lo), w.dom.Hi), interval.Of(w.dom.Lo, min(-1, w.dom.Hi))
	case w.position == math.MinInt64:
		return empty, empty
	case w.position > 0:
		up, down = interval.Of(w.position, w.dom.Hi), interval.Of(w.dom.Lo, -w.position)
	default:
		up, down = interval.Of(-w.position, w.dom.Hi), interval.Of(w.dom.Lo, w.position-1)
	}
	if up.Lo == math.MaxInt64 {
		up = empty
	} else {
		up.Lo++
	}
	return interval.Of(max(up.Lo, w.dom.Lo), up.Hi), interval.Of(down.Lo, min(down.Hi, w.dom.Hi))
}

// ceil returns the least value of the domain in v.
func (w *walk) ceil(v interval.Interval) (int64, bool) {
	if w.spans == nil {
		return v.Lo, true
	}
	m := propagate.Snap(w.spans, v)
	return m.Lo, m.Lo <= m.Hi
}

// floor returns the greatest value of the domain in v.
func (w *walk) floor(v interval.Interval) (int64, bool) {
	if w.spans == nil {
		return v.Hi, true
	}
	m := propagate.Snap(w.spans, v)
	return m.Hi, m.Lo <= m.Hi
}
