package engine

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
)

// OfSize yields the solutions of a size. Where the search stalls, Z3 solves the part left open, if
// it is available.
func (e Engine) OfSize(ctx context.Context, s *search.Solver, f *form.Form, size int32) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		s.Options = search.Options{Size: size, OneSize: true, Stall: stallAlone, Quit: func() bool { return ctx.Err() != nil }}
		if e.Solver {
			s.Options.Stall = StallHelped
		}
		for {
			for stream := range s.Solutions() {
				if !yield(stream) {
					return
				}
			}
			stall := s.Stalled()
			if stall == nil || ctx.Err() != nil || e.Solver && !e.ofPart(ctx, f, *stall, yield) {
				return
			}
			s.Options.After = stall.Shape
		}
	}
}

// ofPart yields the solutions of a part from Z3 that follow those of the search. It returns false
// if no more are wanted.
func (e Engine) ofPart(ctx context.Context, f *form.Form, part search.Stall, yield func([]int64) bool) bool {
	eng, err := solve.New(f, solve.Options{RLimit: solverLimit, Holes: solverHoles, Quit: func() bool { return ctx.Err() != nil }})
	if err != nil {
		return true
	}
	defer eng.Close()
	stop := context.AfterFunc(ctx, eng.Interrupt)
	defer stop()
	for stream := range Skipping(eng.Within(partOf(part)), part.Yielded) {
		if !yield(stream) {
			return false
		}
	}
	return true
}

// First returns the first solution that the engines find before until, or nil. The zero time means
// no deadline.
func (e Engine) First(ctx context.Context, f *form.Form, until time.Time) ([]int64, error) {
	if !e.Solver {
		s, err := search.New(f)
		if err != nil {
			return nil, err
		}
		s.Options.Stall = stallAlone
		s.Options.Quit = func() bool { return ctx.Err() != nil || e.Clock.Over(until) }
		for x := range s.Solutions() {
			return slices.Clone(x), nil
		}
		return nil, nil
	}
	p := &partSolver{form: f, clock: e.Clock, ctx: ctx, until: until}
	defer p.close()
	for x := range p.merged(StallHelped) {
		return slices.Clone(x), nil
	}
	return nil, p.err
}
