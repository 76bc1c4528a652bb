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

// A lift is a predicate that is executed with some arguments where pc holds; i is
// its index.
type lift struct {
	Predicate
	i    int
	args []sym.Val
	PC   term.Term
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
	more := len(list) > 0 && m.behind(l, !ok, &v)
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

// behind executes a predicate again, as long as there is a section to leave out that
// took too much, or in which something was given up. It adds what is found to what is
// known of where it holds, and where it faults, and notes the sections that are left
// out in the end.
func (m *Machine) behind(l lift, tooMuch bool, v *verdict) (more bool) {
	work, out := workBehind, l.Left
	alone := tooMuch // Nothing is known so far.
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
			// What panics is let through, whether the first things hold or not.
			m.Given[l.i] = 0
		default:
			m.Given[l.i] = max(m.Given[l.i], given)
		}
		alone = false
	}
}

// upTo executes a predicate without some of its sections; not ok where the limits
// are reached, which is the last gap then.
func (m *Machine) upTo(l lift, left uint64, work int) (holds, fault, blind term.Term, ok bool) {
	m.pred, m.faults, m.blind, m.spent, m.stack = l.i, nil, nil, false, nil
	m.stages.begin(l.Fn)
	m.sections.begin(m, m.stages.Chain, left)
	m.made, m.tabled = nil, nil
	gaps, steps, limit := len(m.Gaps), m.Steps, m.Options.MaxNodes
	// Each predicate has the whole limit, so that one does not depend on others.
	m.Options.MaxNodes += len(m.B.Nodes)
	m.Steps = 0
	m.B.Most = m.B.Work + work
	v := m.tryCall(l.Fn, l.args, l.PC)
	m.B.Most = math.MaxInt64
	m.sections.spent(m.B)
	m.Steps += steps
	m.Options.MaxNodes = limit
	if m.spent {
		if len(m.Gaps) == gaps { // The limit was reached where nothing is left to give up.
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

// whyTooMuch is why a predicate is given up that takes too much.
const whyTooMuch = "it takes more than the limit of steps or terms"

// tryCall calls fn. A value of a kind that the model does not foresee, as after
// a cast through unsafe, makes the predicate opaque.
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

// A Predicate is a precondition: Fn is a function of all inputs, in order, that
// returns a bool.
type Predicate struct {
	Fn *ssa.Function
	// Unlifted leaves it to Options.Interp and says why, as it is where a
	// lesser depth took too much; empty where it is to be lifted.
	Unlifted string
	// Left is the set of the sections that are left out where Unlifted is not empty
	// and some of it is lifted all the same (Opaque.Left).
	Left uint64
	// Strict asks only for inputs for which the predicate is known to hold, or to panic.
	Strict bool
	// Smooth asks for inputs with which no call made by the function that it calls
	// ends with an error for which that function looks. It must be interpreted.
	Smooth bool
}

// An Opaque tells of what was not followed in a predicate. Inputs for which it
// would have mattered satisfy the form; the native predicate judges them.
type Opaque struct {
	// Pred is the index of the predicate.
	Pred int
	// Why is a clause such as "the loop at f.go:12 does not end within the
	// bounds", Pos the instruction to blame.
	Why string
	Pos token.Pos
	// Partly says that the form does constrain the inputs by the predicate,
	// only not on all paths through it.
	Partly bool
	// Spent says that the limits were reached; so they are at greater depths.
	Spent bool
	// Left is the set of the sections of the predicate that are left out where some are
	// in the form although all of it takes too much; else 0.
	Left uint64
}

// Conjoin executes the predicates. An input satisfies the result when each
// predicate holds of it or is not known, or one faults after the earlier ones
// held. Faults are by predicate where it panics.
func (m *Machine) Conjoin(preds []Predicate, args []sym.Val) (holds term.Term, faults []term.Term) {
	type outcome struct{ fault, holds term.Term }
	var list []outcome
	pc := term.Yes
	for i, p := range preds {
		holds, fault, blind := m.predicate(i, p, args, pc)
		if !p.Strict || m.Options.Interp != nil { // Interp is as strict.
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

// hints returns what a condition says of single variables, if that is little:
// it helps to execute the predicates that are evaluated after it holds.
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

// Opaque returns what was given up, once for each place.
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
