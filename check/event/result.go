package event

import (
	"go/token"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/check/beyond"
)

// A Deeper counts the inputs outside the bounds that are spread over the sizes and shapes
// of the depths behind them, up to Depth.
type Deeper struct {
	Inputs int64
	Depth  int
}

// A Duty is what the callers of a function without a contract have to see to: that something
// is not nil, for example.
type Duty struct {
	// Fails says how the function fails otherwise: "panics"; For names the inputs: "a nil r".
	Fails string `json:"fails"`
	For   string `json:"for"`
	// Call is the first call that fails so, with what came of it.
	Call string `json:"call"`
}

// DutiesText says for what a function fails.
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
	// Duties are, of a function without contract, what it fails for that callers have to
	// see to, and what nothing shows to be meant. That is no failure.
	Duties []Duty
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
	// Proof says what is proved of the code, and what is open.
	Proof Proof
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

// Passed tells whether inputs were tried and none failed.
func (r *Result) Passed() bool {
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

// An Edited counts the inputs outside the bounds that were made of others, by changing a part
// of these. Seeds is how many others that are: those that did what none before did.
type Edited struct{ Inputs, Seeds int64 }

// A StrategyRun is what came of the inputs of one strategy for a function.
type StrategyRun struct {
	// Name is that of the strategy.
	Name string
	// Inputs is how many inputs were tried.
	Inputs int64
	// Failed says that some of them fail; First is the place of the first such among the
	// inputs of all strategies, where strategies are not measured.
	Failed bool
	First  int
}
