package check

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
)

// witness returns the inputs of the first solution of a form, as "x = 7, y =
// 1"; empty where none is found, or what the engines cannot see rejects it.
func (l *loop) witness(ctx context.Context, f *form.Form) (string, error) {
	stream, err := l.engine.first(ctx, f, l.until)
	if err != nil || stream == nil {
		return "", err
	}
	return l.described(ctx, stream)
}

// described returns the first input of a solution in that form; empty where a
// precondition rejects it.
func (l *loop) described(ctx context.Context, stream []int64) (string, error) {
	given, err := l.arguments(ctx, stream)
	var parts []string
	for _, a := range given {
		parts = append(parts, a.Name+" = "+a.Value)
	}
	return strings.Join(parts, ", "), err
}

// first returns the first solution that the engines find until then, nil for
// none. The zero time is never.
func (e engine) first(ctx context.Context, f *form.Form, until time.Time) ([]int64, error) {
	if !e.solver {
		s, err := search.New(f)
		if err != nil {
			return nil, err
		}
		s.Options.Stall = stallAlone
		s.Options.Quit = func() bool { return ctx.Err() != nil || e.clock.Over(until) }
		for x := range s.Solutions() {
			return slices.Clone(x), nil
		}
		return nil, nil
	}
	p := &parts{form: f, clock: e.clock, ctx: ctx, until: until}
	defer p.close()
	for x := range p.merged(stallHelped) {
		return slices.Clone(x), nil
	}
	return nil, p.err
}
