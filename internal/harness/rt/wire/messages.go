package wire

import (
	"time"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/search"
)

// A Kind tells the frames of the protocol apart.
type Kind byte

// The frames. Those of the parent:
//
//	KindJob     a Job as JSON
//	KindForm    the binary form of the job
//	KindStreams a batch of streams, see AppendStream
//	KindEnd     no more streams
//	KindDomains a Range for each domain, as JSON; before the job that they are
//	            for
//	KindTable   a Table as JSON: the states of a builder that inputs refer to
//	KindExplore an Explore as JSON, then the forms of its groups
//	KindSingle  a Single as JSON: one input, to be described
//	KindUniverse a Universe as JSON, over which the next requests evaluate
//	KindTerms   a Terms as JSON
//	KindCompare a Comparisons as JSON
//	KindTrial   a Trial as JSON
//
// Those of the process:
//
//	KindHello   the package is initialized, the process waits
//	KindNeed    the next batch of streams is wanted
//	KindFound   a Found as JSON: the first input of a kind of failure
//	KindDone    a Done as JSON: the job has ended
//	KindStates  an Explored as JSON
//	KindKilled  a Killed as JSON: the process ends itself
//	KindArgs    an Input as JSON: the single input before the call
//	KindAnswered an Answered as JSON: a question to a function of that input
//	KindReport  a Judged as JSON: what came of the single input
//	KindCovered a Covered as JSON: an input that reaches something new
//	KindValued  what a request of terms, comparisons or a trial asked for, as JSON
const (
	KindJob      Kind = 'J'
	KindForm     Kind = 'F'
	KindStreams  Kind = 'S'
	KindEnd      Kind = 'E'
	KindDomains  Kind = 'V'
	KindTable    Kind = 'T'
	KindExplore  Kind = 'Z'
	KindSingle   Kind = '1'
	KindHello    Kind = 'H'
	KindNeed     Kind = 'N'
	KindFound    Kind = 'X'
	KindDone     Kind = 'D'
	KindStates   Kind = 'Y'
	KindKilled   Kind = 'K'
	KindArgs     Kind = 'A'
	KindReport   Kind = 'R'
	KindAnswered Kind = 'Q'
	KindCovered  Kind = 'C'
	KindUniverse Kind = 'U'
	KindTerms    Kind = 'M'
	KindCompare  Kind = '='
	KindTrial    Kind = '?'
	KindValued   Kind = 'O'
)

// A Job asks for a run of many inputs. See harness.Job for the fields that it
// shares.
type Job struct {
	Target       int
	Streams      bool
	Skip         int64
	Limit        int64
	AfterFailure int64
	Reject       int64
	Stall        int64
	Handover     bool
	Shard        form.Shard
	Portion      Portion
	// End is the greatest number of solutions to take, 0 for all.
	End int64
	// Timeout in nanoseconds, Memory in bytes.
	Timeout, Memory int64
	// Until is in nanoseconds since 1970, 0 for never. It is on a clock that is Lag
	// behind that of the system; the board tells when that grows.
	Until, Lag int64
	// Failed is set when there was a finding before: AfterFailure counts from
	// the start.
	Failed bool
	// Depth is that of the inputs. With Exact set inputs whose answers and whose
	// solution are of a lesser one do not count, and the form follows the job
	// also where the solutions come as streams.
	Depth int64
	Exact bool
	// Resume are the choices with which the first solution is to be gone on
	// with. With Whole the streams are those of inputs with their choices.
	Resume []int64
	Whole  bool
	// Sample, where it is not zero, is the seed from which the choices of each
	// solution are drawn: as many times as Samples says, once for 0. Where a
	// function answers as before, the input is not counted again. With Draws it
	// is drawn up to so many times, until it is Samples inputs that count.
	Sample         uint64
	Samples, Draws int64
	// Answers are those from which functions choose, by shape and cost.
	Answers [][]Answers
	// Atoms are conditions: inputs are counted by which of them hold, from the
	// first that fails on, or with Live from the start. With Dry inputs are
	// counted so and not called.
	Atoms     []Atom
	Live, Dry bool
	// Finalize makes the process collect garbage before the job is done, so that
	// finalizers run: who fails in them has come from this job. Settle gives also
	// goroutines that were left behind as long as a call may take, and has each stage
	// looked at for descriptors of the harness that it closed.
	Finalize, Settle bool
	// Trail asks for the inputs that do something new, and for the first Admitted others that
	// satisfy the preconditions.
	Trail    Trail
	Admitted int64
	// Followed are the functions of which a trail follows the places.
	Followed []Followed
	// Mutant is the number of the mutant that is on while the call is made and judged, 0
	// for none.
	Mutant int `json:",omitempty"`
	// Turns is how often an input is run that has a map of several entries, with
	// TurnAll every input; Turn is that of the first run.
	Turns, Turn int
	TurnAll     bool
}

// A Followed is a function with its places, from the first to the one before Behind. Key
// stands for it, whatever else has places. With Ends it is told apart where it ends.
type Followed struct {
	First, Behind int
	Key           uint32
	Ends          bool
}

// The counters of inputs that tell of a mutant: its place is reached, the call has
// another outcome than without it.
const (
	MutantReached = iota
	MutantTold
)

// A Failure is a way in which an input failed, at a stage and an index. Clause
// is the index of the broken invariant among those of the glue, else -1. Of a
// panic Site is the place, Kind what is said of it there (see PanicKind).
type Failure struct {
	Cause  string
	Stage  Stage
	Index  int
	Clause int
	Site   string
	Kind   string `json:",omitempty"`
	// Later says of a panic that the call had returned: what it returned panics.
	Later bool `json:",omitempty"`
}

// A Found is the first input of a distinct failure; Slot is its counter.
type Found struct {
	Failure
	Slot    int
	Stream  []int64
	Ordinal int64
	// Size is that of the input where its size is known only when it has run.
	// A smaller input of a failure that was reported before is reported too.
	Size int64
	// Results are what the call returned, where it did; Panic is the value of the
	// panic, where that is known without a call. They may not come again.
	Results []*tree.Value
	Panic   string
}

// Covered is an input whose call reached counters that none before it reached;
// Counters are all that it reached. Of a trail they stand for what is new; Admitted says
// that the input satisfies the preconditions.
type Covered struct {
	Stream   []int64
	Counters []int
	Admitted bool `json:",omitempty"`
}

// Done ends a job.
type Done struct {
	Exhausted, Cut bool
	// Open are the parts of the form that the search gave up.
	Open []search.Stall
	// Leaving is set when the process ends after this message.
	Leaving bool
	// Left is set when goroutines of the code under test are there behind the
	// job that were not before.
	Left bool
	// Fault is a fault of the harness itself, or empty.
	Fault string
}

// Killed says why the process ends itself: Timeout or Memory. Own says that it is
// the doing of the call in flight: no goroutines were there before, and the
// greater part of the memory is its own.
type Killed struct {
	Failure
	Own bool
	// Place is where the worker was.
	Place stack.Place
}

// Answers are the answers from which the functions of one shape choose at a
// place of some cost: the streams of all, in order, and for each depth how many
// of them are within it.
type Answers struct {
	Streams [][]int64
	Within  []int
	// Far is how many of the last are outside the bounds: of what is drawn half are of
	// these.
	Far int
}

// A Stage is where an input is on its way.
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

// A Range is the streams of the values of a domain. Doubt is what they leave in
// doubt, as a sum of refine.Lack, because the domain has more values.
type Range struct {
	Streams [][]int64
	Doubt   int64
}

// Env names the variable that tells the process its three descriptors: what it
// reads, what it writes, and the board.
const Env = "RTEST_HARNESS"

// Run names the variable that tells which folder the process was started in, by
// which what it has started is found. It is for nothing else.
const Run = "RTEST_RUN"

// FaultCode is the exit code of a harness that has a fault of its own, FaultPrefix
// what stands before the reason on standard error.
const (
	FaultCode   = 70
	FaultPrefix = "rtest: the harness ends: "
)

// A Portion is one of Of disjoint parts of the inputs of each solution, those
// with Index 1 to Of, which together are all: for solutions that are few and have
// many inputs. The zero value is all of them.
//
// Choices divide a line. The alternatives of one have equal pieces of that of the
// choices before it, and an input is where its piece begins. The line is Rows
// times Of cells long, and of each row of Of cells each part has one, the solution
// says which. So a part of the inputs is known by how their choices begin, what
// begins otherwise is not run, and parts are nearly equal where it goes on alike
// behind choices.
type Portion struct {
	Index, Of int
	Rows      int64
}

// A Trail says what of the ways through the code is told apart: nothing, which places
// are reached, or which place follows which, and how often in a call.
type Trail uint8

// The trails.
const (
	TrailNone Trail = iota
	TrailPlaces
	TrailSteps
)

// ShortDeadline is the longest of the deadlines that are called short. A call with one
// that did not get the processor for a good part of it has some deadlines more: that the
// machine is busy with something else must not decide which inputs are tried.
const ShortDeadline = 250 * time.Millisecond

// TurnRuns is how many runs a job makes of its inputs, beside the first of each, as
// long as none fails.
const TurnRuns = 1 << 15
