package judge

import (
	"fmt"

	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// An Ending is how an input ended early.
type Ending struct {
	Value  any
	Frames []stack.Frame
}

// goexitValue is the value of an ending by runtime.Goexit.
type goexitValue struct{}

func (goexitValue) String() string { return "runtime.Goexit was called" }

// ended reports that the input ended early at the current stage.
func (w *Worker) ended(e *Ending) {
	if _, ok := e.Value.(read.Lost); ok && w.Now.Stage == wire.Building {
		w.Board.CountRejected()
		return
	}
	if w.Now.Stage == wire.Building && stack.OnlyRuntime(e.Frames) {
		w.On.Fault(fmt.Sprintf("the stream does not fit the inputs: %v", e.Value))
		return
	}
	if w.Now.Stage == wire.Calling && w.Target.Bare && w.job.Observe == wire.ObserveNothing && rejectsArguments(w.unit.Own(), e) {
		w.countDeclined()
		return
	}
	if w.Now.Stage == wire.Pre || w.Now.Stage == wire.Listing {
		w.count.faults++
	}
	f := wire.Failure{Clause: -1, Cause: wire.Contract, Stage: w.Now.Stage, Index: w.Now.index, Site: w.unit.Own().Site(e.Frames), Kind: stack.KindOf(e.Value)}
	if w.Now.Stage == wire.Calling || w.Now.Stage == wire.Checking && (stack.Strange(e.Frames, w.Target.Func) || w.leadsThroughResults(e.Frames)) {
		f = wire.Failure{Clause: -1, Cause: wire.Panic, Stage: wire.Calling, Site: f.Site, Kind: f.Kind, Later: w.Now.Stage == wire.Checking}
	}
	w.fail(f, e)
}

// fail records a failure of the input in flight.
func (w *Worker) fail(f wire.Failure, e *Ending) {
	if read.IsRefused() {
		w.refuse()
		return
	}
	w.Now.failed = true
	if w.Unfold != nil && w.Unfold.Asking != nil {
		w.Unfold.failures = append(w.Unfold.failures, bufferedFailure{f, e})
		return
	}
	if w.Unfold != nil && !w.Unfold.choices.Ours() {
		w.Now.failed = false
		return
	}
	w.On.Report(f, e)
}
