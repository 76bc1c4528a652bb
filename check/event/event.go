// Package event defines what a run of rtest reports: the events in their order, the result of
// each function with its verdict, and its counterexamples. It knows nothing of how they come
// about.
package event

import (
	"go/token"
	"time"

	"github.com/rtest-dev/rtest/internal/diag"
)

// An Event is one thing that happened in a run. The types below and Concurrent are all events.
// For every package they come in this order: a PackageStart and its Mistakes; for every function a
// FunctionStart, its Findings and its FunctionEnd; for every type that promises concurrent use a
// Concurrent; a PackageEnd. A Progress or a Fault can come at any time. Functions come in source
// order.
type Event interface{ event() }

type (
	// PackageStart begins a package.
	PackageStart struct {
		Package string
		Dir     string
	}

	// Mistake is a diagnostic about a contract or about the package.
	Mistake struct {
		Package string
		// Function is the function whose contract it is about, or empty.
		Function string
		// Compile says that the message is from the compiler and not about a contract.
		Compile bool
		diag.Diagnostic
	}

	// FunctionStart begins a function, or one instance of a generic function.
	FunctionStart struct {
		Package, Function string
		Pos               token.Position
	}

	// Finding is a counterexample that a second run confirmed. Bare says that the function has
	// no contract.
	Finding struct {
		Package, Function string
		Failure           *Failure
		Bare              bool
	}

	// FunctionEnd has the result of a function.
	FunctionEnd struct {
		Package, Function string
		Pos               token.Position
		// About describes the tests of the function, if the run asks for it.
		About *About
		Result
	}

	// PackageEnd ends a package.
	PackageEnd struct {
		Package string
		Elapsed time.Duration
		// Functions counts the functions with a contract, Inputs the inputs tried for all of
		// them.
		Functions int
		Inputs    int64
		// Dir is the folder of the package. Coverage is its reached part, with Config.Profile.
		Dir      string
		Coverage *Coverage
		// Broken says that the package does not load or compile; Mistakes came before. Cached
		// says that all results are from an earlier run.
		Broken, Cached bool
		// Interrupted says that the run ended before the package was done.
		Interrupted bool
		// Idle is why no function of a package with contracts was run, or empty.
		Idle string
	}

	// Progress is how far the run has come. It depends on the machine. It is for a person who
	// waits and does not belong in a report.
	Progress struct {
		// Package and Function are empty if the phase is not about one.
		Package, Function string
		// Index is the position of the function among the Of functions of its package, from 1.
		Index, Of int
		Phase     Phase
		// Depth and Inputs are those of the function so far.
		Depth  int
		Inputs int64
	}

	// Abort is the only event of a run that cannot begin: a bad pattern, no go command, or no solver although
	// the user asks for one.
	Abort struct{ Err error }

	// Fault is an error of rtest itself. Message and Detail have the information for a report. The run goes on.
	// Fatal means that the function has no FunctionEnd because of it, or that the package was not run. Machine
	// means that the machine caused it, such as a full disk; Detail then says what the user can do.
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
