package event

import (
	"cmp"
	"go/token"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// A Failure is one way in which a function fails, with its first input.
type Failure struct {
	Cause harness.Cause
	// Pos is the place to blame: of the clause, or else of the function.
	Pos token.Position
	// Kind is the word of the clause (ensures), Clause its text and Unfolded
	// what is behind its aliases; empty where no clause is to blame.
	Kind, Clause, Unfolded string
	// Call is the call as Go source, Args its inputs, Results what it returned.
	Call    string
	Args    []Arg
	Results []string
	// First are, of an input that failed and then did not, the results with which
	// it failed; Panic likewise. Results are then those with which it did not.
	First []string
	// After are the inputs that the call changed, as they were behind it.
	After []Arg
	// Panic is the value of a panic, Site its place in the user's code as
	// file:line, Stack the user's frames, Output what the call wrote.
	Panic, Site string
	Stack       []string
	Output      string
	// Details are the decisive parts of the clause with their values:
	// "v < r2 is 0 < 0".
	Details []string
	// Depth at which it was found; Count of the Of inputs of that depth fail
	// in the same way. Partial says that the depth has more inputs than Of. Of is 0
	// where that is not known, as of reports that are merged.
	// FromSaved says that it came of a saved input: there is no depth. Beyond says
	// that it was found outside the bounds of that depth.
	Depth  int
	Beyond bool
	// Strategy is the name of the strategy that found it outside the bounds, or empty.
	Strategy  string
	Count, Of int64
	Partial   bool
	FromSaved bool
	// Order is, of a shard, the place of the first such input among all inputs of
	// its depth, or beyond: lists compare as words do.
	Order []int64
	// General is what is true of failing inputs only, nil where nothing was
	// found; Always says that all inputs that were tried fail in this way.
	General *General
	Always  bool
	// Made says, of a function without contract, how an input that General speaks of
	// is made, where its fields are no business of callers, and how to change that.
	Made string
	// Varies is, of an input that fails in some runs only, what the code does that
	// may come out otherwise each time.
	Varies []refine.Chance
	// Saved is the file in which the input was saved, or empty.
	Saved string
	// Stream is the input for the harness.
	Stream []int64
	// Report is the second run, for those who write tests of it.
	Report *harness.Report

	// Violated is the clause that does not hold, nil where none is to blame.
	Violated *refine.Clause
	// PanicKind is what panics of its kind have in common.
	PanicKind string
}

// An Arg is an input or a result: its name and its value as a Go literal.
type Arg struct {
	Name, Value string
	// Saved is the value as it is saved, where it does not matter what is a character
	// in the code as it is now; empty where that is Value.
	Saved string
}

// ToSave is the value as it is saved.
func (a Arg) ToSave() string { return cmp.Or(a.Saved, a.Value) }

// ReturnsFalse tells whether it is that of a Prop function, whose one demand is
// that it returns true.
func (f *Failure) ReturnsFalse() bool {
	return f.Cause == harness.CauseEnsures && f.Kind == refine.True.String()
}

// A General is a condition on the inputs that was true of failing inputs only,
// among all that were tried.
type General struct {
	// Cond is the condition and Not its opposite, the precondition that leaves
	// these inputs out, in the language of contracts.
	Cond, Not string
	// Irrelevant are the inputs of which the condition does not speak.
	Irrelevant []string
	// Simple says that the condition is so simple, and leaves out so few of the inputs
	// that were tried, that Not may be meant.
	Simple bool
	// Failing is how many of the inputs that were looked at fail in this way,
	// Covered of how many of these the condition is true.
	Failing, Covered int64
}
