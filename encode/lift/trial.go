package lift

import (
	"go/token"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
)

// A Trial is a call of the function under test and the evaluation of its contract. It consists of
// functions that run one after the other in one memory.
type Trial struct {
	// Promise takes the twins of the inputs, evaluates the conditions that the contract names, and
	// returns whether the call must panic. It may be nil: then the call must not.
	Promise *ssa.Function
	// Call takes the inputs and makes the call.
	Call *ssa.Function
	// Judge takes the inputs, their twins and the results, and returns 0 if the call keeps its contract, else the
	// number, from 1 to Demands, of the first demand that it breaks. It may be nil: then every result keeps it.
	Judge   *ssa.Function
	Demands int
	// Property reports that the result of the call says whether it keeps its contract.
	Property bool
	// Pure reports that the call must leave the inputs unchanged.
	Pure bool
	// Work limits the simplification of the whole trial. A second is worth some millions.
	Work int
	// Own reports whether the user wrote a function. Positions of goals are in such functions.
	Own func(*ssa.Function) bool
	// Follow asks what the call does, instead of judging it. Judge is executed for its calls of Marks
	// only.
	Follow bool
	Marks  []*ssa.Function
	// Mutant is the number of a mutant in the code of Call. If it is not 0, the trial finds out
	// whether the call does the same with and without the mutant, and judges nothing. Same takes the
	// inputs, their twins, and the results without and with the mutant, and returns whether they are
	// equal.
	Mutant int
	Same   *ssa.Function
}

// A Goal is a condition under which a call breaks its contract, or under which this is not known.
type Goal struct {
	// Open reports that it is not known. Why says why.
	Open bool
	Why  string
	// Assumed reports that an open goal is an assumption under which the execution went on. An input that satisfies another goal, too, is a
	// candidate.
	Assumed bool
	// Pos is the innermost position in code that the user wrote, or invalid.
	Pos  token.Pos
	Cond term.Term
	// Demand is the number of the demand of Judge that is broken, or 0.
	Demand int
	// deferring reports a panic while deferred calls wait, whose effects are not known.
	deferring bool
}

// A trial records the goals of a Trial.
type trial struct {
	own func(*ssa.Function) bool
	// faults are the panics, gaps the places at which execution was given up.
	faults, gaps []Goal
	// assumed are the assumptions under which execution went on.
	assumed []Goal
}

// place returns the innermost position, among the calls on the stack, in code that the user wrote.
func (t *trial) place(f *Frame) token.Pos {
	if t.own(f.Fn) && f.At.IsValid() {
		return f.At
	}
	for _, g := range slices.Backward(f.stack) {
		if t.own(g.Fn) && g.At.IsValid() {
			return g.At
		}
	}
	return token.NoPos
}

// recordUncaught records a panic that nothing recovers from.
func (f *Frame) recordUncaught(cond term.Term) {
	if f.trial != nil && f.starting == nil {
		waits := func(g *Frame) bool { return len(g.deferred) > 0 }
		f.trial.faults = append(f.trial.faults, Goal{Pos: f.trial.place(f), Cond: cond, deferring: waits(f) || slices.ContainsFunc(f.stack, waits)})
	}
}

// assumes reports whether execution goes on under an assumption, as it does where candidates are looked for. A trial records it with why it may be
// wrong.
func (f *Frame) assumes(why string) bool {
	if f.trial == nil || f.starting != nil {
		return f.follow != nil
	}
	f.trial.assumed = append(f.trial.assumed, Goal{Open: true, Assumed: true, Why: why, Pos: f.trial.place(f), Cond: f.PC})
	return true
}

// recordGap records a place at which execution was given up.
func (f *Frame) recordGap(cond term.Term, why string) {
	if f.trial != nil && f.starting == nil {
		f.trial.gaps = append(f.trial.gaps, Goal{Open: true, Why: why, Pos: f.trial.place(f), Cond: cond})
	}
}

// Try executes a trial where all the conditions hold, and returns its goals. An input that satisfies
// the conditions and no goal keeps the contract. With Trial.Follow it also returns what the call does:
// an input that satisfies the conditions and no open goal does nothing else. pred is an index after
// those of the predicates.
func (m *Machine) Try(pred int, t Trial, args []sym.Val, where []term.Term) ([]Goal, []Deed) {
	m.stages, m.sections = stages{}, sections{}
	m.trial = &trial{own: t.Own}
	defer func() { m.trial, m.follow = nil, nil }()
	m.pred, m.faults, m.blind, m.spent, m.stack, m.Steps = pred, nil, nil, false, nil, 0
	m.Options.MaxNodes += len(m.B.Nodes)
	r := &trialRun{Machine: m, pc: m.hints(m.B.And(where...)), promised: term.No, work: t.Work}
	r.run(t, args)
	r.goals = append(r.goals, m.trial.assumed...)
	if m.spent {
		r.goals = append(r.goals, Goal{Open: true, Why: m.Gaps[len(m.Gaps)-1].Why, Cond: term.Yes})
	}
	if m.follow != nil {
		return r.goals, m.follow.all()
	}
	return r.goals, nil
}

// A trialRun is the execution of a trial. pc is the condition under which it continues.
type trialRun struct {
	*Machine
	pc, promised term.Term
	// work is what is left of the limit on simplification.
	work  int
	goals []Goal
}

func (r *trialRun) run(t Trial, args []sym.Val) {
	b := r.B
	twin := newTwin(r.Machine)
	twins := twin.values(args)
	if t.Mutant > 0 {
		r.mutated(t, twin, args, twins)
		return
	}
	if t.Promise != nil {
		r.promised = r.truth(t.Promise, twins)
	}
	if t.Follow {
		r.follow = &follower{own: t.Own, at: map[site]int{}, left: remaining{on: term.Yes}, whole: &whole{entered: map[*ssa.Function]bool{}, checked: map[ssa.Instruction]bool{}}}
		results := r.phase(t.Call, args, term.Yes)
		if t.Judge != nil && r.pc != term.No {
			r.follow.mark(t.Marks)
			r.truth(t.Judge, withResults(slices.Concat(args, twins), results))
		}
		return
	}
	results := r.phase(t.Call, args, b.Not(r.promised))
	r.breaks(b.And(r.pc, r.promised))
	if r.pc = b.And(r.pc, b.Not(r.promised)); r.pc == term.No {
		return
	}
	if t.Pure {
		changed, unclear := twin.changed(args, twins)
		r.breaks(b.And(r.pc, changed))
		r.goals = append(r.goals, Goal{Open: true, Why: "whether the inputs are as they were cannot be followed", Cond: b.And(r.pc, unclear)})
	}
	if t.Property {
		r.breaks(b.And(r.pc, b.Not(r.known(t.Call, results))))
	}
	if t.Judge != nil && r.pc != term.No {
		broken := r.truth(t.Judge, withResults(slices.Concat(args, twins), results))
		for k := 1; k <= t.Demands && r.pc != term.No; k++ {
			r.goals = append(r.goals, Goal{Cond: b.And(r.pc, b.Eq(broken, b.Number(k))), Demand: k})
		}
	}
}

// withResults appends the results of a call to a list.
func withResults(list []sym.Val, results sym.Val) []sym.Val {
	if several, ok := results.(sym.Tuple); ok {
		return append(list, several...)
	}
	return append(list, results)
}

// mutated makes the call with the inputs, and with their twins while the mutant is active. Its goals
// are that only one of the calls panics, or that their effects differ.
func (r *trialRun) mutated(t Trial, twin *twin, args, twins []sym.Val) {
	b, pc := r.B, r.pc
	plain, panics, ends := r.once(t.Call, args, pc)
	r.Mutant = t.Mutant
	other, panicsToo, endsToo := r.once(t.Call, twins, pc)
	r.Mutant = 0
	r.breaks(b.And(panics, b.Not(panicsToo)))
	r.breaks(b.And(panicsToo, b.Not(panics)))
	if r.pc = b.And(ends, endsToo); r.pc == term.No {
		return
	}
	changed, unclear := twin.changed(args, twins)
	r.breaks(b.And(r.pc, changed))
	r.goals = append(r.goals, Goal{Open: true, Why: "whether the inputs are the same after the call cannot be followed", Cond: b.And(r.pc, unclear)})
	if t.Same != nil {
		list := withResults(withResults(slices.Concat(args, twins), plain), other)
		same := r.truth(t.Same, list)
		r.breaks(b.And(r.pc, b.Not(same)))
	}
}

// once makes a call. It returns the results and the conditions under which the call panics and
// returns.
func (r *trialRun) once(fn *ssa.Function, args []sym.Val, pc term.Term) (v sym.Val, panics, returns term.Term) {
	n := len(r.goals)
	r.pc = pc
	v = r.phase(fn, args, term.Yes)
	panics = term.No
	open := slices.Clone(r.goals[:n])
	for _, g := range r.goals[n:] {
		if g.Open {
			open = append(open, g)
		} else {
			panics = r.B.Or(panics, g.Cond)
		}
	}
	r.goals = open
	return v, panics, r.pc
}

// phase executes a function, and restricts pc to where it returns. Its panics are goals where the
// condition where holds.
func (r *trialRun) phase(fn *ssa.Function, args []sym.Val, where term.Term) sym.Val {
	r.B.Most = r.B.Work + r.work
	v := r.tryCall(fn, args, r.pc)
	r.work = max(0, r.B.Most-r.B.Work)
	r.B.Most = math.MaxInt
	r.settle(where)
	if v == nil {
		r.pc = term.No
	}
	return v
}

// settle turns the recorded panics and gaps into goals.
func (r *trialRun) settle(where term.Term) {
	const why = "what deferred calls do while it panics cannot be followed"
	for _, g := range slices.Concat(r.trial.faults, r.trial.gaps) {
		r.pc = r.B.And(r.pc, r.B.Not(g.Cond))
		if g.deferring && r.promised != term.No {
			r.goals = append(r.goals, Goal{Open: true, Why: why, Pos: g.Pos, Cond: r.B.And(g.Cond, r.promised)})
		}
		if !g.Open {
			g.Cond = r.B.And(g.Cond, where)
		}
		r.goals = append(r.goals, g)
	}
	r.trial.faults, r.trial.gaps = nil, nil
}

// WatchPackage is the last element of the path of the package that watched code calls (package internal/watch).
const WatchPackage = "rtestg_watch"

// Tries reports whether a call under test is executed for claims, and not a predicate.
func (f *Frame) Tries() bool { return f.trial != nil }

// Keep returns what a model keeps from call to call while it is noted what the call of a trial does, first what
// another function returns. It is nil elsewhere.
func (f *Frame) Keep(first func() any) any {
	if f.follow == nil || f.follow.whole == nil || f.follow.whole.marks != nil || f.starting != nil {
		return nil
	}
	if f.follow.kept == nil {
		f.follow.kept = first()
	}
	return f.follow.kept
}

// Reaches records that a call reaches a watched goal, by its number, where a condition holds.
func (f *Frame) Reaches(goal int, cond term.Term) {
	f.record(site{kind: Reaches, goal: goal}, f.At, cond)
}

// truth executes a function that returns a bool.
func (r *trialRun) truth(fn *ssa.Function, args []sym.Val) term.Term {
	return r.known(fn, r.phase(fn, args, term.Yes))
}

// known returns the bool or number that a function returned. Where it is unknown, it adds an open goal.
func (r *trialRun) known(fn *ssa.Function, v sym.Val) term.Term {
	f := &Frame{Machine: r.Machine, Fn: fn, PC: r.pc, At: fn.Pos()}
	if v != nil {
		v = f.Known(v)
		r.settle(term.Yes)
	}
	if t, ok := v.(term.Term); ok {
		return t
	}
	r.pc = term.No
	return term.No
}

func (r *trialRun) breaks(cond term.Term) { r.goals = append(r.goals, Goal{Cond: cond}) }
