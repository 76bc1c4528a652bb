// Package lift executes functions symbolically over values that depend on the input.
//
// It takes SSA functions, their arguments, and models of functions that are not executed. It returns where
// a predicate holds, where it panics, and what was not followed, or what a function may do. It knows
// nothing of shapes and depths.
//
// A function is executed on all its paths at once, in one memory. Every block has a path condition; where
// paths join, values merge into conditionals. Loops and recursion are executed until their path condition
// is false. The simplifying builder finds that out from the bounds of the variables.
//
//	If, Jump         path conditions of the successors; a Phi is a conditional
//	Alloc, Store     objects of scalar cells; a store merges under its condition
//	BinOp, UnOp      terms with the machine's arithmetic
//	Call             executed in place, once for each possible callee
//	FieldAddr …      sets of places with guards
//	Panic            a fault: the input is a solution, and native Go judges it
//	Defer            executed where the function returns or recovers
//	Go, Select, …    given up: the input is a solution, and reported as Opaque; passed over where
//	                 inputs are looked for
//
// The SSA form fixes an order of evaluation that Go leaves open: for x + f() it reads x before the call,
// whereas the compiler reads x after it. If a call changes what its own statement reads, the statement is
// given up (evaluation_order.go).
//
// The values of terms over few variables are listed (see package term). So a loop ends when no assignment
// continues it, and a condition on one variable becomes a set of its values.
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

// A Machine executes SSA symbolically: all paths at once, in one memory, each block under its path
// condition.
type Machine struct {
	*sym.Domain
	Options Options
	// Vars knows which package variables change.
	Vars *vars.Analysis
	// Gaps are the places at which a predicate was given up.
	Gaps []Opaque
	// Steps is the number of instructions executed.
	Steps int
	// Orders are laws that make the variables of map orders permutations.
	Orders []term.Term
	// Given has for each predicate how many calls of its chain hold for every solution of the form;
	// see stages.
	Given map[int]int

	models  Models
	flows   map[*ssa.Function]*flow
	globals map[*ssa.Package]*packageVars
	// follow records what the function under test does. It is nil while a predicate is executed.
	follow *follower
	// Mutant is the number of the active mutant, or 0 for none.
	Mutant int
	// trial records where a call breaks its contract. It is nil while a predicate is executed.
	trial *trial
	// making reports that the machine executes a call that builds a value.
	making bool
	attempt
}

// MutantsPackage is the last element of the path of the package that mutated code asks whether a
// mutant is active.
const MutantsPackage = "rtestg_mutate"

// An attempt is the execution of one predicate.
type attempt struct {
	// pred is the index of the predicate. faults are the conditions under which it panics, blind those
	// under which it was given up.
	pred          int
	faults, blind []term.Term
	// spent reports that a limit was reached, so that everything else is given up.
	spent    bool
	stages   stages
	sections sections
	// made and tabled are the objects and tables that the predicate allocated.
	made   []*sym.Object
	tabled []*sym.Table
	// writes is the number of writes to memory.
	writes int
	stack  []*Frame
	// panicking is the value of the panic that the next call may recover from, or nil. recovering is
	// the condition under which it has recovered.
	panicking  sym.Val
	recovering term.Term
	// starting is the package whose initialization is executed, or nil.
	starting *ssa.Package
}

// Options bound the execution.
type Options struct {
	// Interp, if not nil, interprets the predicates that are not followed.
	Interp *interp.Program
	// Unlifted leaves all predicates to Interp.
	Unlifted bool
	// Exact gives up where the machine would otherwise neglect something: locks, copied builders, the
	// order of a map, methods called by formatting.
	Exact bool
	// MaxNodes bounds the number of terms, MaxSteps that of instructions executed, MaxTurns that of
	// turns of a loop whose end depends on the input.
	MaxNodes, MaxSteps, MaxTurns int
	// MaxWork limits the simplification of a predicate without an interpreter. 0 means a large
	// default.
	MaxWork int
	// Objects is the number of objects that inputs may share. The builder may not see that a loop or
	// recursion over them ends. Possible, if not nil, finds out whether some input satisfies a
	// condition. It may err on the side of true.
	Objects  int
	Possible func(cond term.Term) bool
	// Answers are the recorded results of calls in a run, or nil.
	Answers *answers.Run
}

// goesOn reports whether paths may continue after this many turns of a loop, or calls of a function
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

// stepsToLook is the number of instructions between two checks of the context.
const stepsToLook = 1 << 15

// count counts an instruction, and gives up if a limit is reached.
func (f *Frame) count() {
	if f.Steps++; f.Steps%stepsToLook == 0 {
		f.B.Live()
	}
	f.B.Most += workForStep
	if f.spent = f.spent || f.Steps > f.Options.MaxSteps || len(f.B.Nodes) > f.Options.MaxNodes; f.spent {
		f.GiveUp(whyTooMuch)
	}
}

// workBehind limits the simplification of the sections that follow one left out.
const workBehind = 3_000_000

// A predicate without an interpreter may use workAtFirst for simplification, and workForStep more for
// each instruction. Code that lifts well needs little for each.
const (
	workAtFirst = 100_000_000
	workForStep = 96
)

// workBeforeInterp limits the simplification of a predicate that can be interpreted instead. No engine
// is fast over the terms of one that needs more.
const workBeforeInterp = 8_000_000

// A Model replaces a function: because its source is assembly or unsafe, or because a term expresses
// it better.
type Model func(f *Frame, args []sym.Val) sym.Val

// Routine marks a model as a replacement for a function.
func (Model) Routine() {}

// Models say which functions are replaced by models.
type Models interface {
	// Of returns the model of a function, or nil.
	Of(fn *ssa.Function) Model
	// Method returns the model of a method, or nil, for a type whose values only models make. The
	// receiver is the first argument of the model.
	Method(t types.Type, name string) Model
}
