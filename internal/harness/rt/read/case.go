package read

import (
	"reflect"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// A Unit is the contracts of one package, as the generated code offers them.
type Unit struct {
	// Module is the path of the main module, ModuleDir its directory, and Package the import path
	// of the package under test. They distinguish the user's stack frames from all others.
	Module, ModuleDir, Package string
	Targets                    []Target
	// Hits are the counters of the code under test, or nil if it has none. With Profile set, the counters are on
	// the board and count all calls.
	Hits    *Hits
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

// Hits are counters of places, a byte for each. A place that is reached while they are on sets its counter to 1; higher when
// it is reached again, unless the unit has a profile.
type Hits struct {
	at *unsafe.Pointer
	n  int
	// On points to 1 while the counters are on, else to 0.
	On *byte
}

// NewHits returns the counters that *at points to, an array of bytes.
func NewHits[A any](at **A, on *byte) *Hits {
	return &Hits{(*unsafe.Pointer)(unsafe.Pointer(at)), int(unsafe.Sizeof(**at)), on}
}

// Len returns the number of counters.
func (h *Hits) Len() int { return h.n }

// Counters returns the counters.
func (h *Hits) Counters() []byte { return unsafe.Slice((*byte)(*h.at), h.n) }

// Use makes list the counters, which has as many.
func (h *Hits) Use(list []byte) { *h.at = unsafe.Pointer(&list[:h.n][0]) }

// Own returns the module of the user, which identifies the user's frames.
func (u *Unit) Own() stack.Module { return stack.Module{Path: u.Module, Dir: u.ModuleDir} }

// A Target is one contract.
type Target struct {
	Use
	// State is a nil pointer to the type of the states.
	State any
	Stages
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

// A Use is what a target has for itself: the number of its kind, the function's name as the runtime writes it, and the
// function under test. That is nil if the stage Call names it, else states have it as their first field.
type Use struct {
	Kind   int
	Func   string
	Callee any
}

// Targets returns the targets of some kinds.
func Targets(kinds []Target, uses []Use) []Target {
	list := make([]Target, len(uses))
	for i, u := range uses {
		list[i] = kinds[u.Kind]
		list[i].Use = u
	}
	return list
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

// A Ref points to a state: the variables of one input, in a struct that generated code knows. Targets
// with variables of the same types have the same struct.
type Ref = unsafe.Pointer

// Stages are the generated functions of a target, over its state. One that would do nothing is nil,
// and targets for which one would do the same have the same, because compiling them takes as long as all
// else.
type Stages struct {
	// Build builds the input. It returns false if the stream draws a value that does not exist.
	Build func(s Ref, r *Reader) bool
	// Twin builds the second copy of the input from the same stream, like Build.
	Twin func(s Ref, r *Reader) bool
	// Draw draws the i-th drawn input. It returns false if there is no value to draw. TwinDraw draws all of
	// them for the second copy.
	Draw     func(s Ref, i int, d *Drawing) bool
	TwinDraw func(s Ref, d *Drawing) bool
	// Pre evaluates the i-th precondition, Let the i-th let, Class the i-th classify directive. Promised
	// reports whether the contract promises a panic.
	Pre      func(s Ref, i int) bool
	Let      func(s Ref, i int)
	Class    func(s Ref, i int) bool
	Promised func(s Ref) bool
	// Call calls the function under test.
	Call func(s Ref)
	// Check judges the i-th of Target.Checks. Broken returns the index of the invariant that failed in the
	// last one.
	Check  func(s Ref, i int) bool
	Broken func(s Ref) int
	// Explain adds to x the values that decided the i-th check.
	Explain func(s Ref, i int, x *explain.Explanation)
	// Overflow evaluates the arithmetic of the i-th check, and notes in o whether it wraps around.
	// Negative i stand for preconditions, and after them lets: -1-i is their index.
	Overflow func(s Ref, i int, o *Overflow)
	// Terms notes the values of the terms of the input, in order.
	Terms func(s Ref, t *Terms)
	// Variables returns pointers to the inputs, to those of the second copy if there is one, and to the
	// results.
	Variables func(s Ref) (inputs, twins, results []any)
}

// A Case is one input of a target on its way through the stages. It is reused for one input after
// another. Its methods are those of Stages.
type Case interface {
	Build(r *Reader) bool
	Twin(r *Reader) bool
	Draw(i int, d *Drawing) bool
	TwinDraw(d *Drawing) bool
	Pre(i int) bool
	Let(i int)
	Class(i int) bool
	Promised() bool
	Call()
	Check(i int) bool
	Broken() int
	Explain(i int, x *explain.Explanation)
	Overflow(i int, o *Overflow)
	Terms(t *Terms)
	Inputs() []any
	Twins() []any
	Results() []any
}

// New makes the state of one worker.
func (t *Target) New() Case {
	state := reflect.New(reflect.TypeOf(t.State).Elem()).UnsafePointer()
	if t.Callee != nil {
		// A function is a pointer, which an interface holds as its second word.
		*(*unsafe.Pointer)(state) = (*[2]unsafe.Pointer)(unsafe.Pointer(&t.Callee))[1]
	}
	return &Generated{&t.Stages, state}
}

// A Generated is the Case of generated code.
type Generated struct {
	stages *Stages
	// State is the state that the stages work on.
	State Ref
}

// Inputs returns pointers to the inputs.
func (g *Generated) Inputs() []any {
	inputs, _, _ := g.stages.Variables(g.State)
	return inputs
}

// Twins returns pointers to the inputs of the second copy.
func (g *Generated) Twins() []any {
	_, twins, _ := g.stages.Variables(g.State)
	return twins
}

// Results returns pointers to the results.
func (g *Generated) Results() []any {
	_, _, results := g.stages.Variables(g.State)
	return results
}

// Build builds the input.
func (g *Generated) Build(r *Reader) bool { return g.stages.Build(g.State, r) }

// Twin builds the second copy.
func (g *Generated) Twin(r *Reader) bool {
	return g.stages.Twin == nil || g.stages.Twin(g.State, r)
}

// Draw draws an input.
func (g *Generated) Draw(i int, d *Drawing) bool {
	return g.stages.Draw != nil && g.stages.Draw(g.State, i, d)
}

// TwinDraw draws those of the second copy.
func (g *Generated) TwinDraw(d *Drawing) bool {
	return g.stages.TwinDraw == nil || g.stages.TwinDraw(g.State, d)
}

// Pre evaluates a precondition.
func (g *Generated) Pre(i int) bool { return g.stages.Pre != nil && g.stages.Pre(g.State, i) }

// Let evaluates a let.
func (g *Generated) Let(i int) {
	if g.stages.Let != nil {
		g.stages.Let(g.State, i)
	}
}

// Class evaluates a classify directive.
func (g *Generated) Class(i int) bool {
	return g.stages.Class != nil && g.stages.Class(g.State, i)
}

// Promised reports whether a panic is promised.
func (g *Generated) Promised() bool { return g.stages.Promised != nil && g.stages.Promised(g.State) }

// Call calls the function under test.
func (g *Generated) Call() { g.stages.Call(g.State) }

// Check judges a check.
func (g *Generated) Check(i int) bool { return g.stages.Check == nil || g.stages.Check(g.State, i) }

// Broken returns the index of the invariant that failed.
func (g *Generated) Broken() int {
	if g.stages.Broken == nil {
		return 0
	}
	return g.stages.Broken(g.State)
}

// Explain explains a check.
func (g *Generated) Explain(i int, x *explain.Explanation) {
	if g.stages.Explain != nil {
		g.stages.Explain(g.State, i, x)
	}
}

// Overflow looks for arithmetic that wraps around.
func (g *Generated) Overflow(i int, o *Overflow) {
	if g.stages.Overflow != nil {
		g.stages.Overflow(g.State, i, o)
	}
}

// Terms notes the values of the terms.
func (g *Generated) Terms(t *Terms) {
	if g.stages.Terms != nil {
		g.stages.Terms(g.State, t)
	}
}

// Chooses reports whether the inputs of the target have choices.
func (t *Target) Chooses() bool { return t.Asks || len(t.Steps) > 0 }
