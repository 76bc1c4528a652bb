package loop

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/describe"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/naming"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/refine"
)

// checkLifted reports solutions that a native precondition rejected although they satisfy the
// form: the lifting is wrong. It isolates one of them.
func (l *loop) checkLifted(ctx context.Context, v *level, t harness.Tally) error {
	for i, p := range l.Pre {
		if i >= len(t.Reached) || v.question.Opaque[i] != "" {
			continue
		}
		n := wrong(p.Clause, t, i)
		if n <= 0 {
			continue
		}
		input, doubtful, err := l.isolate(ctx, v.Form, i)
		if err != nil {
			return err
		}
		if doubtful {
			continue
		}
		l.reportFault(
			fmt.Sprintf("%d of %d solutions of depth %d do not satisfy %s %s when it is run",
				n, t.Reached[i], v.depth, p.Clause.Kind, p.Clause.Text),
			fmt.Sprintf("clause at %s, predicate %s\n%s%s", p.Clause.Pos, p.Func, input, v.Form))
	}
	return nil
}

// reportFault reports a fault of rtest itself, with the details that are needed to find it.
// The test of the function goes on.
func (l *loop) reportFault(message, detail string) {
	l.Emit(event.Fault{
		Package: l.Pkg.Path, Function: l.Contract.Name, Message: message,
		Detail: strings.TrimSuffix(detail, "\n") + "\n" + prepare.Environment(l.Flags),
	})
}

// vacuousMost is the number of candidates that are tried before a function counts as vacuous.
const vacuousMost = 10_000

// checkVacuous tries the first candidates of each depth without the lifted precondition. A
// candidate that the compiled precondition admits shows that the lifting is wrong.
func (l *loop) checkVacuous(ctx context.Context) error {
	left := int64(vacuousMost)
	for depth := 0; depth <= l.Limits.Depth && left > 0; depth++ {
		form, err := l.Free(ctx, depth)
		if err != nil {
			return err
		}
		t, err := l.run.Run(ctx, harness.Job{
			Target: l.Index, Form: form, Limit: 1, Reject: left, Stalling: harness.Stalling{Stall: engine.StallHelped},
			Timeout: l.Limits.Timeout, Until: l.until,
		})
		if err != nil {
			return err
		}
		if t.Called > 0 {
			l.reportFault(
				fmt.Sprintf("an input of depth %d satisfies the precondition when it is run, but is not a solution", depth),
				fmt.Sprintf("candidate %d of\n%s", t.Consumed, form))
			return nil
		}
		left -= t.Consumed
	}
	return nil
}

// wrong counts the inputs that precondition i rejected, without those for which it could not
// be evaluated.
func wrong(c *refine.Clause, t harness.Tally, i int) int64 {
	n := t.Reached[i] - t.Passed[i]
	for _, f := range t.Findings {
		if f.Cause == harness.CauseContract && f.Clause == c {
			n -= f.Count
		}
	}
	return n
}

// isolateMost is the number of solutions that are searched for a wrong one.
const isolateMost = 1 << 16

// isolate finds by halving the first solution of the form that precondition i rejects, and
// describes it. It is empty if that is not among the first solutions. Doubtful says that the
// precondition did not reject it again: it depends on the order of a map, or on the clock.
func (l *loop) isolate(ctx context.Context, f *form.Form, i int) (input string, doubtful bool, err error) {
	s, err := search.New(f)
	if err != nil {
		return "", false, err
	}
	s.Options.Stall, s.Options.Quit = engine.StallHelped, prepare.Ended(ctx)
	var all [][]int64
	for x := range s.Solutions() {
		if len(all) == isolateMost {
			break
		}
		all = append(all, slices.Clone(x))
	}
	input, doubtful, err = l.isolateAmong(ctx, all, i)
	return input, doubtful && (input != "" || len(all) < isolateMost), err
}

// isolateAmong finds by halving an input that precondition i rejects. Doubtful says that it
// did not reject it again.
func (l *loop) isolateAmong(ctx context.Context, all [][]int64, i int) (input string, doubtful bool, err error) {
	rejects := func(part [][]int64) (bool, error) {
		t, err := l.run.Run(ctx, harness.Job{
			Target: l.Index, Streams: slices.Values(part), AfterFailure: -1, Timeout: l.Limits.Timeout,
		})
		return err == nil && wrong(l.Pre[i].Clause, t, i) > 0, err
	}
	if found, err := rejects(all); err != nil || !found {
		return "", true, err
	}
	for len(all) > 1 {
		half := all[:len(all)/2]
		found, err := rejects(half)
		if err != nil {
			return "", false, err
		}
		if !found {
			half = all[len(all)/2:]
		}
		all = half
	}
	first := all[0]
	if l.Chooses {
		first = harness.JoinChoices(first, nil)
	}
	report, err := l.run.Report(ctx, l.Index, first)
	if err != nil {
		return "", false, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "stream %v\n", all[0])
	for _, a := range describe.Args(l.Contract.Inputs(), naming.Shown(l.Pkg, &l.Hints, l.Contract.Inputs(), report.Args)) {
		fmt.Fprintf(&b, "%s = %s\n", a.Name, a.Value)
	}
	return b.String(), report.Failed || report.Rejected == nil, nil
}
