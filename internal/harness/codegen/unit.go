package codegen

import (
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// A Unit is what one process tests: the contracts of one package.
type Unit struct {
	Pkg     *refine.Package
	Targets []*Target
	// Domains are the types of Quantified with their shapes. Their values are
	// set by Runner.Domains.
	Domains []Domain
	// Builders are the types whose values are built by calls.
	Builders []*Builder
	// Attempt numbers the units made of one loaded package: the predicate file
	// of each has a name of its own.
	Attempt int
	// Compares asks for functions that compare the results of two calls.
	Compares bool
}

// A Domain is a type over which quantifiers range.
type Domain struct {
	T     types.Type
	Shape value.Shape
}

// A Target is one contract with the shapes of its inputs, in the order of
// refine.Contract.Inputs.
type Target struct {
	Contract *refine.Contract
	Shapes   []value.Shape
	// Hints are what the code of the function suggests about its inputs.
	Hints refine.Hints
	// Literal is an expression for the only result, where there is no function
	// to call.
	Literal refine.Expr
	// Builds says that it stands for calls on the way to values, which have a Trial.Call even
	// where the function has no contract.
	Builds bool
	// Terms are what the atoms of its jobs compare, at most MaxTerms.
	Terms []Term
	// Chance says which inputs of its jobs are run several times, because the same
	// input may have another outcome the next time.
	Chance Chance
	// Guided asks for counters in all functions of its package that it may come to, so
	// that a Trail follows its calls and its preconditions.
	Guided bool
	// Pre is filled by Predicates: the native preconditions in the order of
	// their evaluation, invariants of inputs first.
	Pre []Precondition
	// Aim and Follow are filled by Predicates: functions like those of the
	// preconditions, which call the one under test. Aim tells whether the call
	// ends well; Ends says that a result tells that, without it every call that
	// returns does. Follow also branches on the postconditions. They are empty where
	// the function cannot be called so.
	Aim, Follow string
	Ends        bool
	// Trial is filled by Predicates.
	Trial Trial
	// compares says that Trial.Same is wanted.
	compares bool
	// known is filled by Predicates: the drawn inputs for which preconditions
	// have an expression.
	known map[int]bool
}

// A Chance says for which inputs the outcome may differ from run to run.
type Chance uint8

const (
	// ChanceNone is of no input, ChanceMaps of those that hold a map of several
	// entries, ChanceAll of all.
	ChanceNone Chance = iota
	ChanceMaps
	ChanceAll
)

// Turns is how often such an input is run. Of three entries of a map in the input each
// order comes up but for one case in thousands. Where the code makes the map the order
// of two entries is turned around in one run of eight.
func (c Chance) Turns() int { return [...]int{1, 32, 128}[c] }

// A Precondition is a generated Go function, of type func(inputs…) bool, over
// all inputs of the contract in order.
type Precondition struct {
	// Func is its name in the generated predicate file. It is empty when the
	// precondition needs rtest's runtime: then it is evaluated natively only.
	Func string
	// Clause is what it says; for the invariants of an input's type a clause
	// of kind Invariant, whose Text names the type.
	Clause *refine.Clause
	// input is the index of the input whose invariants it is about, else -1.
	input int
}

// Says is the directive as it is written; of the invariants of an input's type
// also the input.
func (p *Precondition) Says(c *refine.Contract) string {
	s := strings.TrimSpace(p.Clause.Kind.String() + " " + p.Clause.Text)
	if inputs := c.Inputs(); p.input >= 0 && p.input < len(inputs) && inputs[p.input].Name != "" && inputs[p.input].Name != "_" {
		s += " of " + inputs[p.input].Name
	}
	return s
}

// A File is generated Go source that belongs to the package under test.
type File struct {
	Name string
	Data []byte
}

// Guided tells whether there are guided targets.
func (u *Unit) Guided() bool {
	return slices.ContainsFunc(u.Targets, func(t *Target) bool { return t.Guided })
}
