package prepare

import (
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/duties"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// duty returns the duty of callers that an input of a function without a contract breaks, such as "a nil r". It
// excuses no failure with intended inputs.
func (r *Package) duty(c *refine.Contract, f *event.Failure) duties.Excuse {
	if !c.Bare || f.Report == nil {
		return duties.Excuse{}
	}
	var inputs []duties.Input
	for i, in := range c.Inputs() {
		if i < len(f.Report.Args) {
			inputs = append(inputs, duties.Input{Name: in.Name, Type: in.Type, Value: f.Report.Args[i]})
		}
	}
	if r.duties.NoCaller(c.Func, inputs) {
		return duties.Excuse{Why: "inputs that no call of it passes"}
	}
	if f.Cause == harness.CauseTimeout && f.PanicKind == harness.Waits {
		return duties.Excuse{Why: "waiting for others"}
	}
	if f.Cause == harness.CausePanic {
		if why := r.duties.Breach(c.Func, inputs, f.Stack, f.Panic); why != "" {
			return duties.Excuse{Why: why}
		}
		if why := r.duties.Computed(c.Func, inputs, f.Stack, f.Panic); why != "" {
			return duties.Excuse{Why: why}
		}
		if c.MayPanic && !(strings.HasPrefix(f.Panic, "runtime error") && r.duties.PanicsItself(c.Func)) {
			return duties.Excuse{Why: "a reason that its documentation gives"}
		}
	}
	return duties.Excuse{Why: r.duties.Unshown(c.Func, inputs), Doubtful: true}
}

// Exhausting reports whether a call or a predicate failed because it took too much time, memory or
// stack.
func Exhausting(f *event.Failure) bool {
	switch f.Cause {
	case harness.CauseTimeout, harness.CauseMemory:
		return true
	case harness.CauseContract:
		return f.Panic == ""
	}
	return ExhaustsStack(f.Cause, f.Panic)
}

// ExhaustsStack reports whether a call exhausted the stack, judged by the reason for which the process died.
func ExhaustsStack(cause harness.Cause, reason string) bool {
	return cause == harness.CauseCrash && (strings.Contains(reason, "stack overflow") || strings.Contains(reason, "stack exceeds"))
}
