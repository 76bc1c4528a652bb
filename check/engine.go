package check

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
	// stallHelped is after how many failures in one part the search leaves it
	// to Z3, stallAlone after how many it gives up when there is no Z3. Where Z3
	// solved what was left at one depth, the search is given up sooner at the
	// next: after a quarter of the failures, and at least stallLeast.
	stallHelped = 5_000
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

// An engine finds the inputs of a form and has them run: in the process under
// test by the native search, or from here by Z3.
type engine struct {
	kind Kind
	// solver says that Z3 can be asked.
	solver bool
	// patience is after how many failures the search leaves a part to Z3; it
	// belongs to one subject.
	patience *int64
	// clock is that of the job's end.
	clock *pace.Clock
}

// newEngine returns the engine of that kind; auto is the search alone where
// there is no solver.
func newEngine(kind Kind) engine {
	_, err := z3.Version()
	return engine{kind: kind, solver: err == nil && kind != Search}.own()
}

// own is an engine of the same kind for another subject.
func (e engine) own() engine {
	patience := int64(stallHelped)
	e.patience = &patience
	return e
}

// available fails when the engine needs a solver and there is none.
func (e Kind) available() error {
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
	// rejected counts the inputs that interpreted predicates rejected.
	rejected int64
	// handed counts the parts that the search left to Z3, patient says that it
	// found itself what was in some of them.
	handed  int
	patient bool
}

// run runs the job with the solutions of the form.
func (e engine) run(ctx context.Context, run runner, job harness.Job, f *form.Form) (batch, error) {
	if e.kind == Z3 {
		return e.fromSolver(ctx, run, job, f)
	}
	if f.Test != nil {
		return e.fromTest(ctx, run, job, f)
	}
	alone := job
	alone.Form, alone.Stall = f, stallAlone
	if e.solver {
		alone.Stall, alone.Handover = *e.patience, true
	}
	tally, err := run.Run(ctx, alone)
	b := batch{Tally: tally}
	if err != nil {
		return b, err
	}
	if len(tally.Open) == 0 {
		if e.solver {
			*e.patience = stallHelped
		}
		return b, nil
	}
	if e.solver && len(tally.Findings) > 0 && job.AfterFailure >= 0 {
		// What failed comes before the part that the search left open. That part has no
		// say in the verdict, only in counts.
		b.Open = nil
		return b, nil
	}
	if e.solver && !tally.Cut {
		// The inputs of the parts that the search left open belong between the
		// others: all are run once more, in their order.
		job.AfterFailure = min(job.AfterFailure, afterSolved)
		b, err := e.fromBoth(ctx, run, job, f)
		// What was new the first time is not new any more.
		b.Covered = append(tally.Covered, b.Covered...)
		switch {
		case err != nil || len(b.Open) > 0:
		case b.patient:
			*e.patience = stallHelped
		default:
			*e.patience = max(*e.patience/4, stallLeast)
		}
		return b, err
	}
	b.why = "the native search gave up"
	return b, nil
}

// fromSolver runs the job with what Z3 finds.
func (e engine) fromSolver(ctx context.Context, run runner, job harness.Job, f *form.Form) (batch, error) {
	p := &parts{form: f, clock: e.clock}
	defer p.close()
	return p.run(ctx, run, job, p.solve(solve.Part{}))
}

// fromBoth runs the job with what the search finds and, for the parts in which
// it stalls, Z3.
func (e engine) fromBoth(ctx context.Context, run runner, job harness.Job, f *form.Form) (batch, error) {
	p := &parts{form: f, clock: e.clock}
	defer p.close()
	return p.run(ctx, run, job, p.merged(*e.patience))
}

// An answer to the question whether there is something.
type answer uint8

const (
	unknown answer = iota
	no
	yes
)

// An effort is how much is done to answer a question: steps of propagation, 0 as
// many as it takes until the search stalls, and Z3's limit.
type effort struct {
	search int64
	solver uint32
}

// thorough is for what a verdict hangs on, brief for what is only said beside it.
func thorough() effort { return effort{solver: solverLimit} }
func brief() effort    { return effort{search: 10_000_000, solver: solverLimit / 10} }

// inhabited tells whether a form has a solution behind the first skip ones.
func (e engine) inhabited(ctx context.Context, f *form.Form, shard form.Shard, skip int64, most effort) (answer, error) {
	s, err := search.New(f)
	if err != nil {
		return unknown, err
	}
	s.Options.Skip, s.Options.Stall, s.Options.Shard, s.Options.Work = skip, stallAlone, shard, most.search
	s.Options.Quit = func() bool { return ctx.Err() != nil }
	if e.solver {
		s.Options.Stall = stallHelped
	}
	if f.Test != nil {
		s.Options.Work = testWork
	}
	for range s.Solutions() {
		return yes, nil
	}
	if s.Stalled() == nil {
		return no, nil
	}
	if ctx.Err() != nil || !e.solver || skip > 0 || shard.Of > 1 || f.Test != nil {
		return unknown, nil
	}
	return ask(ctx, f, most.solver)
}

// ask asks Z3 whether a form has a solution.
func ask(ctx context.Context, f *form.Form, limit uint32) (answer, error) {
	eng, err := solve.New(f, solve.Options{RLimit: limit})
	if err != nil {
		return unknown, err
	}
	defer eng.Close()
	stop := context.AfterFunc(ctx, eng.Interrupt)
	defer stop()
	found, err := eng.Inhabited(solve.Part{})
	var undecided *solve.Undecided
	switch {
	case errors.As(err, &undecided), errors.Is(err, z3.ErrInterrupted) && errors.Is(context.Cause(ctx), pace.ErrSpent):
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
	switch {
	case e.kind == Search:
		return "let Z3 help (-engine auto), narrow the integers (//rtest:ints) or lower the depth"
	case e.solver:
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

// A runner runs inputs of one package: a harness.Runner.
type runner interface {
	Run(context.Context, harness.Job) (harness.Tally, error)
	Report(ctx context.Context, target int, stream []int64) (*harness.Report, error)
	ReportTurn(ctx context.Context, target int, stream []int64, turn int) (*harness.Report, error)
}
