package loop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/describe"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
)

// tries returns how often an input that failed is run again until it fails.
func (s *Subject) tries() int {
	if len(s.Hints.Chances) == 0 {
		return 1
	}
	return max(s.Chance, codegen.ChanceMaps).Turns()
}

// variants returns how often a failing input is run to find the least of its results.
func (s *Subject) variants() int { return min(s.tries(), codegen.ChanceMaps.Turns()) }

// farTurns returns how often each input beyond the bounds is run. These inputs are many and large, so they run
// less often than others.
func (s *Subject) farTurns() int {
	if s.Chance == codegen.ChanceNone {
		return 0
	}
	const turns = 8
	return turns
}

// solvedTurns returns how often an input is run that is solved to break the contract: as often as one within the bounds. It may
// do so in one order of a map only.
func (s *Subject) solvedTurns() int {
	if s.Chance == codegen.ChanceNone {
		return 0
	}
	return s.Chance.Turns()
}

// A repetition is the result of running an input several times: the report to show, whether it
// failed as wanted, and whether some run did not.
type repetition struct {
	report *harness.Report
	failed bool
	varies bool
}

// unanimous is the number of runs that suffice if all fail with the same results.
const unanimous = 8

// repeated runs an input until it fails as wanted. The number of runs is between least and tries. To be deterministic
// it reports the run with the least results among those that fail as wanted. Otherwise it reports the first run
// that fails, or else the first.
func (s *Subject) repeated(ctx context.Context, run engine.Runner, stream []int64, least, tries int, wanted func(*harness.Report) bool) (o repetition, err error) {
	text, same := "", true
	for turn := range tries {
		report, err := run.ReportTurn(ctx, s.Index, stream, turn)
		if err != nil {
			if _, torn := errors.AsType[*harness.TornError](err); torn && o.report != nil {
				o.varies = true
				continue
			}
			return o, err
		}
		failed := report.Failed && wanted(report)
		o.varies = o.varies || o.report != nil && failed != o.failed
		results := resultText(report)
		same = same && !o.varies && (turn == 0 || results == text)
		switch {
		case failed && (!o.failed || cmp.Or(cmp.Compare(len(results), len(text)), strings.Compare(results, text)) < 0):
			o.report, o.failed, text = report, true, results
		case o.report == nil || report.Failed && !o.report.Failed:
			o.report = report
		}
		if report.Rejected != nil || o.failed && (turn+1 >= least || same && turn+1 >= unanimous || costly(o.report.Cause)) {
			break
		}
		if turn == 0 && !o.failed && tries > 1 {
			// Run it as often in one process. Where it fails, many processes are worth it.
			const times = 8
			t, err := run.Run(ctx, s.many(stream, times, tries/times))
			if err != nil || len(t.Findings) == 0 {
				return o, err
			}
			o.varies = true
		}
	}
	return o, nil
}

// resultText returns a text of the results of a call.
func resultText(r *harness.Report) string {
	var b strings.Builder
	for _, list := range [][]*tree.Value{r.Results, r.After} {
		for _, v := range list {
			if v != nil {
				b.WriteString(tree.Literal(v))
			}
			b.WriteByte(0)
		}
	}
	return b.String() + r.Panic
}

// vary runs each failing input of code that may behave differently the next time, and records
// why a failure does not always occur.
func (l *loop) vary(ctx context.Context) error {
	if l.tries() == 1 || l.Cut != "" {
		return nil
	}
	for _, g := range l.groups {
		if !g.confirmed || g.failure.FromSaved || g.failure.Stream == nil || costly(g.cause) {
			continue
		}
		if err := l.bindTo(ctx, l.siteOf(ctx, g.failure)); err != nil {
			return err
		}
		old := g.failure
		f := harness.Finding{Cause: old.Cause, Clause: old.Violated, Site: old.Site}
		o, err := l.repeated(ctx, l.run, old.Stream, l.variants(), l.tries(), func(r *harness.Report) bool { return sameWay(r.Like(f), f) })
		if err != nil {
			return fmt.Errorf("running a counterexample several times: %w", err)
		}
		if !o.failed {
			old.Varies = l.Hints.Chances
			continue
		}
		if !o.varies {
			if o.varies, err = l.passes(ctx, g); err != nil {
				return err
			}
		}
		failure := describe.Failure(l.Pkg, l.Contract, &l.Hints, o.report, o.report.Like(f))
		keepShown(failure, old)
		if o.varies {
			failure.Varies = l.Hints.Chances
		}
		g.failure = failure
	}
	return nil
}

// passes reports whether an input that failed passes in some run.
func (l *loop) passes(ctx context.Context, g *group) (bool, error) {
	n := l.tries()
	t, err := l.run.Run(ctx, l.many(g.failure.Stream, n, 1))
	if err != nil || t.Cut || len(t.Deaths) > 0 || t.Called < int64(n) {
		return false, err
	}
	for _, f := range t.Findings {
		if failureKeyOf(f) == g.failureKey {
			return f.Count < t.Called, nil
		}
	}
	return true, nil
}

// many returns a job that runs one input times times. Each run repeats it turns times while it
// does not fail.
func (s *Subject) many(stream []int64, times, turns int) harness.Job {
	return harness.Job{
		Target: s.Index, Streams: slices.Values(slices.Repeat([][]int64{stream}, times)), Whole: true,
		AfterFailure: -1, Wear: 1, Timeout: s.Limits.Timeout, Turns: turns,
	}
}

// sameWay reports whether a failure has the cause and the clause of a finding.
func sameWay(x harness.Failure, f harness.Finding) bool {
	return x.Cause == f.Cause && x.Clause == f.Clause
}

// keepShown copies the description of the same failure from before.
func keepShown(f *event.Failure, old *event.Failure) {
	f.Stream, f.Depth, f.Beyond, f.Partial, f.Count, f.Of = old.Stream, old.Depth, old.Beyond, old.Partial, old.Count, old.Of
	f.General, f.Always, f.Order = old.General, old.Always, old.Order
}
