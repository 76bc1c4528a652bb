package encode

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/encode/term"
)

// reread gives up where a call has changed what was read before it in the same
// statement. Before is how many writes there had been then.
func (f *frame) reread(in ssa.Value, before int) {
	call, ok := in.(*ssa.Call)
	if !ok || f.writes == before {
		return
	}
	for _, v := range f.flow.open.Held[call] {
		if !f.touched(v, before) {
			continue
		}
		old, now := f.get(v), f.eval(v)
		if f.pc == term.No {
			return
		}
		f.giveUpIf(f.b.Not(f.unchanged(old, now)), interp.WhyOpen(call))
	}
}

// touched tells whether something was set of what v reads since there had been so
// many writes.
func (f *frame) touched(v ssa.Value, before int) bool {
	var from val
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
	case *pointer:
		return slices.ContainsFunc(x.alts, func(p place) bool { return p.obj != nil && p.obj.changed > before })
	case *sequence:
		return slices.ContainsFunc(x.alts, func(w window) bool { return w.obj != nil && w.obj.changed > before })
	case *mapping:
		return slices.ContainsFunc(x.alts, func(r tableRef) bool { return r.table != nil && r.table.changed > before })
	}
	return true
}

// unchanged says that two values read at one place are the same.
func (f *frame) unchanged(x, y val) term.Term {
	b := f.b
	switch x := x.(type) {
	case aggregate:
		return f.unchangedParts(x, y.(aggregate))
	case tuple:
		return f.unchangedParts(x, y.(tuple))
	}
	if _, parts := y.(aggregate); parts || x == y {
		return b.Bool(!parts)
	}
	switch x := x.(type) {
	case *boxed:
		if y, ok := y.(*boxed); ok {
			return alike(f, x.alts, y.alts, func(p, q *content) term.Term {
				switch {
				case p.T == nil && q.T == nil:
					return b.And(p.guard, q.guard)
				case p.T == nil || q.T == nil || !types.Identical(p.T, q.T):
					return term.No
				}
				return b.And(p.guard, q.guard, f.unchanged(p.v, q.v))
			})
		}
	case *sequence:
		if y, ok := y.(*sequence); ok {
			return alike(f, x.alts, y.alts, func(p, q *window) term.Term {
				if p.obj == nil || q.obj == nil {
					return b.And(p.guard, q.guard, b.Bool(p.obj == q.obj))
				}
				return b.And(p.guard, q.guard, b.Bool(p.obj == q.obj && p.base == q.base),
					b.Eq(p.off, q.off), b.Eq(p.length, q.length), b.Eq(p.room, q.room), b.Eq(p.age, q.age))
			})
		}
	case *mapping:
		if y, ok := y.(*mapping); ok {
			return alike(f, x.alts, y.alts, func(p, q *tableRef) term.Term { return b.And(p.guard, q.guard, b.Bool(p.table == q.table)) })
		}
	case term.Term, *text, *numbers, *pointer:
		if t, ok := f.equal(x, y).(term.Term); ok {
			return t
		}
	}
	return term.No
}

// alike is the disjunction over all pairs of alternatives.
func alike[A any](f *frame, xs, ys []A, both func(p, q *A) term.Term) term.Term {
	r := term.No
	for i := range xs {
		for j := range ys {
			r = f.b.Or(r, both(&xs[i], &ys[j]))
		}
	}
	return r
}

func (f *frame) unchangedParts(x, y []val) term.Term {
	r := term.Yes
	for i := range x {
		r = f.b.And(r, f.unchanged(x[i], y[i]))
	}
	return r
}

// panicsEarly gives up where cond holds if the panic at hand is recovered from and
// the compiler makes a call before it.
func (f *frame) panicsEarly(cond term.Term) bool {
	if f.now == nil || !f.flow.open.Early[f.now] || !slices.ContainsFunc(f.stack, func(g *frame) bool { return g.caught != term.None }) {
		return false
	}
	pc := f.pc
	f.pc = cond
	f.giveUp(interp.WhyOpen(f.now))
	f.pc = f.b.And(pc, f.b.Not(cond))
	return true
}
