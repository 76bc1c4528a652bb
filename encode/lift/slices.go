package lift

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// WhyGrown is the reason for giving up a write through a slice that append may have copied.
const WhyGrown = "whether slices share memory here depends on how append grows them"

// see gives up where accessing element i of w depends on whether append copied the array. Only the
// newest slice may write, and an older one may not read what was written since it was made.
func (f *Frame) see(w sym.Window, i term.Term, read bool) {
	o := w.Obj
	if !o.Grown {
		return
	}
	newest := f.IsNewest(w)
	if !read {
		f.GiveUpIf(f.B.And(w.Guard, f.B.Not(newest)), WhyGrown)
	}
	if newest == term.Yes && read || f.PC == term.No {
		return
	}
	f.cases(f.B.Arith(form.Add, w.Off, i), f.slots(w), func(j int, is term.Term) {
		slot := w.Base + j*w.Size
		old := o.Written[slot]
		if read {
			f.GiveUpIf(f.B.And(w.Guard, f.B.And(is, f.B.Lt(w.Age, old))), WhyGrown)
			return
		}
		guard := f.B.Simplify(o.Made, f.B.And(f.PC, f.B.And(w.Guard, is)))
		o.Written[slot] = f.B.Ite(guard, w.Age, old)
	})
}

// IsNewest returns the condition under which append made no newer slice over the array of w.
func (f *Frame) IsNewest(w sym.Window) term.Term {
	if w.Obj == nil || !w.Obj.Grown || w.Age == w.Obj.Newest {
		return term.Yes
	}
	x, y := f.B.Simplify(f.PC, w.Age), f.B.Simplify(f.PC, w.Obj.Newest)
	if x == y || f.B.Settle(f.PC, f.B.Eq(x, y)) == term.Yes {
		return term.Yes
	}
	fuel := 1 << 6
	return f.same(f.PC, x, y, &fuel)
}

// same returns x == y where pc holds, by cases over the conditions in x.
func (f *Frame) same(pc, x, y term.Term, fuel *int) term.Term {
	x, y = f.B.Simplify(pc, x), f.B.Simplify(pc, y)
	n := f.B.Nodes[x]
	if x == y || pc == term.No {
		return term.Yes
	}
	*fuel--
	if n.Op != form.Ite || *fuel < 0 {
		return f.B.Simplify(pc, f.B.Eq(x, y))
	}
	p := f.same(f.B.And(pc, n.Args[0]), n.Args[1], y, fuel)
	q := f.same(f.B.And(pc, f.B.Not(n.Args[0])), n.Args[2], y, fuel)
	return f.B.Ite(n.Args[0], p, q)
}

// makeSlice executes make([]T, n, c).
func (f *Frame) makeSlice(in *ssa.MakeSlice) sym.Val {
	n, c := f.use(in.Len), f.use(in.Cap)
	if f.PC == term.No {
		return nil
	}
	length, room := f.int64(n), f.int64(c)
	zero := f.B.Number(0)
	f.Panics(f.B.Not(f.B.And(f.B.Le(zero, length), f.B.Le(length, room))))
	elem := in.Type().Underlying().(*types.Slice).Elem()
	return f.Fresh(elem, length, room)
}

// Fresh returns a new slice of zero values.
func (f *Frame) Fresh(elem types.Type, length, room term.Term) sym.Val {
	size := f.Layout.Size(elem)
	_, most := f.B.Bounds(f.PC, room, term.DepthOfBounds)
	if f.PC != term.No && (most < 0 || most > sym.MaxCells || int(most)*size > sym.MaxCells) {
		f.GiveUp("a slice whose length is not bounded")
		return nil
	}
	o := f.NewVariable(f.PC, sym.Aggregate(nil))
	z := sym.Flat(nil, f.Zero(elem))
	for range int(most) {
		o.Cells = append(o.Cells, z...)
	}
	return &sym.Sequence{Alts: []sym.Window{{Guard: term.Yes, Obj: o, Size: size, Off: f.B.Number(0), Length: length, Room: room, Age: f.B.Number(0)}}}
}

// bound returns the value of a bound of a slice expression, or otherwise if it is omitted.
func (f *Frame) bound(v ssa.Value, otherwise term.Term) term.Term {
	if v == nil {
		return otherwise
	}
	x := f.use(v)
	if f.PC == term.No {
		return otherwise
	}
	return f.int64(x)
}

// slice executes x[low:high:max] of a slice, a string or a pointer to an array.
func (f *Frame) slice(in *ssa.Slice) sym.Val {
	x := f.use(in.X)
	if f.PC == term.No {
		return nil
	}
	zero := f.B.Number(0)
	low := f.bound(in.Low, zero)
	switch x := x.(type) {
	case *sym.Text:
		return f.substring(x, low, f.bound(in.High, x.Length))
	case *sym.Pointer:
		t := in.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
		n := f.B.Number(int(t.Len()))
		s := &sym.Sequence{}
		for _, a := range f.targets(x) {
			s.Alts = append(s.Alts, sym.Window{
				Guard: a.Guard, Obj: a.Obj, Base: a.Off, Size: f.Layout.Size(t.Elem()), Count: int(t.Len()), Off: zero, Length: n, Room: n, Age: zero,
			})
		}
		return f.reslice(s, low, f.bound(in.High, n), f.bound(in.Max, n))
	case *sym.Sequence:
		c := f.room(x)
		return f.reslice(x, low, f.bound(in.High, f.Length(x)), f.bound(in.Max, c))
	}
	f.GiveUp(in.String() + " cannot be followed")
	return nil
}

// reslice executes s[low:high:limit]. limit is cap(s) if the expression has none.
func (f *Frame) reslice(s *sym.Sequence, low, high, limit term.Term) sym.Val {
	c := f.room(s)
	f.Panics(f.B.Not(f.B.And(f.B.Le(f.B.Number(0), low), f.B.Le(low, high))))
	for _, w := range f.Windows(s) {
		if w.Obj != nil && w.Obj.Grown {
			f.GiveUpIf(f.B.And(w.Guard, f.B.Or(f.B.Lt(w.Room, limit), f.B.Lt(w.Room, high))), "how much room append leaves is not defined")
		}
	}
	f.Panics(f.B.Not(f.B.And(f.B.Le(high, limit), f.B.Le(limit, c))))
	r := &sym.Sequence{}
	for _, w := range f.Windows(s) {
		if w.Obj != nil {
			w.Off = f.B.Arith(form.Add, w.Off, low)
			w.Length = f.B.Arith(form.Sub, high, low)
			w.Room = f.B.Arith(form.Sub, limit, low)
			w.Off, w.Length = f.B.Simplify(f.PC, w.Off), f.B.Simplify(f.PC, w.Length)
		}
		r.Alts = append(r.Alts, w)
	}
	return r
}

// arrayPointer executes the conversion of a slice to a pointer to an array.
func (f *Frame) arrayPointer(in *ssa.SliceToArrayPointer) sym.Val {
	s, ok := f.use(in.X).(*sym.Sequence)
	if !ok {
		return nil
	}
	n := int(in.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array).Len())
	f.Panics(f.B.Lt(f.Length(s), f.B.Number(n)))
	r := &sym.Pointer{}
	for _, w := range f.Windows(s) {
		if w.Obj == nil {
			r.Alts = append(r.Alts, sym.Place{Guard: w.Guard})
			continue
		}
		f.cases(w.Off, f.slots(w), func(j int, is term.Term) {
			if j+n <= f.slots(w) {
				r.Alts = append(r.Alts, sym.Place{Guard: f.B.And(w.Guard, is), Obj: w.Obj, Off: w.Base + j*w.Size})
			}
		})
	}
	return r
}

// Items returns the elements of s up to its greatest length. Element i has its value only where the
// length exceeds i.
func (f *Frame) Items(s *sym.Sequence, elem types.Type) []sym.Val {
	_, most := f.B.Bounds(f.PC, f.Length(s), term.DepthOfBounds)
	size, whole := f.Layout.Size(elem), layout.Aggregate(elem)
	if f.Options.Exact && most > sym.MaxCells {
		f.GiveUp("a slice whose length is not bounded")
		return nil
	}
	list := make([]sym.Val, max(0, min(most, sym.MaxCells)))
	f.B.Spend(len(list) * max(1, size) / sym.CellsOfWork)
	for i := range list {
		for _, w := range f.Windows(s) {
			if w.Obj == nil {
				continue
			}
			f.see(w, f.B.Number(i), true)
			f.cases(f.B.Arith(form.Add, w.Off, f.B.Number(i)), f.slots(w), func(j int, is term.Term) {
				var x sym.Val
				if whole {
					x = append(sym.Aggregate{}, w.Obj.Cells[w.Base+j*size:w.Base+(j+1)*size]...)
				} else {
					x = w.Obj.Cells[w.Base+j*size]
				}
				list[i] = f.Merge(f.B.And(w.Guard, is), x, list[i])
			})
		}
		if list[i] == nil {
			list[i] = f.Zero(elem)
		}
	}
	return list
}

// Put sets count elements of w, from index at on, to items. An array that can grow becomes longer if
// needed.
func (f *Frame) Put(w sym.Window, at, count term.Term, items []sym.Val) {
	o := w.Obj
	f.writes++
	o.Changed = f.writes
	f.reserve(w, at, len(items))
	f.B.Spend(len(items) * max(1, w.Size) / sym.CellsOfWork)
	for i, x := range items {
		parts := sym.Flat(nil, x)
		has := f.B.Simplify(f.PC, f.B.Lt(f.B.Number(i), count))
		if has == term.No {
			continue
		}
		pos := f.B.Arith(form.Add, f.B.Arith(form.Add, w.Off, at), f.B.Number(i))
		f.cases(pos, f.slots(w), func(j int, is term.Term) {
			guard := f.B.Simplify(o.Made, f.B.And(f.PC, w.Guard, has, is))
			slot := w.Base + j*w.Size
			for k, p := range parts {
				o.Cells[slot+k] = f.Merge(guard, p, o.Cells[slot+k])
			}
			if o.Grown {
				o.Written[slot] = f.B.Ite(guard, w.Age, o.Written[slot])
			}
		})
	}
}

func (f *Frame) reserve(w sym.Window, at term.Term, n int) {
	o := w.Obj
	if !o.Grown || w.Size == 0 {
		return
	}
	_, hi := f.B.Bounds(f.PC, f.B.Arith(form.Add, w.Off, at), term.DepthOfBounds)
	need := min(int(hi)+n, sym.MaxCells)
	for len(o.Cells) < w.Base+need*w.Size {
		o.Cells = append(o.Cells, o.Fill...)
	}
	o.Date(f.B)
}
