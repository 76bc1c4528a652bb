package rt

import (
	"fmt"

	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// An ending is how an input ended early.
type ending struct {
	value  any
	frames []stack.Frame
}

// exit is the value of an ending by runtime.Goexit.
type exit struct{}

func (exit) String() string { return "runtime.Goexit was called" }

// ended reports an ending at the present stage.
func (w *worker) ended(e *ending) {
	if _, ok := e.value.(read.Lost); ok && w.now.stage == wire.Building {
		w.board.CountRejected()
		return
	}
	if w.now.stage == wire.Building && stack.OnlyRuntime(e.frames) {
		w.on.fault(fmt.Sprintf("the stream does not fit the inputs: %v", e.value))
		return
	}
	if w.now.stage == wire.Calling && w.target.Bare && declines(w.unit.Own(), e) {
		w.decline()
		return
	}
	if w.now.stage == wire.Pre || w.now.stage == wire.Listing {
		w.count.faults++
	}
	f := wire.Failure{Clause: -1, Cause: wire.Contract, Stage: w.now.stage, Index: w.now.index, Site: w.unit.Own().Site(e.frames), Kind: stack.KindOf(e.value)}
	if w.now.stage == wire.Calling || w.now.stage == wire.Checking && (stack.Strange(e.frames, w.target.Func) || w.ledBack(e.frames)) {
		f = wire.Failure{Clause: -1, Cause: wire.Panic, Stage: wire.Calling, Site: f.Site, Kind: f.Kind, Later: w.now.stage == wire.Checking}
	}
	w.fail(f, e)
}

// fail notes a failure of the input in flight.
func (w *worker) fail(f wire.Failure, e *ending) {
	if read.IsRefused() {
		w.refuse()
		return
	}
	w.now.failed = true
	if w.unfold != nil && w.unfold.asking != nil {
		w.unfold.failures = append(w.unfold.failures, buffered{f, e})
		return
	}
	if w.unfold != nil && !w.unfold.choices.Ours() {
		w.now.failed = false
		return
	}
	w.on.report(f, e)
}
