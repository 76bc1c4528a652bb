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

// Aims are the things that a function may do outside a depth: take one side of a branch or of a
// comparison, meet the boundary of a comparison, panic, return. Each has a condition over the
// variables of the inputs. The condition joins those of all paths to the place with that of the side
// (King, "Symbolic Execution and Program Testing", 1976; Tillmann and de Halleux, "Pex – White Box
// Test Generation for .NET", 2008, section 3).
type Aims struct {
	// List has the aims in the order of execution, one for each condition. Also has for each the later
	// ones with the same condition.
	List []Aim
	Also [][]Aim
	// Partly reports that part of the function was not followed, so that aims may be missing. Endless
	// reports that a loop was given up after Options.MaxTurns turns.
	Partly, Endless bool
	// Lost holds the positions of calls in the user's code that could not be executed on every path.
	// Their results may have variables of their own. These come after the variables of the inputs.
	Lost map[token.Pos]bool
	// Opaque describes the parts of the predicates that were not followed, as in a Problem.
	Opaque []Opaque

	*placed
	conds []term.Term
}

// An Aim is one thing that a function may do; see [lift.Aim].
type Aim = lift.Aim

// Follow executes fn, which takes all inputs and calls the function under test, and returns its aims.
// Inputs satisfy the predicates. Only code for which own returns true has aims; its callees are
// executed as well. Follow leaves out code that it cannot execute, or that exceeds the limits of the
// options. It fails if opt.Beyond is nil, and in the cases in which Encode fails.
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
		a.List, a.Also = append(a.List, Aim{Kind: d.Kind, Pos: d.Pos}), append(a.Also, d.Also)
		a.conds = append(a.conds, d.Cond)
	}
	return a, nil
}

// Base returns the form of all inputs that satisfy the predicates, within the depth and outside it.
func (a *Aims) Base() *form.Form { return a.form(a.base(term.Yes)) }

// Form returns the form of the inputs outside the depth that meet aim i.
func (a *Aims) Form(i int) *form.Form { return a.form(a.base(a.B.And(a.outside, a.conds[i]))) }

// Input returns the stream of the input of a solution.
func (a *Aims) Input(solution []int64) []int64 {
	return solution[:len(solution)-(len(a.B.Vars)-a.inputs)]
}

// Solution returns a solution whose input is the given stream. Each variable after the input has the
// least value of its domain.
func (p *placed) Solution(input []int64) []int64 {
	solution := slices.Clone(input)
	for _, v := range p.B.Vars[p.inputs:] {
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

// A Meter finds out which aims an input meets.
type Meter struct {
	form  *form.Form
	nodes []int32
}

// Meter returns the meter of the aims.
func (a *Aims) Meter() *Meter {
	form, nodes := a.B.FormWith(a.base(term.Yes), append([]term.Term{a.outside}, a.conds...), a.Options.Depth)
	a.complete(form)
	return &Meter{form, nodes}
}

// Met reports for each aim whether the input with this stream meets it, and whether the input is
// outside the depth. It fails if the stream is not an input of the form.
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

// An AimKind is the kind of thing that an aim stands for.
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
	Reaches  = lift.Reaches
)
