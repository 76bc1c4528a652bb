package loop

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/rtest-dev/rtest/check/describe"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/naming"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/refine"
)

// unconfirmedRuns is how many inputs of one group may fail and then not fail
// before no more of them are run again.
const unconfirmedRuns = 8

// A failureKey is a way of failing: inputs that fail in the same way are one finding.
type failureKey struct {
	cause  harness.Cause
	clause *refine.Clause
	// site is the place of a panic, kind what is said of it there.
	site, kind string
}

func failureKeyOf(f harness.Finding) failureKey { return failureKey{f.Cause, f.Clause, f.Site, f.Kind} }

// A group collects what fails in one way.
type group struct {
	failureKey
	failure *event.Failure
	// confirmed is set when the first input failed again; runs counts those
	// that did not.
	confirmed bool
	runs      int
	// excused counts the failures that a caller is to blame for.
	excused int
	// duties are what callers have to see to, by these.
	duties []event.Duty
	// doubted counts those for which that may not be the reason.
	doubted int
	// died counts the processes that were lost when it was made simpler.
	died int
	// tried counts the inputs that were tried to make it simpler.
	tried int64
}

// confirmed tells whether some failure was.
func (l *loop) confirmed() bool {
	return slices.ContainsFunc(l.groups, func(g *group) bool { return g.confirmed })
}

// judge runs the first input of every new way of failing again and files it.
// It tells whether one was confirmed.
func (l *loop) judge(ctx context.Context, v *level, findings []harness.Finding) (confirmed bool, err error) {
	slices.SortStableFunc(findings, func(a, b harness.Finding) int {
		return cmp.Or(cmp.Compare(a.Size, b.Size), cmp.Compare(a.Ordinal, b.Ordinal))
	})
	for _, f := range findings {
		g := l.groupOf(failureKeyOf(f))
		if g.confirmed {
			if g.failure.Depth == v.depth && !g.failure.FromSaved {
				g.failure.Count += f.Count
			}
			confirmed = true
			continue
		}
		if g.excused >= dutyRuns {
			l.unmet += f.Count
			continue
		}
		if g.runs >= unconfirmedRuns {
			continue
		}
		found, err := l.retry(ctx, v, g, f)
		if err != nil {
			return confirmed, err
		}
		if found {
			confirmed = true
			continue
		}
		if g.excused > 0 {
			l.unmet += f.Count
		}
		if confirmed && !l.Keep {
			break
		}
	}
	return confirmed, nil
}

// retry runs an input of a group again and files what came of it.
func (l *loop) retry(ctx context.Context, v *level, g *group, f harness.Finding) (confirmed bool, err error) {
	failure, again, err := l.confirm(ctx, v, f)
	if err != nil {
		return false, err
	}
	if failure == nil {
		g.runs++
		if g.failure == nil {
			g.failure = l.unconfirmed(v.depth, f, again)
		}
		return false, nil
	}
	if failure, err = l.unexcused(ctx, v, g, f, failure); failure == nil {
		return false, err
	}
	if g.failure != nil {
		// Those that failed before it are of the same group.
		failure.Count = max(failure.Count, g.failure.Count)
	}
	failure.Order = l.place(v, f)
	g.failure, g.confirmed = failure, true
	return true, nil
}

// noteTried says of the failures of a level how many inputs were tried.
func (l *loop) noteTried(v *level) {
	l.triedOf(v)
	for _, g := range l.groups {
		if !g.confirmed || g.failure.Depth != v.depth {
			continue
		}
		g.failure.Of, g.failure.Partial = v.Called, !v.Exhausted || len(v.rings) > 0
		if g.cause == harness.CauseContract && l.IsPrecondition(g.clause) {
			// What its evaluation fails with is not called.
			g.failure.Of += g.failure.Count
		}
	}
}

// IsPrecondition tells whether a clause, nil for none, is asked before the call.
func (s *Subject) IsPrecondition(c *refine.Clause) bool {
	return c != nil && c.Kind == refine.ListedValue || slices.ContainsFunc(s.Pre, func(p codegen.Precondition) bool { return p.Clause == c })
}

// groupOf returns the group of one way of failing, a new one at the end.
func (l *loop) groupOf(w failureKey) *group {
	for _, g := range l.groups {
		if g.failureKey == w {
			return g
		}
	}
	g := &group{failureKey: w}
	l.groups = append(l.groups, g)
	return g
}

// confirm runs the input of a finding again in a fresh process. The failure is
// nil when it did not fail; then the report says what it did.
func (l *loop) confirm(ctx context.Context, v *level, f harness.Finding) (*event.Failure, *harness.Report, error) {
	if f.Stream == nil {
		// The process died behind its calls, and no input makes it die alone.
		return nil, nil, nil
	}
	tries := l.tries()
	if costly(f.Cause) {
		tries = 1
	}
	o, err := l.repeated(ctx, l.run, f.Stream, 1, tries, func(r *harness.Report) bool { return sameWay(same(r, f), f) })
	report := o.report
	if _, torn := errors.AsType[*harness.TornError](err); torn {
		// The calls did not give the same value again.
		return nil, nil, nil
	}
	if err != nil || !report.Failed {
		return nil, report, err
	}
	failure := describe.Failure(l.Pkg, l.Contract, &l.Hints, report, same(report, f))
	failure.Stream = f.Stream
	failure.Depth, failure.Count = v.depth, f.Count
	return failure, report, nil
}

// same picks of the failures of one input that of the finding, the first where
// it failed in other ways this time.
func same(r *harness.Report, f harness.Finding) harness.Failure {
	for _, other := range r.Others {
		if r.Cause == f.Cause && r.Clause == f.Clause {
			break
		}
		if other.Cause == f.Cause && other.Clause == f.Clause {
			return other
		}
	}
	return r.Failure
}

// unconfirmed returns what is known of a failure that did not come again: the
// input and the results, those with which it failed and those with which it
// passed. The report is nil where no input is known, and has no arguments where
// what makes the input does not always do the same.
func (l *loop) unconfirmed(depth int, f harness.Finding, again *harness.Report) *event.Failure {
	failure := &event.Failure{Cause: f.Cause, Pos: l.Contract.Pos, Panic: f.Panic}
	if again != nil && len(again.Args) == len(l.Contract.Inputs()) {
		failure = describe.Failure(l.Pkg, l.Contract, &l.Hints, again, harness.Failure{Cause: f.Cause, Clause: f.Clause})
		failure.After, failure.Output = nil, ""
		for _, v := range naming.Shown(l.Pkg, &l.Hints, l.Contract.Results, f.Results) {
			failure.First = append(failure.First, tree.Literal(v))
		}
		failure.Panic = f.Panic
	}
	failure.Site, failure.Stream, failure.Depth, failure.Count = f.Site, f.Stream, depth, f.Count
	describe.BlameClause(failure, f.Clause)
	return failure
}

// behindRuns is how many failures of one job are looked at behind those that
// were not confirmed.
const behindRuns = 64

// judgeLaterFailures looks for failures that can be confirmed behind those that were not: a
// job tells only of the first input of each way of failing. It runs the inputs
// of the job again, without counting them, from one failure to the next.
func (l *loop) judgeLaterFailures(ctx context.Context, v *level, job harness.Job, got harness.Tally) (confirmed bool, err error) {
	if job.Resume != nil || got.Resume != nil {
		// Parts of solutions are not gone over again.
		return false, nil
	}
	left := got.Called
	job.AfterFailure = 0
	for range behindRuns {
		if left <= 0 || confirmed && !l.Keep || !slices.ContainsFunc(got.Findings, l.doubtful) {
			return confirmed, nil
		}
		job.Limit = left
		again, err := l.Engine.Run(ctx, l.run, job, v.Form)
		if err != nil || again.Consumed == 0 || len(again.Findings) == 0 {
			return confirmed, err
		}
		job.Skip += again.Consumed
		left -= again.Called
		for _, f := range again.Findings {
			g := l.groupOf(failureKeyOf(f))
			if g.confirmed || g.runs >= unconfirmedRuns || g.excused >= dutyRuns {
				continue
			}
			found, err := l.retry(ctx, v, g, f)
			if err != nil {
				return confirmed, err
			}
			confirmed = confirmed || found
		}
	}
	return confirmed, nil
}

// doubtful tells whether a finding is of a group of which no input has been
// confirmed, and of which more may be.
func (l *loop) doubtful(f harness.Finding) bool {
	g := l.groupOf(failureKeyOf(f))
	return !g.confirmed && g.runs < unconfirmedRuns && g.excused < dutyRuns && f.Stream != nil && f.Count > 1
}
