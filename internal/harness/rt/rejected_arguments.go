package rt

import (
	"runtime"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// declines tells whether an ending is a panic by which the user's code rejects
// its arguments: one that it calls by itself, also by way of package log, and not
// one that Go's runtime or another module raised, nor such a one passed on.
func declines(own stack.Module, e *ending) bool {
	switch e.value.(type) {
	case exit:
		return false
	case *runtime.PanicNilError:
	case runtime.Error:
		return false
	}
	for _, f := range e.frames {
		if strings.HasPrefix(f.Func, "log.") {
			continue
		}
		return own.User(f)
	}
	return false
}

// decline counts an input that the function under test has rejected.
func (w *worker) decline() {
	if w.unfold != nil && w.unfold.asking != nil {
		w.unfold.declined = true
		return
	}
	w.board.CountDeclined()
}
