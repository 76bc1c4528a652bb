package prepare

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/saved"
	"github.com/rtest-dev/rtest/internal/fault"
)

// Caught calls do and turns a panic into an error. Do must not yield events.
func Caught[T any](do func() (T, error)) (v T, err error) {
	defer fault.Catch(&err)
	return do()
}

// Fault returns the event for an error of rtest itself. Function and doing describe its current work; both may
// be empty.
func (r *Package) Fault(function, activity string, err error) event.Fault {
	f := event.Fault{Package: r.Pkg.Path, Function: function, Fatal: true, Message: err.Error()}
	if activity != "" {
		f.Message = activity + ": " + f.Message
	}
	f.Detail, f.Machine = MachineHelp(err)
	if p, ok := errors.AsType[*fault.Panic](err); ok {
		f.Detail = strings.TrimSpace(p.Stack) + "\n" + Environment(r.Config.Flags())
	}
	return f
}

// Environment describes versions, machine and flags for the report of a fault.
func Environment(flags string) string {
	solver := "no libz3"
	if v, err := engine.SolverVersion(); err == nil {
		solver = "libz3 " + v
	}
	return fmt.Sprintf("rtest %s, %s %s/%s, %s, flags %s", saved.BuildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, solver, cmp.Or(flags, "none"))
}
