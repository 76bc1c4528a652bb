package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
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
		r.demanded, r.realized = make([]uint32, len(r.known)), make([]uint32, r.g.vars)
	}
}

// realize notes that a variable is realized, or that nothing is of it and what
// hangs on it. False where that cannot be.
func (r *residual) realize(x int32, is bool) bool {
	t := r.g
	if !is {
		if gone := t.rooms.drops.gone; !gone[x] {
			gone[x] = true
			t.trail = append(t.trail, change{n: ^x})
		}
		return t.put(r.s.prog.realized[x], 0)
	}
	r.realized[x] = r.shape
	h := &t.rooms.homes[x]
	v := snap(h.spans, t.dom[x])
	if s := &t.small[x]; s.bits != 0 {
		if s.bits&h.bits == 0 {
			return false
		}
		t.trail = append(t.trail, change{n: x, dom: t.dom[x], bits: s.bits})
		s.bits &= h.bits
		t.dom[x] = s.hull()
	} else if _, ok := t.shrink(x, v); !ok || v.Lo > v.Hi {
		return false
	}
	return t.put(r.s.prog.realized[x], 1)
}

// absent tells whether a cell depends on nothing that is realized, and the value that
// it has then, of the defaults.
func (r *residual) absent(n int32) (v interval.Interval, is bool) {
	d := r.g.rooms.drops
	o := d.owner[n]
	if o < 0 || r.realized[o] == r.shape {
		return v, false
	}
	r.g.put(n, d.value[n])
	return interval.Of(d.value[n], d.value[n]), true
}

// decided is the domain of a cell of g, with its value where that is implied.
func (r *residual) decided(n int32) interval.Interval {
	if r.evaluates {
		r.forward(n)
	}
	return r.g.dom[n]
}

// evaluate finds what Root needs of what is not decided; false where it is false.
func (r *residual) evaluate() bool { return r.demand(r.s.prog.root, 1) }

// demand notes that a truth value of g is to be this one, and with it what is to be
// of its arguments. False where it cannot be.
func (r *residual) demand(n int32, want int64) bool {
	v := r.forward(n)
	if !r.g.put(n, want) || !v.Contains(want) {
		return false
	}
	if n < r.g.vars || v.Fixed() || r.demanded[n] == r.epoch {
		return true
	}
	r.demanded[n] = r.epoch
	c := &r.g.cells[n]
	switch c.op {
	case form.Not:
		return r.demand(c.a, 1-want)
	case form.And, form.Or:
		absorbing := form.Truth(c.op == form.Or)
		switch {
		case want != absorbing:
			return r.demand(c.a, want) && r.demand(c.b, want)
		case r.forward(c.a).Fixed():
			return r.demand(c.b, want)
		case r.forward(c.b).Fixed():
			return r.demand(c.a, want)
		}
	case form.Ite:
		switch r.forward(c.a) {
		case interval.Of(1, 1):
			return r.demand(c.b, want)
		case interval.Of(0, 0):
			return r.demand(c.c, want)
		}
	}
	return true
}

// put decides a cell without telling who has it as argument; false where its
// domain does not have the value.
func (t *net) put(n int32, value int64) bool {
	v := t.dom[n]
	switch {
	case !t.has(n, value):
		return false
	case v.Fixed():
		return true
	}
	was := change{n: n, dom: v}
	if n < t.vars && t.small[n].bits != 0 {
		was.bits = t.small[n].bits
		t.small[n].bits = 1 << uint64(value-t.small[n].base)
	}
	t.trail = append(t.trail, was)
	t.dom[n] = interval.Of(value, value)
	return true
}
