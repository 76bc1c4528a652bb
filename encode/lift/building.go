package lift

import (
	"go/types"
	"maps"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
)

// A Maker is a function that makes or changes a value of a type built by calls.
type Maker struct {
	// Fn takes all inputs of the call, and makes it.
	Fn *ssa.Function
	// Pointer reports that a step is called on a pointer to the value.
	Pointer bool
	// Preds are the preconditions of the call that can be lifted.
	Preds []Predicate
	// Gives are the parts of the call that may become the value.
	Gives []Giving
}

// A Giving is a part of a call that may become the value: the changed value of a step, or a result.
type Giving struct {
	// Result is the index of the result, or -1 for the value of the step.
	Result int
	// Pointer reports that the result is a pointer to the value. Fails reports that the last result is
	// an error, and that there is no value if it is not nil.
	Pointer, Fails bool
}

// A Made is the outcome of a call that builds a value.
type Made struct {
	// Value is a pointer to the value, or nil if there is none.
	Value sym.Val
	// Exists is the condition under which the call yields the value. Gaps are the conditions under
	// which this is not known.
	Exists term.Term
	Gaps   []Goal
}

// Make executes a call where pc holds. self is a pointer to the value of a step, or nil for a
// constructor. which says, for each element of k.Gives, when it becomes the value. own reports whether
// the user wrote a function, and work limits simplification.
func (m *Machine) Make(k Maker, self sym.Val, args []sym.Val, which []term.Term, pc term.Term, own func(*ssa.Function) bool, work int) Made {
	gaps, given := len(m.Gaps), maps.Clone(m.Given)
	defer func() { m.Gaps, m.Given, m.trial, m.making = m.Gaps[:gaps], given, nil, false }()
	m.making = true
	m.attempt, m.trial = attempt{writes: m.writes}, &trial{own: own}
	f := &Frame{Machine: m, Fn: k.Fn, PC: pc, At: k.Fn.Pos()}
	if self != nil {
		first := self
		if !k.Pointer {
			first = f.Load(self.(*sym.Pointer), k.Fn.Params[0].Type())
		}
		args = slices.Concat([]sym.Val{first}, args)
	}
	if f.PC == term.No {
		return Made{Exists: term.No}
	}
	m.trial = nil
	holds, _ := m.Conjoin(k.Preds, args)
	var made Made
	m.attempt, m.trial = attempt{writes: m.writes}, &trial{own: own}
	f.PC = m.B.And(pc, holds)
	m.B.Most = m.B.Work + work
	v := m.tryCall(k.Fn, args, f.PC)
	m.B.Most = math.MaxInt
	if m.spent {
		made.Exists, made.Gaps = term.No, []Goal{{Open: true, Why: m.Gaps[len(m.Gaps)-1].Why, Cond: f.PC}}
		return made
	}
	made.Exists = term.No
	if v != nil {
		f.returned()
		made.Value, made.Exists = f.given(k.Gives, self, v, which)
	}
	made.Gaps = m.trial.gaps
	return made
}

// returned restricts the path condition to paths that neither panicked nor were given up.
func (f *Frame) returned() {
	for _, g := range slices.Concat(f.trial.faults, f.trial.gaps) {
		f.PC = f.B.And(f.PC, f.B.Not(g.Cond))
	}
}

// given returns a pointer to the part of the call that becomes the value, and the condition under
// which it exists.
func (f *Frame) given(list []Giving, self, result sym.Val, which []term.Term) (v sym.Val, exists term.Term) {
	exists = term.No
	pc := f.PC
	for i, g := range list {
		f.PC = f.B.And(pc, which[i])
		p := f.gives(g, self, result)
		if p != nil && f.PC != term.No {
			v, exists = f.Merge(which[i], p, v), f.B.Or(exists, f.PC)
		}
	}
	return v, exists
}

// gives returns a pointer to one part of a call, and restricts the path condition to where it exists.
func (f *Frame) gives(g Giving, self, result sym.Val) sym.Val {
	if g.Result < 0 {
		return self
	}
	v := result
	if t, several := result.(sym.Tuple); several {
		v = t[g.Result]
		if g.Fails {
			f.confine(f.isNil(t[len(t)-1]))
		}
	}
	if v = f.Known(v); v == nil {
		return nil
	}
	if !g.Pointer {
		return &sym.Pointer{Alts: []sym.Place{{Guard: term.Yes, Obj: f.NewObject(f.PC, v)}}}
	}
	there := &sym.Pointer{}
	some := term.No
	for _, a := range sym.Only(f.B, f.PC, v.(*sym.Pointer).Alts) {
		if a.Obj != nil {
			there.Alts, some = append(there.Alts, a), f.B.Or(some, a.Guard)
		}
	}
	if f.confine(some); len(there.Alts) == 0 {
		return nil
	}
	return there
}

// isNil returns the condition under which an error is nil.
func (f *Frame) isNil(err sym.Val) term.Term {
	x, ok := f.Known(err).(*sym.Boxed)
	if !ok {
		return term.No
	}
	none := term.No
	for _, a := range x.Alts {
		if a.T == nil {
			none = f.B.Or(none, a.Guard)
		}
	}
	return none
}

func (f *Frame) confine(cond term.Term) { f.PC = f.B.And(f.PC, cond) }

// LoadAt returns the value of type t to which p points where pc holds.
func (m *Machine) LoadAt(p sym.Val, t types.Type, pc term.Term) sym.Val {
	m.attempt = attempt{writes: m.writes}
	gaps := len(m.Gaps)
	f := &Frame{Machine: m, PC: pc}
	v := f.Load(p.(*sym.Pointer), t)
	m.Gaps = m.Gaps[:gaps]
	if v == nil {
		return m.Zero(t) // No input reaches this.
	}
	return v
}
