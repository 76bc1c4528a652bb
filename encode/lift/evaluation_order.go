package lift

import (
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
		f.GiveUpIf(f.B.Not(f.Unchanged(old, now)), analysis.WhyOpen(call))
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
