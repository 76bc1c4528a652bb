// Package encode turns the question which inputs satisfy the preconditions of a
// contract into a form.Form.
//
// In come the shapes of the inputs, a depth, and for each precondition its SSA
// form; out goes a form whose solutions are the inputs of exactly that level.
// The parts of the inputs become variables (place), over which the functions are executed
// symbolically (lift) with models of the standard library (models). Values are those of
// package sym, their scalar parts terms (term). What does not lift is interpreted
// (interp). It knows nothing of engines, of processes, or of how contracts are written.
package encode

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/encode/answers"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/models"
	"github.com/rtest-dev/rtest/encode/place"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/encode/vars"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
	"golang.org/x/tools/go/ssa"
)

// Options bound an encoding. A zero limit stands for its default.
type Options struct {
	Limits
	// Depth is the exact level of the solutions asked for. Depths are the
	// greatest depths of single inputs, nil where all go as deep as that; they
	// do not limit inputs outside a depth.
	Depth  int
	Depths []int
	// Calls returns the classes of the states of a builder, in the order in
	// which they are tried; nil where no input is built by calls.
	Calls func(*value.Calls) []Class
	// Building, where it is not nil, has the calls that build values executed, in place of a
	// choice among the states of Calls. Streams have these calls spelled out.
	Building *Building
	// MaxCalls is how many calls a sequence has at most, 0 for as many as the depth allows.
	MaxCalls int
	// Beyond, where it is not nil, asks for the inputs outside a depth.
	Beyond *Beyond
	// Interp, where it is not nil, interprets the predicates that are not
	// followed: what they say becomes the Test of the form.
	Interp *interp.Program
	// Unlifted leaves all predicates to Interp.
	Unlifted bool
	// WholeInts gives integers that the depth bounds the whole range of their type.
	WholeInts bool
	// Whole asks for all data of the shapes of a depth; see place.Options.
	Whole bool
	// unnumbered is place.Options.Unnumbered.
	unnumbered bool
	// Answers are what calls that cannot be executed gave in a run, for Follow; nil for none.
	Answers *answers.Run
}

// Limits bound the work and the memory of making a form.
type Limits struct {
	// MaxNodes is how many terms may be made, 2 million by default, less with
	// Interp. It bounds memory.
	MaxNodes int
	// MaxVars is how many variables the inputs may have, MaxNodes where it is 0.
	MaxVars int
	// MaxSteps is how many instructions may be executed, 20 million by default,
	// less with Interp.
	MaxSteps int
	// MaxWork is what simplifying may take in a trial, and in each predicate before it.
	MaxWork int
	// MaxTurns is how often a loop may be executed when its end depends on the
	// input, by default 200 and four times the number of variables; one whose
	// end does not may take a thousand times that.
	MaxTurns int
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
	// objects says that there are objects that inputs may share.
	objects bool
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
func Encode(ctx context.Context, in Inputs, opt Options) (*Problem, error) {
	if len(in.Preds) > 0 && opt.Interp != nil && opt.Beyond == nil {
		return encodeHeap(ctx, in, opt)
	}
	return encodeInputs(ctx, in, opt)
}

func encodeInputs(ctx context.Context, in Inputs, opt Options) (q *Problem, err error) {
	m := newMachine(ctx, &opt)
	defer m.B.Ending(&err)
	e, err := prepare(m, in, opt)
	if err != nil {
		return nil, err
	}
	q = &Problem{
		Form:    e.form(opt.Depth),
		Test:    e.test,
		Tested:  e.tested,
		Opaque:  m.Opaque(),
		Derived: e.Free, Characters: e.Letters,
		Terms:   len(m.B.Nodes),
		Steps:   m.Steps,
		Work:    m.B.Work,
		Lexicon: e.WordCharacters(),
		objects: e.Objects() > 0,
	}
	return q, nil
}

// form returns the form of the inputs.
func (e *placed) form(depth int) *form.Form {
	root, without := term.No, term.No
	if !e.none {
		without = e.B.And(append(append([]term.Term{e.holds}, e.Laws...), e.outside)...)
		root = e.B.And(append([]term.Term{without}, e.Numbering...)...)
	}
	f, nodes := e.B.FormWith(root, []term.Term{without}, depth)
	f.Below = e.IsBeyond()
	if e.test != nil {
		f.Test = e.test
		if e.Options.Unnumbered {
			f.Renaming = e.Renaming(nodes[0])
		}
	}
	return f
}

// A placed encoding has the variables of the inputs and what the predicates say
// of them.
type placed struct {
	*place.Placer
	args []sym.Val
	// inputs is how many variables those of the inputs are.
	inputs int
	// none says that there is no input at all within the depth.
	none bool
	// outside says that the input is outside the depth, where that is asked for.
	outside term.Term
	// holds is what the predicates say, but for what the test does; see
	// Problem.
	holds term.Term
	// faults are by predicate where it panics.
	faults []term.Term
	test   *interp.Test
	tested []int
	// built is what came of the calls that build values, nil where they are not executed.
	built *builder
}

// prepare makes the variables of the inputs and executes the predicates. What
// is not nil is executed behind them by the caller.
func prepare(m *lift.Machine, in Inputs, opt Options, behind ...*ssa.Function) (*placed, error) {
	if bits.UintSize < 64 {
		return nil, errors.New("encode: needs a machine of 64 bits")
	}
	if m.Vars = in.Vars; m.Vars == nil {
		m.Vars = vars.New(nil)
	}
	e := newPlaced(m, in, opt)
	p := e.Placer
	turns := m.Options.MaxTurns
	m.Options.MaxTurns = cmp.Or(turns, leastTurns)
	for i, s := range in.Shapes {
		unread := !anyReads(in.Preds, i) && !slices.ContainsFunc(behind, func(fn *ssa.Function) bool { return fn != nil && reads(fn, i) })
		v, ok, err := p.Input(i, in.Names[i], s, unread)
		if err != nil {
			return nil, fmt.Errorf("encode: %w", err)
		}
		if !ok {
			m.B.Vars, e.none = nil, true
			return e, nil
		}
		e.args[i] = v
	}
	m.Options.MaxTurns = cmp.Or(turns, leastTurns+4*len(m.B.Vars))
	if n := p.Objects(); turns == 0 && n > 0 {
		m.Options.MaxTurns = 16 + 4*n
	}
	if e.built != nil {
		p.Laws = append(p.Laws, e.built.laws...)
	}
	if m.Options.Objects = p.Objects(); m.Options.Objects > 0 {
		m.Options.Possible = func(cond term.Term) bool { return possible(m.B, append(p.Laws, cond), opt.Depth) }
	}
	e.outside = term.Yes
	if p.IsBeyond() {
		e.outside = p.Outside()
	}
	inputs := interpreted(m, e.args, in.Preds)
	e.inputs = len(m.B.Vars)
	e.holds, e.faults = m.Conjoin(in.Preds, e.args)
	e.test, e.tested = testOf(m, in.Preds, inputs, e.faults)
	return e, nil
}

// leastTurns is how often a loop whose end depends on the input may be executed, beside
// what the number of variables adds.
const leastTurns = 200

func newPlaced(m *lift.Machine, in Inputs, opt Options) *placed {
	e := &placed{args: make([]sym.Val, len(in.Shapes)), holds: term.Yes}
	options := place.Options{
		Depth: opt.Depth, Depths: opt.Depths, Calls: opt.Calls, Beyond: opt.Beyond,
		Unnumbered: opt.unnumbered, WholeInts: opt.WholeInts, Whole: opt.Whole, MaxNodes: opt.MaxNodes, MaxVars: opt.MaxVars,
	}
	if opt.Building != nil {
		e.built = newBuilder(m, opt.Building, opt.MaxCalls)
		options.Constructor = e.built
	}
	e.Placer = place.NewPlacer(m.Domain, options)
	return e
}

// anyReads tells whether one of the predicates looks at input i.
func anyReads(preds []Predicate, i int) bool {
	return slices.ContainsFunc(preds, func(p lift.Predicate) bool { return reads(p.Fn, i) })
}

func reads(fn *ssa.Function, i int) bool { return len(*fn.Params[i].Referrers()) > 0 }

// What a predicate may take that can be interpreted instead: one that takes
// more has terms over which no engine is fast.
const (
	nodesBeforeInterp = 500_000
	stepsBeforeInterp = 5_000_000
)

func newMachine(ctx context.Context, opt *Options) *lift.Machine {
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
	d := &sym.Domain{B: b, Layout: layout.New(sym.MaxCells)}
	return lift.New(d, lift.Options{Interp: opt.Interp, Unlifted: opt.Unlifted, MaxNodes: opt.MaxNodes, MaxSteps: opt.MaxSteps, MaxTurns: opt.MaxTurns, MaxWork: opt.MaxWork, Exact: opt.Whole, Answers: opt.Answers}, models.New())
}

// A Class is the states of a type built by calls that have one level and one size.
type Class = place.Class

// Beyond makes an encoding ask for the inputs outside a depth instead of those of a
// depth.
type Beyond = place.Beyond

// ErrTooLarge is the error for inputs with more parts than Options.MaxVars.
var ErrTooLarge = place.ErrTooLarge

// WhyCalls, WhyDrawn and WhyAsked are the Why of an Opaque that tells of inputs that are
// known only when they are built or asked. Their predicates are not at fault: they filter
// natively by design.
const (
	WhyCalls = place.WhyCalls
	WhyDrawn = place.WhyDrawn
	WhyAsked = place.WhyAsked
)

// SpecialFloats is the least depth at which floating-point numbers are not halves only.
const SpecialFloats = place.SpecialFloats

// A Predicate is a precondition: a function of all inputs, in order, that returns a bool.
type Predicate = lift.Predicate

// An Opaque tells of what was not followed in a predicate. Inputs for which it would have
// mattered satisfy the form; the native predicate judges them.
type Opaque = lift.Opaque
