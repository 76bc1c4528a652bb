// Package lift executes functions symbolically over values that depend on the input.
//
// In come SSA functions, their arguments and models of functions that are not executed;
// out comes where a predicate holds, where it panics and what was not followed, or what a
// function may do. It knows nothing of shapes and depths.
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
// statement is given up (evaluation_order.go).
//
// Of terms over few variables the values are listed (see package term): so a loop
// ends where no assignment goes on, and what depends on one variable becomes a
// statement about its values.
package lift

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/answers"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/encode/vars"
	"golang.org/x/tools/go/ssa"
)

// A Machine executes SSA symbolically, all paths at once in one memory: each
// block under the condition on which it is reached.
type Machine struct {
	*sym.Domain
	Options Options
	// Vars knows which package variables change.
	Vars *vars.Analysis
	// Gaps are what was given up in all predicates.
	Gaps []Opaque
	// Steps counts what is executed.
	Steps int
	// Orders say that the variables of the orders of maps are orders.
	Orders []term.Term
	// Given is by predicate how many of its first things hold of whatever satisfies the
	// form; see stages.
	Given map[int]int

	models  Models
	flows   map[*ssa.Function]*flow
	globals map[*ssa.Package]*packageVars
	// follow notes what the function under test does; nil where a predicate is executed.
	follow *follower
	// Mutant is the number of the mutant that is on, in code with mutants; 0 for none.
	Mutant int
	// trial notes where a call breaks its contract; nil where a predicate is executed.
	trial *trial
	// making says that a call is executed that builds a value.
	making bool
	attempt
}

// MutantsPackage is the last element of the path of the package which code with mutants asks
// whether one is on.
const MutantsPackage = "rtestg_mutate"

// An attempt is the execution of one predicate.
type attempt struct {
	// pred is the index of the predicate, faults the conditions under which evaluating it
	// panics, blind those under which it was given up.
	pred          int
	faults, blind []term.Term
	// spent says that the counted limit is reached, and everything is given up from there
	// on.
	spent    bool
	stages   stages
	sections sections
	// made and tabled are what the predicate has made in memory.
	made   []*sym.Object
	tabled []*sym.Table
	// writes counts what sets memory.
	writes int
	stack  []*Frame
	// panicking is what the next call may recover, or nil, recovering the condition under
	// which it has.
	panicking  sym.Val
	recovering term.Term
	// starting is the package whose initialization is executed, or nil.
	starting *ssa.Package
}

// Options bound what is executed.
type Options struct {
	// Interp, where it is not nil, interprets the predicates that are not followed.
	Interp *interp.Program
	// Unlifted leaves all predicates to Interp.
	Unlifted bool
	// Exact gives up what a predicate may overlook: locks, copied builders, the order of a
	// map, methods that formatting calls.
	Exact bool
	// MaxNodes is how many terms may be made, MaxSteps how many instructions may be
	// executed, MaxTurns how often a loop whose end depends on the input.
	MaxNodes, MaxSteps, MaxTurns int
	// MaxWork is what simplifying a predicate may take that nothing interprets; 0 selects much.
	MaxWork int
	// Objects is how many objects the inputs may share. A loop or a recursion over them may not end
	// by what the builder knows of its condition; Possible, where it is not nil, finds out whether
	// some input satisfies a condition. It may err on the side of true.
	Objects  int
	Possible func(cond term.Term) bool
	// Answers are what calls gave in a run; nil for none.
	Answers *answers.Run
}

// goesOn reports whether paths may go on after so many turns of a loop, or calls of a function
// within itself.
func (m *Machine) goesOn(turns int, pc term.Term) bool {
	return m.Options.Possible == nil || turns <= m.Options.Objects || m.Options.Possible(pc)
}

// New returns a machine that executes over the values of a domain.
func New(d *sym.Domain, opt Options, models Models) *Machine {
	return &Machine{
		Domain: d, Options: opt, models: models,
		flows:   map[*ssa.Function]*flow{},
		Given:   map[int]int{},
		globals: map[*ssa.Package]*packageVars{},
	}
}

// stepsToLook is how many instructions are executed between two looks at the context.
const stepsToLook = 1 << 15

// count counts an instruction, and gives up where the limits are reached.
func (f *Frame) count() {
	if f.Steps++; f.Steps%stepsToLook == 0 {
		f.B.Live()
	}
	f.B.Most += workForStep
	if f.spent = f.spent || f.Steps > f.Options.MaxSteps || len(f.B.Nodes) > f.Options.MaxNodes; f.spent {
		f.GiveUp(whyTooMuch)
	}
}

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

// workBeforeInterp is what simplifying a predicate may take that can be interpreted
// instead: one that takes more has terms over which no engine is fast.
const workBeforeInterp = 8_000_000

// A Model is what stands for a function that is not executed: because its
// source is assembly or unsafe, or because a term says it better.
type Model func(f *Frame, args []sym.Val) sym.Val

// Routine marks a model as what may stand for a function.
func (Model) Routine() {}

// Models tell which functions are not executed, and what stands for them.
type Models interface {
	// Of returns the model of a function, or nil.
	Of(fn *ssa.Function) Model
	// Method returns the model of a method of a type that only models make values of,
	// or nil. Its first argument is the receiver.
	Method(t types.Type, name string) Model
}
