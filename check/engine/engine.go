// Package engine finds the solutions of a form and has them run. The native search works in the
// process under test, Z3 in this process; both may take turns. The package knows forms and jobs,
// but neither contracts nor verdicts.
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

// Limits of the engines. They are counted, not timed, so that a run is the same everywhere.
const (
	// StallHelped is the number of failures after which the search leaves a part to Z3. stallAlone
	// is the number after which it gives up without Z3. If Z3 solved such a part at one depth, the
	// search gives up sooner at the next: after a quarter of the failures, but not before
	// stallLeast.
	StallHelped = 5_000
	stallLeast  = 300
	stallAlone  = 2_000_000
	// stallTested replaces both where predicates are interpreted. Rejections by these do not count
	// as failures.
	stallTested = 10_000_000
	// solverLimit bounds each check of Z3. solverHoles is the number of parts it may leave
	// undecided before it gives up.
	solverLimit = 100_000_000
	solverHoles = 8
	// afterSolved replaces Job.AfterFailure where Z3 finds inputs. Finding one may take as long as
	// the search takes for thousands.
	afterSolved = 50
)

// An Engine finds the inputs of a form and has them run: in the process under test by the native
// search, or from this process by Z3.
type Engine struct {
	Kind Kind
	// Solver means that Z3 can be asked.
	Solver bool
	// patience is the number of failures after which the search leaves a part to Z3. Each function
	// has its own.
	patience *int64
	// Clock is the clock for the deadline of a job.
	Clock *pace.Clock
}

// New returns an engine of the given kind. Without libz3, Auto uses the search alone.
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

// Available returns an error if the engine needs a solver and there is none.
func (e Kind) Available() error {
	if e != Z3 {
		return nil
	}
	if _, err := z3.Version(); err != nil {
		return fmt.Errorf("-engine z3: %w; rtest doctor says how to install it", err)
	}
	return nil
}

// SolverVersion returns the version of libz3. The error says why there is none.
func SolverVersion() (string, error) { return z3.Version() }

// A Batch is the outcome of one job: a tally, and why the parts in Tally.Open are undecided.
type Batch struct {
	harness.Tally
	Why string
	// Rejected counts the inputs that interpreted predicates rejected.
	Rejected int64
	// Handed counts the parts that the search left to Z3. patient means that the search solved some
	// of them itself when it tried longer.
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
		// The failures precede the part that the search left open. That part affects only counts,
		// not the verdict.
		b.Open = nil
		return b, nil
	}
	if e.Solver && !tally.Cut {
		// The inputs of the open parts belong between the others. All inputs are run again, in
		// order.
		job.AfterFailure = min(job.AfterFailure, afterSolved)
		b, err := e.fromBoth(ctx, run, job, f)
		// Coverage that was new in the first run is not new in the second.
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

// fromSolver runs the job with the solutions that Z3 finds.
func (e Engine) fromSolver(ctx context.Context, run Runner, job harness.Job, f *form.Form) (Batch, error) {
	p := &partSolver{form: f, clock: e.Clock}
	defer p.close()
	return p.Run(ctx, run, job, p.solve(solve.Part{}))
}

// fromBoth runs the job with the solutions that the search finds, and those of Z3 for the parts in
// which it stalls.
func (e Engine) fromBoth(ctx context.Context, run Runner, job harness.Job, f *form.Form) (Batch, error) {
	p := &partSolver{form: f, clock: e.Clock}
	defer p.close()
	return p.Run(ctx, run, job, p.merged(*e.patience))
}

// An Answer says whether a form has a solution.
type Answer uint8

// Unknown means that the engines gave up.
const (
	Unknown Answer = iota
	No
	Yes
)

// An Effort limits the work on a question: steps of propagation, where 0 means until the search
// stalls, and Z3's resource limit.
type Effort struct {
	Search int64
	Solver uint32
}

// Thorough returns the effort for questions that a verdict depends on.
func Thorough() Effort { return Effort{Solver: solverLimit} }

// Brief returns the effort for questions that only add to a verdict.
func Brief() Effort { return Effort{Search: 10_000_000, Solver: solverLimit / 10} }

// Inhabited answers whether a form has a solution after the first skip ones.
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

// Name returns the engine's name in reports.
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

// A Kind selects the engines.
type Kind uint8

const (
	// Auto lets the search lead and asks Z3 where the search stalls.
	Auto Kind = iota
	// Search is the native search alone; Z3 is the solver alone.
	Search
	Z3
)

// String returns the engine's name on the command line.
func (e Kind) String() string { return [...]string{"auto", "search", "z3"}[e] }

// ParseEngine returns the engine with the given name.
func ParseEngine(s string) (Kind, error) {
	for _, e := range []Kind{Auto, Search, Z3} {
		if e.String() == s {
			return e, nil
		}
	}
	return 0, fmt.Errorf("no engine is called %q: use auto, search or z3", s)
}

// A Runner runs inputs of one package; harness.Runner implements it.
type Runner interface {
	Run(context.Context, harness.Job) (harness.Tally, error)
	Report(ctx context.Context, target int, stream []int64) (*harness.Report, error)
	ReportTurn(ctx context.Context, target int, stream []int64, turn int) (*harness.Report, error)
}
