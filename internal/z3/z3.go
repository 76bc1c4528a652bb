// Package z3 is the binding to libz3, the only package that knows C.
//
// In come terms of internal/smt, out go verdicts, models and unsatisfiable
// cores. A Context and what was made from it belong to one goroutine at a
// time; only Interrupt may be called from others. Everything is given back by
// Close, nothing by finalizers. The package knows nothing of search forms or
// of contracts.
//
// Built without cgo, or with the build tag nosolver, the package has the same
// functions and Open fails with ErrNoSolver.
package z3

import (
	"errors"
	"fmt"
)

// ErrNoSolver says that the program was built without libz3.
var ErrNoSolver = errors.New("built without the Z3 solver: install libz3 with its headers (libz3-dev, z3-devel) and build with CGO_ENABLED=1 and without the tag nosolver")

// ErrInterrupted is the error of operations on a context after Interrupt.
var ErrInterrupted = errors.New("the solver was interrupted")

// A Status is the answer to a check.
type Status int

// The answers. Unknown is an answer in its own right: nothing follows from it.
const (
	Unsat   Status = -1
	Unknown Status = 0
	Sat     Status = 1
)

func (s Status) String() string {
	switch s {
	case Unsat:
		return "unsat"
	case Sat:
		return "sat"
	}
	return "unknown"
}

// A Kind selects one of libz3's solvers.
type Kind uint8

const (
	// Default is the solver that Z3 picks by itself.
	Default Kind = iota
	// Simple is the incremental SMT solver without preprocessing tactics.
	Simple
	// ForLogic is the solver for Config.Logic.
	ForLogic
)

// A Config describes a solver. The zero Config is Z3's default solver without
// a limit.
type Config struct {
	Kind Kind
	// Logic is the logic of a ForLogic solver, as QF_BV or QF_FD.
	Logic string
	// RLimit bounds the work of each check in Z3's own deterministic unit; a
	// check that exceeds it answers Unknown. 0 is no limit.
	RLimit uint32
	// Params are further parameters of the solver, set in this order.
	Params []Param
}

// A Param is a parameter of a solver by its name in Z3, with its value in
// text: true and false, a number, a symbol.
type Param struct{ Name, Value string }

// An Error is a failure that libz3 reported.
type Error struct {
	// Call is what was asked of libz3.
	Call string
	// Code is libz3's error code.
	Code int
	// Message is libz3's text.
	Message string
}

func (e *Error) Error() string {
	return fmt.Sprintf("libz3: %s: %s (error %d)", e.Call, e.Message, e.Code)
}
