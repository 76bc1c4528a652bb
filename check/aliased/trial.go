// Package aliased tries functions with inputs in which two parameters share memory.
//
// It takes inputs within the bounds without sharing, and the shapes of inputs that may share memory that the
// function writes to. It returns how the function breaks its contract with shared memory. It knows nothing of
// forms, nor how the given inputs were found.
package aliased

import (
	"context"
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/check/describe"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

const (
	// mostCalled is the greatest number of inputs that share memory with which one function is called.
	// MostApart is the number of inputs of which they are made, Depth the greatest depth of these, and
	// Work bounds the search for them.
	mostCalled, MostApart, Depth, Work = 100, 1000, 3, 200_000
)

// A Trial is what the calls of a target need.
type Trial struct {
	Pkg      *refine.Package
	Contract *refine.Contract
	Hints    *refine.Hints
	Runner   engine.Runner
	// Job has the limits of the calls.
	Job harness.Job
	// Counts reports whether a finding is a failure, and not only an input that needs too much time or memory.
	Counts func(harness.Finding) bool
	// Called counts the inputs with which the function was called, without those that make a failing
	// one smaller. Cut is set if the time ended.
	Called int64
	Cut    bool
}

// Try makes inputs in which a pair of inputs shares memory from inputs without sharing. It says how the function
// breaks its contract with the first pair for which it does. Says is empty if it keeps its contract.
func (t *Target) Try(ctx context.Context, x *Trial, apart [][]*decode.Node) (says string, err error) {
	pairs := t.pairs()
	x.Job.Target = t.Index
	for _, p := range pairs {
		most := max(1, mostCalled/len(pairs))
		failure, err := x.fails(ctx, t.inputs(p, apart, most), int64(most))
		if err != nil {
			return "", fmt.Errorf("inputs that share memory: %w", err)
		}
		if failure != nil {
			return x.says(p, failure), nil
		}
	}
	return "", nil
}

// fails calls the function with at most most of the inputs, those that the preconditions admit. It
// returns the first failure that occurs again, and not with the same values apart, with its smallest
// input. It returns nil if there is none.
func (x *Trial) fails(ctx context.Context, inputs []input, most int64) (*event.Failure, error) {
	t, err := x.run(ctx, inputs, most)
	if err != nil {
		return nil, err
	}
	x.Called += t.Called
	for _, f := range t.Findings {
		if f.Stream == nil || f.Cause == harness.CauseContract || !x.Counts(f) {
			continue
		}
		if f, err = x.smallest(ctx, inputs, f); err != nil {
			return nil, err
		}
		report, err := x.Runner.Report(ctx, x.Job.Target, f.Stream)
		if err != nil {
			return nil, err
		}
		if !report.Failed || report.Overflow {
			continue
		}
		if fine, err := x.passesApart(ctx, inputs, f); err != nil {
			return nil, err
		} else if fine {
			return describe.Failure(x.Pkg, x.Contract, x.Hints, report, report.Like(f)), nil
		}
	}
	return nil, nil
}

// run calls the function with at most most inputs, 0 for all. What is known of a job that the end of
// the time cut is nothing.
func (x *Trial) run(ctx context.Context, inputs []input, most int64) (harness.Tally, error) {
	job := x.Job
	job.Streams = func(yield func([]int64) bool) {
		for _, in := range inputs {
			if !yield(in.stream) {
				return
			}
		}
	}
	job.AfterFailure, job.Limit = -1, most
	t, err := x.Runner.Run(ctx, job)
	if x.Cut = x.Cut || t.Cut; t.Cut {
		return harness.Tally{}, err
	}
	return t, err
}

// smallest returns the finding of the smallest of the inputs that fails like another finding. Those that
// take a process each are not tried again.
func (x *Trial) smallest(ctx context.Context, inputs []input, like harness.Finding) (harness.Finding, error) {
	switch like.Cause {
	case harness.CauseTimeout, harness.CauseMemory, harness.CauseCrash:
		return like, nil
	}
	t, err := x.run(ctx, bySize(inputs), 0)
	for _, f := range t.Findings {
		if f.Stream != nil && f.Cause == like.Cause && f.Clause == like.Clause && f.Site == like.Site && f.Kind == like.Kind {
			return f, err
		}
	}
	return like, err
}

// passesApart reports whether the function passes with the values of a failing input if they share no
// memory.
func (x *Trial) passesApart(ctx context.Context, inputs []input, f harness.Finding) (bool, error) {
	stream := f.Stream
	if f.Unspelled != nil {
		stream = f.Unspelled
	}
	for _, in := range inputs {
		if string(decode.AppendKey(nil, in.stream)) == string(decode.AppendKey(nil, stream)) {
			t, err := x.run(ctx, []input{{stream: in.apart}}, 0)
			return t.Called == 1 && t.Vague == 0 && len(t.Findings) == 0, err
		}
	}
	return false, nil
}

// says describes a failure, and names the directive that has it tested.
func (x *Trial) says(p pair, f *event.Failure) string {
	a, b := x.Contract.Inputs()[p.with], x.Contract.Inputs()[p.input]
	sharing := "share memory"
	switch a.Type.Underlying().(type) {
	case *types.Pointer:
		sharing = "are one pointer"
	case *types.Map:
		sharing = "are one map"
	}
	return fmt.Sprintf("%s breaks its contract where %s and %s %s: %s %s; if callers may do that: //rtest:shared %s, %s",
		x.Contract.Name, a.Name, b.Name, sharing, f.Call, outcome(f), a.Name, b.Name)
}

// outcome says in which way a call fails.
func outcome(f *event.Failure) string {
	switch f.Cause {
	case harness.CauseTimeout:
		return "does not return"
	case harness.CauseMemory:
		return "runs out of memory"
	case harness.CauseCrash:
		return "ends the process"
	case harness.CauseMutation:
		return "changes its input"
	case harness.CauseNoPanic:
		return "does not panic"
	case harness.CausePanic:
		return "panics: " + f.Panic
	}
	if f.ReturnsFalse() {
		return "returns false"
	}
	return fmt.Sprintf("breaks %s %s", f.Kind, f.Clause)
}
