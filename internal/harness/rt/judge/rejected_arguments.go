package judge

import (
	"runtime"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// rejectsArguments reports whether an ending is a panic by which the user's code rejects its
// arguments. Such a panic is raised by the user's code itself, perhaps through package log, and not
// by Go's runtime or another module. It does not pass on a runtime error.
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
