package check

import (
	"context"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness"
)

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
