package harness

import (
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/refine"
)

// A Report is one input, run by itself in a fresh process.
type Report struct {
	// Failed tells whether it failed; then Cause, Clause and Site are those of
	// the failure.
	Failed bool
	Failure
	// Others are further failures of the same input, such as postconditions
	// behind the first that fails.
	Others []Failure
	// Rejected is set when the native precondition rejects the input.
	Rejected *refine.Clause
	// Args are the inputs as they were before the call, After as they were
	// behind it (only where that differs), Results what came back.
	Args, After, Results []*tree.Value
	// Places are, for the inputs that are drawn, in order, the places of the
	// values among those from which they are drawn.
	Places []int
	// Notes say what was strange and is no failure: that a function among the
	// inputs was called by another goroutine, say.
	Notes []string
	// Overflow says that integer arithmetic that a precondition, a let or the
	// clause that failed writes out wrapped around.
	Overflow bool
	// Output is what the call wrote to standard output and error, cut.
	Output string
}

// A Failure is one way in which a single input failed.
type Failure struct {
	Cause      Cause
	Clause     *refine.Clause
	Site, Kind string
	// Later says of a panic that the call had returned: what it returned panics.
	Later bool
	// Panic is the value of the panic, or why the process died; Stack the
	// user's frames, innermost first, as "function file:line".
	Panic string
	Stack []string
	// Parts are sub-expressions of the failing clause with their values, as
	// source text and literal, outermost first; the last comparison that
	// decided is among them.
	Parts []Part
}

// A Part is a sub-expression of a clause, or a call within a predicate with its
// arguments, and its value, a literal; in both stand values of named types
// between marks (see Marked).
type Part struct{ Text, Value string }

// PanicKind returns of the text of a panic what does not depend on the values at
// hand: two panics at one place are of one kind where it is the same.
func PanicKind(text string) string { return stack.PanicKind(text) }

// Marked replaces the values of named types in the text of a Part by what name
// says of them: of the type, with its import path, and the literal.
func Marked(text string, name func(typ, literal string) string) string {
	return wire.Marked(text, name)
}
