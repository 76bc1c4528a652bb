package judge

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
)

// inputUnchanged reports whether the call left its input unchanged although the input differs from
// its twin. Two values that the same calls build may differ by themselves: by a seed, by random
// numbers, by the clock. In that case the input is built once more and compared with a copy from
// before the call.
func (w *Worker) inputUnchanged(check int) bool {
	if w.Unfold != nil {
		return false
	}
	return falseOnPanic(func() bool {
		pair := w.Target.New()
		if !pair.Build(read.NewReader(w.Input.Stream)) || !pair.Twin(read.NewReader(w.Input.Stream)) || pair.Check(check) {
			return false
		}
		c := w.Target.New()
		if !c.Build(read.NewReader(w.Input.Stream)) {
			return false
		}
		before := memory.Copies(c.Inputs())
		c.Call()
		return memory.EqualAll(c.Inputs(), before, false)
	})
}

// falseOnPanic returns f(), or false if f panics.
func falseOnPanic(f func() bool) (holds bool) {
	defer func() {
		if recover() != nil {
			holds = false
		}
	}()
	return f()
}
