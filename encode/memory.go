package encode

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// newObject makes a variable in memory that holds v.
func (m *machine) newObject(made term.Term, v val) *object {
	o := &object{made: made, newest: m.b.Number(0)}
	if a, ok := v.(aggregate); ok {
		o.cells = append(o.cells, a...)
	} else {
		o.cells = []val{v}
	}
	m.note(o)
	return o
}

// note remembers an object that the predicate at hand makes.
func (m *machine) note(o *object) {
	if m.starting == nil {
		m.made = append(m.made, o)
	}
}

// allocate returns a pointer to a new variable of type t.
func (f *frame) allocate(t types.Type) val {
	if f.lay.Size(t) > maxCells {
		f.giveUp("a value of type " + t.String() + " is too large")
		return nil
	}
	f.b.Spend(f.lay.Size(t) / cellsOfWork)
	return &pointer{[]place{{guard: term.Yes, obj: f.newObject(f.pc, f.zero(t))}}}
}

func guardOfPlace(p *place) *term.Term { return &p.guard }

// targets returns where p can point to, without nil, for which it panics.
func (f *frame) targets(p *pointer) []place {
	alts := only(f.b, f.pc, p.alts, guardOfPlace)
	for i, a := range alts {
		if a.obj != nil {
			continue
		}
		f.panics(a.guard)
		rest := append(append([]place(nil), alts[:i]...), alts[i+1:]...)
		return only(f.b, f.pc, rest, guardOfPlace)
	}
	return alts
}

// load returns the value of type t to which p points.
func (f *frame) load(p *pointer, t types.Type) val {
	alts := f.targets(p)
	if f.pc == term.No || len(alts) == 0 {
		f.pc = term.No
		return nil
	}
	n, whole := f.lay.Size(t), layout.Aggregate(t)
	var v val
	f.b.Spend(n * len(alts) / cellsOfWork)
	for i := len(alts) - 1; i >= 0; i-- {
		a := alts[i]
		var x val
		if whole {
			x = append(aggregate(nil), a.obj.cells[a.off:a.off+n]...)
		} else {
			x = a.obj.cells[a.off]
		}
		v = f.merge(a.guard, x, v)
	}
	if t, ok := v.(term.Term); ok {
		return f.b.Simplify(f.pc, t)
	}
	return v
}

// store sets what p points to.
func (f *frame) store(p *pointer, v val) {
	alts := f.targets(p)
	if f.pc == term.No {
		return
	}
	parts := flat(nil, v)
	f.b.Spend(len(parts) * len(alts) / cellsOfWork)
	f.writes++
	for _, a := range alts {
		if a.obj.lost {
			if f.starting != nil {
				f.globals[f.starting].lose(v)
			}
			continue
		}
		a.obj.changed = f.writes
		guard := f.b.Simplify(a.obj.made, f.b.And(f.pc, a.guard))
		for i, x := range parts {
			a.obj.cells[a.off+i] = f.merge(guard, x, a.obj.cells[a.off+i])
		}
	}
}

func (f *frame) fieldAddr(in *ssa.FieldAddr) val {
	x, ok := f.use(in.X).(*pointer)
	if !ok {
		return nil
	}
	s := in.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	off := f.lay.Field(s, in.Field)
	r := &pointer{append([]place(nil), f.targets(x)...)}
	for i := range r.alts {
		r.alts[i].off += off
	}
	return r
}

func (f *frame) field(in *ssa.Field) val {
	x, ok := f.use(in.X).(aggregate)
	if !ok {
		return nil
	}
	s := in.X.Type().Underlying().(*types.Struct)
	return f.part(x, f.lay.Field(s, in.Field), in.Type())
}

// int64 returns an index or a length as a number of kind Int64. Those of
// Uint64 that do not fit become negative, which is out of range as well.
func (f *frame) int64(x val) term.Term { return f.b.Conv(form.Int64, x.(term.Term)) }

// within panics unless 0 <= i < n.
func (f *frame) within(i, n term.Term) {
	f.panics(f.b.Not(f.b.And(f.b.Le(f.b.Number(0), i), f.b.Lt(i, n))))
}

// cases calls do for each value that x can have, up to but without limit,
// under the condition that it has that value.
func (f *frame) cases(x term.Term, limit int, do func(v int, is term.Term)) {
	x = f.b.Simplify(f.pc, x)
	lo, hi := f.b.Bounds(f.pc, x, term.DepthOfBounds)
	for v := max(lo, 0); v <= min(hi, int64(limit-1)); v++ {
		if is := f.b.Simplify(f.pc, f.b.Eq(x, f.b.Constant(form.Int64, v))); is != term.No {
			do(int(v), is)
		}
	}
}

// index is for arrays that are not in memory, and strings of type parameters.
func (f *frame) index(in *ssa.Index) val {
	x := f.use(in.X)
	i := f.use(in.Index)
	if f.pc == term.No {
		return nil
	}
	pos := f.int64(i)
	if s, ok := x.(*text); ok {
		return f.byteAt(s, pos)
	}
	n := int(in.X.Type().Underlying().(*types.Array).Len())
	f.within(pos, f.b.Number(n))
	size := f.lay.Size(in.Type())
	var v val
	f.cases(pos, n, func(j int, is term.Term) { v = f.merge(is, f.part(x.(aggregate), j*size, in.Type()), v) })
	return v
}

func (f *frame) indexAddr(in *ssa.IndexAddr) val {
	x := f.use(in.X)
	i := f.use(in.Index)
	if f.pc == term.No {
		return nil
	}
	pos := f.int64(i)
	if s, ok := x.(*sequence); ok {
		return f.element(s, pos, interp.ReadsOnly(in))
	}
	t := in.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	alts := f.targets(x.(*pointer))
	f.within(pos, f.b.Number(int(t.Len())))
	size := f.lay.Size(t.Elem())
	r := &pointer{}
	f.cases(pos, int(t.Len()), func(j int, is term.Term) {
		for _, a := range alts {
			r.alts = append(r.alts, place{f.b.And(is, a.guard), a.obj, a.off + j*size})
		}
	})
	return r
}

func guardOfWindow(w *window) *term.Term { return &w.guard }

// windows returns the arrays over which s can be.
func (f *frame) windows(s *sequence) []window {
	alts := slices.Clone(only(f.b, f.pc, s.alts, guardOfWindow))
	for i := range alts {
		if w := &alts[i]; w.obj != nil {
			w.off, w.length = f.b.Simplify(f.pc, w.off), f.b.Simplify(f.pc, w.length)
			w.room, w.age = f.b.Simplify(f.pc, w.room), f.b.Simplify(f.pc, w.age)
		}
	}
	return alts
}

// length returns len(s), room cap(s).
func (f *frame) length(s *sequence) term.Term {
	return f.measure(s, func(w *window) term.Term { return w.length })
}
func (f *frame) room(s *sequence) term.Term {
	return f.measure(s, func(w *window) term.Term { return w.room })
}

func (f *frame) measure(s *sequence, of func(w *window) term.Term) term.Term {
	n := term.None
	alts := f.windows(s)
	for i := len(alts) - 1; i >= 0; i-- {
		w := &alts[i]
		x := f.b.Number(0)
		if w.obj != nil {
			x = of(w)
		}
		if n == term.None {
			n = x
		} else {
			n = f.b.Ite(w.guard, x, n)
		}
	}
	if n == term.None {
		return f.b.Number(0)
	}
	return n
}

// element returns the address of s[i]. Read says that nothing is stored there.
func (f *frame) element(s *sequence, i term.Term, read bool) val {
	f.within(i, f.length(s))
	r := &pointer{}
	for _, w := range f.windows(s) {
		if w.obj == nil || f.pc == term.No {
			continue
		}
		f.see(w, i, read)
		f.cases(f.b.Arith(form.Add, w.off, i), f.slots(w), func(j int, is term.Term) {
			if g := f.b.Simplify(f.pc, f.b.And(w.guard, is)); g != term.No {
				r.alts = append(r.alts, place{g, w.obj, w.base + j*w.size})
			}
		})
	}
	if len(r.alts) == 0 {
		f.pc = term.No
	}
	return r
}

// slots returns the number of elements of w's array.
func (f *frame) slots(w window) int {
	if w.size == 0 {
		_, hi := f.b.Bounds(f.pc, f.b.Arith(form.Add, w.off, w.length), term.DepthOfBounds)
		return int(hi) + 1
	}
	n := (len(w.obj.cells) - w.base) / w.size
	if w.count > 0 {
		n = min(n, w.count) // There is more behind the array.
	}
	return n
}
