package check

import (
	"errors"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/process"
)

// endedBy returns the result of a function whose process cannot go on. Ok is false if err is a
// different error.
func (r *run) endedBy(p *prepare.Plan, err error) (result event.Result, ok bool) {
	if dead, ok := errors.AsType[*process.InitFailure](err); ok {
		return r.initFailed(p, dead), true
	}
	if out, ok := errors.AsType[*process.ReachedOut](err); ok {
		return reachedOut(p, out), true
	}
	return event.Result{}, false
}

// reachedOut returns the result of a function without a contract that tried to change something
// outside its process.
func reachedOut(p *prepare.Plan, out *process.ReachedOut) event.Result {
	result := p.Fixed
	result.Verdict, result.Reason, result.Help = event.Skipped, out.Error(), prepare.HelpBare
	return result
}

// initFailed returns the result of every function of a package whose initialization crashes: a
// failure without input, at the package clause.
func (r *run) initFailed(p *prepare.Plan, dead *process.InitFailure) event.Result {
	pos := p.Contract.Pos
	if len(r.Pkg.Syntax) > 0 {
		pos = r.Pkg.Fset.Position(r.Pkg.Syntax[0].Package)
	}
	result := p.Fixed
	result.Verdict = event.Refuted
	result.Failures = []*event.Failure{{Cause: harness.CauseCrash, Pos: pos, Panic: dead.State, Output: dead.Output}}
	return result
}
