package encode

import (
	"fmt"
	"math"

	"golang.org/x/tools/go/ssa"
)

// predicate executes one predicate where pc holds: where it holds, where it
// faults, and where it was given up. When the limits are reached that is
// everywhere.
func (m *machine) predicate(i int, p Predicate, args []val, pc term) (holds, fault, blind term) {
	if m.opt.Unlifted && p.Unlifted == "" {
		p.Unlifted = "it is to be interpreted"
	}
	unlifted := m.opt.Interp != nil && p.Unlifted != ""
	if !unlifted {
		if holds, fault, blind, ok := m.upTo(i, p, args, pc, 0); ok {
			return holds, fault, blind
		}
		p.Unlifted, p.Stages = m.gaps[len(m.gaps)-1].Why, len(m.stages.faults)-1
	}
	if p.Stages > 0 && m.opt.Interp != nil {
		gaps := len(m.gaps)
		if !unlifted {
			gaps--
		}
		if holds, fault, blind, ok := m.upTo(i, p, args, pc, p.Stages); ok {
			m.gaps = append(m.gaps[:gaps], Opaque{Pred: i, Why: p.Unlifted, Pos: p.Fn.Pos(), Partly: blind != yes, Spent: p.Unlifted == whyTooMuch, Stages: p.Stages})
			return holds, fault, blind
		}
		m.gaps = m.gaps[:gaps]
		unlifted = true
	}
	if unlifted {
		m.gaps = append(m.gaps, Opaque{Pred: i, Why: p.Unlifted, Pos: p.Fn.Pos()})
	}
	return no, no, yes
}

// upTo executes a predicate, or what it says in the first stages; not ok where the
// limits are reached, which is the last gap then.
func (m *machine) upTo(i int, p Predicate, args []val, pc term, cut int) (holds, fault, blind term, ok bool) {
	m.pred, m.faults, m.blind, m.spent, m.stack = i, nil, nil, false, nil
	m.stages.begin(p.Fn, cut)
	gaps, steps, limit := len(m.gaps), m.steps, m.opt.MaxNodes
	// Each predicate has the whole limit, so that one does not depend on others.
	m.opt.MaxNodes += len(m.b.nodes)
	m.steps = 0
	m.b.most = m.b.work + workAtFirst
	if m.opt.Interp != nil {
		m.b.most = m.b.work + workBeforeInterp
	}
	v := m.attempt(p.Fn, args, pc)
	m.b.most = math.MaxInt64
	m.steps += steps
	m.opt.MaxNodes = limit
	if m.spent {
		if len(m.gaps) == gaps { // The limit was reached where nothing is left to give up.
			m.gaps = append(m.gaps, Opaque{Pred: i, Why: whyTooMuch, Pos: p.Fn.Pos()})
		}
		m.gaps = append(m.gaps[:gaps], m.gaps[len(m.gaps)-1])
		m.gaps[gaps].Spent = m.gaps[gaps].Why == whyTooMuch
		return no, no, yes, false
	}
	f := &frame{machine: m, fn: p.Fn, pc: pc, at: p.Fn.Pos()}
	holds = no
	if x := f.known(v); x != nil {
		holds = x.(term)
	}
	fault, blind = m.b.or(m.faults...), m.b.or(m.blind...)
	for j := range m.gaps[gaps:] {
		m.gaps[gaps+j].Partly = blind != yes
	}
	if n := m.stages.given(); n > 0 && len(m.gaps) > gaps {
		if m.given == nil {
			m.given = map[int]int{}
		}
		m.given[i] = n
	}
	return holds, fault, blind, true
}

// whyTooMuch is why a predicate is given up that takes too much.
const whyTooMuch = "it takes more than the limit of steps or terms"

// attempt calls fn. A value of a kind that the model does not foresee, as after
// a cast through unsafe, makes the predicate opaque.
func (m *machine) attempt(fn *ssa.Function, args []val, pc term) (v val) {
	defer func() {
		if r := recover(); r != nil {
			m.spent = true
			why := fmt.Sprintf("it cannot be followed: %v", r)
			if _, ok := r.(tooMuch); ok {
				why = whyTooMuch
			}
			m.gaps = append(m.gaps, Opaque{Pred: m.pred, Why: why, Pos: fn.Pos()})
		}
	}()
	return m.call(fn, args, nil, pc, fn.Pos())
}
