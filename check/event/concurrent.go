package event

import (
	"go/token"
	"time"
)

// Concurrent is what came of a type that promises concurrent use. Its verdict is Refuted,
// Unsupported, Spent or Exhausted.
type Concurrent struct {
	Package, Type string
	Pos           token.Position
	Verdict       Verdict
	// Reason says why the type is unsupported, or which tests a budget left out.
	Reason   string
	Findings []ConcurrentFinding
	// Notes are lines about tests that were left out, Counts describes those that ran.
	Notes  []string
	Counts string
	// Detail is the field Rtest of the event stream.
	Detail  any
	Elapsed time.Duration
}

// A ConcurrentFinding is a case whose outcome no sequential order explains.
type ConcurrentFinding struct {
	// Cause is the kind of finding, Title says it in words. Text has the lines that show it.
	Cause, Title, Text string
	// Schedule are the steps that show it, or nil.
	Schedule *Schedule `json:"-"`
}

// A Schedule is the steps of goroutines in the order of execution.
type Schedule struct {
	// Lanes name the goroutines with the calls that they make.
	Lanes []string
	Steps []ScheduleStep
}

// A ScheduleStep is what one goroutine does at a line of source. Blamed says that the finding is
// about it. After are the steps of other lanes that happen directly before it, by their indices.
type ScheduleStep struct {
	Lane         int
	File         string
	Line         int
	What, Source string
	Blamed       bool
	After        []int
}

// Name returns the name of the type's test. It differs from the names of functions.
func (e *Concurrent) Name() string { return e.Type + "(race)" }

// Failed reports whether the type fails the run. With strict, an untested type fails too.
func (e *Concurrent) Failed(strict bool) bool {
	return e.Verdict == Refuted || strict && e.Verdict == Unsupported
}

func (Concurrent) event() {}
