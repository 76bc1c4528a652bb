package check

import (
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/harness"
)

// A subject is one function that the loop tests.
type subject struct {
	*prepare.Function
	// guide knows what inputs did so far; nil where that guides nothing.
	guide *guide
}

// newSubject returns the subject of a setup, which is one of the targets.
func newSubject(s *prepare.Function, targets *harness.Unit) *subject {
	return &subject{Function: s, guide: guideOf(targets.Targets[s.Index], &s.Hints)}
}

// A question is the problem of a depth with what the loop found out about it.
type question struct {
	*prepare.Problem
	// sample is what is known of its candidates before any is run.
	sample sample
	// sparse says that solutions were hardly found where they were counted.
	sparse bool
	// repeats says that all inputs are those of the depth before.
	repeats bool
}
