package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/describe"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/check/naming"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness"
)

// showChoices replaces inputs that have choices by the values that result from them. Drawn values and the
// answers of functions are known only after an input has run. Of equal inputs the first is kept.
func (c *chooser) showChoices(ctx context.Context, s *loop.Subject, run engine.Runner, inputs []Input) ([]Input, error) {
	var out []Input
	seen := map[string]bool{}
	for _, in := range inputs {
		if in.Args == nil {
			shown, ok, err := c.showChoice(ctx, s, run, in.Stream)
			if err != nil {
				return nil, err
			}
			if !ok {
				continue
			}
			shown.File = in.File
			in = shown
		}
		if key := valuesText(in.Args); !seen[key] {
			seen[key] = true
			out = append(out, in)
		}
	}
	return out, nil
}

// showChoice runs an input that has choices and reads its values. Ok is false if a precondition
// rejects it.
func (c *chooser) showChoice(ctx context.Context, s *loop.Subject, run engine.Runner, stream []int64) (in Input, ok bool, err error) {
	report, err := run.Report(ctx, s.Index, stream)
	if _, torn := errors.AsType[*harness.TornError](err); torn {
		return in, false, nil
	}
	if err != nil || report.Rejected != nil || s.IsPrecondition(report.Clause) || slices.Contains(report.Args, nil) {
		return in, false, err
	}
	in.Stream = stream
	if in.Answers, err = s.Chosen(ctx, stream); err != nil {
		return in, false, err
	}
	in.Args = describe.DrawnFrom(c.Pkg, s.Contract, report.Places, naming.Shown(c.Pkg, &s.Hints, s.Contract.Inputs(), report.Args))
	if report.Failed {
		in.Cause = report.Cause
	}
	return in, true, nil
}

// valuesText returns a text that is equal for equal values.
func valuesText(vs []*tree.Value) string {
	names := make([]string, len(vs))
	for i := range names {
		names[i] = fmt.Sprint("arg", i)
	}
	stmts, exprs := tree.Named(names, vs)
	return strings.Join(append(stmts, exprs...), "\n")
}

// withChoices returns the stream of a solution with some choices, which differ for each n.
func withChoices(solution []int64, n int) []int64 {
	var choices []int64
	for i := range choiceCount {
		choices = append(choices, int64((n+i*n)%answersTried))
	}
	return harness.JoinChoices(solution, choices)
}

const (
	// choiceCount is the number of choices other than the first possible one, for inputs chosen
	// without looking at the code.
	choiceCount = 4
	// answersTried is the number of values among which they are.
	answersTried = 4
)
