// Package harness runs code under test in processes of their own.
//
// In come contracts with shapes, then forms or streams; out go tallies of many inputs,
// reports of single ones, and states of values that are built by calls. A process that
// dies is replaced, and what it died of is a finding. What is run is written by package
// codegen, built by build and started by process; this package is the parent's side of
// the conversation. It knows nothing of solvers, verdicts or output.
package harness

import (
	"iter"
	"time"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/refine"
)

// TurnRuns is how many runs a job makes of its inputs, beside the first of each, as
// long as none fails.
const TurnRuns = wire.TurnRuns

// A Job is a run of many inputs of one target: those that the native search
// finds for Form, or else those of Streams.
type Job struct {
	Target  int
	Form    *form.Form
	Streams iter.Seq[[]int64]
	// Whole says that the streams are those of findings: what is chosen while an
	// input runs is said as well.
	Whole bool
	// Skip is the number of solutions of Form that were consumed before.
	Skip int64
	// Limit is the greatest number of inputs to call, 0 for no limit. A process
	// counts those that a precondition ends with a panic as well.
	Limit int64
	// AfterFailure is how many inputs more are called after the first finding,
	// or end in a precondition, -1 for all.
	AfterFailure int64
	// Found, where it is not nil, is called with the first finding, while no stream is
	// asked for.
	Found func()
	// Reject is the greatest number of solutions that native preconditions may
	// reject before the job ends, 0 for no limit.
	Reject int64
	// Resume are the choices with which the first solution behind Skip is gone
	// on with, as Tally.Resume has them.
	Resume []int64
	// Sample, where it is not zero, is a seed: of each solution with choices one
	// input is called, with random ones, or as many as Samples says; what
	// functions answered before does not count again. With Draws it is drawn up to
	// so many times, until there are Samples that count.
	Sample         uint64
	Samples, Draws int64
	// Exact says, of a target with functions among its inputs, that only inputs
	// of the level of Form, or with Streams of Measure, are called: those whose
	// solution and answers are of a lesser one do not count.
	Exact   bool
	Measure *form.Form
	// Stall is passed to the search: failures in one part before it is left
	// open, 0 for never.
	Stall int64
	// Handover ends the job with the first part that stalls, as others finish it.
	Handover bool
	// Shard restricts the search to a part of the solutions of Form, Portion all to a
	// part of the inputs of each solution.
	Shard   form.Shard
	Portion Portion
	// Trail asks for the inputs whose run does what none before it has done in this
	// process (Tally.Covered), and for the first Admitted others that satisfy the
	// preconditions. What rejected inputs do in a precondition counts as well.
	Trail    Trail
	Admitted int64
	// Atoms are conditions over the target's Terms, at most MaxAtoms. Inputs are
	// counted by which of them hold, from the first that fails on, or with Live
	// from the start. With Dry inputs are counted so and not called, so that
	// nothing is known of what functions would answer.
	Atoms     []Atom
	Live, Dry bool
	// Mutant is the number of the mutant that is on while the function under test is
	// called and judged, 0 for none. Then Tally.Covered has the first input that comes to
	// its place, with the counter MutantReached, and the first whose call ends otherwise
	// than without the mutant, or gives something else, with MutantTold.
	Mutant int
	// Turns is how often each input is run, 0 for as often as its target says.
	Turns int
	// Fragile ends the job when a process dies.
	Fragile bool
	// Wear ends the job when as many processes have died, 0 for never; one that
	// hung or used up its memory counts as HeavyDeath.
	Wear int64
	// Timeout of one call where the contract says another than Options; Memory
	// likewise.
	Timeout time.Duration
	Memory  int64
	// Until, on the clock of the binary, ends the job (its Tally then has Cut set), the
	// zero time never.
	Until time.Time
}

// The counters of inputs that tell of a mutant.
const (
	MutantReached = wire.MutantReached
	MutantTold    = wire.MutantTold
)

// A Trail says what of the ways through the code is told apart.
type Trail = wire.Trail

// The trails: none, by the blocks that are reached, and by which block follows which, and how
// often.
const (
	TrailNone   = wire.TrailNone
	TrailPlaces = wire.TrailPlaces
	TrailSteps  = wire.TrailSteps
)

// A Portion is a part of the inputs of each solution.
type Portion = wire.Portion

// MaxChanged is the number of the last bit of Tally.Changed.
const MaxChanged = wire.MaxChanged

// A Tally is what came of a Job.
type Tally struct {
	// Called counts the inputs that satisfied the precondition and were called.
	Called int64
	// Consumed counts the solutions taken from Form or Streams.
	Consumed int64
	// Resume is set when the solution behind the last of Consumed has inputs
	// left: it begins with these choices.
	Resume []int64
	// Dropped counts the inputs for which a function had no answer that its
	// contract admits.
	Dropped int64
	// Vague counts the inputs of which a clause was not judged, or that were not
	// called, because a quantifier found no value that decides, and there may be
	// one: see Runner.Doubts.
	Vague int64
	// Changed has a bit for each precondition, the 63rd one for all from there on,
	// that left an input other than it was. Not every input is compared.
	Changed int64
	// Declined counts those of the inputs called that a bare contract's function
	// rejected by a panic of its own.
	Declined int64
	// Strange counts questions to functions among the inputs that came from
	// other goroutines, Late those after the call was over. They are answered,
	// but other answers are not tried.
	Strange, Late int64
	// Worn counts the processes that had no memory left, bit by bit: no call of
	// theirs takes too much of it by itself.
	Worn int64
	// Left says that calls left goroutines behind.
	Left bool
	// Reached and Passed count, for each of the target's Pre, how often it was
	// evaluated and how often it held.
	Reached, Passed []int64
	// Classes counts for each classify how often it held.
	Classes []int64
	// Exhausted says that there were no more solutions; Cut that time ran out.
	Exhausted, Cut bool
	// Open are the parts that the search left open because they stalled.
	Open []search.Stall
	// Cells count inputs by the atoms that hold of them; Deaths are inputs in
	// none because their process died. Torn says that more are missing.
	Cells  []Cell
	Deaths []Death
	Torn   bool
	// First is the ordinal of the first input that failed, 0 for none.
	First int64
	// Findings are the distinct failures, in the order of their first inputs.
	Findings []Finding
	// Covered are, with CountConditions or a Trail, the inputs that reached something new.
	Covered []Covered
}

// Covered is an input whose call reached a counter that none before it in its
// process had reached: Counters are all that it reached. A statement or the
// outcome of a condition has two counters, for reaching it at all and for doing
// so more than once in a call; they keep their numbers from one
// job of a Binary to the next.
//
// With a Trail the Counters stand for what is new. Admitted says that the input satisfies
// the preconditions.
type Covered struct {
	Stream   []int64
	Counters []int
	Admitted bool `json:",omitempty"`
}

// A Cause is the way in which an input failed; the names are those of the
// report's format.
type Cause string

// The causes.
const (
	// CauseEnsures is a postcondition that does not hold, CauseInvariant an
	// invariant that does not hold of what comes out.
	CauseEnsures   Cause = "ensures"
	CauseInvariant Cause = "invariant"
	// CausePanic is a panic that is not promised, CauseNoPanic a promised one that
	// does not come.
	CausePanic   Cause = "panic"
	CauseNoPanic Cause = "nopanic"
	// CauseMutation is a change of the arguments of a pure function.
	CauseMutation Cause = "mutation"
	// CauseTimeout and CauseMemory are a call that takes too long or too much,
	// CauseCrash is one that ends the process.
	CauseTimeout Cause = "timeout"
	CauseMemory  Cause = "memory"
	CauseCrash   Cause = "crash"
	// CauseContract is a clause that cannot be evaluated: it panics, for example.
	CauseContract Cause = "contract"
	// CauseCallback is a function among the inputs that was called against its
	// contract.
	CauseCallback Cause = "callback"
)

// A Finding is a set of inputs that fail in the same way.
type Finding struct {
	Cause Cause
	// Clause is the clause that failed or could not be evaluated; nil for
	// panics, timeouts and deaths.
	Clause *refine.Clause
	// Site is the place of a panic in the user's code, as file:line, or empty; Kind
	// is what panics of this kind have in common (see PanicKind).
	Site, Kind string
	// Stream is the first such input, Ordinal its number among the inputs
	// called, from 1, Count how many of them there are.
	// The Stream is nil, with Cause crash, when the process died after calls
	// had returned and none of its inputs makes it die alone.
	// Size is set where inputs do not come in the order of their sizes: when
	// functions are among them. Then Stream is the smallest input.
	Stream  []int64
	Ordinal int64
	Count   int64
	// Unspelled is the Stream as the form has it: the calls of states are not
	// spelled out.
	Unspelled []int64
	Size      int64
	// Results and Panic are how the call of Stream ended, as far as that is known;
	// of a process that died Panic is the reason. With code that is not deterministic they do not come again.
	Results []*tree.Value
	Panic   string
}
