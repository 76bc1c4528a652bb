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

// unconfirmedRuns is the number of inputs of one group that may fail and then pass, before no
// more of them are run again.
const unconfirmedRuns = 8

// A failureKey identifies a kind of failure. Inputs that fail in the same way are one finding.
type failureKey struct {
	cause  harness.Cause
	clause *refine.Clause
	// site is the place of a panic, kind the text about it.
	site, kind string
}

func failureKeyOf(f harness.Finding) failureKey { return failureKey{f.Cause, f.Clause, f.Site, f.Kind} }

// A group collects the failures of one kind.
type group struct {
	failureKey
	failure *event.Failure
	// confirmed is set when the first input failed again. runs counts the inputs that did not.
	confirmed bool
	runs      int
	// excused counts the failures for which a caller is to blame.
	excused int
	// duties are the duties of callers that these failures break.
	duties []event.Duty
	// doubted counts those of them that may have another reason.
	doubted int
	// died counts the processes that were lost while the input was made simpler.
	died int
	// tried counts the inputs that were tried to make it simpler.
	tried int64
}

// confirmed reports whether some failure was confirmed.
func (l *loop) confirmed() bool {
	return slices.ContainsFunc(l.groups, func(g *group) bool { return g.confirmed })
}

// judge runs the first input of every new kind of failure again and records the result. It
// reports whether one was confirmed.
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

// retry runs an input of a group again and records the result.
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
		// Inputs that failed before it belong to the same group.
		failure.Count = max(failure.Count, g.failure.Count)
	}
	failure.Order = l.place(v, f)
	g.failure, g.confirmed = failure, true
	return true, nil
}

// noteTried records in the failures of a level how many inputs were tried.
func (l *loop) noteTried(v *level) {
	l.triedOf(v)
	for _, g := range l.groups {
		if !g.confirmed || g.failure.Depth != v.depth {
			continue
		}
		g.failure.Of, g.failure.Partial = v.Called, !v.Exhausted || len(v.rings) > 0
		if g.cause == harness.CauseContract && l.IsPrecondition(g.clause) {
			// An input for which the evaluation fails is not called.
			g.failure.Of += g.failure.Count
		}
	}
}

// IsPrecondition reports whether a clause, or nil, is evaluated before the call.
func (s *Subject) IsPrecondition(c *refine.Clause) bool {
	return c != nil && c.Kind == refine.ListedValue || slices.ContainsFunc(s.Pre, func(p codegen.Precondition) bool { return p.Clause == c })
}

// groupOf returns the group of a kind of failure. A new group goes to the end.
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

// confirm runs the input of a finding again in a fresh process. The failure is nil if it does
// not fail again; the report then says what it did.
func (l *loop) confirm(ctx context.Context, v *level, f harness.Finding) (*event.Failure, *harness.Report, error) {
	if f.Stream == nil {
		// The process died after its calls, and no single input kills it.
		return nil, nil, nil
	}
	tries := l.tries()
	if costly(f.Cause) {
		tries = 1
	}
	o, err := l.repeated(ctx, l.run, f.Stream, 1, tries, func(r *harness.Report) bool { return sameWay(r.Like(f), f) })
	report := o.report
	if _, torn := errors.AsType[*harness.TornError](err); torn {
		// The calls did not build the same value again.
		return nil, nil, nil
	}
	if err != nil || !report.Failed {
		return nil, report, err
	}
	failure := describe.Failure(l.Pkg, l.Contract, &l.Hints, report, report.Like(f))
	failure.Stream = f.Stream
	failure.Depth, failure.Count = v.depth, f.Count
	return failure, report, nil
}

// unconfirmed describes a failure that did not occur again: the input, the results with which it failed and
// those with which it passed. The report is nil if no input is known. It has no arguments if building the input
// does not always give the same value.
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

// behindRuns is the number of failures of one job that are examined after those that were not
// confirmed.
const behindRuns = 64

// judgeLaterFailures looks for failures that can be confirmed after unconfirmed ones. A job reports only the
// first input of each kind of failure. So this runs the inputs of the job again, from one failure to the next,
// without counting them.
func (l *loop) judgeLaterFailures(ctx context.Context, v *level, job harness.Job, got harness.Tally) (confirmed bool, err error) {
	if job.Resume != nil || got.Resume != nil {
		// Parts of solutions are not run again.
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

// doubtful reports whether a finding belongs to a group without a confirmed input, and more inputs of the group
// may be examined.
func (l *loop) doubtful(f harness.Finding) bool {
	g := l.groupOf(failureKeyOf(f))
	return !g.confirmed && g.runs < unconfirmedRuns && g.excused < dutyRuns && f.Stream != nil && f.Count > 1
}
