package event

import (
	"go/token"
	"slices"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/check/beyond"
)

// A Duty is what callers of a function without a contract must ensure, for example that an
// argument is not nil.
type Duty struct {
	// Fails says how the function fails otherwise: "panics". For names the inputs: "a nil r".
	Fails string `json:"fails"`
	For   string `json:"for"`
	// Call is the first call that fails so, with its result.
	Call string `json:"call"`
}

// DutiesText returns the text of duties.
func DutiesText(duties []Duty) string {
	var parts []string
	before := ""
	for _, d := range duties {
		if d.Fails != before {
			parts = append(parts, d.Fails+" for "+d.For)
		} else {
			parts = append(parts, "for "+d.For)
		}
		before = d.Fails
	}
	return strings.Join(parts, ", ")
}

// A Verdict is the one statement about a function with a contract.
type Verdict uint8

// The verdicts, in the order of their precedence.
const (
	// Skipped: a directive leaves the function out, or it has effects outside the process.
	Skipped Verdict = iota
	// Unsupported: rtest cannot build the values of an input.
	Unsupported
	// Refuted: a counterexample failed twice. Flaky: one failed once and did not fail again.
	Refuted
	Flaky
	// Undecided: the engines gave up on some inputs. Spent: a budget ended before all were
	// tried.
	Undecided
	Spent
	// Vacuous: no input within the bounds satisfies the preconditions. Exhausted: all that do
	// were tried, and none failed.
	Vacuous
	Exhausted
)

// String returns the name of the verdict in texts and reports.
func (v Verdict) String() string {
	return [...]string{"skipped", "unsupported", "refuted", "flaky", "undecided", "spent", "vacuous", "exhausted"}[v]
}

// A Result is the verdict of a function and its reasons.
type Result struct {
	Verdict Verdict
	// Reason is the reason of a verdict other than refuted and exhausted. Help is what the
	// user can do, or empty. Blame is where the reason lies if that is not the function
	// itself.
	Reason, Help string
	Blame        token.Position
	// Inputs counts the inputs tried within the bounds, Beyond those beyond them.
	Inputs, Beyond int64
	// Bare says that the function has no contract. Declined counts the Inputs that it rejected
	// by a panic of its own.
	Bare     bool
	Declined int64
	// Duties are causes of failures of a function without a contract that callers must avoid, or for inputs that
	// nothing shows to be intended. They do not count as failures.
	Duties []Duty
	// Aimed says what inputs beyond the bounds were aimed at, Edited which were made from others.
	Aimed  beyond.Aimed
	Edited Edited
	// Strategies has, with Config.Measure, the result of each strategy that had inputs.
	Strategies []StrategyRun
	// Depth is the greatest depth tried. Exhausted is the greatest depth at which all inputs were tried and
	// passed. Both are -1 for none.
	Depth, Exhausted int
	// Cut is "time" if the clock ended the run, "interrupt" if the user did, and otherwise
	// empty.
	Cut string
	// Shard is the part of the inputs that was tried, as "1/4", or empty for all. For a shard, Tried has the
	// number of tried inputs of each depth, and KeepGoing means that the search went on after a failure.
	Shard     string
	Tried     []int64
	KeepGoing bool
	// Cached says that this is the result of an earlier run.
	Cached bool
	// Limits are the bounds under which the function was tested.
	Limits Limits
	// Notes say which fields the depth does not bound, and why inputs beyond the bounds prove
	// nothing.
	Notes []string
	// Opaque are the preconditions that the engines could not follow.
	Opaque []Opaque
	// Classes are the classify directives with their counts.
	Classes []Class
	// Proof has the proved claim about the code, and the open places.
	Proof Proof
	// Failures are those of the Findings before, in their order. Unconfirmed are those that
	// did not fail again.
	Failures, Unconfirmed []*Failure
	// Unreached are the lines of the function that no input reached, one entry for each block
	// so that they can be compared. Without Config.Profile it is empty for a function that
	// failed.
	Unreached []Lines
	// Untested are the postconditions of a passed function that held for every input without
	// being put to the test.
	Untested []Untested
	Times
}

// Times are what two runs of a function differ in.
type Times struct {
	// Elapsed is the time from the first to the last step. Waited is how much of it the function
	// waited for the processor, in whole seconds. It is 0 if that is little, or if the end of the time
	// cut the test.
	Elapsed, Waited time.Duration
}

// An Untested is a postcondition that no tried input put to the test. Why says what never
// happened.
type Untested struct {
	Clause string
	Pos    token.Position
	Why    string
}

// Failed reports whether the result fails the run. With strict, results that are not from a real test fail too.
func (r *Result) Failed(strict bool) bool {
	switch r.Verdict {
	case Refuted, Flaky:
		return true
	case Unsupported, Vacuous:
		// Nobody claims that rtest can test a function without a contract.
		return strict && !r.Bare
	case Undecided:
		return strict
	case Skipped, Spent, Exhausted:
		return strict && r.emptyClass()
	}
	return false
}

// Passed reports whether inputs were tried and none failed.
func (r *Result) Passed() bool {
	switch r.Verdict {
	case Exhausted, Spent, Undecided:
		return r.Inputs+r.Beyond > 0
	case Skipped, Unsupported, Refuted, Flaky, Vacuous:
	}
	return false
}

// emptyClass reports whether some class of a tested function has no input.
func (r *Result) emptyClass() bool {
	if r.Verdict == Skipped {
		return false
	}
	return slices.ContainsFunc(r.Classes, func(c Class) bool { return c.Empty() })
}

// A Class is a classify directive. Count is the number of inputs within the bounds that are in
// the class, Beyond that of inputs beyond them.
type Class struct {
	Label         string
	Count, Beyond int64
}

// Empty reports whether no input is in the class, neither within nor beyond the bounds.
func (c Class) Empty() bool { return c.Count == 0 && c.Beyond == 0 }

// The targets of inputs beyond the bounds, and what no input reaches.
type (
	Aimed  = beyond.Aimed
	Missed = beyond.Missed
)

// An Edited counts the inputs beyond the bounds that were made from others by changing a part.
// Seeds counts those others: inputs that did something new.
type Edited struct{ Inputs, Seeds int64 }

// A StrategyRun is the result of the inputs of one strategy for a function.
type StrategyRun struct {
	// Name is the name of the strategy.
	Name string
	// Inputs is the number of inputs tried.
	Inputs int64
	// Failed means that some of them fail. First is the index of the first failing one among the inputs of all
	// strategies, where strategies are not measured.
	Failed bool
	First  int
}
