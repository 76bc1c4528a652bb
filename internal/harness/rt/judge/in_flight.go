package judge

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// inFlight is the state of the input that is being run.
type inFlight struct {
	Stage wire.Stage
	index int
	// promised says that the call has to panic, finished that the input was judged.
	promised, finished bool
	// vague is set when a clause was not judged, failed by the first failure.
	vague, failed bool
	// pending is what ended the input without a panic value: runtime.Goexit,
	// or panic(nil) where that is allowed. It is decided by whether the
	// goroutine goes on.
	pending *Ending
}

// progress is how far a worker is with its job.
type progress struct {
	// left counts down the inputs tried after the first finding, -1 before it:
	// those called, and those that a precondition ends, faults, as these take as
	// long. Tried and called are their numbers before the input in flight.
	left, called, tried, faults int64
	// repeated counts, by precondition, the inputs of which it was evaluated
	// again.
	repeated []int
	// turned counts the calls of the runs of inputs behind their first.
	turned int
}

// hooks are called while inputs are run. Each may be nil but for fault and report.
type hooks struct {
	// Complete is called when an input is built, before the last of its
	// preconditions are evaluated.
	Complete func()
	// Fault is called when rtest itself is to blame, report with each failure.
	Fault  func(string)
	Report func(f wire.Failure, e *Ending)
	// Refused is called where an input turned out to be none.
	Refused func()
	// Severed tells whether descriptors of the harness were closed; asking takes
	// longer than most calls.
	Severed func() bool
	// collected is called behind every input that was called, passed behind one that
	// did not fail.
	collected, Passed func()
	// mutation is told when a call is made and judged; it may be nil.
	mutation *mutation
}
