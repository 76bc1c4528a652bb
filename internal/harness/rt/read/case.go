package read

import (
	"reflect"

	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// A Unit is the contracts of one package, as the generated code offers them.
type Unit struct {
	// Module is the path of the main module, ModuleDir its directory, and Package the import path
	// of the package under test. They distinguish the user's stack frames from all others.
	Module, ModuleDir, Package string
	Targets                    []Target
	// Hits are the counters of the code under test, or nil if it has none. While Hitting is set, a
	// place that is reached sets its counter to 1, and to 3 when it is reached again. With Profile
	// set, the counters are on the board and count all calls.
	Hits    *[]byte
	Hitting *bool
	Profile bool
	// Then, if it points to a function, is called with each place that is reached.
	Then *func(int)
	// Goals report the goals that calls of the code under test reach. It is nil if the code is not watched.
	Goals *Goals
	// Mutation switches the mutants of the code under test. It is nil if there are none.
	Mutation *Mutation
	// Domains are the types over which quantifiers range.
	Domains []Domain
	// Builders are the types whose values are built by calls.
	Builders []Builder
}

// Goals report what calls reach, as numbers. Begin begins a call. Reached ends it and returns the goals that it
// reached.
type Goals struct {
	Begin   func()
	Reached func() []int
}

// A Mutation has the variables of the switch of mutants. Number is the active one. Reached is set when its place
// is reached. Steps counts the steps while one is active. A call that takes more than Most steps ends with a
// panic. If the code recovers from it, End ends the call.
type Mutation struct {
	Number      *int
	Reached     *bool
	Steps, Most *int64
	End         *func()
}

// Own returns the module of the user, which identifies the user's frames.
func (u *Unit) Own() stack.Module { return stack.Module{Path: u.Module, Dir: u.ModuleDir} }

// A Target is one contract.
type Target struct {
	// Func is the function's name as the runtime writes it.
	Func string
	// Prototype is a nil pointer to the type of the states.
	Prototype Stages
	// Pre, Lets and Classes are the numbers of preconditions, lets and classify directives. Checks
	// are the causes of the checks after the call, in order.
	Pre, Lets, Classes int
	Checks             []string
	// Twin is set if the case needs a second copy of its input, Pairs if pointers into both are
	// compared, Promise if the contract has a panics directive.
	Twin, Pairs, Promise bool
	// Bare is set if there is no contract. A panic that the user's code raises itself then rejects
	// the input.
	Bare bool
	Reuse
	// Room is set if the contract mentions capacities.
	Room bool
	// Shares is set if inputs may be the same memory.
	Shares bool
	// Asks is set if functions are among the inputs. Steps is the order of drawing and of
	// preconditions if some inputs are drawn, else it is empty.
	Asks  bool
	Steps []Step
}

// A Reuse says how the memory of an input may be used after its call.
type Reuse struct {
	// Apart is set if nothing that a call or a clause does outlives it, so that memory of an input
	// may be used again for the next one.
	Apart bool
	// Varies is set if, in addition, each number of a stream that is not a choice has one place in the input,
	// with the same value.
	Varies bool
	// Reads is set if nothing writes to the input.
	Reads bool
}

// A Step draws the input Draw because the precondition Pre needs it. With Draw -1 it evaluates the
// precondition Pre.
type Step struct{ Draw, Pre int }

// Stages are the methods that generated code has for every target. A target has the methods of the other
// interfaces below only if it needs them. Most targets need none, and compiling them would double the build
// time.
type Stages interface {
	// Build builds the input. It returns false if the stream draws a value that does not exist.
	Build(r *Reader) bool
	// Pre evaluates the i-th precondition.
	Pre(i int) bool
	// Call calls the function under test.
	Call()
	// Check judges the i-th of Target.Checks.
	Check(i int) bool
	// Explain adds to x the values that decided the i-th check.
	Explain(i int, x *explain.Explanation)
	// Terms notes the values of the terms of the input, in order.
	Terms(t *Terms)
	// Variables returns pointers to the inputs, to those of the second copy if there is one, and to the
	// results.
	Variables() (inputs, twins, results []any)
}

type (
	twinned interface {
		// Twin builds the second copy of the input from the same stream, like Build.
		Twin(r *Reader) bool
	}
	drawing interface {
		// Draw draws the i-th drawn input. It returns false if there is no value to draw.
		Draw(i int, d *Drawing) bool
	}
	twinDrawing interface {
		// TwinDraw draws all of them for the second copy.
		TwinDraw(d *Drawing) bool
	}
	letting interface {
		// Let evaluates the i-th let.
		Let(i int)
	}
	classified interface {
		// Class evaluates the i-th classify directive.
		Class(i int) bool
	}
	promising interface {
		// Promised reports whether the contract promises a panic.
		Promised() bool
	}
	invariant interface {
		// Broken returns the index of the invariant that failed in the last check.
		Broken() int
	}
	overflowing interface {
		// Overflow evaluates the arithmetic of the i-th check, and records in o whether it wraps around. A
		// negative i means the precondition, or after these the let, with index -1-i.
		Overflow(i int, o *Overflow)
	}
)

// A Case is one input of a target on its way through the stages. It is reused for one input after
// another.
type Case interface {
	Build(r *Reader) bool
	Pre(i int) bool
	Call()
	Check(i int) bool
	Explain(i int, x *explain.Explanation)
	Terms(t *Terms)
	Inputs() []any
	Twins() []any
	Results() []any
	twinned
	drawing
	twinDrawing
	letting
	classified
	promising
	invariant
	overflowing
}

// New makes the state of one worker.
func (t *Target) New() Case {
	return &generated{reflect.New(reflect.TypeOf(t.Prototype).Elem()).Interface().(Stages)}
}

// Generated returns the generated methods of a case that New made, nil for another one.
func Generated(c Case) Stages {
	if g, ok := c.(*generated); ok {
		return g.Stages
	}
	return nil
}

// A generated is a Case whose generated code may lack methods.
type generated struct{ Stages }

// Inputs returns pointers to the inputs.
func (g *generated) Inputs() []any {
	inputs, _, _ := g.Variables()
	return inputs
}

// Twins returns pointers to the inputs of the second copy.
func (g *generated) Twins() []any {
	_, twins, _ := g.Variables()
	return twins
}

// Results returns pointers to the results.
func (g *generated) Results() []any {
	_, _, results := g.Variables()
	return results
}

func (g *generated) Twin(r *Reader) bool {
	c, ok := g.Stages.(twinned)
	return !ok || c.Twin(r)
}

func (g *generated) Draw(i int, d *Drawing) bool {
	c, ok := g.Stages.(drawing)
	return ok && c.Draw(i, d)
}

func (g *generated) TwinDraw(d *Drawing) bool {
	c, ok := g.Stages.(twinDrawing)
	return !ok || c.TwinDraw(d)
}

func (g *generated) Let(i int) {
	if c, ok := g.Stages.(letting); ok {
		c.Let(i)
	}
}

func (g *generated) Class(i int) bool {
	c, ok := g.Stages.(classified)
	return ok && c.Class(i)
}

func (g *generated) Promised() bool {
	c, ok := g.Stages.(promising)
	return ok && c.Promised()
}

func (g *generated) Broken() int {
	if c, ok := g.Stages.(invariant); ok {
		return c.Broken()
	}
	return 0
}

func (g *generated) Overflow(i int, o *Overflow) {
	if c, ok := g.Stages.(overflowing); ok {
		c.Overflow(i, o)
	}
}

// Chooses reports whether the inputs of the target have choices.
func (t *Target) Chooses() bool { return t.Asks || len(t.Steps) > 0 }
