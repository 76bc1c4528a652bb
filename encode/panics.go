package encode

import (
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// panics ends the paths on which cond holds: there the runtime panics.
func (f *frame) panics(cond term.Term) {
	f.throws(cond, &sym.Boxed{Alts: []sym.Content{{Guard: term.Yes, T: sym.Panicked, Value: sym.Unsaid}}})
}

// throws ends the paths on which cond holds: there the predicate panics with x.
func (f *frame) throws(cond term.Term, x sym.Val) {
	if c := f.B.And(f.pc, cond); c != term.No && !f.panicsEarly(c) {
		f.faulted(c)
		f.fault(c, x)
		f.pc = f.B.And(f.pc, f.B.Not(cond))
	}
}

// giveUp ends all paths at hand: what the predicate says there is not known.
func (f *frame) giveUp(why string) {
	if f.pc == term.No {
		return
	}
	f.blind = append(f.blind, f.pc)
	f.gaps = append(f.gaps, Opaque{Pred: f.pred, Why: why, Pos: f.at})
	f.stages.gap = min(f.stages.gap, f.stages.at)
	if f.starting == nil {
		f.sections.gaps |= 1 << f.sections.at
	}
	f.pc = term.No
}

// giveUpIf ends the paths on which cond holds.
func (f *frame) giveUpIf(cond term.Term, why string) {
	pc := f.pc
	if cond = f.B.Settle(pc, f.B.Simplify(pc, cond)); cond == term.No {
		return
	}
	f.pc = f.B.And(pc, cond)
	f.giveUp(why)
	f.pc = f.B.And(pc, f.B.Not(cond))
}

// use returns the value of an operand without its unknown part, on which it
// gives up. It is nil when nothing is left; then f.pc is false.
func (f *frame) use(v ssa.Value) sym.Val { return f.known(f.get(v)) }

func (f *frame) known(x sym.Val) sym.Val {
	for {
		u, ok := x.(*sym.Unknown)
		if !ok {
			break
		}
		pc := f.pc
		f.pc = f.B.And(pc, u.Guard)
		if f.pc != term.No {
			at := f.at
			if u.Pos.IsValid() {
				f.at = u.Pos
			}
			f.giveUp(u.Why)
			f.at = at
		}
		f.pc = f.B.And(pc, f.B.Not(u.Guard))
		x = u.Rest
	}
	if x == nil {
		f.pc = term.No
	}
	return x
}
