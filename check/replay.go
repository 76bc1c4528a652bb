package check

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"
)

// Replay runs the saved inputs of the packages of cfg, and nothing else. The
// events are those of Run; a function without saved inputs has none.
func Replay(ctx context.Context, cfg Config) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		prog, err := load(cfg)
		if err != nil {
			yield(Abort{Err: err})
			return
		}
		for _, pkg := range prog.Packages {
			if ctx.Err() != nil {
				return
			}
			r := &run{Config: cfg, prog: prog, pkg: pkg, contracts: pkg.Contracts, yield: yield, replay: true}
			if !r.pack(ctx) {
				return
			}
		}
	}
}

// replaying keeps the plans of functions that have saved inputs.
func replaying(plans []*plan) []*plan {
	return slices.DeleteFunc(plans, func(p *plan) bool { return p.subject == nil || len(p.subject.saved) == 0 })
}

// replayAll runs all saved inputs of a subject and returns what came of them.
func (s *subject) replayAll(ctx context.Context, run runner) (Result, error) {
	start := time.Now()
	result := Result{Depth: -1, Exhausted: -1, Limits: s.limits, Verdict: Exhausted}
	var errs []error
	for _, saved := range s.saved {
		failure, err := replay(ctx, s, run, saved)
		errs = append(errs, err)
		if failure != nil {
			result.Failures = append(result.Failures, failure)
			result.Verdict = Refuted
		}
		result.Inputs++
	}
	if ctx.Err() != nil && result.Verdict == Exhausted {
		result.Verdict, result.Reason, result.Cut = Spent, "interrupted", "interrupt"
	}
	result.Elapsed = time.Since(start)
	return result, errors.Join(errs...)
}
