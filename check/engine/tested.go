package engine

import (
	"context"
	"iter"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/search"
)

// testWork limits the steps of a search that asks only whether there is an input, where predicates
// are interpreted.
const testWork = 50_000_000

// fromTest runs the job with the solutions that the search finds in this process, where the
// interpreter is: unlifted predicates prune the search. Where it stalls, Z3 solves the part, and
// the predicates judge its solutions.
func (e Engine) fromTest(ctx context.Context, run Runner, job harness.Job, f *form.Form) (Batch, error) {
	p := &partSolver{form: f, clock: e.Clock}
	defer p.close()
	b, err := p.Run(ctx, run, job, p.testedSolutions(job, e.Solver))
	b.Rejected = p.rejected
	if p.full {
		b.Exhausted = false
	}
	return b, err
}

// testedSolutions yields the solutions of a form with a test, in order.
func (p *partSolver) testedSolutions(job harness.Job, solver bool) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		s, err := search.New(p.form)
		if err != nil {
			p.err = err
			return
		}
		s.Options.Stall, s.Options.Shard = stallTested, p.shard
		// Z3 does not see the test, so it is asked only after a long search. It is asked sooner
		// where the search cannot try all values.
		if p.solved = solver; solver && HasWideVar(p.form) {
			p.raisePatience(&s.Options)
		}
		s.Options.Quit = p.mustStop
		for {
			if job.Reject > 0 {
				s.Options.Reject = max(1, job.Reject-p.rejected)
			}
			more := true
			for x := range s.Solutions() {
				if more = yield(x); !more {
					break
				}
			}
			p.rejected += s.Stats().Rejected
			stall := s.Stalled()
			switch {
			case !more || stall == nil:
				return
			case p.mustStop():
				p.cut = true
				return
			case job.Reject > 0 && p.rejected >= job.Reject:
				p.full = true
				return
			case !solver:
				p.open = append(p.open, *stall)
				p.why = "the native search gave up"
			default:
				if !p.takeTurns(*stall, s.Options, func(x iter.Seq[[]int64]) iter.Seq[[]int64] { return p.acceptedSolutions(job, x) }, yield) {
					return
				}
			}
			if p.full || p.cut || p.err != nil {
				return
			}
			s.Options.Size, s.Options.After = stall.Size, stall.Shape
		}
	}
}

// acceptedSolutions drops solutions that the test rejects. Z3 saw only the lifted terms.
func (p *partSolver) acceptedSolutions(job harness.Job, solutions iter.Seq[[]int64]) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		if p.judge == nil {
			p.judge = search.NewJudge(p.form)
		}
		for x := range solutions {
			rejects, err := p.judge.Rejects(x)
			switch {
			case err != nil:
				p.err = err
				return
			case !rejects:
				if !yield(x) {
					return
				}
				continue
			}
			p.rejected++
			if p.full = job.Reject > 0 && p.rejected >= job.Reject; p.full {
				return
			}
		}
	}
}
