package loop

import (
	"context"
	"fmt"
	"go/token"
	"iter"
	"path/filepath"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
)

// beyondTarget is the function as those choose inputs who know nothing of the loop; answered
// says that functions among the inputs have answers outside the bounds.
func (l *loop) beyondTarget(answered bool) *beyond.Target {
	asking := l.Far
	asking.Spread = l.spreadForms
	return &beyond.Target{
		Hints: &l.Hints, Traits: l.Traits, Depth: l.Limits.Depth, Beyond: l.Limits.Beyond, Room: l.inputRoom(), Seed: l.Limits.Seed,
		Functional: l.Answers != nil, Answered: answered, Conditions: len(l.Pre), Forms: asking, Solver: l.Engine.Solver,
		Clock: beyond.Clock{Expired: l.expired, Within: l.timed, Hasten: l.hasten},
		Parse: l.Parse, Texts: l.Texts, Hopes: l.Hopes, Failed: l.FailedCalls, Admitted: l.admitted, Own: l.ownPlace,
	}
}

// spreadForms gives solutions of forms, spread over their sizes and shapes.
func (l *loop) spreadForms(forms []*form.Form, room, work int64) (list []iter.Seq[[]int64], err error) {
	problems := make([]*question, len(forms))
	for i, f := range forms {
		problems[i] = &question{Problem: &prepare.Problem{Form: f}}
	}
	cells, err := l.cells(problems, room, work)
	for _, c := range cells {
		list = append(list, streams(c, nil, l.expired))
	}
	return list, err
}

// ownPlace gives a place in a file of the user's module; false for generated code and others.
func (l *loop) ownPlace(pos token.Pos) (token.Position, bool) {
	if !pos.IsValid() || l.Pkg.ModuleDir == "" {
		return token.Position{}, false
	}
	at := l.Pkg.Fset.PositionFor(pos, false)
	rel, err := filepath.Rel(l.Pkg.ModuleDir, at.Filename)
	return at, err == nil && filepath.IsLocal(rel)
}

// admitted counts the inputs that compiled code does not reject, without calls, one
// for each solution: those of which a quantifier leaves it open would be as open if
// drawn anew. ok is false where one of them does not come to an end, or the time is
// over.
func (l *loop) admitted(ctx context.Context, list []beyond.Input) (n int, ok bool, err error) {
	streams := func(yield func([]int64) bool) {
		for _, f := range list {
			if !yield(f.Stream) {
				return
			}
		}
	}
	t, err := l.run.Run(ctx, harness.Job{
		Target: l.Index, Streams: streams, Dry: true, AfterFailure: 0, Until: l.until, Sample: l.Limits.Seed | 1,
		Timeout: min(l.Limits.Timeout, FarTimeout), Memory: min(l.Limits.Memory, FarMemory),
	})
	if err != nil {
		return 0, false, fmt.Errorf("inputs outside the bounds: %w", err)
	}
	return min(len(list), int(t.Called+t.Vague)), len(t.Findings) == 0 && !t.Cut, nil
}
