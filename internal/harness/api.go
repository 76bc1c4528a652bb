// Package harness runs code under test in processes of their own.
//
// It takes contracts with shapes, then forms or streams. It returns tallies of many inputs, reports
// of single ones, and states of values built by calls. A process that dies is replaced, and the
// cause of its death is a finding. Package codegen writes the program, package build compiles it,
// and package process starts it; this package is the parent's side of the conversation. It knows
// nothing of solvers, verdicts or output.
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

// TurnRuns is how many runs a job makes of its inputs, besides the first run of each, as long as
// none fails.
const TurnRuns = wire.TurnRuns

// Stalling says how a job handles parts in which the search finds no solution.
type Stalling = wire.Stalling

// A Job is a run of many inputs of one target: those that the native search finds for Form, or if
// that is nil, those of Streams.
type Job struct {
	Target  int
	Form    *form.Form
	Streams iter.Seq[[]int64]
	// Whole says that each stream is an input, with the choices made while it runs.
	Whole bool
	// Skip is the number of solutions of Form that were consumed before.
	Skip int64
	// Limit is the greatest number of inputs to call, or 0 for no limit. A process also counts
	// inputs that panic in a precondition.
	Limit int64
	// AfterFailure is how many more inputs are tried after the first finding, or -1 for all. Inputs
	// that panic in a precondition count.
	AfterFailure int64
	// Found, if not nil, is called with the first finding, while no stream is being asked for.
	Found func()
	// Reject is the greatest number of solutions that native preconditions may reject before the
	// job ends, or 0 for no limit.
	Reject int64
	// Resume are the choices with which the first solution after Skip is resumed, as given by
	// Tally.Resume.
	Resume []int64
	// Sample, if not zero, is a seed. Each solution with choices is called with random choices,
	// Samples times, or once if Samples is 0. Inputs whose functions answer as before are not
	// counted again. With Draws set, choices are drawn up to Draws times, until Samples inputs
	// count.
	Sample         uint64
	Samples, Draws int64
	// Exact is for targets with functions among their inputs. It restricts calls to inputs of the level of Form,
	// or with Streams, of Measure. An input does not count if both its solution and its answers are of a smaller
	// level. Measure is nil if Streams are at hand, and not solutions that take long to find.
	Exact   bool
	Measure *form.Form
	Stalling
	// Shard restricts the search to a part of the solutions of Form. Portion restricts the job to a
	// part of the inputs of each solution.
	Shard   form.Shard
	Portion Portion
	// Trail asks for the inputs whose run does something new in this process (Tally.Covered), and for the first
	// Admitted others that satisfy the preconditions. The evaluation of preconditions for rejected inputs counts
	// as well.
	Trail    Trail
	Admitted int64
	// Atoms are conditions over the target's Terms, at most MaxAtoms. Inputs are counted by the
	// atoms that hold, beginning with the first failure, or with the first input if Live is set.
	// With Dry set, inputs are counted but not called, so that answers of functions are unknown.
	Atoms     []Atom
	Live, Dry bool
	// Mutant is the number of the active mutant while the function under test is called and judged, 0 for none.
	// Tally.Covered then has up to two inputs. With the counter MutantReached it has the first input that
	// reaches the mutant's place. With MutantKilled it has the first whose call ends in another way or with other
	// results than without the mutant.
	Mutant int
	// Observe asks for an observation of each input that satisfies the preconditions. With ObserveCounters it
	// asks for the Covered of each called input. A panic by which a function without a contract rejects its
	// input counts as a failure then.
	Observe Observing
	// Turns is how often each input is run, 0 for as often as its target says.
	Turns int
	// Fragile ends the job when a process dies.
	Fragile bool
	// Wear ends the job after this many deaths of processes, or never if it is 0. A process that
	// hung or used up its memory counts as HeavyDeath deaths.
	Wear int64
	// Timeout and Memory bound a call if the contract has other bounds than Options.
	Timeout time.Duration
	Memory  int64
	// Until, on the clock of the binary, ends the job, whose Tally then has Cut set. The zero time
	// means never.
	Until time.Time
}

// The counters of inputs that reach a mutant or distinguish it from the code.
const (
	MutantReached = wire.MutantReached
	MutantKilled  = wire.MutantKilled
)

// A Trail says which differences between paths through the code count.
type Trail = wire.Trail

// The kinds of trails: none, by the blocks that are reached, and by which block follows which and
// how often.
const (
	TrailNone   = wire.TrailNone
	TrailPlaces = wire.TrailPlaces
	TrailSteps  = wire.TrailSteps
)

// A Portion is a part of the inputs of each solution.
type Portion = wire.Portion

// MaxChanged is the last bit of Tally.Changed.
const MaxChanged = wire.MaxChanged

// Witnesses are inputs of a job with observations of their calls.
type Witnesses struct {
	// Covered are, with CountConditions or a Trail, the inputs that reached something new.
	Covered []Covered
	// Observed are, with Observe, what calls did that did not end their process: see Deaths.
	Observed []Observed
}

// A Tally is the result of a Job.
type Tally struct {
	// Called counts the inputs that satisfied the precondition and were called.
	Called int64
	// Consumed counts the solutions taken from Form or Streams.
	Consumed int64
	// Resume is set if the solution after the Consumed ones has inputs left. They begin with these
	// choices.
	Resume []int64
	// Dropped counts the inputs with a function that had no answer its contract admits.
	Dropped int64
	// Vague counts the inputs that have a clause which was not judged, or that were not called. The reason is a
	// quantifier that found no deciding value although there may be one. See Runner.Doubts.
	Vague int64
	// Changed has a bit for each precondition that changed an input. Bit MaxChanged represents all preconditions
	// from there on. Not every input is compared.
	Changed int64
	// Declined counts the called inputs that the function of a bare contract rejected by a panic of
	// its own.
	Declined int64
	// Strange counts questions to function inputs from other goroutines, Late questions after the
	// call was over. They are answered, but other answers are not tried.
	Strange, Late int64
	// Worn counts the processes that ran out of memory gradually, without a single call that takes too much of
	// it.
	Worn int64
	// Left means that calls left goroutines behind.
	Left bool
	// Reached and Passed count the evaluations of each of the target's Pre, and those that were true.
	Reached, Passed []int64
	// Classes counts, for each classify directive, how often it held.
	Classes []int64
	// Exhausted means that there were no more solutions, Cut that time ran out.
	Exhausted, Cut bool
	// Open are the parts that the search left open because they stalled.
	Open []search.Stall
	// Cells count inputs by the atoms that hold for them. Deaths are inputs that are in no cell
	// because their process died. Torn says that more inputs are missing.
	Cells  []Cell
	Deaths []Death
	Torn   bool
	// First is the ordinal of the first input that failed, or 0 if none did.
	First int64
	// Findings are the distinct failures, in the order of their first inputs.
	Findings []Finding
	Witnesses
}

// Covered is an input whose call reached a counter that no call before it in its process reached. Counters are
// all that it reached. A statement or the outcome of a condition has two counters: one for the first time it is
// reached in a call, one for further times. They keep their numbers from one job of a Binary to the next.
//
// With a Trail, Counters identify the new steps. Admitted means that the input satisfies the preconditions.
type Covered struct {
	Stream   []int64
	Counters []int
	Admitted bool `json:",omitempty"`
}

// A Cause is the way in which an input failed. The names are those of the report's format.
type Cause string

// The causes.
const (
	// CauseEnsures is a postcondition that does not hold, CauseInvariant an invariant that does not
	// hold for a value after the call.
	CauseEnsures   Cause = "ensures"
	CauseInvariant Cause = "invariant"
	// CausePanic is a panic that is not promised, CauseNoPanic the lack of a promised one.
	CausePanic   Cause = "panic"
	CauseNoPanic Cause = "nopanic"
	// CauseMutation is a change of the arguments of a pure function.
	CauseMutation Cause = "mutation"
	// CauseTimeout and CauseMemory are calls that take too long or too much memory. CauseCrash is a
	// call that ends the process.
	CauseTimeout Cause = "timeout"
	CauseMemory  Cause = "memory"
	CauseCrash   Cause = "crash"
	// CauseContract is a clause that cannot be evaluated, for example because it panics.
	CauseContract Cause = "contract"
	// CauseCallback is a function input that was called against its contract.
	CauseCallback Cause = "callback"
)

// A Finding is a set of inputs that fail in the same way.
type Finding struct {
	Cause Cause
	// Clause is the clause that failed or could not be evaluated. It is nil for panics, timeouts
	// and deaths.
	Clause *refine.Clause
	// Site is the place of a panic in the user's code, as file:line, or empty. Kind is what panics
	// of this kind have in common (see PanicKind).
	Site, Kind string
	// Stream is the first such input, Ordinal its number among the inputs called, from 1, and Count the number
	// of such inputs. Stream is nil, with Cause crash, if the process died after calls had returned and none of
	// its inputs makes it die alone. Size is set if functions are among the inputs, because the order of inputs
	// is then not by size. Stream is then the smallest input.
	Stream  []int64
	Ordinal int64
	Count   int64
	// Unspelled is Stream as the form has it: the calls of states are not spelled out.
	Unspelled []int64
	Size      int64
	// Results and Panic are how the call of Stream ended, as far as that is known. If the process
	// died, Panic is the reason. Code that is not deterministic may end otherwise in another run.
	Results []*tree.Value
	Panic   string
}

// Observations of calls; package wire documents them.
type (
	Observing = wire.Observing
	Observed  = wire.Observed
	End       = wire.End
)

// The ways to observe, and the ways in which calls end.
const (
	ObserveAll      = wire.ObserveAll
	ObserveElements = wire.ObserveElements
	ObserveCounters = wire.ObserveCounters
	EndNone         = wire.EndNone
	EndReturned     = wire.EndReturned
	EndPanicked     = wire.EndPanicked
	PrintTrue       = wire.PrintTrue
)
