// Package encode turns the question which inputs satisfy the preconditions of a
// contract into a form.Form.
//
// In come the shapes of the inputs, a depth, and for each precondition its SSA
// form; out goes a form whose solutions are the inputs of exactly that level.
// The places of the inputs become variables, and the functions are executed
// symbolically over them. It knows nothing of engines, of processes, or of how
// contracts are written.
//
// A function is executed on all its paths at once, in one memory. Every block
// has a path condition; where paths join, values merge into conditionals under
// it. Loops and recursion are executed until their path condition is false,
// which the simplifying builder finds out from the bounds of the variables.
//
//	If, Jump         path conditions of the successors; a Phi is a conditional
//	Alloc, Store     objects of scalar cells; a store merges under its condition
//	BinOp, UnOp      terms with the machine's arithmetic
//	Call             executed in place, once for each function it can be
//	FieldAddr …      sets of places with guards
//	Panic            a fault: the input is let through, native Go judges it
//	Defer            executed where the function returns, or recovers
//	Go, Select, …    given up: let through as well, and reported as Opaque
//
// The SSA form fixes an order of evaluation that Go leaves open: x + f() reads x
// before the call, the compiler reads it after. What a call has changed of its own
// statement is given up (reread.go).
//
// Of terms over few variables the values are listed (see lister): so a loop
// ends where no assignment goes on, and what depends on one variable becomes a
// statement about its values.
package encode

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"math/bits"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/encode/vars"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

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
	// Strict asks for inputs of which it is known that it holds, or panics.
	Strict bool
	// Smooth asks for inputs with which no call made by the function that it calls
	// ends with an error for which that function looks. It must be interpreted.
	Smooth bool
}

// Options bound an encoding. A zero limit stands for its default.
type Options struct {
	// Depth is the exact level of the solutions asked for. Depths are the
	// greatest depths of single inputs, nil where all go as deep as that; they
	// do not limit inputs outside a depth.
	Depth  int
	Depths []int
	// Calls returns the classes of the states of a builder, in the order in
	// which they are tried; nil where no input is built by calls.
	Calls func(*value.Calls) []Class
	// Beyond, where it is not nil, asks for the inputs outside a depth.
	Beyond *Beyond
	// Interp, where it is not nil, interprets the predicates that are not
	// followed: what they say becomes the Test of the form.
	Interp *interp.Program
	// Unlifted leaves all predicates to Interp.
	Unlifted bool
	// WholeInts gives integers that the depth bounds the whole range of their type.
	WholeInts bool
	// MaxNodes is how many terms may be made, 2 million by default, less with
	// Interp. It bounds memory.
	MaxNodes int
	// MaxVars is how many variables the inputs may have, MaxNodes where it is 0.
	MaxVars int
	// MaxSteps is how many instructions may be executed, 20 million by default,
	// less with Interp.
	MaxSteps int
	// MaxTurns is how often a loop may be executed when its end depends on the
	// input, by default 200 and four times the number of variables; one whose
	// end does not may take a thousand times that.
	MaxTurns int
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

// A Problem is a form with what it leaves to native predicates.
type Problem struct {
	Form   *form.Form
	Opaque []Opaque
	// Test is that of the form, or nil; Tested are the indices of its
	// predicates.
	Test   *interp.Test
	Tested []int
	// Derived are the variables of the integers in derived fields.
	Derived []int32
	// Characters are the variables of the characters of strings.
	Characters map[*value.String][]int32
	// Terms and Steps count the terms made and the instructions executed, Work
	// what simplifying the terms took.
	Terms, Steps, Work int
	// Lexicon counts the characters of the words that strings outside the depth are.
	Lexicon int
}

// Inputs are those that are asked for: their names and shapes, in order, and the
// predicates that hold of them. These hold in order: a later one only matters
// where the earlier do. Where one panics the input is a solution, for native Go
// to report.
type Inputs struct {
	Names  []string
	Shapes []value.Shape
	Preds  []Predicate
	// Vars knows which package variables change; nil stands for what the SSA form
	// of the program shows.
	Vars *vars.Analysis
}

// Encode returns the form for inputs. It fails for shapes that have no variables,
// for inputs with more parts than MaxNodes (ErrTooLarge), and with the cause of the
// context's end.
func Encode(ctx context.Context, in Inputs, opt Options) (q *Problem, err error) {
	m := newMachine(ctx, opt)
	defer m.B.Ending(&err)
	e, err := m.prepare(in, nil)
	if err != nil {
		return nil, err
	}
	root := term.Yes
	if e.none {
		root = term.No
	} else {
		root = e.B.And(append(append([]term.Term{e.holds}, e.laws...), e.outside)...)
	}
	form := e.B.Form(root, opt.Depth)
	form.Below = e.beyond != nil
	if e.test != nil {
		form.Test = e.test
	}
	lexicon := 0
	if e.beyond != nil {
		lexicon = e.beyond.lexicon
	}
	return &Problem{
		Form:    form,
		Test:    e.test,
		Tested:  e.tested,
		Opaque:  e.opaque(),
		Derived: e.free, Characters: e.letters,
		Terms:   len(e.B.Nodes),
		Steps:   e.steps,
		Work:    e.B.Work,
		Lexicon: lexicon,
	}, nil
}

// A placed encoding has the variables of the inputs and what the predicates say
// of them.
type placed struct {
	*placer
	args []sym.Val
	// none says that there is no input at all within the depth.
	none bool
	// outside says that the input is outside the depth, where that is asked for.
	outside term.Term
	// holds is what the predicates say, but for what the test does; see
	// Problem.
	holds  term.Term
	test   *interp.Test
	tested []int
}

// prepare makes the variables of the inputs and executes the predicates. What
// is not nil is executed behind them by the caller.
func (m *machine) prepare(in Inputs, behind *ssa.Function) (*placed, error) {
	if bits.UintSize < 64 {
		return nil, errors.New("encode: needs a machine of 64 bits")
	}
	if m.vars = in.Vars; m.vars == nil {
		m.vars = vars.New(nil)
	}
	p := &placer{machine: m, depth: m.opt.Depth, fit: map[fitKey]bool{}, letters: map[*value.String][]int32{}, beyond: newOutskirts(m.opt.Beyond)}
	e := &placed{placer: p, args: make([]sym.Val, len(in.Shapes)), holds: term.Yes}
	for i, s := range in.Shapes {
		at := spot{name: in.Names[i], parent: -1}
		p.limit(i)
		p.unread = !anyReads(in.Preds, i) && (behind == nil || !reads(behind, i))
		if p.beyond != nil {
			at.parts = p.beyond.Parts
		}
		v, ok, err := p.place(s, at)
		if err != nil {
			return nil, fmt.Errorf("encode: %w", err)
		}
		if !ok {
			m.B.Vars, e.none = nil, true
			return e, nil
		}
		e.args[i] = v
	}
	if m.opt.MaxTurns == 0 {
		m.opt.MaxTurns = 200 + 4*len(m.B.Vars)
	}
	e.outside = term.Yes
	if p.beyond != nil {
		e.outside = p.outside()
	}
	inputs := m.inputs(e.args, in.Preds)
	var faults []term.Term
	e.holds, faults = m.conjoin(in.Preds, e.args)
	e.test, e.tested = m.test(in.Preds, inputs, faults)
	return e, nil
}

// anyReads tells whether one of the predicates looks at input i.
func anyReads(preds []Predicate, i int) bool {
	return slices.ContainsFunc(preds, func(p Predicate) bool { return reads(p.Fn, i) })
}

func reads(fn *ssa.Function, i int) bool { return len(*fn.Params[i].Referrers()) > 0 }

// limit sets the depth for input i.
func (p *placer) limit(i int) {
	depth := p.opt.Depth
	if p.opt.Depths != nil && p.beyond == nil {
		depth = min(depth, p.opt.Depths[i])
	}
	if depth != p.depth {
		p.depth, p.fit = depth, map[fitKey]bool{}
	}
}

// What a predicate may take that can be interpreted instead: one that takes
// more has terms over which no engine is fast.
const (
	nodesBeforeInterp = 500_000
	stepsBeforeInterp = 5_000_000
	workBeforeInterp  = 8_000_000
)

// workBehind is what the sections of a predicate may take that are behind others
// which take too much.
const workBehind = 3_000_000

// Simplifying may take so much work at first, where a predicate can only filter
// natively instead, and so much more for each instruction: what lifts well takes
// little for each.
const (
	workAtFirst = 100_000_000
	workForStep = 96
)

func newMachine(ctx context.Context, opt Options) *machine {
	if opt.Interp != nil {
		if opt.MaxNodes == 0 {
			opt.MaxNodes = nodesBeforeInterp
		}
		if opt.MaxSteps == 0 {
			opt.MaxSteps = stepsBeforeInterp
		}
	}
	if opt.MaxNodes == 0 {
		opt.MaxNodes = 2_000_000
	}
	if opt.MaxSteps == 0 {
		opt.MaxSteps = 20_000_000
	}
	b := term.NewBuilder()
	b.Ctx = ctx
	return &machine{
		Domain: &sym.Domain{B: b, Layout: layout.New(sym.MaxCells)}, opt: opt,
		models:  newModels(),
		flows:   map[*ssa.Function]*flow{},
		given:   map[int]int{},
		globals: map[*ssa.Package]*packageVars{},
	}
}

// conjoin executes the predicates. An input satisfies the result when each
// predicate holds of it or is not known, or one faults after the earlier ones
// held. Faults are by predicate where it panics.
func (m *machine) conjoin(preds []Predicate, args []sym.Val) (holds term.Term, faults []term.Term) {
	type outcome struct{ fault, holds term.Term }
	var list []outcome
	pc := term.Yes
	for i, p := range preds {
		holds, fault, blind := m.predicate(i, p, args, pc)
		if !p.Strict || m.opt.Interp != nil { // Interp is as strict.
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
func (m *machine) hints(holds term.Term) term.Term {
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

// opaque returns what was given up, once for each place.
func (m *machine) opaque() []Opaque {
	var list []Opaque
	seen := map[Opaque]bool{}
	for _, g := range m.gaps {
		if !seen[g] {
			seen[g] = true
			list = append(list, g)
		}
	}
	return list
}
