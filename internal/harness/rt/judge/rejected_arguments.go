package judge

import (
	"runtime"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// rejectsArguments reports whether an ending is a panic by which the user's code rejects its arguments. The
// user's code itself raises such a panic, perhaps through package log. Panics of Go's runtime or other modules,
// and panics that pass on a runtime error, do not count.
func rejectsArguments(own stack.Module, e *Ending) bool {
	switch e.Value.(type) {
	case goexitValue:
		return false
	case *runtime.PanicNilError:
	case runtime.Error:
		return false
	}
	for _, f := range e.Frames {
		if strings.HasPrefix(f.Func, "log.") {
			continue
		}
		return own.User(f)
	}
	return false
}

// countDeclined counts an input that the function under test rejected.
func (w *Worker) countDeclined() {
	if w.Unfold != nil && w.Unfold.Asking != nil {
		w.Unfold.declined = true
		return
	}
	w.Board.CountDeclined()
}
