package lift

import (
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// Panics ends the paths on which cond holds with a runtime panic.
func (f *Frame) Panics(cond term.Term) { f.throws(cond, unsaid(sym.RuntimeError)) }

// PanicsInLibrary ends the paths on which cond holds with a panic of code that is not followed.
func (f *Frame) PanicsInLibrary(cond term.Term) { f.throws(cond, unsaid(sym.Panicked)) }

// unsaid returns an unknown value of type t.
func unsaid(t types.Type) *sym.Boxed {
	return &sym.Boxed{Alts: []sym.Content{{Guard: term.Yes, T: t, Value: sym.Unsaid}}}
}

// throws ends the paths on which cond holds with a panic of value x.
func (f *Frame) throws(cond term.Term, x sym.Val) {
	f.recordCheck()
	if c := f.B.And(f.PC, cond); c != term.No && !f.panicsEarly(c) {
		f.recordPanic(c)
		f.fault(c, x)
		f.PC = f.B.And(f.PC, f.B.Not(cond))
	}
}

// GiveUp ends all current paths: what the predicate does there is not known.
func (f *Frame) GiveUp(why string) {
	if f.PC == term.No {
		return
	}
	f.blind = append(f.blind, f.PC)
	f.recordGap(f.PC, why)
	f.Gaps = append(f.Gaps, Opaque{Pred: f.pred, Why: why, Pos: f.At})
	f.stages.gap = min(f.stages.gap, f.stages.at)
	if f.starting == nil {
		f.sections.gaps |= 1 << f.sections.at
	}
	f.recordLost()
	f.PC = term.No
}

// GiveUpIf ends the paths on which cond holds, like GiveUp.
func (f *Frame) GiveUpIf(cond term.Term, why string) {
	pc := f.PC
	if cond = f.B.Settle(pc, f.B.Simplify(pc, cond)); cond == term.No {
		return
	}
	f.PC = f.B.And(pc, cond)
	f.GiveUp(why)
	f.PC = f.B.And(pc, f.B.Not(cond))
}

// use returns the value of an operand without its unknown part, on which it gives up. It returns nil
// if nothing is left; then f.PC is false.
//
// Where inputs are looked for, an unknown operand in the user's code may be anything.
func (f *Frame) use(v ssa.Value) sym.Val {
	x := f.get(v)
	if u, ok := x.(*sym.Unknown); ok && u.Rest == nil && f.guessesHere() {
		f.Gaps = append(f.Gaps, Opaque{Pred: f.pred, Why: u.Why, Pos: f.At})
		x = f.anything(v.Type(), u.Why)
	}
	return f.Known(x)
}

// Known returns a value without its unknown part, on which it gives up. It returns nil if nothing is
// left; then f.PC is false.
func (f *Frame) Known(x sym.Val) sym.Val {
	for {
		u, ok := x.(*sym.Unknown)
		if !ok {
			break
		}
		pc := f.PC
		f.PC = f.B.And(pc, u.Guard)
		if f.PC != term.No {
			at := f.At
			if u.Pos.IsValid() {
				f.At = u.Pos
			}
			f.GiveUp(u.Why)
			f.At = at
		}
		f.PC = f.B.And(pc, f.B.Not(u.Guard))
		x = u.Rest
	}
	if x == nil {
		f.PC = term.No
	}
	return x
}

// mayPanic reports whether some operands make an instruction panic.
func mayPanic(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Panic, *ssa.SliceToArrayPointer, *ssa.MapUpdate, *ssa.Index, *ssa.IndexAddr, *ssa.Lookup:
		return true
	case *ssa.Slice:
		return in.Low != nil || in.High != nil
	case *ssa.TypeAssert:
		return !in.CommaOk
	case *ssa.MakeSlice:
		return !isConst(in.Len) || !isConst(in.Cap)
	case *ssa.BinOp:
		switch in.Op {
		case token.QUO, token.REM, token.SHL, token.SHR:
			return !isConst(in.Y)
		}
	case *ssa.UnOp:
		return in.Op == token.MUL && mayBeNil(in.X)
	case *ssa.FieldAddr:
		return mayBeNil(in.X)
	case *ssa.Store:
		return mayBeNil(in.Addr)
	}
	return false
}

// mayBeNil reports whether a pointer is not the address of a variable.
func mayBeNil(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.FreeVar:
		return false
	}
	return true
}
