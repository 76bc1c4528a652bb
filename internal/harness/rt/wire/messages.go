package wire

import (
	"time"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/search"
)

// A Kind is the type of a frame.
type Kind byte

// The kinds of frames. The parent sends:
//
//	KindJob     a Job as JSON
//	KindForm    the form of the job, in binary
//	KindStreams a batch of streams, see AppendStream; the first follows the job
//	KindEnd     the last batch, which may be empty
//	KindDomains a Range for each domain, as JSON, before the job that uses them
//	KindTable   a Table as JSON: the states of a builder to which inputs refer
//	KindExplore an Explore as JSON, then the forms of its groups
//	KindSingle  a Single as JSON: one input, to be described
//	KindUniverse a Universe as JSON, over which the next requests evaluate
//	KindConstants a Constants as JSON
//	KindTerms   a Terms as JSON
//	KindCompare a Comparisons as JSON
//	KindTrial   a Trial as JSON
//	KindSeen    a Seen as JSON
//
// The process sends:
//
//	KindHello   the package is initialized, the process waits
//	KindNeed    the process wants the next batch of streams
//	KindFound   a Found as JSON: the first input of a kind of failure
//	KindDone    a Done as JSON: the job has ended
//	KindStates  an Explored as JSON
//	KindKilled  a Killed as JSON: the process ends itself
//	KindArgs    an Input as JSON: the single input before the call
//	KindAnswered an Answered as JSON: a question to a function of that input
//	KindReport  a Judged as JSON: the result of the single input
//	KindCovered a Covered as JSON: an input that reaches something new
//	KindValued  what a request of terms, rows, comparisons or a trial asked for, as JSON
//	KindObserved what a call did, see AppendObserved
const (
	KindJob       Kind = 'J'
	KindForm      Kind = 'F'
	KindStreams   Kind = 'S'
	KindEnd       Kind = 'E'
	KindDomains   Kind = 'V'
	KindTable     Kind = 'T'
	KindExplore   Kind = 'Z'
	KindSingle    Kind = '1'
	KindHello     Kind = 'H'
	KindNeed      Kind = 'N'
	KindFound     Kind = 'X'
	KindDone      Kind = 'D'
	KindStates    Kind = 'Y'
	KindKilled    Kind = 'K'
	KindArgs      Kind = 'A'
	KindReport    Kind = 'R'
	KindAnswered  Kind = 'Q'
	KindCovered   Kind = 'C'
	KindUniverse  Kind = 'U'
	KindConstants Kind = 'c'
	KindTerms     Kind = 'M'
	KindCompare   Kind = '='
	KindTrial     Kind = '?'
	KindSeen      Kind = '#'
	KindValued    Kind = 'O'
	KindObserved  Kind = 'B'
)

// A Job asks for a run of many inputs. See harness.Job for the fields that they share.
type Job struct {
	Target       int   `json:",omitzero"`
	Streams      bool  `json:",omitzero"`
	Skip         int64 `json:",omitzero"`
	Limit        int64 `json:",omitzero"`
	AfterFailure int64 `json:",omitzero"`
	Reject       int64 `json:",omitzero"`
	Stalling
	Shard   form.Shard `json:",omitzero"`
	Portion Portion    `json:",omitzero"`
	// End is the greatest number of solutions to take, or 0 for all.
	End int64 `json:",omitzero"`
	// Timeout is in nanoseconds, Memory in bytes.
	Timeout, Memory int64 `json:",omitzero"`
	// Until is in nanoseconds since 1970, or 0 for never. It is on a clock that is Lag behind the
	// system clock. The board holds greater values of Lag while the job runs.
	Until, Lag int64 `json:",omitzero"`
	// Failed is set if a finding came before. AfterFailure then counts from the start.
	Failed bool `json:",omitzero"`
	// Depth is the depth of the inputs. With Exact set, an input does not count if both its solution and its
	// answers are of a smaller depth. The form then follows the job even if the solutions arrive as streams.
	Depth int64 `json:",omitzero"`
	Exact bool  `json:",omitzero"`
	// Resume are the choices with which the first solution is resumed. With Whole set, each stream
	// is an input with its choices.
	Resume []int64 `json:",omitzero"`
	Whole  bool    `json:",omitzero"`
	// Sample, if not zero, is the seed from which the choices of each solution are drawn: Samples
	// times, or once if Samples is 0. Inputs whose functions answer as before are not counted
	// again. With Draws set, choices are drawn up to Draws times, until Samples inputs count.
	Sample         uint64 `json:",omitzero"`
	Samples, Draws int64  `json:",omitzero"`
	// Answers are the answers from which functions choose, by shape and cost.
	Answers [][]Answers `json:",omitzero"`
	// Atoms are conditions. Inputs are counted by the atoms that hold, beginning with the first
	// failure, or with the first input if Live is set. With Dry set, inputs are counted but not
	// called.
	Atoms     Atoms `json:",omitzero"`
	Live, Dry bool  `json:",omitzero"`
	// Finalize makes the process collect garbage before the job ends, so that finalizers of its inputs run and
	// fail within the job. Settle also gives leftover goroutines the time of a call, and checks after each stage
	// whether it closed descriptors of the harness.
	Finalize, Settle bool `json:",omitzero"`
	// Trail asks for the inputs that do something new, and for the first Admitted others that
	// satisfy the preconditions.
	Trail    Trail `json:",omitzero"`
	Admitted int64 `json:",omitzero"`
	// Followed are the functions whose places a trail follows.
	Followed []Followed `json:",omitzero"`
	// Mutant is the number of the mutant that is on while the call is made and judged, 0
	// for none.
	Mutant int `json:",omitzero"`
	// Observe asks for an Observed of each input that satisfies the preconditions. No panic then rejects the
	// input.
	Observe Observing `json:",omitzero"`
	Turning
}

// Turning says how often inputs of a Job are run.
type Turning struct {
	// Turns is how often an input is run that has a map of several entries, with
	// TurnAll every input; Turn is that of the first run.
	Turns, Turn int  `json:",omitzero"`
	TurnAll     bool `json:",omitzero"`
}

// A Followed is a function with its places, from First up to but excluding Behind. Key identifies it
// independently of the other functions. With Ends set, the place where a call of it ends is part of the trail.
type Followed struct {
	First, Behind int
	Key           uint32
	Ends          bool
}

// The counters of inputs for a mutant: the input reaches its place, or its call has another outcome than without
// it.
const (
	MutantReached = iota
	MutantKilled
)

// A Failure is a way in which an input failed, at a stage and an index. Clause is the index of the broken
// invariant among those of the glue, else -1. For a panic, Site is its place, and Kind the part of its text
// without values (see PanicKind).
type Failure struct {
	Cause  string
	Stage  Stage
	Index  int
	Clause int
	Site   string
	Kind   string `json:",omitempty"`
	// Later says that the call had returned, and that a function it returned panicked.
	Later bool `json:",omitempty"`
}

// A Found is the first input with a distinct failure. Slot is the index of its counter.
type Found struct {
	Failure
	Slot    int
	Stream  []int64
	Ordinal int64
	// Size is the size of the input if that is known only after its run. A smaller input with a
	// failure that was reported before is reported as well.
	Size int64
	// Results are the results of the call if it returned. Panic is the value of the panic if it is
	// known without a call. Another run may give others.
	Results []*tree.Value
	Panic   string
}

// Covered is an input whose call reached counters that no call before it reached. Counters are all that it
// reached. With a trail, they identify the new steps. Admitted means that the input satisfies the preconditions.
type Covered struct {
	Stream   []int64
	Counters []int
	Admitted bool `json:",omitempty"`
}

// Done reports that a job has ended.
type Done struct {
	Exhausted, Cut bool `json:",omitzero"`
	// Open are the parts of the form that the search gave up.
	Open []search.Stall `json:",omitzero"`
	// Leaving is set when the process ends after this message.
	Leaving bool `json:",omitzero"`
	// Left is set if the job left goroutines of the code under test behind.
	Left bool `json:",omitzero"`
	// Fault describes a fault of the harness itself. It is empty if there is none.
	Fault string `json:",omitzero"`
}

// Killed says why the process ends itself: Timeout or Memory. Own says that the call in flight is
// the cause: no other goroutines of the code were there before, and it took the greater part of the
// memory.
type Killed struct {
	Failure
	Own bool
	// Place is where the worker was.
	Place stack.Place
}

// Answers are the answers from which functions of one shape choose at a place of one cost. Streams
// holds all of them in order, Within how many of them each depth admits.
type Answers struct {
	Streams [][]int64
	Within  []int
	// Far is how many of the last answers are outside the bounds. Half of the answers drawn are
	// taken from these.
	Far int
}

// A Stage is the process's current activity with an input.
type Stage int64

// The stages, in order.
const (
	Idle Stage = iota
	Building
	Listing // the evaluation of a listed value, while the input is built
	Pre
	Let
	Class
	Promise
	Calling
	Checking
)

// The causes of findings, as they cross the process border.
const (
	Ensures   = "ensures"
	Invariant = "invariant"
	Panic     = "panic"
	NoPanic   = "nopanic"
	Mutation  = "mutation"
	Timeout   = "timeout"
	Memory    = "memory"
	Crash     = "crash"
	Contract  = "contract"
	Callback  = "callback"
)

// A Range is the streams of the values of a domain. If the domain has more values, Doubt says what
// their absence leaves undecided, as a sum of refine.Lack.
type Range struct {
	Streams [][]int64
	Doubt   int64
}

// Env is the environment variable with the three descriptors of the process: for reading, for
// writing, and of the board.
const Env = "RTEST_HARNESS"

// Run is the environment variable with the folder in which the process was started. It identifies the process's
// descendants.
const Run = "RTEST_RUN"

// FaultCode is the exit code of a harness with a fault of its own. FaultPrefix precedes the reason
// on standard error.
const (
	FaultCode   = 70
	FaultPrefix = "rtest: the harness ends: "
)

// Stalling says how a job handles parts in which the search finds no solution.
type Stalling struct {
	// Stall is the number of failures in one part after which the search leaves the part open, or 0
	// for never.
	Stall int64 `json:",omitzero"`
	// Handover ends the job at the first part that stalls, because others finish it.
	Handover bool `json:",omitzero"`
	// Joint means that other processes search the other shards at the same time, and that all together replace a
	// job without shards.
	Joint bool `json:",omitzero"`
}

// A Portion is one of Of disjoint parts of the inputs of each solution, with Index 1 to Of. Together the parts
// have all inputs. It is for few solutions with many inputs each. The zero value has all inputs.
//
// Choices divide a line. The alternatives of a choice divide the piece of the choices before it into equal
// pieces, and the position of an input is the start of its piece. The line has Rows rows of Of cells. Each part
// has one cell of each row; the solution decides which one. So the first choices of an input decide whether it
// belongs to a part, and other inputs are not run. Parts are nearly equal if later choices have similar
// alternatives everywhere.
type Portion struct {
	Index, Of int
	Rows      int64
}

// A Trail says which ways through the code count as different: none, those that reach different
// places, or those that differ in which place follows which and how often in a call.
type Trail uint8

// The trails.
const (
	TrailNone Trail = iota
	TrailPlaces
	TrailSteps
)

// ShortDeadline is the longest deadline that is called short. A call with a short deadline that got
// little processor time has some deadlines more. So the load of the machine does not decide which
// inputs are tried.
const ShortDeadline = 250 * time.Millisecond

// TurnRuns is how many runs a job makes of its inputs, besides the first run of each, as long as
// none fails.
const TurnRuns = 1 << 15
