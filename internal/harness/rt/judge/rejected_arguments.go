package judge

import (
	"runtime"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// declines tells whether an ending is a panic with which the user's code rejects its
// arguments: the code calls panic itself, or by way of package log. A panic that Go's runtime
// or another module raised is none, even if the code passes it on.
func declines(own stack.Module, e *Ending) bool {
	switch e.Value.(type) {
	case exit:
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

// decline counts an input that the function under test has rejected.
func (w *Worker) decline() {
	if w.Unfold != nil && w.Unfold.Asking != nil {
		w.Unfold.declined = true
		return
	}
	w.Board.CountDeclined()
}
