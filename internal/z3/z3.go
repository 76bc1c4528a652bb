// Package z3 is the binding to libz3. It is the only package that knows C.
//
// It takes terms of internal/smt, and returns verdicts, models and unsatisfiable cores. A Context
// and everything made from it belong to one goroutine at a time; only Interrupt may be called from
// others. Close releases everything; there are no finalizers. The package knows nothing of forms or
// contracts.
//
// The library is loaded when it is first needed: from the file that the environment variable
// RTEST_LIBZ3 names, or else from where the system keeps it. Building needs a C compiler but
// nothing of Z3. If the library cannot be loaded, Open fails with ErrNoSolver. The package has the
// same functions if it is built without cgo, for a system other than Unix, or with the build tag
// nosolver. Then Open always fails with ErrNoSolver.
package z3

import (
	"errors"
	"fmt"
)

// ErrNoSolver says that there is no libz3. The errors for which errors.Is reports it give the
// reason and what the user can do.
var ErrNoSolver = errors.New("there is no Z3 solver")

// An absence is an ErrNoSolver with its reason and remedy.
type absence struct{ reason, remedy string }

func (a *absence) Error() string { return a.reason + "; " + a.remedy }

func (a *absence) Is(target error) bool { return target == ErrNoSolver }

// ErrInterrupted is the error of operations on a context after Interrupt.
var ErrInterrupted = errors.New("the solver was interrupted")

// A Status is the answer to a check.
type Status int

// The answers. Nothing follows from Unknown.
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

// A Config describes a solver. The zero Config is Z3's default solver without a limit.
type Config struct {
	Kind Kind
	// Logic is the logic of a ForLogic solver, such as QF_BV or QF_FD.
	Logic string
	// RLimit bounds the work of each check in Z3's own deterministic unit. A check that exceeds it
	// answers Unknown. 0 means no limit.
	RLimit uint32
	// Params are further parameters of the solver, set in this order.
	Params []Param
}

// A Param is a parameter of a solver by its name in Z3. Its value is text: true or false, a number,
// or a symbol.
type Param struct{ Name, Value string }

// An Error is a failure that libz3 reported.
type Error struct {
	// Call is the function of libz3 that failed.
	Call string
	// Code is libz3's error code.
	Code int
	// Message is libz3's text.
	Message string
}

func (e *Error) Error() string {
	return fmt.Sprintf("libz3: %s: %s (error %d)", e.Call, e.Message, e.Code)
}
