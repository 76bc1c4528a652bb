package rt

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
)

// unmoved tells whether the call left its input as it was although that differs
// from its twin: because two values that the same calls build differ by
// themselves, by a seed, by random numbers, by the clock. Then the input is built
// once more and compared with a copy from before the call.
func (w *worker) unmoved(check int) bool {
	if w.unfold != nil {
		return false
	}
	return quietly(func() bool {
		pair := w.target.New()
		if !pair.Build(read.NewReader(w.input.Stream)) || !pair.Twin(read.NewReader(w.input.Stream)) || pair.Check(check) {
			return false
		}
		c := w.target.New()
		if !c.Build(read.NewReader(w.input.Stream)) {
			return false
		}
		before := memory.Copies(c.Inputs())
		c.Call()
		return memory.EqualAll(c.Inputs(), before, false)
	})
}

// quietly is false where f panics.
func quietly(f func() bool) (holds bool) {
	defer func() {
		if recover() != nil {
			holds = false
		}
	}()
	return f()
}
