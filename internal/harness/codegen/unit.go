// Package codegen writes the Go source of the process that tests a package.
//
// Its input is a Unit: the contracts of one package with the shapes of their inputs. Its output is files of that
// package: the preconditions as functions that can be lifted (Predicates), and the code that builds inputs,
// calls, judges and explains (New). A failure in the process is a stage and an index, and Code maps them to a
// clause. The package knows the names that the process offers (package rt/read) and nothing about how files are
// compiled or run.
package codegen

import (
	"fmt"
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
	// Domains are the types of Quantified with their shapes. Runner.Domains sets their values.
	Domains []Domain
	// Builders are the types whose values are built by calls.
	Builders []*Builder
	// Attempt numbers the units of one loaded package. It is part of the name of the predicate
	// file.
	Attempt int
	// Compares asks for functions that compare the outcomes of two calls.
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
	// Literal is an expression for the only result, if there is no function to call.
	Literal refine.Expr
	// Builds means that the target is for calls that build values. They have a Trial.Call even if the function
	// has no contract.
	Builds bool
	// Terms are what the atoms of its jobs compare, at most MaxTerms.
	Terms []Term
	// Chance says which inputs of its jobs are run several times, because the outcome of the
	// same input may differ.
	Chance Chance
	// Apart means that a call depends on its input alone, and that nothing of it outlives the call. So several
	// processes may each run a part of the inputs, and memory of inputs may be reused.
	Apart bool
	// Guided asks for counters in all functions of its package that it can reach, so that a
	// Trail follows its calls and preconditions.
	Guided bool
	// Predicates fills Pre: the native preconditions in the order of their evaluation,
	// invariants of inputs first.
	Pre []Precondition
	// Predicates fills Aim and Follow. They are functions like those of the preconditions, and call the function
	// under test. Aim returns whether the call ends well. Ends means that a result shows that; without it every
	// call that returns ends well. Follow also branches on the postconditions. Both are empty if the function
	// cannot be called in this way.
	Aim, Follow string
	Ends        bool
	// Predicates fills Trial.
	Trial Trial
	// compares says that Trial.Same is wanted.
	compares bool
	// known is filled by Predicates: the drawn inputs for which preconditions
	// have an expression.
	known map[int]bool
}

// A Chance says for which inputs the outcome can differ from run to run.
type Chance uint8

const (
	// ChanceNone is for no input, ChanceMaps for those that hold a map of several entries,
	// ChanceAll for all.
	ChanceNone Chance = iota
	ChanceMaps
	ChanceAll
)

// Turns returns how often such an input is run. For a map of three entries in the input, every
// order occurs except in one of some thousand cases. For a map of two entries that the code
// makes, one run of eight has the other order.
func (c Chance) Turns() int { return [...]int{1, 32, 128}[c] }

// A Precondition is a generated Go function of type func(inputs…) bool over all inputs of the
// contract in order.
type Precondition struct {
	// Func is its name in the generated predicate file. It is empty if the precondition needs
	// rtest's runtime, and is then evaluated only natively. Why is the reason.
	Func, Why string
	// Clause is its clause. For the invariants of an input's type it has the kind Invariant,
	// and its Text names the type.
	Clause *refine.Clause
	// input is the index of the input whose invariants it is about, or -1.
	input int
}

// Says returns the text of the directive. For the invariants of an input's type it also names
// the input.
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

// Guided reports whether some target is guided.
func (u *Unit) Guided() bool {
	return slices.ContainsFunc(u.Targets, func(t *Target) bool { return t.Guided })
}

// A Term is what conditions about the inputs of a target compare: an expression over them, of
// type bool or of an integer type. If Guard is set and does not hold, the term has no value.
type Term struct {
	Expr, Guard refine.Expr
}

// terms writes the method that records the values of a target's terms.
func (g *glue) terms(t *Target) string {
	var b strings.Builder
	for _, term := range t.Terms {
		src := g.f.Expr(term.Expr, names, names)
		note := fmt.Sprintf("rtestg_t.Int(int64(%s))\n", src)
		if basic, ok := term.Expr.Type().Underlying().(*types.Basic); ok && basic.Info()&types.IsBoolean != 0 {
			note = fmt.Sprintf("rtestg_t.Bool(bool(%s))\n", src)
		}
		if term.Guard != nil {
			note = fmt.Sprintf("if %s {\n%s} else {\nrtestg_t.None()\n}\n", g.f.Expr(term.Guard, names, names), note)
		}
		b.WriteString(note)
	}
	return b.String()
}

// varies reports whether numbers of an input can be changed in place.
func (p *Plan) varies() bool {
	if !p.Target.Apart || p.twin || p.Chooses() {
		return false
	}
	return !slices.ContainsFunc(p.Target.Shapes, func(s value.Shape) (found bool) {
		value.Walk(s, func(s value.Shape) {
			switch s := s.(type) {
			case *value.Int, *value.Bool, *value.Struct, *value.Array, *value.Pointer, *value.Zero:
			case *value.Slice:
				found = found || s.Room
			case *value.Listed:
				found = found || !counts(s)
			default:
				found = true
			}
		})
		return found
	})
}

// counts reports whether the listed values are 0, 1, 2 and so on, in a byte.
func counts(s *value.Listed) bool {
	for i, v := range s.Ints {
		if v != int64(i) {
			return false
		}
	}
	return 0 < len(s.Ints) && len(s.Ints) <= 256
}
