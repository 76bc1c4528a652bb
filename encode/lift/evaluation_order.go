package lift

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/analysis"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
)

// reread gives up where a call changed what its own statement read before it. before is the number of
// writes made before the call.
func (f *Frame) reread(in ssa.Value, before int) {
	call, ok := in.(*ssa.Call)
	if !ok || f.writes == before {
		return
	}
	for _, v := range f.flow.open.Held[call] {
		if !f.touched(v, before) {
			continue
		}
		old, now := f.get(v), f.eval(v)
		if f.PC == term.No {
			return
		}
		f.GiveUpIf(f.B.Not(f.unchanged(old, now)), analysis.WhyOpen(call))
	}
}

// touched reports whether memory that v reads was written after the first before writes.
func (f *Frame) touched(v ssa.Value, before int) bool {
	var from sym.Val
	switch v := v.(type) {
	case *ssa.UnOp:
		from = f.get(v.X)
	case *ssa.Lookup:
		from = f.get(v.X)
	case *ssa.Convert:
		from = f.get(v.X)
	case *ssa.Call:
		from = f.get(v.Call.Args[0])
	}
	switch x := from.(type) {
	case *sym.Pointer:
		return slices.ContainsFunc(x.Alts, func(p sym.Place) bool { return p.Obj != nil && p.Obj.Changed > before })
	case *sym.Sequence:
		return slices.ContainsFunc(x.Alts, func(w sym.Window) bool { return w.Obj != nil && w.Obj.Changed > before })
	case *sym.Mapping:
		return slices.ContainsFunc(x.Alts, func(r sym.TableRef) bool { return r.Table != nil && r.Table.Changed > before })
	}
	return true
}

// unchanged returns the condition under which two values, read from one place at different times, are
// equal.
func (f *Frame) unchanged(x, y sym.Val) term.Term {
	b := f.B
	switch x := x.(type) {
	case sym.Aggregate:
		return f.unchangedParts(x, y.(sym.Aggregate))
	case sym.Tuple:
		return f.unchangedParts(x, y.(sym.Tuple))
	}
	if _, parts := y.(sym.Aggregate); parts || x == y {
		return b.Bool(!parts)
	}
	switch x := x.(type) {
	case *sym.Boxed:
		if y, ok := y.(*sym.Boxed); ok {
			return alike(f, x.Alts, y.Alts, func(p, q *sym.Content) term.Term {
				switch {
				case p.T == nil && q.T == nil:
					return b.And(p.Guard, q.Guard)
				case p.T == nil || q.T == nil || !types.Identical(p.T, q.T):
					return term.No
				}
				return b.And(p.Guard, q.Guard, f.unchanged(p.Value, q.Value))
			})
		}
	case *sym.Sequence:
		if y, ok := y.(*sym.Sequence); ok {
			return alike(f, x.Alts, y.Alts, func(p, q *sym.Window) term.Term {
				if p.Obj == nil || q.Obj == nil {
					return b.And(p.Guard, q.Guard, b.Bool(p.Obj == q.Obj))
				}
				return b.And(p.Guard, q.Guard, b.Bool(p.Obj == q.Obj && p.Base == q.Base),
					b.Eq(p.Off, q.Off), b.Eq(p.Length, q.Length), b.Eq(p.Room, q.Room), b.Eq(p.Age, q.Age))
			})
		}
	case *sym.Mapping:
		if y, ok := y.(*sym.Mapping); ok {
			return alike(f, x.Alts, y.Alts, func(p, q *sym.TableRef) term.Term { return b.And(p.Guard, q.Guard, b.Bool(p.Table == q.Table)) })
		}
	case term.Term, *sym.Text, *sym.Numbers, *sym.Float, *sym.Pointer:
		if t, ok := f.Equal(x, y).(term.Term); ok {
			return t
		}
	}
	return term.No
}

// alike returns the disjunction of both over all pairs of alternatives.
func alike[A any](f *Frame, xs, ys []A, both func(p, q *A) term.Term) term.Term {
	r := term.No
	for i := range xs {
		for j := range ys {
			r = f.B.Or(r, both(&xs[i], &ys[j]))
		}
	}
	return r
}

func (f *Frame) unchangedParts(x, y []sym.Val) term.Term {
	r := term.Yes
	for i := range x {
		r = f.B.And(r, f.unchanged(x[i], y[i]))
	}
	return r
}

// panicsEarly gives up where cond holds if the current panic may be recovered from and the compiler
// makes a call before it. It reports whether it gave up.
func (f *Frame) panicsEarly(cond term.Term) bool {
	if f.now == nil || !f.flow.open.Early[f.now] || !slices.ContainsFunc(f.stack, func(g *Frame) bool { return g.caught != term.None }) {
		return false
	}
	pc := f.PC
	f.PC = cond
	f.GiveUp(analysis.WhyOpen(f.now))
	f.PC = f.B.And(pc, f.B.Not(cond))
	return true
}
