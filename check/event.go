package check

import (
	"cmp"
	"fmt"
	"go/token"
	"time"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
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

// A Verdict is the one thing that is said of a function with a contract.
type Verdict uint8

// The verdicts, in the order of their precedence.
const (
	// Skipped is of what a directive leaves out, or has effects beyond the process.
	Skipped Verdict = iota
	// Unsupported is of an input whose values cannot be built.
	Unsupported
	// Refuted is of a counterexample that failed twice, Flaky of one that failed
	// once and then did not.
	Refuted
	Flaky
	// Undecided says that the engines gave up on some of the inputs, Spent that a
	// budget ended before all were tried.
	Undecided
	Spent
	// Vacuous says that no input within the bounds satisfies the preconditions,
	// Exhausted that all that do were tried, and none failed.
	Vacuous
	Exhausted
)

// String returns the verdict's name in texts and reports.
func (v Verdict) String() string {
	return [...]string{"skipped", "unsupported", "refuted", "flaky", "undecided", "spent", "vacuous", "exhausted"}[v]
}

// A Result is the verdict of a function and what it rests on.
type Result struct {
	Verdict Verdict
	// Reason says what a verdict other than refuted and exhausted is due to;
	// Help what the user can do, or is empty. Blame is where the reason lies,
	// when that is not the function itself.
	Reason, Help string
	Blame        token.Position
	// Inputs counts the inputs tried within the bounds, Beyond those outside.
	Inputs, Beyond int64
	// Bare says that the function has no contract; Declined counts those of
	// Inputs that a panic of its own rejected.
	Bare     bool
	Declined int64
	// Duties name, of a function without contract, what it panics for that callers
	// have to see to: "a nil r". Such a panic is no failure.
	Duties []string
	// Aimed says what inputs outside the bounds were aimed at, Deeper which of them were
	// chosen because their structure is deeper, Edited which were made of others.
	Aimed  beyond.Aimed
	Deeper Deeper
	Edited Edited
	// Strategies tells, with Config.Measure, what came of each strategy that had inputs.
	Strategies []StrategyRun
	// Depth is the greatest depth tried, Exhausted the greatest of which every
	// input was tried and none failed; both -1 for none.
	Depth, Exhausted int
	// Cut is "time" when the run was cut by the clock, "interrupt" when it was
	// interrupted, else empty.
	Cut string
	// Shard is the part of the inputs that was tried, "1/4"; empty for all. Of a
	// shard Tried says how many inputs of each depth were, KeepGoing that all ways to
	// fail were looked for.
	Shard     string
	Tried     []int64
	KeepGoing bool
	// Cached says that this is the result of a run before.
	Cached bool
	// Limits are the bounds under which the function was tested.
	Limits Limits
	// Notes say which fields the depth does not bound, and of inputs outside
	// the bounds why they prove nothing.
	Notes []string
	// Opaque are the preconditions that the engines could not see.
	Opaque []Opaque
	// Classes are the classify directives with their counts.
	Classes []Class
	// Failures are those of the Findings before, in their order; those that
	// did not fail again are in Unconfirmed.
	Failures, Unconfirmed []*Failure
	// Unreached are the lines of the function that no input reached, of each
	// block, so that they can be compared. Without Config.Profile it is empty for
	// a function that failed.
	Unreached []Lines
	// Untested are the postconditions of a function that passed which held for every
	// input without saying anything.
	Untested []Untested
	Elapsed  time.Duration
}

// An Untested is a postcondition that no tried input put to the test. Why says what
// never happened.
type Untested struct {
	Clause string
	Pos    token.Position
	Why    string
}

// Failed tells whether the result fails the run; strict says that what was not
// really tested fails too.
func (r *Result) Failed(strict bool) bool {
	switch r.Verdict {
	case Refuted, Flaky:
		return true
	case Unsupported, Vacuous:
		// Of a function without contract nobody said that it can be tested.
		return strict && !r.Bare
	case Undecided:
		return strict
	case Skipped, Spent, Exhausted:
		return strict && r.emptyClass()
	}
	return false
}

// passed tells whether inputs were tried and none failed.
func (r *Result) passed() bool {
	switch r.Verdict {
	case Exhausted, Spent, Undecided:
		return r.Inputs+r.Beyond > 0
	case Skipped, Unsupported, Refuted, Flaky, Vacuous:
	}
	return false
}

// emptyClass tells whether some class of a tested function met no input.
func (r *Result) emptyClass() bool {
	if r.Verdict == Skipped {
		return false
	}
	for _, c := range r.Classes {
		if c.Empty() {
			return true
		}
	}
	return false
}

// An Opaque is a precondition that was not lifted: it is interpreted over
// partly decided inputs, or filters natively.
type Opaque struct {
	Clause string
	Pos    token.Position
	// Why it was not lifted.
	Why string
	// Passed of Reached inputs satisfied it.
	Passed, Reached int64
	// Interpreted says that it is interpreted. Then Alike is how many inputs
	// were not looked at because they agree with a rejected one, of the same
	// depth and size, in all that was read of that; Reached does not count
	// them. Unclear is how often it was not known what the condition says, so
	// that Go had to judge the input, and Unclearly the first reason for that.
	Interpreted    bool
	Alike, Unclear int64
	Unclearly      string
}

// fewPass is how many times as many inputs a precondition may reject as pass
// before that is said of one over values built by calls.
const fewPass = 10

// Telling tells whether there is something to be said of the condition: what is built
// by calls is filtered natively by design, and what functions answer is mostly found.
func (o *Opaque) Telling() bool {
	switch o.Why {
	case encode.WhyCalls:
		return o.Reached > fewPass*o.Passed
	case whyUnanswered:
		return o.Reached > o.Passed
	}
	return true
}

// Text says how the condition is seen, and what it costs.
func (o *Opaque) Text() string {
	if !o.Interpreted {
		return fmt.Sprintf("%s is a native filter (%s); %d of %d candidates passed", o.Clause, o.Why, o.Passed, o.Reached)
	}
	s := fmt.Sprintf("%s is interpreted (%s); %d of %d candidates passed, %d look-alikes of the others were not looked at",
		o.Clause, o.Why, o.Passed, o.Reached, o.Alike)
	if o.Unclear > 0 {
		s += fmt.Sprintf("; of %d Go had to judge: %s", o.Unclear, o.Unclearly)
	}
	return s
}

// A Class is a classify directive. Count is how many inputs within the bounds it holds
// for, Beyond how many outside them.
type Class struct {
	Label         string
	Count, Beyond int64
}

// Empty tells whether the class has no input, neither within the bounds nor outside them.
func (c Class) Empty() bool { return c.Count == 0 && c.Beyond == 0 }

// What inputs outside the bounds were aimed at, and what no input reaches.
type (
	Aimed  = beyond.Aimed
	Missed = beyond.Missed
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

	clause *refine.Clause
	// panicKind is what panics of its kind have in common.
	panicKind string
}

// An Arg is an input or a result: its name and its value as a Go literal.
type Arg struct {
	Name, Value string
	// saved is the value as it is saved, where it does not matter what is a character
	// in the code as it is now; empty where that is Value.
	saved string
}

// toSave is the value as it is saved.
func (a Arg) toSave() string { return cmp.Or(a.saved, a.Value) }
