package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// An evaluation replaces propagation when all choices are made at once, together with the data that
// the automaton knows. Then most cells have a value, which follows from their arguments. From the
// root downward, demand decides what else must hold. So each realized cell is looked at once, and
// no other.
type evaluation struct {
	// evaluates is set while decided values of cells are found by evaluation. isReset says that
	// reset has already been called for the next run.
	evaluates, isReset bool
	demanded           []uint32 // by outer cell: the epoch in which demand reached it
	realized           []uint32 // by outer variable: the shape that realizes it
	shapeEpoch         uint32   // the epoch of startEvaluation; later runs on the same choices have greater epochs
}

// startEvaluation prepares for new choices. The caller then calls realize for every variable that
// depends on them.
func (r *residual) startEvaluation() {
	r.evaluates, r.isReset = true, true
	r.reset()
	r.shapeEpoch = r.epoch
	if len(r.demanded) < len(r.impliedStamp) {
		r.demanded, r.realized = make([]uint32, len(r.impliedStamp)), make([]uint32, r.outer.Vars)
	}
}

// realize records whether variable x is realized. If not, neither is any variable below it. It
// returns false if the net excludes that.
func (r *residual) realize(x int32, is bool) bool {
	t := r.outer
	if !is {
		if gone := t.Hierarchy.Drops.IsDropped; !gone[x] {
			gone[x] = true
			t.Trail = append(t.Trail, propagate.Change{N: ^x})
		}
		return t.Put(r.solver.program.Realized[x], 0)
	}
	r.realized[x] = r.shapeEpoch
	h := &t.Hierarchy.Vars[x]
	v := propagate.Snap(h.Spans, t.Dom[x])
	if s := &t.Small[x]; s.Bits != 0 {
		if s.Bits&h.Bits == 0 {
			return false
		}
		t.Trail = append(t.Trail, propagate.Change{N: x, Dom: t.Dom[x], Bits: s.Bits})
		s.Bits &= h.Bits
		t.Dom[x] = s.Hull()
	} else if _, ok := t.Shrink(x, v); !ok || v.Lo > v.Hi {
		return false
	}
	return t.Put(r.solver.program.Realized[x], 1)
}

// absent reports whether a cell depends on no realized variable. Its value then follows from the
// defaults.
func (r *residual) absent(n int32) (v interval.Interval, is bool) {
	d := r.outer.Hierarchy.Drops
	o := d.Owner[n]
	if o < 0 || r.realized[o] == r.shapeEpoch {
		return v, false
	}
	r.outer.Put(n, d.Value[n])
	return interval.Of(d.Value[n], d.Value[n]), true
}

// decided returns the domain of an outer cell, after evaluating it if an evaluation is under way.
func (r *residual) decided(n int32) interval.Interval {
	if r.evaluates {
		r.forward(n)
	}
	return r.outer.Dom[n]
}

// evaluate propagates from the root downward; false on a conflict.
func (r *residual) evaluate() bool { return r.demand(r.solver.program.Root, 1) }

// demand requires outer cell n to have the truth value want, and passes on what follows for its
// arguments. It returns false on a conflict.
func (r *residual) demand(n int32, want int64) bool {
	v := r.forward(n)
	if !r.outer.Put(n, want) || !v.Contains(want) {
		return false
	}
	if n < r.outer.Vars || v.Fixed() || r.demanded[n] == r.epoch {
		return true
	}
	r.demanded[n] = r.epoch
	c := &r.outer.Cells[n]
	switch c.Op {
	case form.Not:
		return r.demand(c.A, 1-want)
	case form.And, form.Or:
		absorbing := form.Truth(c.Op == form.Or)
		switch {
		case want != absorbing:
			return r.demand(c.A, want) && r.demand(c.B, want)
		case r.forward(c.A).Fixed():
			return r.demand(c.B, want)
		case r.forward(c.B).Fixed():
			return r.demand(c.A, want)
		}
	case form.Ite:
		switch r.forward(c.A) {
		case interval.Of(1, 1):
			return r.demand(c.B, want)
		case interval.Of(0, 0):
			return r.demand(c.C, want)
		}
	}
	return true
}

// settle propagates all constraints of the residual, for which the outer net was only evaluated;
// false on a conflict.
func (r *residual) settle() bool {
	r.net.WakeAll()
	ok := r.net.Propagate()
	r.net.Trail = r.net.Trail[:0]
	return ok
}
