package models

import (
	"go/types"
	"path"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// origins records definitions of values while code is executed that calls WatchPackage.
type origins struct {
	// objects holds the definitions of values by their memory, cells those of the contents of memory,
	// both in the order of recording.
	objects, cells []origin
	// callee is the function that is called next with args. giver is the function whose results are in
	// given; count is their number.
	callee, giver, count term.Term
	args, given          []term.Term
}

// An origin is a definition of the value at some places in memory, valid where the guard holds.
type origin struct {
	guard  term.Term
	places []spot
	def    term.Term
}

// A spot is the place of a value in memory: the cell of an object, a map, or a function. age is the
// age of a slice of an array made by append. Two vague spots may be the same memory although they look
// different, or the reverse.
type spot struct {
	guard    term.Term
	of       any
	off, age term.Term
	vague    bool
}

// ofWatched returns the model of a function of package internal/watch, which code calls in which goals are
// watched, or nil. The goals that a call reaches include all that compiled code records. Functions that compare
// operands are executed as they stand.
func ofWatched(declared, fn *ssa.Function) lift.Model {
	if path.Base(declared.Pkg.Pkg.Path()) != lift.WatchPackage {
		return nil
	}
	switch declared.Name() {
	case "Int", "Ordered", "Equal", "compare":
		return nil
	case "note":
		return noteGoal
	}
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		return originsOf(f).watched(f, fn.Signature, declared.Name(), args)
	}
}

// originsOf returns the definitions recorded so far, or nil where no goals are watched.
func originsOf(f *lift.Frame) *origins {
	zero := f.B.Number(0)
	w, _ := f.Keep(func() any { return &origins{callee: zero, giver: zero, count: zero} }).(*origins)
	return w
}

// noteGoal records that a call reaches a goal, by its number.
func noteGoal(f *lift.Frame, args []sym.Val) sym.Val {
	goal, ok := f.B.Value(args[0].(term.Term))
	switch {
	case originsOf(f) == nil:
	case !ok:
		f.GiveUp("which goal is reached cannot be followed")
	default:
		f.Reaches(int(goal), f.PC)
	}
	return sym.Tuple(nil)
}

// watched executes a function of the package.
func (w *origins) watched(f *lift.Frame, sig *types.Signature, name string, args []sym.Val) sym.Val {
	number := func(i int) term.Term { return args[i].(term.Term) }
	switch name {
	case "Made":
		w.object(f, args[1], number(0))
		return args[1]
	case "Built":
		w.object(f, args[1], number(0))
		w.fields(f, sig.Params().At(1).Type(), args[1].(*sym.Pointer), w.numbers(f, args[2]))
		return args[1]
	case "At":
		return w.at(f, args[0])
	case "Store":
		w.cell(f, args[0], number(1))
	case "Use":
		w.reaches(f, number(0), number(2), term.Yes)
		return args[1]
	case "Case":
		w.taken(f, number(0), number(1), args[2])
		return args[2]
	case "Pass":
		w.pass(f, number(0), w.numbers(f, args[2]))
		return args[1]
	case "Enter":
		w.enter(f, number(0))
	case "Arg":
		return w.argument(f, number(0))
	case "Give":
		w.give(f, number(1), w.numbers(f, args[2]))
		return args[0]
	case "Gives":
		w.give(f, number(0), w.numbers(f, args[1]))
	case "Keep":
		f.Store(args[1].(*sym.Pointer), w.keep(f, number(0)))
		return args[2]
	default:
		f.GiveUp("where values come from cannot be followed")
		return nil
	}
	return sym.Tuple(nil)
}

// numbers returns the variadic arguments of a call; nil where origins are not followed.
func (w *origins) numbers(f *lift.Frame, v sym.Val) (list []term.Term) {
	if w == nil {
		return nil
	}
	for _, x := range f.Items(v.(*sym.Sequence), types.Typ[types.Int]) {
		if t, ok := x.(term.Term); ok {
			list = append(list, t)
		}
	}
	return list
}

// object notes the definition of a value that has memory of its own.
func (w *origins) object(f *lift.Frame, v sym.Val, def term.Term) {
	if w != nil {
		if at := spots(f, v); len(at) > 0 {
			w.objects = append(w.objects, origin{f.PC, at, def})
		}
	}
}

// cell records the definition of the value at an address.
func (w *origins) cell(f *lift.Frame, p sym.Val, def term.Term) {
	if w != nil {
		w.cells = append(w.cells, origin{f.PC, spots(f, p), def})
	}
}

// fields records the definitions of fields. list alternates between the index of a field and its
// definition.
func (w *origins) fields(f *lift.Frame, t types.Type, p *sym.Pointer, list []term.Term) {
	if w == nil {
		return
	}
	s := t.Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	for i := 0; i+1 < len(list); i += 2 {
		n, known := f.B.Value(list[i])
		if !known {
			continue
		}
		off := 0
		for j := range int(n) {
			off += f.Layout.Size(s.Field(j).Type())
		}
		field := &sym.Pointer{}
		for _, a := range p.Alts {
			if a.Obj != nil {
				a.Off += off
			}
			field.Alts = append(field.Alts, a)
		}
		w.cell(f, field, list[i+1])
	}
}

// at returns the definition of the value at an address, or 0.
func (w *origins) at(f *lift.Frame, p sym.Val) sym.Val {
	zero := f.B.Number(0)
	if w == nil {
		return zero
	}
	def, vague := w.find(f, w.cells, spots(f, p), zero)
	if len(vague) > 0 {
		f.GiveUp("where a value in memory comes from cannot be followed")
		return nil
	}
	return def
}

// find returns the last definition recorded for some places, and the vague ones that may apply
// instead.
func (w *origins) find(f *lift.Frame, list []origin, places []spot, none term.Term) (def term.Term, vague []origin) {
	def = none
	for _, o := range list {
		same, unsure := term.No, false
		for _, p := range o.places {
			for _, q := range places {
				is, sure := sameSpot(f, p, q)
				same, unsure = f.B.Or(same, is), unsure || is != term.No && !sure
			}
		}
		same = f.B.Simplify(f.PC, f.B.And(o.guard, same))
		if same == term.No {
			continue
		}
		if unsure {
			vague = append(vague, origin{guard: same, def: o.def})
			continue
		}
		def = f.B.Ite(same, o.def, def)
	}
	return def, vague
}

// taken records that a value reaches a use. If the value has memory of its own, its definition is that
// of the memory.
func (w *origins) taken(f *lift.Frame, use, def term.Term, v sym.Val) {
	if w == nil {
		return
	}
	places := spots(f, v)
	has, loose := term.No, false
	for _, p := range places {
		has, loose = f.B.Or(has, p.guard), loose || p.of == nil
	}
	if loose {
		w.reaches(f, use, def, term.Yes)
	}
	of, vague := w.find(f, w.objects, places, f.B.Number(0))
	w.reaches(f, use, f.B.Ite(has, of, def), term.Yes)
	for _, o := range vague {
		w.reaches(f, use, o.def, o.guard)
	}
}

// reaches records that the value of a definition reaches a use where a condition holds.
func (w *origins) reaches(f *lift.Frame, use, def, where term.Term) {
	if w == nil {
		return
	}
	u, _ := f.B.Value(use)
	cases, ok := f.B.Cases(def)
	if !ok {
		f.GiveUp("where a value comes from cannot be followed")
		return
	}
	for _, d := range cases {
		if is := f.B.And(f.PC, where, f.B.Eq(def, f.B.Constant(form.Int64, d))); d > 0 && is != term.No {
			f.Reaches(int(d)<<16|int(u), is)
		}
	}
}

// pass notes the definitions of the arguments of the next call.
func (w *origins) pass(f *lift.Frame, fn term.Term, defs []term.Term) {
	if w != nil {
		w.callee = f.B.Ite(f.PC, fn, w.callee)
		w.args = replaced(f, f.PC, w.args, defs)
	}
}

// replaced returns numbers that are those of another list where a condition holds; missing ones are 0.
func replaced(f *lift.Frame, where term.Term, list, by []term.Term) []term.Term {
	zero := f.B.Number(0)
	list = slices.Clone(list)
	for len(list) < len(by) {
		list = append(list, zero)
	}
	for i := range list {
		n := zero
		if i < len(by) {
			n = by[i]
		}
		list[i] = f.B.Ite(where, n, list[i])
	}
	return list
}

// enter records the beginning of a function. If the caller did not pass definitions to it, those of
// its arguments are unknown.
func (w *origins) enter(f *lift.Frame, fn term.Term) {
	if w != nil {
		other := f.B.And(f.PC, f.B.Not(f.B.Eq(w.callee, fn)))
		w.args = replaced(f, other, w.args, nil)
		w.callee = f.B.Ite(f.PC, f.B.Number(0), w.callee)
	}
}

// argument is the definition of an argument of the function that began last.
func (w *origins) argument(f *lift.Frame, i term.Term) sym.Val {
	if w != nil {
		if n, ok := f.B.Value(i); ok && int(n) < len(w.args) {
			return f.B.Simplify(f.PC, w.args[n])
		}
	}
	return f.B.Number(0)
}

// give notes the definitions of results.
func (w *origins) give(f *lift.Frame, fn term.Term, defs []term.Term) {
	if w != nil {
		w.giver = f.B.Ite(f.PC, fn, w.giver)
		w.count = f.B.Ite(f.PC, f.B.Number(len(defs)), w.count)
		w.given = replaced(f, f.PC, w.given, defs)
	}
}

// keep takes the definition of the only result of a call.
func (w *origins) keep(f *lift.Frame, fn term.Term) sym.Val {
	zero := f.B.Number(0)
	if w == nil || len(w.given) == 0 {
		return zero
	}
	one := f.B.And(f.B.Eq(w.giver, fn), f.B.Eq(w.count, f.B.Number(1)))
	def := f.B.Simplify(f.PC, f.B.Ite(one, w.given[0], zero))
	w.count = f.B.Ite(f.PC, zero, w.count)
	return def
}

// spots returns the places of a value in memory, or none if it has no memory of its own. An unknown
// value may be anywhere.
func spots(f *lift.Frame, v sym.Val) (list []spot) {
	zero := f.B.Number(0)
	switch v := v.(type) {
	case *sym.Pointer:
		for _, a := range v.Alts {
			if a.Obj != nil {
				list = append(list, spot{a.Guard, a.Obj, f.B.Number(a.Off), zero, a.Obj.MayMeet || len(a.Obj.Cells) == 0})
			}
		}
	case *sym.Sequence:
		for _, a := range v.Alts {
			if a.Obj == nil {
				continue
			}
			guard := a.Guard
			if !a.Obj.Grown {
				guard = f.B.And(guard, f.B.Lt(zero, a.Room))
			}
			off := f.B.Arith(form.Add, f.B.Number(a.Base), f.B.Arith(form.Mul, a.Off, f.B.Number(a.Size)))
			list = append(list, spot{guard, a.Obj, off, a.Age, a.Obj.MayMeet || a.Size == 0})
		}
	case *sym.Mapping:
		for _, a := range v.Alts {
			if a.Table != nil {
				list = append(list, spot{a.Guard, a.Table, zero, zero, false})
			}
		}
	case *sym.Callable:
		for _, a := range v.Alts {
			if !a.IsNil() {
				list = append(list, spot{a.Guard, a.Fn, zero, zero, true})
			}
		}
	case *sym.Boxed:
		for _, a := range v.Alts {
			if a.T == nil {
				continue
			}
			if a.T == sym.Panicked {
				list = append(list, spot{guard: a.Guard, off: zero, age: zero, vague: true})
				continue
			}
			for _, s := range spots(f, a.Value) {
				s.guard = f.B.And(s.guard, a.Guard)
				list = append(list, s)
			}
		}
	case *sym.Unknown:
		list = append(list, spot{guard: term.Yes, off: zero, age: zero, vague: true})
	}
	return list
}

// sameSpot returns the condition under which two spots are the same memory. If sure is false, they
// only may be the same under it.
func sameSpot(f *lift.Frame, p, q spot) (is term.Term, sure bool) {
	both := f.B.And(p.guard, q.guard)
	o, isObject := p.of.(*sym.Object)
	r, also := q.of.(*sym.Object)
	switch {
	case p.of == nil || q.of == nil:
		return both, false
	case isObject && also && p.vague && q.vague && (o.MayMeet && r.MayMeet || len(o.Cells) == 0 && len(r.Cells) == 0):
		return both, false
	case p.of != q.of:
		return term.No, true
	case p.vague || q.vague:
		return both, false
	}
	is = f.B.And(both, f.B.Eq(p.off, q.off))
	return is, p.age == q.age
}
