package harness

import (
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/refine"
)

// A Report is one input, run by itself in a fresh process.
type Report struct {
	// Failed reports whether the input failed. Cause, Clause and Site then describe the failure.
	Failed bool
	Failure
	// Others are further failures of the same input, for example postconditions after the first
	// that fails.
	Others []Failure
	// Rejected is the native precondition that rejects the input, or nil.
	Rejected *refine.Clause
	// Args are the inputs before the call, After the inputs after it, nil where they are the same,
	// and Results the results.
	Args, After, Results []*tree.Value
	// Places are, for the drawn inputs in order, the index of each value in the list from which it
	// is drawn.
	Places []int
	// Notes describe unusual events that are not failures, for example that another goroutine called a function
	// input.
	Notes []string
	// Overflow says that integer arithmetic wrapped around that is written in a precondition, a let
	// or the clause that failed.
	Overflow bool
	// Loops says that the call did not end, and that it was in the same loop of the user, which is no range loop, each
	// time when its stack was read, in no function that called itself.
	Loops bool
	// Output is what the call wrote to standard output and error, shortened.
	Output string
}

// Like returns the failure that matches a finding, or the first if the input failed in other ways this
// time.
func (r *Report) Like(f Finding) Failure {
	for _, other := range r.Others {
		if r.Cause == f.Cause && r.Clause == f.Clause {
			break
		}
		if other.Cause == f.Cause && other.Clause == f.Clause {
			return other
		}
	}
	return r.Failure
}

// A Failure is one way in which a single input failed.
type Failure struct {
	Cause      Cause
	Clause     *refine.Clause
	Site, Kind string
	// Later says that the call had returned, and that a function it returned panicked.
	Later bool
	// Panic is the value of the panic, or why the process died. Stack are the user's frames,
	// innermost first, as "function file:line".
	Panic string
	Stack []string
	// Parts are sub-expressions of the failing clause with their values, as source text and
	// literal, outermost first. They include the last comparison that decided.
	Parts []Part
}

// A Part is a sub-expression of a clause, or a call within a predicate with its arguments, and its
// value as a literal. Values of named types are marked in both (see Marked).
type Part struct{ Text, Value string }

// PanicKind returns the part of a panic's text that does not depend on values. Two panics at one place with
// equal kinds are the same failure.
func PanicKind(text string) string { return stack.PanicKind(text) }

// Marked replaces each marked value in the text of a Part by name(type, literal), where type has
// its import path.
func Marked(text string, name func(typ, literal string) string) string {
	return wire.Marked(text, name)
}
