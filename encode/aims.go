package encode

import (
	"context"
	"fmt"
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"golang.org/x/tools/go/ssa"
)

// Aims are what a function may do with inputs: take one side of a branch or of a
// comparison, meet the boundary of one, panic, end well. Each has a condition
// over the variables of the inputs: that of the path there, over all paths at
// once, and that of the side (King, "Symbolic Execution and Program Testing",
// 1976; Tillmann and de Halleux, "Pex – White Box Test Generation for .NET",
// 2008, section 3).
type Aims struct {
	// List is in the order in which a run comes to them.
	List []Aim
	// Partly says that some of the function was not followed: there may be more.
	// Endless says that a loop was given up after Options.MaxTurns.
	Partly, Endless bool
	// Lost are the places of the calls in the user's code of which not all could be executed. What they
	// give may have variables of its own, behind those of the inputs.
	Lost map[token.Pos]bool
	// Opaque tells of what was not followed in the predicates, as in a Problem.
	Opaque []Opaque

	*placed
	conds []term.Term
}

// An Aim is one thing that a function may do.
type Aim struct {
	Kind AimKind
	// Pos is the comparison or the operation that panics; not valid where the
	// code does not spell it, as at the end of a range.
	Pos token.Pos
}

// Follow executes a function of all inputs, which calls the one under test,
// where the predicates hold, and returns what it may do. Only what functions do
// that are the user's own counts; those that they call are executed as well. What
// cannot be followed, or takes more than the limits of the options, is left out.
// The options must ask for inputs outside a depth. It fails as Encode does.
func Follow(ctx context.Context, in Inputs, fn *ssa.Function, own func(*ssa.Function) bool, opt Options) (a *Aims, err error) {
	if opt.Beyond == nil {
		return nil, fmt.Errorf("encode: aims are outside a depth, and none is given")
	}
	m := newMachine(ctx, &opt)
	defer m.B.Ending(&err)
	e, err := prepare(m, in, opt, fn)
	if err != nil {
		return nil, err
	}
	a = &Aims{placed: e, Opaque: m.Opaque()}
	if e.built != nil {
		for _, g := range e.built.gaps {
			e.Laws = append(e.Laws, m.B.Not(g.Cond)) // The value is not known.
		}
	}
	if e.none {
		return a, nil
	}
	did := m.FollowAll(len(in.Preds), fn, e.args, append([]term.Term{e.holds}, e.Laws...), own)
	a.Partly, a.Endless, a.Lost = did.Partly, did.Endless, did.Lost
	for _, d := range did.List {
		a.List = append(a.List, Aim{d.Kind, d.Pos})
		a.conds = append(a.conds, d.Cond)
	}
	return a, nil
}

// Base returns the question for the inputs that satisfy the predicates, within
// the depth and outside.
func (a *Aims) Base() *form.Form { return a.form(a.base(term.Yes)) }

// Form returns the question for the inputs outside the depth with which the
// function does what aim i says.
func (a *Aims) Form(i int) *form.Form { return a.form(a.base(a.B.And(a.outside, a.conds[i]))) }

// Input is the stream of the input of a solution.
func (a *Aims) Input(solution []int64) []int64 {
	return solution[:len(solution)-(len(a.B.Vars)-a.inputs)]
}

// Solution is a solution with an input: guesses are the least that they may be.
func (a *Aims) Solution(input []int64) []int64 {
	solution := slices.Clone(input)
	for _, v := range a.B.Vars[a.inputs:] {
		solution = append(solution, v.Dom[0].Lo)
	}
	return solution
}

func (a *Aims) base(more term.Term) term.Term {
	if a.none {
		return term.No
	}
	return a.B.And(append(append([]term.Term{a.holds}, a.Laws...), more)...)
}

func (a *Aims) form(root term.Term) *form.Form {
	f := a.B.Form(root, a.Options.Depth)
	a.complete(f)
	return f
}

func (a *Aims) complete(f *form.Form) {
	f.Below = true
	if a.test != nil {
		f.Test = a.test
	}
}

// A Meter tells which aims an input meets.
type Meter struct {
	form  *form.Form
	nodes []int32
}

// Meter returns what tells which aims an input meets.
func (a *Aims) Meter() *Meter {
	form, nodes := a.B.FormWith(a.base(term.Yes), append([]term.Term{a.outside}, a.conds...), a.Options.Depth)
	a.complete(form)
	return &Meter{form, nodes}
}

// Met tells for each aim whether the input with this stream meets it, and
// whether the input is outside the depth. A stream that is no input of the form
// is an error.
func (m *Meter) Met(stream []int64) (met []bool, outside bool, err error) {
	vals, err := m.form.EvalAt(stream, m.nodes)
	if err != nil {
		return nil, false, err
	}
	met = make([]bool, len(vals)-1)
	for i, v := range vals[1:] {
		met[i] = v != 0
	}
	return met, vals[0] != 0, nil
}

// An AimKind says what the function does.
type AimKind = lift.AimKind

// The kinds of aims; see [lift.AimKind].
const (
	Holds    = lift.Holds
	Fails    = lift.Fails
	Meets    = lift.Meets
	Faults   = lift.Faults
	EndsWell = lift.EndsWell
	Comes    = lift.Comes
	Tests    = lift.Tests
	Brings   = lift.Brings
)
