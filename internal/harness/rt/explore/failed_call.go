package explore

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// mostFailing is how many calls with one kind of failure are kept.
const mostFailing = 4

// noteFailed keeps a call of a walk that failed. Its state and its arguments may each be common and
// their combination rare.
func (x *explorer) noteFailed(callee int, f wire.Failure) {
	w := x.crews[callee].Worker
	if x.job.Walk == nil || w.Unfold != nil || x.out.Fault != "" {
		return
	}
	same := 0
	for i, k := range x.out.Failing {
		if g := x.failing[i]; k.Callee == callee && g.Cause == f.Cause && g.Clause == f.Clause {
			same++
		}
	}
	if same < mostFailing {
		x.out.Failing = append(x.out.Failing, wire.FailedCall{Callee: callee, Stream: slices.Clone(w.Input.States.Stream)})
		x.failing = append(x.failing, f)
	}
}
