package encode

// panics ends the paths on which cond holds: there the predicate panics.
func (f *frame) panics(cond term) {
	if c := f.b.and(f.pc, cond); c != no {
		f.faulted(c)
		f.fault(c)
		f.pc = f.b.and(f.pc, f.b.not(cond))
	}
}

// giveUp ends all paths at hand: what the predicate says there is not known.
func (f *frame) giveUp(why string) {
	if f.pc == no {
		return
	}
	f.blind = append(f.blind, f.pc)
	f.gaps = append(f.gaps, Opaque{Pred: f.pred, Why: why, Pos: f.at})
	f.stages.gap = min(f.stages.gap, f.stages.at)
	if f.starting == nil {
		f.sections.gaps |= 1 << f.sections.at
	}
	f.pc = no
}

// giveUpIf ends the paths on which cond holds.
func (f *frame) giveUpIf(cond term, why string) {
	pc := f.pc
	if cond = f.b.settle(pc, f.b.simplify(pc, cond)); cond == no {
		return
	}
	f.pc = f.b.and(pc, cond)
	f.giveUp(why)
	f.pc = f.b.and(pc, f.b.not(cond))
}
