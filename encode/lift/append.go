package lift

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// appendTo executes append(s, more...). If s has room, the elements go into its array, otherwise into
// a new one that can grow. Go does not define how much room append leaves. So each slice over such an
// array has an age, and paths whose result depends on shared memory are given up.
func (f *Frame) appendTo(s, more *sym.Sequence, elem types.Type) sym.Val {
	items := f.Items(more, elem)
	n := f.Length(more)
	if _, most := f.B.Bounds(f.PC, n, term.DepthOfBounds); most == 0 {
		return s
	}
	var r sym.Val
	alts := f.share(f.Windows(s), n)
	for i := len(alts) - 1; i >= 0; i-- {
		w := alts[i]
		pc := f.PC
		here := f.B.And(pc, w.Guard)
		f.PC = here
		if f.PC == term.No {
			f.PC = pc
			continue
		}
		guard := w.Guard
		w.Guard = term.Yes
		x := f.appendWindow(w, items, n, elem)
		if f.PC != term.No {
			r = f.Merge(guard, x, r)
		}
		if f.PC == here {
			f.PC = pc
		} else {
			f.PC = f.B.And(pc, f.B.Or(f.B.Not(guard), f.PC))
		}
	}
	return r
}

// share lets a nil alternative to which n > 0 elements are appended use the growable array of another
// alternative, if that array does not exist on the paths where the slice is nil. So a loop that collects
// elements has one array, whichever iteration appends first.
func (f *Frame) share(alts []sym.Window, n term.Term) []sym.Window {
	at := slices.IndexFunc(alts, func(w sym.Window) bool { return w.Obj == nil })
	if at < 0 || len(alts) < 2 {
		return alts
	}
	zero := f.B.Number(0)
	none := f.B.Simplify(f.PC, f.B.Eq(n, zero)) // A nil slice stays nil.
	grows := f.B.And(alts[at].Guard, f.B.Not(none))
	empty := f.B.And(f.PC, grows)
	for i := range alts {
		o := alts[i].Obj
		if o == nil || !o.Grown || f.B.And(empty, o.Made) != term.No {
			continue
		}
		w := alts[i]
		w.Off, w.Length, w.Room, w.Age = f.B.Ite(w.Guard, w.Off, zero), f.B.Ite(w.Guard, w.Length, zero),
			f.B.Ite(w.Guard, w.Room, zero), f.B.Ite(w.Guard, w.Age, zero)
		made := f.B.Or(o.Made, empty)
		began := f.B.Simplify(made, empty)
		o.Made, o.Newest = made, f.B.Ite(began, zero, o.Newest)
		for slot, age := range o.Written {
			o.Written[slot] = f.B.Ite(began, zero, age)
		}
		w.Guard = f.B.Simplify(f.PC, f.B.Or(w.Guard, grows))
		r := slices.Clone(alts)
		r[i] = w
		if none == term.No {
			return slices.Delete(r, at, at+1)
		}
		r[at].Guard = f.B.And(alts[at].Guard, none)
		return r
	}
	return alts
}

func (f *Frame) appendWindow(w sym.Window, items []sym.Val, n term.Term, elem types.Type) sym.Val {
	if w.Obj == nil {
		if f.B.Simplify(f.PC, f.B.Eq(n, f.B.Number(0))) == term.Yes {
			return sym.NilSequence
		}
		x := f.grownArray(nil, f.B.Number(0), items, n, elem)
		if f.B.Simplify(f.PC, f.B.Le(f.B.Number(1), n)) == term.Yes {
			return x
		}
		return f.Merge(f.B.Eq(n, f.B.Number(0)), sym.NilSequence, x)
	}
	if w.Obj.Grown {
		return f.appendGrown(w, items, n)
	}
	total := f.B.Arith(form.Add, w.Length, n)
	fits := f.B.Simplify(f.PC, f.B.Le(total, w.Room))
	var r sym.Val
	pc := f.PC
	if f.PC = f.B.And(pc, f.B.Not(fits)); f.PC != term.No {
		one := &sym.Sequence{Alts: []sym.Window{w}}
		r = f.grownArray(f.Items(one, elem), w.Length, items, n, elem)
	}
	if f.PC = f.B.And(pc, fits); f.PC != term.No {
		f.Put(w, w.Length, n, items)
		w.Length = total
		r = f.Merge(fits, &sym.Sequence{Alts: []sym.Window{w}}, r)
	}
	f.PC = pc
	return r
}

// grownArray returns a slice over a new array: the first length elements of old, then the
// first n items.
func (f *Frame) grownArray(old []sym.Val, length term.Term, items []sym.Val, n term.Term, elem types.Type) sym.Val {
	o := &sym.Object{Made: f.PC, Grown: true, Newest: f.B.Number(0), Fill: sym.Flat(nil, f.Zero(elem))}
	f.note(o)
	zero := f.B.Number(0)
	w := sym.Window{Guard: term.Yes, Obj: o, Size: f.Layout.Size(elem), Off: zero, Length: zero, Room: zero, Age: zero}
	f.Put(w, zero, length, old)
	f.Put(w, length, n, items)
	w.Length = f.B.Arith(form.Add, length, n)
	w.Room = w.Length
	return &sym.Sequence{Alts: []sym.Window{w}}
}

// appendGrown appends to a slice that append made. It gives up unless the slice is the newest over its
// array.
func (f *Frame) appendGrown(w sym.Window, items []sym.Val, n term.Term) sym.Val {
	o := w.Obj
	if f.GiveUpIf(f.B.Not(f.IsNewest(w)), WhyGrown); f.PC == term.No {
		return nil
	}
	// The new age exceeds all ages so far. Ages count from 0 for each array, so that their values can
	// be listed.
	o.Ages++
	age := f.B.Number(o.Ages)
	o.Newest = f.B.Ite(f.B.Simplify(o.Made, f.PC), age, o.Newest)
	w.Age = age
	f.Put(w, w.Length, n, items)
	w.Length = f.B.Arith(form.Add, w.Length, n)
	// While there is room, append makes no new array.
	w.Room = f.B.Ite(f.B.Lt(w.Length, w.Room), w.Room, w.Length)
	return &sym.Sequence{Alts: []sym.Window{w}}
}

// copyInto executes copy(dst, src) and returns the number of elements copied.
func (f *Frame) copyInto(dst, src *sym.Sequence, elem types.Type) sym.Val {
	items := f.Items(src, elem)
	x, y := f.Length(dst), f.Length(src)
	n := f.B.Ite(f.B.Lt(x, y), x, y)
	for _, w := range f.Windows(dst) {
		if w.Obj == nil || f.PC == term.No {
			continue
		}
		f.GiveUpIf(f.B.And(w.Guard, f.B.Not(f.IsNewest(w))), WhyGrown)
		f.Put(w, f.B.Number(0), n, items)
	}
	return n
}
