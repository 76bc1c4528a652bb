package rt

import "slices"

// A FailedCall is a call on the way to values that panicked or broke its contract:
// the stream of its inputs, with all states spelled out.
type FailedCall struct {
	Callee int
	Stream []int64
	// failure is how it failed.
	failure Failure
}

// mostFailing is how many calls are kept that failed in one way.
const mostFailing = 4

// noteFailed keeps a call of a walk that failed. Each state, and each argument, by
// itself may be common and both together rare.
func (x *explorer) noteFailed(callee int, f Failure) {
	w := x.workers[callee]
	if x.job.Walk == nil || w.unfold != nil || x.out.Fault != "" {
		return
	}
	same := 0
	for _, k := range x.out.Failing {
		if k.Callee == callee && k.failure.Cause == f.Cause && k.failure.Clause == f.Clause {
			same++
		}
	}
	if same < mostFailing {
		x.out.Failing = append(x.out.Failing, FailedCall{callee, slices.Clone(w.input.spelled), f})
	}
}
