package lift

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// NewVariable makes an object and records that the current predicate allocated it.
func (m *Machine) NewVariable(made term.Term, v sym.Val) *sym.Object {
	o := m.NewObject(made, v)
	m.note(o)
	return o
}

// note records an object that the current predicate allocated.
func (m *Machine) note(o *sym.Object) {
	if m.starting == nil {
		m.made = append(m.made, o)
	}
}

// allocate returns a pointer to a new variable of type t.
func (f *Frame) allocate(t types.Type) sym.Val {
	if f.Layout.Size(t) > sym.MaxCells {
		f.GiveUp("a value of type " + t.String() + " is too large")
		return nil
	}
	f.B.Spend(f.Layout.Size(t) / sym.CellsOfWork)
	return &sym.Pointer{Alts: []sym.Place{{Guard: term.Yes, Obj: f.NewVariable(f.PC, f.Zero(t))}}}
}

// targets returns the variables that p may point to. It panics where p is nil.
func (f *Frame) targets(p *sym.Pointer) []sym.Place {
	alts := sym.Only(f.B, f.PC, p.Alts)
	for i, a := range alts {
		if a.Obj != nil {
			continue
		}
		f.Panics(a.Guard)
		rest := append(append([]sym.Place(nil), alts[:i]...), alts[i+1:]...)
		return sym.Only(f.B, f.PC, rest)
	}
	return alts
}

// Load returns the value of type t to which p points.
func (f *Frame) Load(p *sym.Pointer, t types.Type) sym.Val {
	alts := f.targets(p)
	if f.PC == term.No || len(alts) == 0 {
		f.PC = term.No
		return nil
	}
	n, whole := f.Layout.Size(t), layout.Aggregate(t)
	var v sym.Val
	f.B.Spend(n * len(alts) / sym.CellsOfWork)
	for i := len(alts) - 1; i >= 0; i-- {
		a := alts[i]
		var x sym.Val
		if whole {
			x = append(sym.Aggregate(nil), a.Obj.Cells[a.Off:a.Off+n]...)
		} else {
			x = a.Obj.Cells[a.Off]
		}
		v = f.Merge(a.Guard, x, v)
	}
	if t, ok := v.(term.Term); ok {
		return f.B.Simplify(f.PC, t)
	}
	return v
}

// Store sets the variable that p points to.
func (f *Frame) Store(p *sym.Pointer, v sym.Val) {
	alts := f.targets(p)
	if f.PC == term.No {
		return
	}
	parts := sym.Flat(nil, v)
	f.B.Spend(len(parts) * len(alts) / sym.CellsOfWork)
	f.writes++
	for _, a := range alts {
		if a.Obj.Lost {
			if f.starting != nil {
				f.globals[f.starting].lose(v)
			}
			continue
		}
		a.Obj.Changed = f.writes
		guard := f.B.Simplify(a.Obj.Made, f.B.And(f.PC, a.Guard))
		for i, x := range parts {
			a.Obj.Cells[a.Off+i] = f.Merge(guard, x, a.Obj.Cells[a.Off+i])
		}
	}
}

func (f *Frame) fieldAddr(in *ssa.FieldAddr) sym.Val {
	x, ok := f.use(in.X).(*sym.Pointer)
	if !ok {
		return nil
	}
	s := in.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	off := f.Layout.Field(s, in.Field)
	r := &sym.Pointer{Alts: append([]sym.Place(nil), f.targets(x)...)}
	for i := range r.Alts {
		r.Alts[i].Off += off
	}
	return r
}

func (f *Frame) field(in *ssa.Field) sym.Val {
	x, ok := f.use(in.X).(sym.Aggregate)
	if !ok {
		return nil
	}
	s := in.X.Type().Underlying().(*types.Struct)
	return f.Part(x, f.Layout.Field(s, in.Field), in.Type())
}

// int64 converts an index or a length to kind Int64. A value of kind Uint64 that does not fit becomes
// negative, which is out of range as well.
func (f *Frame) int64(x sym.Val) term.Term { return f.B.Conv(form.Int64, x.(term.Term)) }

// within panics unless 0 <= i < n.
func (f *Frame) within(i, n term.Term) {
	f.Panics(f.B.Not(f.B.And(f.B.Le(f.B.Number(0), i), f.B.Lt(i, n))))
}

// cases calls do for each value from 0 to limit-1 that x may have, under the condition that x has it.
func (f *Frame) cases(x term.Term, limit int, do func(v int, is term.Term)) {
	x = f.B.Simplify(f.PC, x)
	lo, hi := f.B.Bounds(f.PC, x, term.DepthOfBounds)
	for v := max(lo, 0); v <= min(hi, int64(limit-1)); v++ {
		if is := f.B.Simplify(f.PC, f.B.Eq(x, f.B.Constant(form.Int64, v))); is != term.No {
			do(int(v), is)
		}
	}
}

// index executes an index expression of an array that is not in memory, or of a string of a type
// parameter.
func (f *Frame) index(in *ssa.Index) sym.Val {
	x := f.use(in.X)
	i := f.use(in.Index)
	if f.PC == term.No {
		return nil
	}
	pos := f.int64(i)
	if s, ok := x.(*sym.Text); ok {
		return f.byteAt(s, pos)
	}
	n := int(in.X.Type().Underlying().(*types.Array).Len())
	f.within(pos, f.B.Number(n))
	size := f.Layout.Size(in.Type())
	var v sym.Val
	f.cases(pos, n, func(j int, is term.Term) { v = f.Merge(is, f.Part(x.(sym.Aggregate), j*size, in.Type()), v) })
	return v
}

func (f *Frame) indexAddr(in *ssa.IndexAddr) sym.Val {
	x := f.use(in.X)
	i := f.use(in.Index)
	if f.PC == term.No {
		return nil
	}
	pos := f.int64(i)
	if s, ok := x.(*sym.Sequence); ok {
		return f.Element(s, pos, interp.ReadsOnly(in))
	}
	t := in.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	alts := f.targets(x.(*sym.Pointer))
	f.within(pos, f.B.Number(int(t.Len())))
	size := f.Layout.Size(t.Elem())
	r := &sym.Pointer{}
	f.cases(pos, int(t.Len()), func(j int, is term.Term) {
		for _, a := range alts {
			r.Alts = append(r.Alts, sym.Place{Guard: f.B.And(is, a.Guard), Obj: a.Obj, Off: a.Off + j*size})
		}
	})
	return r
}

// Windows returns the windows that s may be.
func (f *Frame) Windows(s *sym.Sequence) []sym.Window {
	alts := slices.Clone(sym.Only(f.B, f.PC, s.Alts))
	for i := range alts {
		if w := &alts[i]; w.Obj != nil {
			w.Off, w.Length = f.B.Simplify(f.PC, w.Off), f.B.Simplify(f.PC, w.Length)
			w.Room, w.Age = f.B.Simplify(f.PC, w.Room), f.B.Simplify(f.PC, w.Age)
		}
	}
	return alts
}

// Length returns len(s), room returns cap(s).
func (f *Frame) Length(s *sym.Sequence) term.Term {
	return f.measure(s, func(w *sym.Window) term.Term { return w.Length })
}
func (f *Frame) room(s *sym.Sequence) term.Term {
	return f.measure(s, func(w *sym.Window) term.Term { return w.Room })
}

func (f *Frame) measure(s *sym.Sequence, of func(w *sym.Window) term.Term) term.Term {
	n := term.None
	alts := f.Windows(s)
	for i := len(alts) - 1; i >= 0; i-- {
		w := &alts[i]
		x := f.B.Number(0)
		if w.Obj != nil {
			x = of(w)
		}
		if n == term.None {
			n = x
		} else {
			n = f.B.Ite(w.Guard, x, n)
		}
	}
	if n == term.None {
		return f.B.Number(0)
	}
	return n
}

// Element returns the address of s[i]. read promises that nothing is stored there.
func (f *Frame) Element(s *sym.Sequence, i term.Term, read bool) sym.Val {
	f.within(i, f.Length(s))
	r := &sym.Pointer{}
	for _, w := range f.Windows(s) {
		if w.Obj == nil || f.PC == term.No {
			continue
		}
		f.see(w, i, read)
		f.cases(f.B.Arith(form.Add, w.Off, i), f.slots(w), func(j int, is term.Term) {
			if g := f.B.Simplify(f.PC, f.B.And(w.Guard, is)); g != term.No {
				r.Alts = append(r.Alts, sym.Place{Guard: g, Obj: w.Obj, Off: w.Base + j*w.Size})
			}
		})
	}
	if len(r.Alts) == 0 {
		f.PC = term.No
	}
	return r
}

// slots returns the number of elements of w's array.
func (f *Frame) slots(w sym.Window) int {
	if w.Size == 0 {
		_, hi := f.B.Bounds(f.PC, f.B.Arith(form.Add, w.Off, w.Length), term.DepthOfBounds)
		return int(hi) + 1
	}
	n := (len(w.Obj.Cells) - w.Base) / w.Size
	if w.Count > 0 {
		n = min(n, w.Count) // The array continues after the window.
	}
	return n
}
