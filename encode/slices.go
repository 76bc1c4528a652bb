package encode

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

const whyGrown = "whether slices share memory here depends on how append grows them"

// see gives up where reading or setting element i of w depends on whether
// append has copied the array: one sets only through the newest slice, and does
// not look through an older one at what was set since.
func (f *frame) see(w window, i term.Term, read bool) {
	o := w.obj
	if !o.grown {
		return
	}
	newest := f.isNewest(w)
	if !read {
		f.giveUpIf(f.b.And(w.guard, f.b.Not(newest)), whyGrown)
	}
	if newest == term.Yes && read || f.pc == term.No {
		return
	}
	f.cases(f.b.Arith(form.Add, w.off, i), f.slots(w), func(j int, is term.Term) {
		slot := w.base + j*w.size
		old := o.written[slot]
		if read {
			f.giveUpIf(f.b.And(w.guard, f.b.And(is, f.b.Lt(w.age, old))), whyGrown)
			return
		}
		guard := f.b.Simplify(o.made, f.b.And(f.pc, f.b.And(w.guard, is)))
		o.written[slot] = f.b.Ite(guard, w.age, old)
	})
}

// isNewest says that w is not over an array of which append has made a newer
// slice.
func (f *frame) isNewest(w window) term.Term {
	if w.obj == nil || !w.obj.grown || w.age == w.obj.newest {
		return term.Yes
	}
	x, y := f.b.Simplify(f.pc, w.age), f.b.Simplify(f.pc, w.obj.newest)
	if x == y || f.b.Settle(f.pc, f.b.Eq(x, y)) == term.Yes {
		return term.Yes
	}
	fuel := 1 << 6
	return f.same(f.pc, x, y, &fuel)
}

// same is x == y where pc holds, by cases over the conditions in x.
func (f *frame) same(pc, x, y term.Term, fuel *int) term.Term {
	x, y = f.b.Simplify(pc, x), f.b.Simplify(pc, y)
	n := f.b.Nodes[x]
	if x == y || pc == term.No {
		return term.Yes
	}
	*fuel--
	if n.Op != form.Ite || *fuel < 0 {
		return f.b.Simplify(pc, f.b.Eq(x, y))
	}
	p := f.same(f.b.And(pc, n.Args[0]), n.Args[1], y, fuel)
	q := f.same(f.b.And(pc, f.b.Not(n.Args[0])), n.Args[2], y, fuel)
	return f.b.Ite(n.Args[0], p, q)
}

// makeSlice is make([]T, n, c).
func (f *frame) makeSlice(in *ssa.MakeSlice) val {
	n, c := f.use(in.Len), f.use(in.Cap)
	if f.pc == term.No {
		return nil
	}
	length, room := f.int64(n), f.int64(c)
	zero := f.b.Number(0)
	f.panics(f.b.Not(f.b.And(f.b.Le(zero, length), f.b.Le(length, room))))
	elem := in.Type().Underlying().(*types.Slice).Elem()
	return f.fresh(elem, length, room)
}

// fresh returns a new slice of zero values.
func (f *frame) fresh(elem types.Type, length, room term.Term) val {
	size := f.lay.Size(elem)
	_, most := f.b.Bounds(f.pc, room, term.DepthOfBounds)
	if f.pc != term.No && (most < 0 || most > maxCells || int(most)*size > maxCells) {
		f.giveUp("a slice whose length is not bounded")
		return nil
	}
	o := f.newObject(f.pc, aggregate(nil))
	z := flat(nil, f.zero(elem))
	for range int(most) {
		o.cells = append(o.cells, z...)
	}
	return &sequence{[]window{{guard: term.Yes, obj: o, size: size, off: f.b.Number(0), length: length, room: room, age: f.b.Number(0)}}}
}

// bound returns the value of an index of a slice expression, or otherwise.
func (f *frame) bound(v ssa.Value, otherwise term.Term) term.Term {
	if v == nil {
		return otherwise
	}
	x := f.use(v)
	if f.pc == term.No {
		return otherwise
	}
	return f.int64(x)
}

// slice is x[low:high:max] of a slice, a string or a pointer to an array.
func (f *frame) slice(in *ssa.Slice) val {
	x := f.use(in.X)
	if f.pc == term.No {
		return nil
	}
	zero := f.b.Number(0)
	low := f.bound(in.Low, zero)
	switch x := x.(type) {
	case *text:
		return f.substring(x, low, f.bound(in.High, x.length))
	case *pointer:
		t := in.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
		n := f.b.Number(int(t.Len()))
		s := &sequence{}
		for _, a := range f.targets(x) {
			s.alts = append(s.alts, window{
				guard: a.guard, obj: a.obj, base: a.off, size: f.lay.Size(t.Elem()), count: int(t.Len()), off: zero, length: n, room: n, age: zero,
			})
		}
		return f.reslice(s, low, f.bound(in.High, n), f.bound(in.Max, n))
	case *sequence:
		c := f.room(x)
		return f.reslice(x, low, f.bound(in.High, f.length(x)), f.bound(in.Max, c))
	}
	f.giveUp(in.String() + " cannot be followed")
	return nil
}

func (f *frame) reslice(s *sequence, low, high, limit term.Term) val {
	c := f.room(s)
	for _, w := range f.windows(s) {
		if w.obj != nil && w.obj.grown {
			f.giveUpIf(f.b.And(w.guard, f.b.Lt(w.room, limit)), "how much room append leaves is not defined")
		}
	}
	f.panics(f.b.Not(f.b.And(f.b.Le(f.b.Number(0), low), f.b.Le(low, high), f.b.Le(high, limit), f.b.Le(limit, c))))
	r := &sequence{}
	for _, w := range f.windows(s) {
		if w.obj != nil {
			w.off = f.b.Arith(form.Add, w.off, low)
			w.length = f.b.Arith(form.Sub, high, low)
			w.room = f.b.Arith(form.Sub, limit, low)
			w.off, w.length = f.b.Simplify(f.pc, w.off), f.b.Simplify(f.pc, w.length)
		}
		r.alts = append(r.alts, w)
	}
	return r
}

// arrayPointer is the conversion of a slice to a pointer to an array.
func (f *frame) arrayPointer(in *ssa.SliceToArrayPointer) val {
	s, ok := f.use(in.X).(*sequence)
	if !ok {
		return nil
	}
	n := int(in.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array).Len())
	f.panics(f.b.Lt(f.length(s), f.b.Number(n)))
	r := &pointer{}
	for _, w := range f.windows(s) {
		if w.obj == nil {
			r.alts = append(r.alts, place{guard: w.guard})
			continue
		}
		f.cases(w.off, f.slots(w), func(j int, is term.Term) {
			if j+n <= f.slots(w) {
				r.alts = append(r.alts, place{f.b.And(w.guard, is), w.obj, w.base + j*w.size})
			}
		})
	}
	return r
}

// items returns the elements of s up to its greatest length, each as it is
// where the length exceeds its index.
func (f *frame) items(s *sequence, elem types.Type) []val {
	_, most := f.b.Bounds(f.pc, f.length(s), term.DepthOfBounds)
	size, whole := f.lay.Size(elem), layout.Aggregate(elem)
	list := make([]val, max(0, min(most, maxCells)))
	f.b.Spend(len(list) * max(1, size) / cellsOfWork)
	for i := range list {
		for _, w := range f.windows(s) {
			if w.obj == nil {
				continue
			}
			f.see(w, f.b.Number(i), true)
			f.cases(f.b.Arith(form.Add, w.off, f.b.Number(i)), f.slots(w), func(j int, is term.Term) {
				var x val
				if whole {
					x = append(aggregate{}, w.obj.cells[w.base+j*size:w.base+(j+1)*size]...)
				} else {
					x = w.obj.cells[w.base+j*size]
				}
				list[i] = f.merge(f.b.And(w.guard, is), x, list[i])
			})
		}
		if list[i] == nil {
			list[i] = f.zero(elem)
		}
	}
	return list
}

// put sets elements from position at of w on to the items of which there are
// count, and makes the array longer where it can be.
func (f *frame) put(w window, at, count term.Term, items []val) {
	o := w.obj
	f.writes++
	o.changed = f.writes
	f.reserve(w, at, len(items))
	f.b.Spend(len(items) * max(1, w.size) / cellsOfWork)
	for i, x := range items {
		parts := flat(nil, x)
		has := f.b.Simplify(f.pc, f.b.Lt(f.b.Number(i), count))
		if has == term.No {
			continue
		}
		pos := f.b.Arith(form.Add, f.b.Arith(form.Add, w.off, at), f.b.Number(i))
		f.cases(pos, f.slots(w), func(j int, is term.Term) {
			guard := f.b.Simplify(o.made, f.b.And(f.pc, w.guard, has, is))
			slot := w.base + j*w.size
			for k, p := range parts {
				o.cells[slot+k] = f.merge(guard, p, o.cells[slot+k])
			}
			if o.grown {
				o.written[slot] = f.b.Ite(guard, w.age, o.written[slot])
			}
		})
	}
}

// date says of cells that are new that nothing was set.
func (o *object) date(b *term.Builder) {
	for len(o.written) < len(o.cells) {
		o.written = append(o.written, b.Number(0))
	}
}

func (f *frame) reserve(w window, at term.Term, n int) {
	o := w.obj
	if !o.grown || w.size == 0 {
		return
	}
	_, hi := f.b.Bounds(f.pc, f.b.Arith(form.Add, w.off, at), term.DepthOfBounds)
	need := min(int(hi)+n, maxCells)
	for len(o.cells) < w.base+need*w.size {
		o.cells = append(o.cells, o.fill...)
	}
	o.date(f.b)
}
