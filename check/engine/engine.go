// Package engine finds the solutions of a form and has them run, by the native search in the
// process under test, by Z3 from here, or by both in turn. It knows forms and jobs, and nothing of
// contracts or verdicts.
package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/pace"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
	"github.com/rtest-dev/rtest/internal/z3"
)

// How long an engine tries is counted, so that a run is the same everywhere.
const (
	// StallHelped is after how many failures in one part the search leaves it
	// to Z3, stallAlone after how many it gives up when there is no Z3. Where Z3
	// solved what was left at one depth, the search is given up sooner at the
	// next: after a quarter of the failures, and at least stallLeast.
	StallHelped = 5_000
	stallLeast  = 300
	stallAlone  = 2_000_000
	// stallTested is it where predicates are interpreted as well: what they reject is
	// no failure, and what is lifted of them fails in its place.
	stallTested = 10_000_000
	// solverLimit bounds each check of Z3, solverHoles how many parts it may
	// leave undecided before it gives up altogether.
	solverLimit = 100_000_000
	solverHoles = 8
	// afterSolved is afterFailure where Z3 finds inputs, of which each may take
	// as long as thousands that the search finds.
	afterSolved = 50
)

// An Engine finds the inputs of a form and has them run: in the process under
// test by the native search, or from here by Z3.
type Engine struct {
	Kind Kind
	// Solver says that Z3 can be asked.
	Solver bool
	// patience is after how many failures the search leaves a part to Z3; it
	// belongs to one function.
	patience *int64
	// Clock is that of the job's end.
	Clock *pace.Clock
}

// New returns the engine of that kind; auto is the search alone where
// there is no solver.
func New(kind Kind) Engine {
	_, err := z3.Version()
	return Engine{Kind: kind, Solver: err == nil && kind != Search}.Own()
}

// Own returns an engine of the same kind for another function.
func (e Engine) Own() Engine {
	patience := int64(StallHelped)
	e.patience = &patience
	return e
}

// Available fails when the engine needs a solver and there is none.
func (e Kind) Available() error {
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

// A Batch is what came of one job: a tally, and why the parts in Tally.Open
// were not decided.
type Batch struct {
	harness.Tally
	Why string
	// Rejected counts the inputs that interpreted predicates rejected.
	Rejected int64
	// Handed counts the parts that the search left to Z3, patient says that it
	// found itself what was in some of them.
	Handed  int
	patient bool
}

// Run runs the job with the solutions of the form.
func (e Engine) Run(ctx context.Context, run Runner, job harness.Job, f *form.Form) (Batch, error) {
	if e.Kind == Z3 {
		return e.fromSolver(ctx, run, job, f)
	}
	if f.Test != nil {
		return e.fromTest(ctx, run, job, f)
	}
	alone := job
	alone.Form, alone.Stall = f, stallAlone
	if e.Solver {
		alone.Stall, alone.Handover = *e.patience, true
	}
	tally, err := run.Run(ctx, alone)
	b := Batch{Tally: tally}
	if err != nil {
		return b, err
	}
	if len(tally.Open) == 0 {
		if e.Solver {
			*e.patience = StallHelped
		}
		return b, nil
	}
	if e.Solver && len(tally.Findings) > 0 && job.AfterFailure >= 0 {
		// What failed comes before the part that the search left open. That part has no
		// say in the verdict, only in counts.
		b.Open = nil
		return b, nil
	}
	if e.Solver && !tally.Cut {
		// The inputs of the parts that the search left open belong between the
		// others: all are run once more, in their order.
		job.AfterFailure = min(job.AfterFailure, afterSolved)
		b, err := e.fromBoth(ctx, run, job, f)
		// What was new the first time is not new any more.
		b.Covered = append(tally.Covered, b.Covered...)
		switch {
		case err != nil || len(b.Open) > 0:
		case b.patient:
			*e.patience = StallHelped
		default:
			*e.patience = max(*e.patience/4, stallLeast)
		}
		return b, err
	}
	b.Why = "the native search gave up"
	return b, nil
}

// fromSolver runs the job with what Z3 finds.
func (e Engine) fromSolver(ctx context.Context, run Runner, job harness.Job, f *form.Form) (Batch, error) {
	p := &parts{form: f, clock: e.Clock}
	defer p.close()
	return p.Run(ctx, run, job, p.solve(solve.Part{}))
}

// fromBoth runs the job with what the search finds and, for the parts in which
// it stalls, Z3.
func (e Engine) fromBoth(ctx context.Context, run Runner, job harness.Job, f *form.Form) (Batch, error) {
	p := &parts{form: f, clock: e.Clock}
	defer p.close()
	return p.Run(ctx, run, job, p.merged(*e.patience))
}

// An Answer tells whether a form has a solution.
type Answer uint8

// The answers. Unknown says that the engines gave up.
const (
	Unknown Answer = iota
	No
	Yes
)

// An Effort is how much is done to answer a question: steps of propagation, 0 as
// many as it takes until the search stalls, and Z3's limit.
type Effort struct {
	Search int64
	Solver uint32
}

// Thorough is the effort for what a verdict rests on.
func Thorough() Effort { return Effort{Solver: solverLimit} }

// Brief is the effort for what is only said beside a verdict.
func Brief() Effort { return Effort{Search: 10_000_000, Solver: solverLimit / 10} }

// Inhabited tells whether a form has a solution behind the first skip ones.
func (e Engine) Inhabited(ctx context.Context, f *form.Form, shard form.Shard, skip int64, most Effort) (Answer, error) {
	s, err := search.New(f)
	if err != nil {
		return Unknown, err
	}
	s.Options.Skip, s.Options.Stall, s.Options.Shard, s.Options.Work = skip, stallAlone, shard, most.Search
	s.Options.Quit = func() bool { return ctx.Err() != nil }
	if e.Solver {
		s.Options.Stall = StallHelped
	}
	if f.Test != nil {
		s.Options.Work = testWork
	}
	for range s.Solutions() {
		return Yes, nil
	}
	if s.Stalled() == nil {
		return No, nil
	}
	if ctx.Err() != nil || !e.Solver || skip > 0 || shard.Of > 1 || f.Test != nil {
		return Unknown, nil
	}
	return ask(ctx, f, most.Solver)
}

// ask asks Z3 whether a form has a solution.
func ask(ctx context.Context, f *form.Form, limit uint32) (Answer, error) {
	var found bool
	eng, err := solve.New(f, solve.Options{RLimit: limit, Quit: func() bool { return ctx.Err() != nil }})
	if err == nil {
		defer eng.Close()
		stop := context.AfterFunc(ctx, eng.Interrupt)
		defer stop()
		found, err = eng.Inhabited(solve.Part{})
	}
	var undecided *solve.Undecided
	switch {
	case errors.As(err, &undecided), errors.Is(err, z3.ErrInterrupted) && errors.Is(context.Cause(ctx), pace.ErrSpent):
		return Unknown, nil
	case err != nil:
		return Unknown, err
	case found:
		return Yes, nil
	}
	return No, nil
}

// Name is how a report calls the engine.
func (e Engine) Name() string {
	switch {
	case e.Kind == Z3:
		return "Z3"
	case e.Solver:
		return "the search with Z3"
	}
	return "the native search"
}

// Help says what the user can do when the engine gave up.
func (e Engine) Help() string {
	switch {
	case e.Kind == Search:
		return "let Z3 help (-engine auto), narrow the integers (//rtest:ints) or lower the depth"
	case e.Solver:
		return "narrow the integers (//rtest:ints) or lower the depth; a simpler predicate helps too"
	}
	return "install Z3 (rtest doctor says how), narrow the integers (//rtest:ints) or lower the depth"
}

// An Kind finds inputs.
type Kind uint8

const (
	// Auto lets the search lead and asks Z3 where the search stalls.
	Auto Kind = iota
	// Search is the native search alone, Z3 the solver alone.
	Search
	Z3
)

// String returns the engine's name on the command line.
func (e Kind) String() string { return [...]string{"auto", "search", "z3"}[e] }

// ParseEngine returns the engine of that name.
func ParseEngine(s string) (Kind, error) {
	for _, e := range []Kind{Auto, Search, Z3} {
		if e.String() == s {
			return e, nil
		}
	}
	return 0, fmt.Errorf("no engine is called %q: use auto, search or z3", s)
}

// A Runner runs inputs of one package: a harness.Runner.
type Runner interface {
	Run(context.Context, harness.Job) (harness.Tally, error)
	Report(ctx context.Context, target int, stream []int64) (*harness.Report, error)
	ReportTurn(ctx context.Context, target int, stream []int64, turn int) (*harness.Report, error)
}
