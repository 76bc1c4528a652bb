package read

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// A Unit is the contracts of one package, as the generated glue offers them.
type Unit struct {
	// Module is the path of the main module, ModuleDir its directory; Package
	// is the import path of the package under test. They tell the user's
	// frames in a stack from all others.
	Module, ModuleDir, Package string
	Targets                    []Target
	// Hits are the counters of the code under test, nil where it has none: while
	// Hitting is set, places that are reached set theirs to 1, and to 3 where that
	// is more than once. With Profile they are kept on the board, for all calls.
	Hits    *[]byte
	Hitting *bool
	Profile bool
	// Then, where it is set to a function, is told of each place that is reached.
	Then *func(int)
	// Goals are what calls of the code under test reach, nil where it is not watched.
	Goals *Goals
	// Mutation switches the mutants of the code under test, nil where it has none.
	Mutation *Mutation
	// Domains are the types over which quantifiers range.
	Domains []Domain
	// Builders are the types whose values are built by calls.
	Builders []Builder
}

// Goals are numbers of what calls reach: Begin begins a call, Reached ends it and says which
// it reached.
type Goals struct {
	Begin   func()
	Reached func() []int
}

// A Mutation is the variables of the switch of mutants: Number is the one that is on,
// Reached is set when its place is come to. Steps counts what is done while one is on;
// a call that takes more than Most steps ends by a panic, or where that does not end it by
// End.
type Mutation struct {
	Number      *int
	Reached     *bool
	Steps, Most *int64
	End         *func()
}

// Own is the module of the user, by which frames are told from others.
func (u *Unit) Own() stack.Module { return stack.Module{Path: u.Module, Dir: u.ModuleDir} }

// A Target is one contract.
type Target struct {
	// Func is the function's name as the runtime writes it.
	Func string
	// New makes the state of one worker.
	New func() Case
	// Pre, Lets and Classes are the numbers of preconditions, lets and
	// classify directives; Checks are the causes of what is judged after the
	// call, in order.
	Pre, Lets, Classes int
	Checks             []string
	// Twin is set when the case needs a second copy of its input, Pairs when
	// pointers into both are compared, Promise when the contract has a panics
	// directive.
	Twin, Pairs, Promise bool
	// Bare is set when there is no contract: then a panic that the user's code
	// calls by itself rejects the input.
	Bare bool
	// Room is set when the contract speaks of capacities.
	Room bool
	// Asks is set when functions are among the inputs. Steps is the order of
	// drawing and of preconditions where some inputs are drawn, else empty.
	Asks  bool
	Steps []Step
}

// A Step draws an input, for the sake of the precondition Pre, or with Draw -1
// evaluates the precondition.
type Step struct{ Draw, Pre int }

// A Case is one input of a target on its way through the stages. Its methods
// are generated; a Case is used for many inputs, one after another.
type Case interface {
	// Build builds the input, Twin its second copy, from the same stream; false
	// says that the stream draws a value that there is not.
	Build(r *Reader) bool
	Twin(r *Reader) bool
	// Pre, Let and Class evaluate the i-th of their kind; Promised tells
	// whether the contract demands a panic.
	// Draw draws the i-th of the inputs that are drawn; false says that there
	// is no value. TwinDraw draws all for the second copy.
	Draw(i int, d *Drawing) bool
	TwinDraw(d *Drawing) bool
	Pre(i int) bool
	Let(i int)
	Class(i int) bool
	Promised() bool
	// Call calls the function under test.
	Call()
	// Check judges the i-th of Target.Checks.
	Check(i int) bool
	// Broken is the index of the invariant by which the last check failed.
	Broken() int
	// Explain adds the values that decided the i-th check.
	Explain(i int, x *explain.Explanation)
	// Overflow evaluates the arithmetic of the i-th check, of the precondition
	// or, behind all of these, the let -1-i, and notes whether it wraps around.
	Overflow(i int, o *Overflow)
	// Terms notes the values of the terms of the input, in order.
	Terms(t *Terms)
	// Inputs and Results return pointers to the variables of the case.
	// Twins returns those of the second copy, none where there is none.
	Inputs() []any
	Twins() []any
	Results() []any
}

// Chooses tells whether the inputs of the target have choices.
func (t *Target) Chooses() bool { return t.Asks || len(t.Steps) > 0 }
