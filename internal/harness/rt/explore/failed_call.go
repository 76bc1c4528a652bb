package explore

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// maxFailing is how many calls with one kind of failure are kept.
const maxFailing = 4

// noteFailed keeps a call of a walk that failed. Its state and its arguments may each be common and
// their combination rare.
func (x *explorer) noteFailed(callee int, f wire.Failure) {
	w := x.crews[callee].Worker
	if x.job.Walk == nil || w.Unfold != nil || x.out.Fault != "" {
		return
	}
	x.keepFailed(wire.FailedCall{Callee: callee, Stream: slices.Clone(w.Input.States.Stream)}, f)
}

// keepFailed keeps a call that failed, unless enough calls of its callee failed in this way.
func (x *explorer) keepFailed(call wire.FailedCall, f wire.Failure) {
	same := 0
	for i, k := range x.out.Failing {
		if g := x.failures[i]; k.Callee == call.Callee && g.Cause == f.Cause && g.Clause == f.Clause {
			same++
		}
	}
	if same < maxFailing {
		x.out.Failing, x.failures = append(x.out.Failing, call), append(x.failures, f)
	}
}
