package report

import (
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/fault"
)

// The exit codes.
const (
	ExitOK     = 0
	ExitFailed = 1
	ExitUsage  = 2
	ExitFault  = fault.ExitCode
)

// A Status is the exit code of a run: the greatest that one of its events requires. The zero value
// stands for an empty run.
type Status struct {
	// Strict makes functions fail that were not really tested.
	Strict bool
	code   int
}

// Add takes an event into account.
func (s *Status) Add(e event.Event) {
	switch e := e.(type) {
	case event.Mistake:
		if e.Severity == diag.Error && !e.Compile {
			s.raise(ExitFailed)
		}
	case event.FunctionEnd:
		if e.Failed(s.Strict) {
			s.raise(ExitFailed)
		}
	case event.Concurrent:
		if e.Failed(s.Strict) {
			s.raise(ExitFailed)
		}
	case event.PackageEnd:
		if e.Broken || e.Interrupted {
			s.raise(ExitUsage)
		}
	case event.Abort:
		s.raise(ExitUsage)
	case event.Fault:
		if e.Machine {
			s.raise(ExitUsage)
		} else {
			s.raise(ExitFault)
		}
	case event.PackageStart, event.FunctionStart, event.Finding, event.Progress:
	}
}

func (s *Status) raise(code int) { s.code = max(s.code, code) }

// Code returns the exit code.
func (s *Status) Code() int { return s.code }
