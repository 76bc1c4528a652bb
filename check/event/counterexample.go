package event

import (
	"cmp"
	"go/token"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// A Failure is one kind of failure of a function, with its first input.
type Failure struct {
	Cause harness.Cause
	// Pos is the position to blame: that of the clause, or else of the function.
	Pos token.Position
	// Kind is the keyword of the broken clause (ensures), Clause its text, and Unfolded the predicate behind its
	// aliases. All are empty if no clause is broken.
	Kind, Clause, Unfolded string
	// Call is the call as Go source, Args its arguments, Results its results.
	Call    string
	Args    []Arg
	Results []string
	// First are the results of the failing run, for an input that did not fail again. Panic is from that run
	// too. Results are then from the run that passed.
	First []string
	// After are the inputs that the call changed, with their values after it.
	After []Arg
	// Panic is the value of a panic. Site is its place in the user's code as file:line, Stack
	// the user's frames, Output what the call wrote.
	Panic, Site string
	Stack       []string
	Output      string
	// Details are the decisive parts of the clause with their values: "v < r2 is 0 < 0".
	Details []string
	// Depth is where the failure was found. Count of the Of inputs of that depth fail in the same way; Partial
	// means that the depth has more inputs than Of. Of is 0 if that number is unknown, as in merged reports.
	// FromSaved means that it is a saved input, which has no depth. Beyond means that it was found beyond the
	// bounds of that depth.
	Depth  int
	Beyond bool
	// Strategy is the name of the strategy that found it beyond the bounds, or empty.
	Strategy  string
	Count, Of int64
	Partial   bool
	FromSaved bool
	// Order is, for a shard, the position of the first such input among all inputs of its depth, or among those
	// beyond the bounds. Lists compare lexicographically.
	Order []int64
	// General is a condition that only failing inputs satisfy, or nil. Always says that all
	// inputs tried fail in this way.
	General *General
	Always  bool
	// Made says how inputs that General describes are made, and how to change that, if callers
	// cannot set their fields. It is for functions without a contract.
	Made string
	// Varies is the behaviour of the code that can differ between runs, for an input that fails only in some of
	// them.
	Varies []refine.Chance
	// Saved is the file in which the input was saved, or empty.
	Saved string
	// Shown are the values, for drawing them. It is nil if only the texts are known.
	Shown *Shown
	// Stream is the input for the harness.
	Stream []int64
	// Report is the result of the second run, for writing tests from it.
	Report *harness.Report

	// Violated is the clause that does not hold, or nil.
	Violated *refine.Clause
	// PanicKind is the text that all panics of its kind have in common.
	PanicKind string
}

// An Arg is an input or a result: its name and its value as a Go literal.
type Arg struct {
	Name, Value string
	// Saved is the value as written to saved files. It does not depend on the character constants of the code.
	// It is empty if it equals Value.
	Saved string
}

// ToSave returns the value as written to saved files.
func (a Arg) ToSave() string { return cmp.Or(a.Saved, a.Value) }

// ReturnsFalse reports whether a Prop function failed by returning false: it has no other
// condition than that it returns true.
func (f *Failure) ReturnsFalse() bool {
	return f.Cause == harness.CauseEnsures && f.Kind == refine.True.String()
}

// IsUnevaluated reports whether a clause could not be evaluated, for example because it panicked.
func (f *Failure) IsUnevaluated() bool { return f.Cause == harness.CauseContract }

// A General is a condition on the inputs that, among all inputs tried, only failing ones
// satisfy.
type General struct {
	// Cond is the condition. Not is its opposite in the language of contracts: the
	// precondition that leaves these inputs out.
	Cond, Not string
	// Irrelevant are the inputs that the condition does not mention.
	Irrelevant []string
	// Simple says that the condition is simple and leaves out few of the inputs tried, so that
	// Not may be what the author means.
	Simple bool
	// Failing is how many of the inputs examined fail in this way, Covered how many of these
	// satisfy the condition.
	Failing, Covered int64
}
