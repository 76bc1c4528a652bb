package lift

import (
	"cmp"
	"fmt"
	"go/token"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"golang.org/x/tools/go/ssa"
)

// A lift is a predicate to be executed with args where PC holds. i is its index.
type lift struct {
	Predicate
	i    int
	args []sym.Val
	PC   term.Term
}

// A verdict is what is known of a lift: a condition that holds wherever the predicate does, the
// condition of its fault, and the sections that are left out.
type verdict struct {
	known, fault term.Term
	left         uint64
}

// predicate executes a predicate where pc holds. It returns where the predicate holds, where it
// panics, and where it was given up. If a limit is reached, it is given up everywhere, except for what
// some of its sections say.
func (m *Machine) predicate(i int, p Predicate, args []sym.Val, pc term.Term) (holds, fault, blind term.Term) {
	if m.Options.Unlifted && p.Unlifted == "" {
		p.Unlifted = "it is to be interpreted"
	}
	gaps := len(m.Gaps)
	if m.Options.Interp == nil {
		holds, fault, blind, _ = m.upTo(lift{p, i, args, pc}, 0, cmp.Or(m.Options.MaxWork, workAtFirst))
		return holds, fault, blind
	}
	if p.Unlifted != "" && p.Left == 0 {
		m.Gaps = append(m.Gaps, Opaque{Pred: i, Why: p.Unlifted, Pos: p.Fn.Pos()})
		return term.No, term.No, term.Yes
	}
	l := lift{p, i, args, pc}
	holds, fault, blind, ok := m.upTo(l, p.Left, workBeforeInterp)
	list := slices.Clone(m.Gaps[gaps:])
	if p.Unlifted != "" {
		list = []Opaque{{Pred: i, Why: p.Unlifted, Pos: p.Fn.Pos(), Spent: p.Unlifted == whyTooMuch}}
	}
	v := verdict{known: term.Yes, fault: fault}
	if ok {
		v.known, v.left = m.B.Or(holds, blind), p.Left
	}
	more := len(list) > 0 && m.withoutSections(l, !ok, &v)
	m.Gaps = append(m.Gaps[:gaps], list...)
	for j := range list {
		g := &m.Gaps[gaps+j]
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

// withoutSections executes a predicate again while there is a section to leave out: one that exceeded the
// limits, or in which something was given up. It adds the results to v, and reports whether any
// execution succeeded.
func (m *Machine) withoutSections(l lift, tooMuch bool, v *verdict) (more bool) {
	work, out := workBehind, l.Left
	alone := tooMuch // No execution has succeeded yet.
	for {
		next, ok := m.sections.next(tooMuch)
		if !ok || work <= 0 {
			return more
		}
		out |= 1 << next
		before, given := m.B.Work, m.Given[l.i]
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
			// An input that panics is a solution, whether the first calls hold or not.
			m.Given[l.i] = 0
		default:
			m.Given[l.i] = max(m.Given[l.i], given)
		}
		alone = false
	}
}

// upTo executes a predicate without some of its sections. ok is false if a limit was reached; the last
// gap then describes it.
func (m *Machine) upTo(l lift, left uint64, work int) (holds, fault, blind term.Term, ok bool) {
	m.pred, m.faults, m.blind, m.spent, m.stack = l.i, nil, nil, false, nil
	m.stages.begin(l.Fn)
	m.sections.begin(m, m.stages.Chain, left)
	m.made, m.tabled = nil, nil
	gaps, steps, limit := len(m.Gaps), m.Steps, m.Options.MaxNodes
	// Each predicate has the whole limit, so that its result does not depend on earlier ones.
	m.Options.MaxNodes += len(m.B.Nodes)
	m.Steps = 0
	m.B.Most = m.B.Work + work
	v := m.tryCall(l.Fn, l.args, l.PC)
	m.B.Most = math.MaxInt64
	m.sections.spent(m.B)
	m.Steps += steps
	m.Options.MaxNodes = limit
	if m.spent {
		if len(m.Gaps) == gaps { // The limit was reached where no path was left.
			m.Gaps = append(m.Gaps, Opaque{Pred: l.i, Why: whyTooMuch, Pos: l.Fn.Pos()})
		}
		m.Gaps = append(m.Gaps[:gaps], m.Gaps[len(m.Gaps)-1])
		m.Gaps[gaps].Spent = m.Gaps[gaps].Why == whyTooMuch
		return term.No, term.No, term.Yes, false
	}
	f := &Frame{Machine: m, Fn: l.Fn, PC: l.PC, At: l.Fn.Pos()}
	holds = term.No
	if x := f.Known(v); x != nil {
		holds = x.(term.Term)
	}
	fault, blind = m.B.Or(m.faults...), m.B.Or(m.blind...)
	for j := range m.Gaps[gaps:] {
		m.Gaps[gaps+j].Partly = blind != term.Yes
	}
	if m.Given[l.i] = 0; len(m.Gaps) > gaps {
		m.Given[l.i] = m.stages.given()
	}
	return holds, fault, blind, true
}

// whyTooMuch is the reason for giving up a predicate that exceeds the limits.
const whyTooMuch = "it takes more than the limit of steps or terms"

// tryCall calls fn. A value of an unexpected kind, as after a cast through unsafe, makes the predicate
// opaque.
func (m *Machine) tryCall(fn *ssa.Function, args []sym.Val, pc term.Term) (v sym.Val) {
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
			m.Gaps = append(m.Gaps, Opaque{Pred: m.pred, Why: why, Pos: fn.Pos()})
		}
	}()
	return m.call(fn, args, nil, pc, fn.Pos())
}

// A Predicate is a precondition. Fn takes all inputs in order and returns a bool.
type Predicate struct {
	Fn *ssa.Function
	// Unlifted, if not empty, is the reason for leaving the predicate to Options.Interp, as when a
	// lesser depth exceeded the limits.
	Unlifted string
	// Left is the set of sections to leave out if Unlifted is not empty and the others are lifted all
	// the same (Opaque.Left).
	Left uint64
	// Strict asks only for inputs for which the predicate is known to hold or to panic.
	Strict bool
	// Smooth asks for inputs for which no call in the function that the predicate calls returns an
	// error that this function checks. The predicate must be interpreted.
	Smooth bool
}

// An Opaque describes a part of a predicate that was not followed. The form does not exclude inputs
// that this part may reject; the native predicate judges them.
type Opaque struct {
	// Pred is the index of the predicate.
	Pred int
	// Why is a clause such as "the loop at f.go:12 does not end within the bounds". Pos is the
	// position of the instruction.
	Why string
	Pos token.Pos
	// Partly reports that the form still constrains inputs by the predicate, though not on all its
	// paths.
	Partly bool
	// Spent reports that a limit was reached. Greater depths reach it as well.
	Spent bool
	// Left is the set of sections left out because the whole predicate exceeds the limits. It is 0 if
	// no section is in the form.
	Left uint64
}

// Conjoin executes the predicates. The first result holds for inputs for which each predicate holds or
// is unknown, or one panics after the earlier ones held. faults has for each predicate the condition
// of its panic.
func (m *Machine) Conjoin(preds []Predicate, args []sym.Val) (holds term.Term, faults []term.Term) {
	type outcome struct{ fault, holds term.Term }
	var list []outcome
	pc := term.Yes
	for i, p := range preds {
		holds, fault, blind := m.predicate(i, p, args, pc)
		if !p.Strict || m.Options.Interp != nil { // The interpreter applies Strict itself.
			holds = m.B.Or(holds, blind)
		}
		list = append(list, outcome{fault, holds})
		pc = m.B.And(pc, m.hints(holds))
	}
	r := term.Yes
	for _, o := range slices.Backward(list) {
		r = m.B.Or(o.fault, m.B.And(o.holds, r))
	}
	for _, o := range list {
		faults = append(faults, o.fault)
	}
	return r, faults
}

// hints returns the conjuncts of a condition that restrict single variables, if there are few. They
// help to execute the predicates that are evaluated after it.
func (m *Machine) hints(holds term.Term) term.Term {
	var small []term.Term
	for _, l := range m.B.Conjuncts(holds) {
		if n := &m.B.Nodes[l]; n.Op == term.OpIn || n.Op == form.Ref {
			small = append(small, l)
		}
	}
	if len(small) > term.Wide {
		return term.Yes
	}
	return m.B.And(small...)
}

// Opaque returns the gaps without duplicates.
func (m *Machine) Opaque() []Opaque {
	var list []Opaque
	seen := map[Opaque]bool{}
	for _, g := range m.Gaps {
		if !seen[g] {
			seen[g] = true
			list = append(list, g)
		}
	}
	return list
}
