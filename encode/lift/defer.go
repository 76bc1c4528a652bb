package lift

import (
	"slices"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// A deferred call runs at the end of its function where cond holds.
type deferred struct {
	cond term.Term
	call *ssa.CallCommon
	fn   sym.Val
	args []sym.Val
}

// postpone executes a defer statement.
func (f *Frame) postpone(in *ssa.Defer) {
	d := deferred{cond: f.PC, call: &in.Call, fn: f.get(in.Call.Value)}
	for _, a := range in.Call.Args {
		d.args = append(d.args, f.get(a))
	}
	f.deferred = append(f.deferred, d)
}

// runDefers makes the deferred calls, last first. panicking is the value of the panic that ends the
// function, or nil.
func (f *Frame) runDefers(panicking sym.Val) {
	pc := f.PC
	f.ends = true
	for _, d := range slices.Backward(f.deferred) {
		outside := f.B.And(pc, f.B.Not(d.cond))
		if f.PC = f.B.And(pc, d.cond); f.PC == term.No {
			f.PC = pc
			continue
		}
		if b, ok := d.call.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
			f.GiveUp("a deferred call of recover cannot be followed")
		} else if panicking != nil && d.call.StaticCallee() == nil {
			f.GiveUp("which deferred call is made while it panics cannot be followed")
		} else {
			if f.Machine.panicking = panicking; panicking != nil {
				f.Machine.panicking = f.Merge(f.B.Simplify(f.PC, f.recovering), sym.NilBoxed, panicking)
			}
			f.common(d.call, d.fn, d.args)
			f.Machine.panicking = nil
		}
		pc = f.B.Or(outside, f.PC)
	}
	f.PC, f.ends = pc, false
}

// recovers reports whether a function defers a function that calls recover.
func recovers(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if d, ok := in.(*ssa.Defer); ok && callsRecover(d.Call.StaticCallee()) {
				return true
			}
		}
	}
	return false
}

func callsRecover(fn *ssa.Function) bool {
	if fn == nil {
		return false
	}
	built(fn)
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			if x, ok := c.Call.Value.(*ssa.Builtin); ok && x.Name() == "recover" {
				return true
			}
		}
	}
	return false
}

// fault records a panic with value x. Either a function on the stack recovers from it, or it is a
// fault of the predicate.
func (f *Frame) fault(cond term.Term, x sym.Val) {
	for _, g := range slices.Backward(append(slices.Clip(f.stack), f)) {
		waiting := len(g.deferred)
		if g.ends {
			waiting-- // One of them is running; which one is not known.
		}
		if g.caught != term.None && !g.ends {
			g.caught = f.B.Or(g.caught, cond)
			g.thrown = f.Merge(cond, x, g.thrown)
			return
		}
		if waiting > 0 && (g.ends && recovers(g.Fn) || slices.ContainsFunc(f.stack, func(h *Frame) bool { return h.caught != term.None })) {
			const why = "deferred calls while it panics"
			f.Gaps = append(f.Gaps, Opaque{Pred: f.pred, Why: why, Pos: f.At})
			f.blind = append(f.blind, cond)
			f.recordGap(cond, why)
			return
		}
	}
	f.faults = append(f.faults, cond)
	f.recordUncaught(cond)
}

// catcher returns the innermost function on the stack that recovers from panics, or nil.
func (f *Frame) catcher() *Frame {
	for _, g := range slices.Backward(f.stack) {
		if g.caught != term.None && !g.ends {
			return g
		}
	}
	return nil
}

// thrownBy returns the value of a panic statement. If it may be nil, the value depends on the Go
// version of the main module.
func (f *Frame) thrownBy(in *ssa.Panic) sym.Val {
	x := f.get(in.X)
	if b, ok := x.(*sym.Boxed); ok {
		for _, a := range b.Alts {
			if a.T == nil {
				x = f.Merge(a.Guard, sym.Unsaid, x)
			}
		}
	}
	return x
}

// recovered executes recover().
func (f *Frame) recovered() sym.Val {
	if f.panicking == nil {
		return sym.NilBoxed
	}
	before := f.B.Simplify(f.PC, f.taken)
	f.taken = f.B.Or(f.taken, f.PC)
	f.Machine.recovering = f.B.Or(f.Machine.recovering, f.PC)
	return f.Merge(before, sym.NilBoxed, f.panicking)
}

// recoverPanics makes the deferred calls on the paths where the function panicked. It returns from the
// function where one of them recovers.
func (f *Frame) recoverPanics() {
	cond, thrown := f.caught, f.thrown
	if cond == term.None || cond == term.No {
		return
	}
	f.caught = term.None
	old := f.recovering
	f.recovering = term.No
	f.PC = cond
	f.runDefers(thrown)
	recovering := f.recovering
	f.recovering = old
	if rest := f.B.And(f.PC, f.B.Not(recovering)); rest != term.No {
		f.fault(rest, thrown)
	}
	if f.PC = f.B.And(f.PC, recovering); f.PC == term.No {
		return
	}
	f.block = f.Fn.Blocks[0]
	values := map[ssa.Value]sym.Val{}
	for _, in := range f.Fn.Recover.Instrs {
		switch in := in.(type) {
		case *ssa.UnOp:
			values[in] = f.Load(f.get(in.X).(*sym.Pointer), in.Type())
		case *ssa.Return:
			results := make(sym.Tuple, len(in.Results))
			for i, r := range in.Results {
				if results[i] = values[r]; results[i] == nil {
					results[i] = f.get(r)
				}
			}
			var v sym.Val = results
			if len(results) == 1 {
				v = results[0]
			}
			f.returns = append(f.returns, arrival{cond: f.PC, way: f.here(), vals: []sym.Val{v}})
		}
	}
}
