package check

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
	"github.com/rtest-dev/rtest/internal/z3"
)

// How long an engine tries is counted, so that a run is the same everywhere.
const (
	// stallHelped is after how many failures in one part the search leaves it
	// to Z3, stallAlone after how many it gives up when there is no Z3.
	stallHelped = 20_000
	stallAlone  = 2_000_000
	// solverLimit bounds each check of Z3, solverHoles how many parts it may
	// leave undecided before it gives up altogether.
	solverLimit = 100_000_000
	solverHoles = 8
)

// An engine finds the inputs of a form and has them run: in the process under
// test by the native search, or from here by Z3.
type engine struct {
	kind Engine
	// solver says that Z3 can be asked.
	solver bool
}

// newEngine returns the engine of that kind; auto is the search alone where
// there is no solver.
func newEngine(kind Engine) engine {
	_, err := z3.Version()
	return engine{kind: kind, solver: err == nil && kind != Search}
}

// available fails when the engine needs a solver and there is none.
func (e Engine) available() error {
	if e != Z3 {
		return nil
	}
	if _, err := z3.Version(); err != nil {
		return fmt.Errorf("-engine z3: %w; rtest doctor says how to install it", err)
	}
	return nil
}

// SolverVersion returns the version of libz3; the error says why there is none.
func SolverVersion() (string, error) { return z3.Version() }

// A batch is what came of one job: a tally, and why the parts in Tally.Open
// were not decided.
type batch struct {
	harness.Tally
	why string
}

// run runs the job with the solutions of the form.
func (e engine) run(ctx context.Context, run runner, job harness.Job, form *search.Form) (batch, error) {
	if e.kind == Z3 {
		return solvePart(ctx, run, job, form, solve.Part{})
	}
	job.Form, job.Stall = form, stallAlone
	if e.solver {
		job.Stall = stallHelped
	}
	tally, err := run.Run(ctx, job)
	b := batch{Tally: tally}
	if err != nil || !tally.Exhausted || len(tally.Open) == 0 {
		return b, err
	}
	if !e.solver {
		b.why = "the native search gave up, and Z3 is not at hand"
		if e.kind == Search {
			b.why = "the native search gave up"
		}
		return b, nil
	}
	b, err = closeParts(ctx, run, job, form, b)
	rank(form, b.Findings)
	return b, err
}

// closeParts has Z3 find the solutions of the parts that the search left open.
func closeParts(ctx context.Context, run runner, job harness.Job, form *search.Form, b batch) (batch, error) {
	open := b.Open
	b.Open = nil
	job.Form, job.Stall = nil, 0
	limit, after := job.Limit, job.AfterFailure
	for i, part := range open {
		if limit > 0 {
			job.Limit = limit - b.Called
		}
		if after >= 0 && len(b.Findings) > 0 {
			job.AfterFailure = max(0, after-(b.Called-b.Findings[0].Ordinal))
		}
		if limit > 0 && job.Limit <= 0 || job.AfterFailure == 0 {
			b.Exhausted = false
			b.Open = append(b.Open, open[i:]...)
			return b, nil
		}
		job.Skip = part.Yielded
		more, err := solvePart(ctx, run, job, form, partOf(part))
		if err != nil {
			return b, err
		}
		b.merge(more)
		if !more.Exhausted {
			return b, nil
		}
	}
	return b, nil
}

// merge adds what came of a part to what came of the whole.
func (b *batch) merge(more batch) {
	for _, f := range more.Findings {
		f.Ordinal += b.Called
		b.Findings = append(b.Findings, f)
	}
	b.Called += more.Called
	b.Exhausted, b.Cut = more.Exhausted, more.Cut
	b.Open = append(b.Open, more.Open...)
	b.Reached, b.Passed = plus(b.Reached, more.Reached), plus(b.Passed, more.Passed)
	b.Classes = plus(b.Classes, more.Classes)
	if b.why == "" {
		b.why = more.why
	}
}

func plus(a, b []int64) []int64 {
	sum := make([]int64, max(len(a), len(b)))
	for i := range a {
		sum[i] += a[i]
	}
	for i := range b {
		sum[i] += b[i]
	}
	return sum
}

// solvePart runs the job with what Z3 finds in a part of the form.
func solvePart(ctx context.Context, run runner, job harness.Job, form *search.Form, part solve.Part) (batch, error) {
	eng, err := solve.New(form, solve.Options{RLimit: solverLimit, Holes: solverHoles})
	if err != nil {
		return batch{}, err
	}
	defer eng.Close()
	stop := context.AfterFunc(ctx, eng.Interrupt)
	defer stop()
	if !job.Until.IsZero() {
		timer := time.AfterFunc(time.Until(job.Until), eng.Interrupt)
		defer timer.Stop()
	}
	job.Streams = skipping(eng.Within(part), job.Skip)
	job.Skip = 0
	tally, err := run.Run(ctx, job)
	b := batch{Tally: tally}
	if err != nil {
		return b, err
	}
	var undecided *solve.Undecided
	switch err := eng.Err(); {
	case err == nil:
	case errors.As(err, &undecided):
		b.why = undecided.Error()
		b.Open = append(b.Open, stalled(undecided.Part))
	case errors.Is(err, z3.ErrInterrupted):
		b.Cut, b.Exhausted = true, false
	default:
		return b, err
	}
	return b, nil
}

// skipping leaves out the first n of the streams.
func skipping(streams iter.Seq[[]int64], n int64) iter.Seq[[]int64] {
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

// partOf is the part that the search left open, stalled the one that the
// solver did.
func partOf(s search.Stall) solve.Part {
	return solve.Part{Sized: true, Size: int64(s.Size), Shape: s.Shape}
}

func stalled(p solve.Part) search.Stall {
	return search.Stall{Size: int32(p.Size), Shape: p.Shape}
}

// An answer to the question whether there is something.
type answer uint8

const (
	unknown answer = iota
	no
	yes
)

// inhabited tells whether a form has a solution behind the first skip ones.
func (e engine) inhabited(ctx context.Context, form *search.Form, skip int64) (answer, error) {
	s, err := search.New(form)
	if err != nil {
		return unknown, err
	}
	s.Options.Skip, s.Options.Stall = skip, stallAlone
	if e.solver {
		s.Options.Stall = stallHelped
	}
	for range s.Solutions() {
		return yes, nil
	}
	if s.Stalled() == nil {
		return no, nil
	}
	if !e.solver || skip > 0 {
		return unknown, nil
	}
	return ask(ctx, form)
}

// ask asks Z3 whether a form has a solution.
func ask(ctx context.Context, form *search.Form) (answer, error) {
	eng, err := solve.New(form, solve.Options{RLimit: solverLimit})
	if err != nil {
		return unknown, err
	}
	defer eng.Close()
	stop := context.AfterFunc(ctx, eng.Interrupt)
	defer stop()
	found, err := eng.Inhabited(solve.Part{})
	var undecided *solve.Undecided
	switch {
	case errors.As(err, &undecided):
		return unknown, nil
	case err != nil:
		return unknown, err
	case found:
		return yes, nil
	}
	return no, nil
}

// name is how a report calls the engine; help is what to do when it gave up.
func (e engine) name() string {
	switch {
	case e.kind == Z3:
		return "Z3"
	case e.solver:
		return "the search with Z3"
	}
	return "the native search"
}

func (e engine) help() string {
	if e.solver {
		return "narrow the integers (//rtest:ints) or lower the depth; a simpler predicate helps too"
	}
	return "install Z3 (rtest doctor says how), narrow the integers (//rtest:ints) or lower the depth"
}
