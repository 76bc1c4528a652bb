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
	// vague is set if a clause was not judged, failed by the first failure.
	vague, failed bool
	// pending is the ending of an input that ended without a panic value: by runtime.Goexit, or by panic(nil)
	// where that is allowed. Whether the goroutine goes on distinguishes the two.
	pending *Ending
}

// progress is how far a worker is with its job.
type progress struct {
	// remaining counts down the inputs tried after the first finding; it is -1 before. Tried inputs
	// are those called, and those that panic in a precondition (faults), as these take as long.
	// tried and called are their numbers before the input in flight.
	remaining, called, tried, faults int64
	// repeated counts, by precondition, the inputs for which it was evaluated repeatedly.
	repeated []int
	// turned counts the calls of inputs in runs after their first.
	turned int
	// varied is the input of the plain way whose numbers are changed in place.
	varied varied
}

// hooks are called while inputs are run. All but Fault and Report may be nil.
type hooks struct {
	// Complete is called when an input is built, before the last of its preconditions are
	// evaluated.
	Complete func()
	// Fault is called if rtest itself is at fault, Report with each failure.
	Fault  func(string)
	Report func(f wire.Failure, e *Ending)
	// Refused is called if an input turns out not to be one.
	Refused func()
	// Severed reports whether descriptors of the harness were closed. It takes longer than most
	// calls.
	Severed func() bool
	// called runs after every input that was called, Passed after every input that did not
	// fail.
	called, Passed func()
	// mutation is notified when a call is made and judged; it may be nil.
	mutation *mutation
	// observer is notified of the outcome of calls; it may be nil.
	observer *observer
}
