// Package encode turns the question which inputs satisfy a precondition into a form.Form.
//
// It takes the shapes of the inputs, a depth, and the SSA form of each precondition. The solutions of
// the form are the inputs of exactly that level. Package place turns the parts of inputs into
// variables. Package lift executes functions symbolically over them, with the models of the standard
// library in package models. Values are those of package sym; their scalar parts are terms of package
// term. Package interp interprets predicates that lift cannot execute. Package encode knows nothing of
// engines, processes, or the syntax of contracts.
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

// Options bound an encoding. A zero limit means its default.
type Options struct {
	Limits
	// Depth is the exact level of the solutions. Depths are the greatest depths of single inputs, or
	// nil if Depth bounds all. They do not bound inputs outside a depth.
	Depth  int
	Depths []int
	// Calls returns the classes of the states of a builder, in the order in which they are tried. It
	// is nil if no input is built by calls.
	Calls func(*value.Calls) []Class
	// Building, if not nil, makes the form execute the calls that build values, instead of choosing
	// among the states of Calls. Streams then contain the calls.
	Building *Building
	// MaxCalls is the greatest number of calls in a sequence, or 0 for what the depth allows.
	MaxCalls int
	// Beyond, if not nil, asks for the inputs outside a depth.
	Beyond *Beyond
	// Interp, if not nil, interprets the predicates that cannot be lifted. They become the Test of the
	// form.
	Interp *interp.Program
	// Unlifted leaves all predicates to Interp.
	Unlifted bool
	// WholeInts gives integers that the depth bounds the whole range of their type.
	WholeInts bool
	// Whole asks for all data of the shapes of a depth; see place.Options.
	Whole bool
	// unnumbered is place.Options.Unnumbered.
	unnumbered bool
	// Extend, if not nil, is the stream of an input. The solutions have its values, and the same texts or longer
	// ones that begin with these.
	Extend []int64
	// Answers are the recorded results of calls that cannot be executed, for Follow. It may be nil.
	Answers *answers.Run
}

// Limits bound the work and the memory of making a form.
type Limits struct {
	// MaxNodes is the greatest number of terms, 2 million by default, or 500,000 with Interp. It
	// bounds memory.
	MaxNodes int
	// MaxVars is the greatest number of variables of the inputs, or 0 for MaxNodes.
	MaxVars int
	// MaxSteps is the greatest number of instructions executed, 20 million by default, or 5 million
	// with Interp.
	MaxSteps int
	// MaxWork limits the work of simplification in a trial, and in each predicate before it.
	MaxWork int
	// MaxTurns is the greatest number of turns of a loop whose end depends on the input. The default
	// is 200 plus four times the number of variables. Other loops may take a thousand times as many.
	MaxTurns int
}

// A Problem is a form, and the parts of the preconditions that the form leaves to native predicates.
type Problem struct {
	Form   *form.Form
	Opaque []Opaque
	// Test is the test of the form, or nil. Tested has the indices of its predicates.
	Test   *interp.Test
	Tested []int
	// Derived has the variables of the integers in derived fields.
	Derived []int32
	// Characters has the variables of the characters of strings.
	Characters map[*value.String][]int32
	// Terms is the number of terms made, Steps that of instructions executed, Work the cost of
	// simplification.
	Terms, Steps, Work int
	// Lexicon is the number of characters in the words offered for strings outside the depth.
	Lexicon int
	// objects reports that inputs may share objects.
	objects bool
}

// Inputs are the inputs of a question: their names and shapes in order, and the predicates that they
// must satisfy. The predicates apply in order: a later one matters only if the earlier ones hold. An
// input for which one panics is a solution; native code reports the panic.
type Inputs struct {
	Names  []string
	Shapes []value.Shape
	Preds  []Predicate
	// Vars knows which package variables change. If it is nil, the SSA form of the program decides.
	Vars *vars.Analysis
}

// Encode returns the form of the inputs. It fails if a shape has no variables, with ErrTooLarge if the
// inputs have too many parts, and with the context's cause if the context ends.
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

// A placed encoding has the variables of the inputs and the terms of the predicates over them.
type placed struct {
	*place.Placer
	args []sym.Val
	// inputs is the number of variables of the inputs. Other variables follow them.
	inputs int
	// none reports that no input exists within the depth.
	none bool
	// outside is true of inputs outside the depth if Options.Beyond is set; otherwise of all.
	outside term.Term
	// holds is true if the lifted parts of the predicates hold; the test decides the others.
	holds term.Term
	// faults has for each predicate the condition of its panic.
	faults []term.Term
	test   *interp.Test
	tested []int
	// built is the builder of the calls that build values, or nil if they are not executed.
	built *builder
}

// prepare makes the variables of the inputs and executes the predicates. behind are the functions that
// the caller executes next; an input that none of all these reads needs no variables. A nil function
// is ignored.
func prepare(m *lift.Machine, in Inputs, opt Options, behind ...*ssa.Function) (*placed, error) {
	if bits.UintSize < 64 {
		return nil, errors.New("encode: needs a machine of 64 bits")
	}
	if m.Vars = in.Vars; m.Vars == nil {
		m.Vars = vars.New(nil)
	}
	e := newPlaced(m, in, opt)
	p := e.Placer
	if opt.Extend != nil {
		if err := e.pin(in, opt); err != nil {
			return nil, err
		}
	}
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
		m.B.Apart = true
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

// pin places all inputs in a machine of its own, to learn which variables the input to extend has.
func (e *placed) pin(in Inputs, opt Options) error {
	scratch := opt
	scratch.Extend = nil
	s := newPlaced(newMachine(context.Background(), &scratch), in, scratch)
	for i, shape := range in.Shapes {
		if _, ok, err := s.Placer.Input(i, in.Names[i], shape, false); !ok || err != nil {
			return errors.Join(ErrUnfit, err)
		}
	}
	if s.Placer.IsBeyond() {
		s.Placer.Outside() // It lowers levels.
	}
	pins, err := s.Placer.Pins(opt.Extend)
	e.Placer.Options.Pins = pins
	return err
}

// leastTurns is the default of Options.MaxTurns without what the variables add.
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

// anyReads reports whether a predicate uses input i.
func anyReads(preds []Predicate, i int) bool {
	return slices.ContainsFunc(preds, func(p lift.Predicate) bool { return reads(p.Fn, i) })
}

func reads(fn *ssa.Function, i int) bool { return len(*fn.Params[i].Referrers()) > 0 }

// The limits for a predicate that can be interpreted instead. No engine is fast over the terms of one
// that exceeds them.
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
	return lift.New(d, lift.Options{Interp: opt.Interp, Unlifted: opt.Unlifted, MaxNodes: opt.MaxNodes, MaxSteps: opt.MaxSteps, MaxTurns: opt.MaxTurns, MaxWork: opt.MaxWork, Exact: opt.Whole, Answers: opt.Answers}, models.Standard())
}

// A Class is the states of one level and size of a type built by calls.
type Class = place.Class

// Beyond makes an encoding ask for the inputs outside a depth.
type Beyond = place.Beyond

// ErrUnfit is the error for an input to extend that has no place among those asked for.
var ErrUnfit = place.ErrUnfit

// ErrTooLarge is the error for inputs with more parts than Options.MaxVars.
var ErrTooLarge = place.ErrTooLarge

// WhyCalls, WhyDrawn and WhyAsked are the Why of an Opaque for inputs whose values are known only when
// they are built or asked. Their predicates filter natively by design.
const (
	WhyCalls = place.WhyCalls
	WhyDrawn = place.WhyDrawn
	WhyAsked = place.WhyAsked
)

// SpecialFloats is the least depth with floating-point numbers other than multiples of one half.
const SpecialFloats = place.SpecialFloats

// A Predicate is a precondition: a function that takes all inputs in order and returns a bool.
type Predicate = lift.Predicate

// An Opaque describes a part of a predicate that was not followed. The form does not exclude inputs
// that this part may reject; the native predicate judges them.
type Opaque = lift.Opaque
