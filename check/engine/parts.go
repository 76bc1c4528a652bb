package engine

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/pace"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
	"github.com/rtest-dev/rtest/internal/z3"
)

// partSolver finds the solutions of a form in this process, with Z3 for all or some parts of it.
type partSolver struct {
	form *form.Form
	// shard is the part of the solutions that is wanted.
	shard form.Shard
	// eng and brief are opened when first needed, by the goroutine that ranges over solutions;
	// brief gives up early. stops end all opened engines when ctx ends or at until.
	eng, brief *solve.Engine
	opened     []*solve.Engine
	ctx        context.Context
	clock      *pace.Clock
	until      time.Time // A time of clock.
	stops      []func() bool
	// open are the undecided parts, and why is the reason for the first. cut means that time ran
	// out; err is any other error.
	open []search.Stall
	why  string
	cut  bool
	err  error
	// rejected counts the solutions that the form's test rejected. full means that it reached its
	// limit.
	rejected int64
	full     bool
	budget   findingBudget
	// handed counts the parts that the search left to Z3.
	handed int
	// second is the search that takes its turn after Z3. solved means that it solved a part that Z3
	// gave up early, or has tried long already. lost means that it did not.
	second       *search.Solver
	solved, lost bool
	// judge applies the form's test to solutions of Z3. It is made when needed.
	judge *search.Judge
}

// Run runs the job with the given solutions.
func (p *partSolver) Run(ctx context.Context, run Runner, job harness.Job, solutions iter.Seq[[]int64]) (Batch, error) {
	p.ctx, p.until, p.shard = ctx, job.Until, job.Shard
	job.Streams = Skipping(Within(job.Shard, p.form, solutions), job.Skip)
	job.Skip, job.Measure = 0, p.form
	if job.AfterFailure >= 0 {
		job.Found = p.limitAfterFinding
	}
	tally, err := run.Run(ctx, job)
	b := Batch{Tally: tally, Why: p.why, Handed: p.handed, patient: p.solved}
	b.Open = p.open
	switch {
	case p.budget.ended:
		b.Open, b.Exhausted = nil, false
	case p.cut:
		b.Cut, b.Exhausted = true, false
	}
	return b, errors.Join(err, p.err)
}

// merged yields the solutions in the order of the form. Where the search stalls, it yields those of
// the stalled part from Z3, or from both in turn.
func (p *partSolver) merged(patience int64) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		s, err := search.New(p.form)
		if err != nil {
			p.err = err
			return
		}
		s.Options.Stall, s.Options.Steady, s.Options.Shard, s.Options.Quit = patience, true, p.shard, p.mustStop
		for {
			for x := range s.Solutions() {
				if !yield(slices.Clone(x)) {
					return
				}
			}
			stall := s.Stalled()
			if stall == nil {
				return
			}
			if p.cut = p.mustStop(); p.cut {
				return
			}
			all := func(x iter.Seq[[]int64]) iter.Seq[[]int64] { return x }
			if !p.takeTurns(*stall, s.Options, all, yield) || p.cut || p.err != nil {
				return
			}
			p.raisePatience(&s.Options)
			s.Options.Size, s.Options.After = stall.Size, stall.Shape
		}
	}
}

// solve yields the solutions of a part from Z3.
func (p *partSolver) solve(part solve.Part) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		if p.eng == nil {
			p.eng = p.start(solve.Options{RLimit: solverLimit, Holes: solverHoles})
		}
		if p.eng == nil {
			return
		}
		for x := range p.eng.Within(part) {
			if !yield(x) {
				return
			}
		}
		var undecided *solve.Undecided
		switch err := p.eng.Err(); {
		case err == nil:
		case errors.As(err, &undecided) && p.budget.active:
			p.budget.ended, p.cut = true, true
		case errors.As(err, &undecided):
			if p.why == "" {
				p.why = undecided.Error()
			}
			p.open = append(p.open, stalled(undecided.Part))
		case errors.Is(err, z3.ErrInterrupted):
			p.cut = true
		default:
			p.err = err
		}
	}
}

// start opens a solver. If that fails, it returns nil and sets err or cut.
func (p *partSolver) start(opt solve.Options) *solve.Engine {
	opt.Quit = p.mustStop
	eng, err := solve.New(p.form, opt)
	if err == nil && p.budget.active {
		if err = eng.Confine(turnLimit, afterSolved); err != nil {
			eng.Close()
		}
	}
	if errors.Is(err, z3.ErrInterrupted) {
		p.cut = true
		return nil
	}
	if err != nil {
		p.err = err
		return nil
	}
	p.opened = append(p.opened, eng)
	p.stops = append(p.stops, context.AfterFunc(p.ctx, eng.Interrupt))
	if !p.until.IsZero() {
		stop := p.clock.At(p.until, eng.Interrupt)
		p.stops = append(p.stops, func() bool { stop(); return true })
	}
	return eng
}

// close releases the solvers.
func (p *partSolver) close() {
	for _, stop := range p.stops {
		stop()
	}
	for _, eng := range p.opened {
		eng.Close()
	}
}

// Within yields the streams that belong to the shard.
func Within(shard form.Shard, f *form.Form, streams iter.Seq[[]int64]) iter.Seq[[]int64] {
	if shard.Of <= 1 {
		return streams
	}
	return func(yield func([]int64) bool) {
		for s := range streams {
			if shard.Has(f, s) && !yield(s) {
				return
			}
		}
	}
}

// Skipping yields all but the first n streams.
func Skipping(streams iter.Seq[[]int64], n int64) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		left := n
		for s := range streams {
			if left > 0 {
				left--
				continue
			}
			if !yield(s) {
				return
			}
		}
	}
}

// partOf converts a part that the search left open. The function stalled is its inverse.
func partOf(s search.Stall) solve.Part {
	return solve.Part{Sized: true, Size: int64(s.Size), Shape: s.Shape}
}

func stalled(p solve.Part) search.Stall {
	return search.Stall{Size: int32(p.Size), Shape: p.Shape}
}
