package encode

import (
	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// panics ends the paths on which cond holds: there the runtime panics.
func (f *frame) panics(cond term.Term) {
	f.throws(cond, &boxed{[]content{{term.Yes, panicked, unsaid}}})
}

// throws ends the paths on which cond holds: there the predicate panics with x.
func (f *frame) throws(cond term.Term, x val) {
	if c := f.b.And(f.pc, cond); c != term.No && !f.panicsEarly(c) {
		f.faulted(c)
		f.fault(c, x)
		f.pc = f.b.And(f.pc, f.b.Not(cond))
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
	if cond = f.b.Settle(pc, f.b.Simplify(pc, cond)); cond == term.No {
		return
	}
	f.pc = f.b.And(pc, cond)
	f.giveUp(why)
	f.pc = f.b.And(pc, f.b.Not(cond))
}

// use returns the value of an operand without its unknown part, on which it
// gives up. It is nil when nothing is left; then f.pc is false.
func (f *frame) use(v ssa.Value) val { return f.known(f.get(v)) }

func (f *frame) known(x val) val {
	for {
		u, ok := x.(*unknown)
		if !ok {
			break
		}
		pc := f.pc
		f.pc = f.b.And(pc, u.guard)
		if f.pc != term.No {
			at := f.at
			if u.pos.IsValid() {
				f.at = u.pos
			}
			f.giveUp(u.why)
			f.at = at
		}
		f.pc = f.b.And(pc, f.b.Not(u.guard))
		x = u.rest
	}
	if x == nil {
		f.pc = term.No
	}
	return x
}
