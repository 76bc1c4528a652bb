package loop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/rtest-dev/rtest/internal/diag"

	"github.com/rtest-dev/rtest/check/describe"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/saved"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
)

// replaySaved runs the saved inputs before all others without counting them. It keeps the
// failures until the enumeration has ended, and reports saved inputs that pass.
func (s *Subject) replaySaved(ctx context.Context, run engine.Runner) ([]*event.Failure, error) {
	var failures []*event.Failure
	for _, kept := range s.Saved {
		failure, useless, err := Replay(ctx, s, run, kept)
		if err != nil {
			return failures, err
		}
		if failure != nil {
			failures = append(failures, failure)
		} else {
			s.Emit(useless.Dispose(s.Pkg.Path, s.Contract.Name, kept, s.Prune))
		}
	}
	return failures, nil
}

// Replay runs one saved input. The failure is nil if the input passes or cannot be used.
// Useless then says why; its code is saved.StaleInput if the contract does not admit the input any more.
func Replay(ctx context.Context, s *Subject, run engine.Runner, kept saved.Input) (f *event.Failure, useless *saved.Useless, err error) {
	if now := saved.Signature(s.Contract); kept.Signature != "" && kept.Signature != now {
		return nil, saved.Stale(fmt.Sprintf("is one of %s, which is %s now", kept.Signature, now)), nil
	}
	depth := kept.Depth
	if depth < 0 {
		depth = s.Limits.Depth
	}
	if err := s.bindTo(ctx, site{depth, max(depth, kept.Ranges), kept.Beyond}); err != nil {
		return nil, nil, err
	}
	tries := s.tries()
	if kept.Varies != "" {
		tries = codegen.ChanceAll.Turns()
	}
	o, err := s.repeated(ctx, run, kept.Stream, s.variants(), tries, func(*harness.Report) bool { return true })
	report := o.report
	if t, torn := errors.AsType[*harness.TornError](err); torn && t.Calls {
		return nil, saved.Stale("has calls that no longer build such a value, or that their contracts no longer allow"), nil
	} else if torn {
		return nil, saved.Stale("does not fit the types of " + s.Contract.Name + " any more"), nil
	}
	if err != nil {
		return nil, nil, err
	}
	failure := describe.Failure(s.Pkg, s.Contract, &s.Hints, report, report.Failure)
	switch {
	case report.Rejected != nil:
		return nil, saved.Stale(fmt.Sprintf("does not satisfy %s %s any more", report.Rejected.Kind, report.Rejected.Text)), nil
	case !slices.EqualFunc(failure.Args, kept.Args, func(a event.Arg, was string) bool { return a.ToSave() == was }):
		return nil, saved.Stale("does not fit the types of " + s.Contract.Name + " any more"), nil
	case !report.Failed:
		return nil, saved.Fixed("does not fail any more"), nil
	}
	if s.Duty != nil {
		if why := s.Duty(failure).Why; why != "" {
			return nil, saved.Fixed("fails for " + why + ", which is the caller's duty: it is no longer a failure"), nil
		}
	}
	if o.varies {
		failure.Varies = s.Hints.Chances
	}
	failure.Stream, failure.FromSaved, failure.Saved = kept.Stream, true, kept.File
	return failure, nil, nil
}

// ReplayAll runs all saved inputs of a function and returns the result.
func (s *Subject) ReplayAll(ctx context.Context, run engine.Runner) (event.Result, error) {
	start := time.Now()
	result := event.Result{Depth: -1, Exhausted: -1, Limits: s.Limits, Bare: s.Contract.Bare, Verdict: event.Exhausted}
	failures, err := s.replaySaved(ctx, run)
	for _, failure := range failures {
		result.Failures = append(result.Failures, failure)
		result.Verdict = event.Refuted
	}
	result.Inputs = int64(len(s.Saved))
	if ctx.Err() != nil && result.Verdict == event.Exhausted {
		result.Verdict, result.Reason, result.Cut = event.Spent, "interrupted", "interrupt"
	}
	result.Elapsed = time.Since(start)
	return result, err
}

// save writes a failure into the directory of its package and records the file name. An input
// that is saved already keeps its file, also if another process saves it at the same time.
func (l *loop) save(ctx context.Context, f *event.Failure) error {
	if f.FromSaved || f.Call == "" {
		return nil
	}
	s := saved.New(l.Contract, f)
	s.Flags = l.Flags
	if p := l.siteOf(ctx, f); p.ranges > f.Depth && l.Ranges.Used() {
		s.Ranges = p.ranges
	}
	for _, old := range l.Saved {
		if slices.Equal(old.Args, s.Args) && (old.Signature == "" || old.Signature == s.Signature) {
			f.Saved = old.File
			return nil
		}
	}
	if err := s.Write(l.Pkg.Dir); err != nil {
		return err
	}
	f.Saved = s.File
	l.Saved = append(l.Saved, s)
	return nil
}

// warning returns the warning about an error that does not affect the test.
func (s *Subject) warning(err error) event.Mistake {
	return event.Mistake{Package: s.Pkg.Path, Function: s.Contract.Name, Diagnostic: diag.Diagnostic{
		Pos: s.Contract.Pos, Severity: diag.Warning, Code: "not-saved", Message: err.Error(),
	}}
}
