package assert

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A Package is what the contracts of one package share.
type Package struct {
	Path, Module, ModuleDir string
	// Constants are the names of constants by type and literal, as Constants makes them.
	Constants map[string]string
	// Invariants are the clauses of types, by the index that Case.Broken returns.
	Invariants []Clause
}

// Constants makes a table of names from types, literals and names in turn.
func Constants(list ...string) map[string]string {
	m := map[string]string{}
	for i := 0; i+2 < len(list); i += 3 {
		if key := list[i] + " " + list[i+1]; m[key] == "" {
			m[key] = list[i+2]
		}
	}
	return m
}

// named writes the values of named types in a text as the package writes them.
func (p *Package) named(text string) string {
	return wire.Marked(text, func(t, literal string) string {
		if name := p.Constants[t+" "+literal]; name != "" {
			return name
		}
		return literal
	})
}

// A Pos is a position in a source file.
type Pos struct {
	File         string
	Line, Column int
}

// Text returns the position. The file name is relative to a folder.
func (p Pos) Text(dir string) string {
	file := p.File
	if rel, err := filepath.Rel(dir, file); err == nil && dir != "" {
		file = rel
	}
	s := file + ":" + strconv.Itoa(p.Line)
	if p.Column > 0 {
		s += ":" + strconv.Itoa(p.Column)
	}
	return s
}

// A Clause is one condition of a contract: its kind, its text as the user wrote it, and the predicate behind an
// alias.
type Clause struct {
	Kind, Text, Unfolded string
	Pos                  Pos
}

// name returns the clause as findings name it.
func (c *Clause) name() string { return strings.TrimSpace(c.Kind + " " + c.Text) }

// A Contract is the contract of one function.
type Contract struct {
	Package *Package
	// Name is the function's name as go doc writes it, Func the one in a call.
	Name, Func string
	Pos        Pos
	// Checks are judged before the call, the first Before of them, and after it. Lets is the number
	// of expressions that are evaluated before the call. With Copies, values from before the call are
	// kept.
	Checks       []Check
	Before, Lets int
	Copies       bool
	// Invariants means that invariants are among the checks.
	Invariants bool
	// Promise is the panics directive, or nil. With Calls, the function calls what its caller gave it,
	// so that a panic may be the caller's.
	Promise *Clause
	Calls   bool
	// Inputs are the names of the inputs. With Method the first one is the receiver. With Generic, one
	// more generated function lies between the function and the runtime.
	Inputs                    []string
	Method, Variadic, Generic bool
	// Home is the path of the package that declares the function, if it is another one than that of
	// the contract. Then its joint lies between the function and the runtime as well.
	Home string
}

// A Check is one thing that is judged: its cause, and the input that it is about, if it is about one
// only.
type Check struct {
	Cause, Of string
	Clause    Clause
}

// A Case is the state of one call. Its methods are generated.
type Case interface {
	// Let evaluates the i-th expression over the inputs before the call. Promised reports whether the
	// contract promises a panic.
	Let(i int)
	Promised() bool
	// Check judges the i-th check. Broken returns the index of the invariant that failed in the last
	// one, and Explain adds to x the values that decided it.
	Check(i int) bool
	Broken() int
	Explain(i int, x *explain.Explanation)
	// Inputs and Results return pointers to the variables of the call. Twins returns pointers to the
	// variables that hold copies of the inputs, or nil. Kept returns pointers to values of lets that
	// are copied.
	Inputs() []any
	Results() []any
	Twins() []any
	Kept() []any
	// Record returns what the runtime keeps for the call.
	Record() *Call
}
