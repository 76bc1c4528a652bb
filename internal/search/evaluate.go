package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// An evaluation stands for propagation where all choices are made at once, with
// the data that the automaton knows of. Then most of a form has a value, which is
// found from its arguments upwards; what Root needs of the rest is found from there
// downwards. So only that is looked at which is realized, and each of it once.
type evaluation struct {
	// evaluates says that decided values of cells are found so; roomed that what is
	// known counts for the next run.
	evaluates, roomed bool
	demanded          []uint32 // by cell of g: the epoch
	realized          []uint32 // by variable of g: the shape
	shape             uint32   // the epoch at its choices, which several runs may follow
}

// newEvaluation makes ready for choices: realize is told of all that hangs on them.
func (r *residual) newEvaluation() {
	r.evaluates, r.roomed = true, true
	r.room()
	r.shape = r.epoch
	if len(r.demanded) < len(r.known) {
		r.demanded, r.realized = make([]uint32, len(r.known)), make([]uint32, r.g.Vars)
	}
}

// realize notes that a variable is realized, or that nothing is of it and what
// hangs on it. False where that cannot be.
func (r *residual) realize(x int32, is bool) bool {
	t := r.g
	if !is {
		if gone := t.Rooms.Drops.Gone; !gone[x] {
			gone[x] = true
			t.Trail = append(t.Trail, propagate.Change{N: ^x})
		}
		return t.Put(r.s.prog.Realized[x], 0)
	}
	r.realized[x] = r.shape
	h := &t.Rooms.Homes[x]
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
	return t.Put(r.s.prog.Realized[x], 1)
}

// absent tells whether a cell depends on nothing that is realized, and the value that
// it has then, of the defaults.
func (r *residual) absent(n int32) (v interval.Interval, is bool) {
	d := r.g.Rooms.Drops
	o := d.Owner[n]
	if o < 0 || r.realized[o] == r.shape {
		return v, false
	}
	r.g.Put(n, d.Value[n])
	return interval.Of(d.Value[n], d.Value[n]), true
}

// decided is the domain of a cell of g, with its value where that is implied.
func (r *residual) decided(n int32) interval.Interval {
	if r.evaluates {
		r.forward(n)
	}
	return r.g.Dom[n]
}

// evaluate finds what Root needs of what is not decided; false where it is false.
func (r *residual) evaluate() bool { return r.demand(r.s.prog.Root, 1) }

// demand notes that a truth value of g is to be this one, and with it what is to be
// of its arguments. False where it cannot be.
func (r *residual) demand(n int32, want int64) bool {
	v := r.forward(n)
	if !r.g.Put(n, want) || !v.Contains(want) {
		return false
	}
	if n < r.g.Vars || v.Fixed() || r.demanded[n] == r.epoch {
		return true
	}
	r.demanded[n] = r.epoch
	c := &r.g.Cells[n]
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

// settle propagates what the net of the form has not followed.
func (r *residual) settle() bool {
	var ok bool
	if r.ascent.IsOrdered {
		ok = r.ascent.All(&r.t)
	} else {
		r.t.WakeAll()
		ok = r.t.Propagate()
	}
	for _, c := range r.t.Trail {
		if c.N < r.t.Vars && r.t.Dom[c.N].Fixed() {
			r.base = append(r.base, c.N)
		}
	}
	r.t.Trail = r.t.Trail[:0]
	return ok
}
