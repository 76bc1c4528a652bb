// Package event says what a run of rtest tells: the events in their order, the result of each
// function with its verdict, and its counterexamples. It knows nothing of how they come about.
package event

import (
	"go/token"
	"time"

	"github.com/rtest-dev/rtest/internal/diag"
)

// An Event is one thing that happened in a run. The sealed set of its types is
// listed here, in the order in which they come: for every package a
// PackageStart, its Mistakes, for every function a FunctionStart, its Findings
// and its FunctionEnd, at last a PackageEnd. Progress and Fault may stand
// anywhere between. Functions come in source order.
type Event interface{ event() }

type (
	// PackageStart begins a package.
	PackageStart struct {
		Package string
		Dir     string
	}

	// Mistake is a diagnostic about a contract, or about the package itself.
	Mistake struct {
		Package string
		// Function at whose contract it stands, or empty.
		Function string
		// Compile says that it is the compiler's, not about a contract.
		Compile bool
		diag.Diagnostic
	}

	// FunctionStart begins a function (one instantiation of a generic one).
	FunctionStart struct {
		Package, Function string
		Pos               token.Position
	}

	// Finding is a counterexample, confirmed by a second run. Bare says that the
	// function has no contract.
	Finding struct {
		Package, Function string
		Failure           *Failure
		Bare              bool
	}

	// FunctionEnd is what came of a function.
	FunctionEnd struct {
		Package, Function string
		Pos               token.Position
		Result
	}

	// PackageEnd ends a package.
	PackageEnd struct {
		Package string
		Elapsed time.Duration
		// Functions counts those with a contract, Inputs what was tried for
		// all of them.
		Functions int
		Inputs    int64
		// Dir is the package's folder. Coverage is what was reached of it, with
		// Config.Profile.
		Dir      string
		Coverage *Coverage
		// Broken says that the package does not load or compile; Mistakes came
		// before. Cached says that all results are those of an earlier run.
		Broken, Cached bool
		// Interrupted says that the run was ended before the package was done.
		Interrupted bool
		// Idle is why no function was run of a package that has contracts, or
		// empty.
		Idle string
	}

	// Progress is how far the run has come. It depends on the machine: it is for
	// a person who waits and belongs in no report.
	Progress struct {
		// Package and Function are empty where the phase is not about one.
		Package, Function string
		// Index is the place of the function among the Of of its package, from 1.
		Index, Of int
		Phase     Phase
		// Depth and Inputs are those of the function so far.
		Depth  int
		Inputs int64
	}

	// Abort is the only event of a run that cannot begin: a bad pattern, no go
	// command, no solver where one was asked for.
	Abort struct{ Err error }

	// Fault is an error of rtest itself: what is needed to report it is in
	// Message and Detail. The run goes on; with Fatal set, it has kept the
	// function from having a FunctionEnd, or the package from being run. With
	// Machine set, rtest is not to blame but the machine (a full disk, say), and
	// Detail is what the user can do.
	Fault struct {
		Package, Function string
		Fatal, Machine    bool
		Message, Detail   string
	}
)

func (PackageStart) event()  {}
func (Mistake) event()       {}
func (FunctionStart) event() {}
func (Finding) event()       {}
func (FunctionEnd) event()   {}
func (PackageEnd) event()    {}
func (Progress) event()      {}
func (Abort) event()         {}
func (Fault) event()         {}
