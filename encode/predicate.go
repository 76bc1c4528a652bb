package encode

import (
	"fmt"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// A lift is a predicate that is executed with some arguments where pc holds; i is
// its index.
type lift struct {
	Predicate
	i    int
	args []sym.Val
	pc   term.Term
}

// A verdict is what is known of a lift: where it holds at most, where it faults,
// and the sections that are left out.
type verdict struct {
	known, fault term.Term
	left         uint64
}

// predicate executes one predicate where pc holds: where it holds, where it
// faults, and where it was given up. When the limits are reached that is
// everywhere, but for what is known of some of its sections.
func (m *machine) predicate(i int, p Predicate, args []sym.Val, pc term.Term) (holds, fault, blind term.Term) {
	if m.opt.Unlifted && p.Unlifted == "" {
		p.Unlifted = "it is to be interpreted"
	}
	gaps := len(m.gaps)
	if m.opt.Interp == nil {
		holds, fault, blind, _ = m.upTo(lift{p, i, args, pc}, 0, workAtFirst)
		return holds, fault, blind
	}
	if p.Unlifted != "" && p.Left == 0 {
		m.gaps = append(m.gaps, Opaque{Pred: i, Why: p.Unlifted, Pos: p.Fn.Pos()})
		return term.No, term.No, term.Yes
	}
	l := lift{p, i, args, pc}
	holds, fault, blind, ok := m.upTo(l, p.Left, workBeforeInterp)
	list := slices.Clone(m.gaps[gaps:])
	if p.Unlifted != "" {
		list = []Opaque{{Pred: i, Why: p.Unlifted, Pos: p.Fn.Pos(), Spent: p.Unlifted == whyTooMuch}}
	}
	v := verdict{known: term.Yes, fault: fault}
	if ok {
		v.known, v.left = m.B.Or(holds, blind), p.Left
	}
	more := len(list) > 0 && m.behind(l, !ok, &v)
	m.gaps = append(m.gaps[:gaps], list...)
	for j := range list {
		g := &m.gaps[gaps+j]
		if more || !ok || p.Unlifted != "" {
			g.Partly = v.known != term.Yes
		}
		if g.Spent {
			g.Left = v.left
		}
	}
	if v.known == term.Yes && !ok {
		v.fault = term.No
	}
	if ok && !more {
		return holds, v.fault, blind
	}
	return v.known, v.fault, term.No
}

// behind executes a predicate again, as long as there is a section to leave out that
// took too much, or in which something was given up. It adds what is found to what is
// known of where it holds, and where it faults, and notes the sections that are left
// out in the end.
func (m *machine) behind(l lift, tooMuch bool, v *verdict) (more bool) {
	work, out := workBehind, l.Left
	alone := tooMuch // Nothing is known so far.
	for {
		next, ok := m.sections.next(tooMuch)
		if !ok || work <= 0 {
			return more
		}
		out |= 1 << next
		before, given := m.B.Work, m.given[l.i]
		h, f, blind, ok := m.upTo(l, out, work)
		work -= m.B.Work - before
		if tooMuch = !ok; !ok {
			continue
		}
		v.known = m.B.And(v.known, m.B.Or(h, blind))
		v.fault = m.B.Or(v.fault, f)
		v.left, more = out, true
		switch {
		case alone:
		case v.fault != term.No:
			// What panics is let through, whether the first things hold or not.
			m.given[l.i] = 0
		default:
			m.given[l.i] = max(m.given[l.i], given)
		}
		alone = false
	}
}

// upTo executes a predicate without some of its sections; not ok where the limits
// are reached, which is the last gap then.
func (m *machine) upTo(l lift, left uint64, work int) (holds, fault, blind term.Term, ok bool) {
	m.pred, m.faults, m.blind, m.spent, m.stack = l.i, nil, nil, false, nil
	m.stages.begin(l.Fn)
	m.sections.begin(m, m.stages.Chain, left)
	m.made, m.tabled = nil, nil
	gaps, steps, limit := len(m.gaps), m.steps, m.opt.MaxNodes
	// Each predicate has the whole limit, so that one does not depend on others.
	m.opt.MaxNodes += len(m.B.Nodes)
	m.steps = 0
	m.B.Most = m.B.Work + work
	v := m.attempt(l.Fn, l.args, l.pc)
	m.B.Most = math.MaxInt64
	m.sections.spent(m.B)
	m.steps += steps
	m.opt.MaxNodes = limit
	if m.spent {
		if len(m.gaps) == gaps { // The limit was reached where nothing is left to give up.
			m.gaps = append(m.gaps, Opaque{Pred: l.i, Why: whyTooMuch, Pos: l.Fn.Pos()})
		}
		m.gaps = append(m.gaps[:gaps], m.gaps[len(m.gaps)-1])
		m.gaps[gaps].Spent = m.gaps[gaps].Why == whyTooMuch
		return term.No, term.No, term.Yes, false
	}
	f := &frame{machine: m, fn: l.Fn, pc: l.pc, at: l.Fn.Pos()}
	holds = term.No
	if x := f.known(v); x != nil {
		holds = x.(term.Term)
	}
	fault, blind = m.B.Or(m.faults...), m.B.Or(m.blind...)
	for j := range m.gaps[gaps:] {
		m.gaps[gaps+j].Partly = blind != term.Yes
	}
	if m.given[l.i] = 0; len(m.gaps) > gaps {
		m.given[l.i] = m.stages.given()
	}
	return holds, fault, blind, true
}

// whyTooMuch is why a predicate is given up that takes too much.
const whyTooMuch = "it takes more than the limit of steps or terms"

// attempt calls fn. A value of a kind that the model does not foresee, as after
// a cast through unsafe, makes the predicate opaque.
func (m *machine) attempt(fn *ssa.Function, args []sym.Val, pc term.Term) (v sym.Val) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(term.Ended); ok {
				panic(r)
			}
			m.spent = true
			why := fmt.Sprintf("it cannot be followed: %v", r)
			if _, ok := r.(term.TooMuch); ok {
				why = whyTooMuch
			}
			m.gaps = append(m.gaps, Opaque{Pred: m.pred, Why: why, Pos: fn.Pos()})
		}
	}()
	return m.call(fn, args, nil, pc, fn.Pos())
}
