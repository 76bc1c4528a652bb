package encode

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// appendTo is append(s, more...). Where s has room the elements go into its
// array; else into a new one, which this model lets grow: how much room append
// leaves is not defined, so slices over such an array are told apart by their
// age, and what depends on whether they share it is given up.
func (f *frame) appendTo(s, more *sequence, elem types.Type) val {
	items := f.items(more, elem)
	n := f.length(more)
	if _, most := f.b.Bounds(f.pc, n, term.DepthOfBounds); most == 0 {
		return s
	}
	var r val
	alts := f.share(f.windows(s))
	for i := len(alts) - 1; i >= 0; i-- {
		w := alts[i]
		pc := f.pc
		here := f.b.And(pc, w.guard)
		f.pc = here
		if f.pc == term.No {
			f.pc = pc
			continue
		}
		guard := w.guard
		w.guard = term.Yes
		x := f.appendWindow(w, items, n, elem)
		if f.pc != term.No {
			r = f.merge(guard, x, r)
		}
		if f.pc == here {
			f.pc = pc
		} else {
			f.pc = f.b.And(pc, f.b.Or(f.b.Not(guard), f.pc))
		}
	}
	return r
}

// share lets nil, when it may be one of the alternatives, begin an array that
// another of them grows, if that does not exist on the paths where it is nil.
// A loop that collects has one array then, whichever iteration is the first to
// find something.
func (f *frame) share(alts []window) []window {
	at := slices.IndexFunc(alts, func(w window) bool { return w.obj == nil })
	if at < 0 || len(alts) < 2 {
		return alts
	}
	empty := f.b.And(f.pc, alts[at].guard)
	zero := f.b.Number(0)
	for i := range alts {
		o := alts[i].obj
		if o == nil || !o.grown || f.b.And(empty, o.made) != term.No {
			continue
		}
		w := alts[i]
		w.off, w.length, w.room, w.age = f.b.Ite(w.guard, w.off, zero), f.b.Ite(w.guard, w.length, zero),
			f.b.Ite(w.guard, w.room, zero), f.b.Ite(w.guard, w.age, zero)
		made := f.b.Or(o.made, empty)
		began := f.b.Simplify(made, empty)
		o.made, o.newest = made, f.b.Ite(began, zero, o.newest)
		for slot, age := range o.written {
			o.written[slot] = f.b.Ite(began, zero, age)
		}
		w.guard = f.b.Simplify(f.pc, f.b.Or(w.guard, alts[at].guard))
		r := slices.Clone(alts)
		r[i] = w
		return slices.Delete(r, at, at+1)
	}
	return alts
}

func (f *frame) appendWindow(w window, items []val, n term.Term, elem types.Type) val {
	if w.obj == nil {
		x := f.grownArray(nil, f.b.Number(0), items, n, elem)
		if f.b.Simplify(f.pc, f.b.Le(f.b.Number(1), n)) == term.Yes {
			return x
		}
		return f.merge(f.b.Eq(n, f.b.Number(0)), nilSequence, x)
	}
	if w.obj.grown {
		return f.appendGrown(w, items, n)
	}
	total := f.b.Arith(form.Add, w.length, n)
	fits := f.b.Simplify(f.pc, f.b.Le(total, w.room))
	var r val
	pc := f.pc
	if f.pc = f.b.And(pc, f.b.Not(fits)); f.pc != term.No {
		one := &sequence{[]window{w}}
		r = f.grownArray(f.items(one, elem), w.length, items, n, elem)
	}
	if f.pc = f.b.And(pc, fits); f.pc != term.No {
		f.put(w, w.length, n, items)
		w.length = total
		r = f.merge(fits, &sequence{[]window{w}}, r)
	}
	f.pc = pc
	return r
}

// grownArray returns a slice over a new array: the elements of old, of which
// there are length, and then items, of which there are n.
func (f *frame) grownArray(old []val, length term.Term, items []val, n term.Term, elem types.Type) val {
	o := &object{made: f.pc, grown: true, newest: f.b.Number(0), fill: flat(nil, f.zero(elem))}
	f.note(o)
	zero := f.b.Number(0)
	w := window{guard: term.Yes, obj: o, size: f.lay.Size(elem), off: zero, length: zero, room: zero, age: zero}
	f.put(w, zero, length, old)
	f.put(w, length, n, items)
	w.length = f.b.Arith(form.Add, length, n)
	w.room = w.length
	return &sequence{[]window{w}}
}

// appendGrown appends to a slice that append has made: only to the newest.
func (f *frame) appendGrown(w window, items []val, n term.Term) val {
	o := w.obj
	if f.giveUpIf(f.b.Not(f.isNewest(w)), whyGrown); f.pc == term.No {
		return nil
	}
	// It is greater than all ages so far; they are small for each array, so
	// that sets of them can be listed.
	o.ages++
	age := f.b.Number(o.ages)
	o.newest = f.b.Ite(f.b.Simplify(o.made, f.pc), age, o.newest)
	w.age = age
	f.put(w, w.length, n, items)
	w.length = f.b.Arith(form.Add, w.length, n)
	// Append makes no new array while there is room.
	w.room = f.b.Ite(f.b.Lt(w.length, w.room), w.room, w.length)
	return &sequence{[]window{w}}
}

// copyInto is copy(dst, src): it returns the number of elements copied.
func (f *frame) copyInto(dst, src *sequence, elem types.Type) val {
	items := f.items(src, elem)
	x, y := f.length(dst), f.length(src)
	n := f.b.Ite(f.b.Lt(x, y), x, y)
	for _, w := range f.windows(dst) {
		if w.obj == nil || f.pc == term.No {
			continue
		}
		f.giveUpIf(f.b.And(w.guard, f.b.Not(f.isNewest(w))), whyGrown)
		f.put(w, f.b.Number(0), n, items)
	}
	return n
}
