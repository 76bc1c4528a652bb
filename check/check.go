// Package check tests the contracts of packages. It loads the packages, prepares each, has the loop
// test their functions, several at once, and yields their events in one order.
//
// It takes a Config and returns a sequence of Events, which the terminal, the machine-readable
// reports, the writer of tests and the editor consume. Breaking out of the iteration stops the run.
// The package knows nothing of how events are shown.
//
// A function passes through the packages below it in this order: config; prepare with states; loop
// with engine, beyond, minimize, generalize, describe and saved; event. The loop over the depths is
// check/loop/loop.go.
package check

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/listing"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/check/native"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/refine"
)

// Run tests every contract of the packages of cfg. If the run cannot begin, it yields an Abort as
// its only event.
func Run(ctx context.Context, cfg config.Config) iter.Seq[event.Event] {
	return func(yield func(event.Event) bool) {
		if cfg.Program != nil {
			b := &endDelayer{yield: yield}
			testLoaded(ctx, cfg, b.put)
			b.flush()
			return
		}
		if !yield(event.Progress{Phase: event.PhaseLoading}) {
			return
		}
		// Look for the solver while the go command lists packages.
		var looking fault.Group
		looking.Go(func() { _, _ = engine.SolverVersion() })
		list, err := prepare.ListPackages(ctx, cfg, true)
		if err != nil {
			yield(event.Abort{Err: err})
			return
		}
		looking.Wait()
		RunListed(ctx, cfg, list)(yield)
	}
}

// RunListed is like Run for packages that are listed already, with the same configuration.
func RunListed(ctx context.Context, cfg config.Config, list *annotations.Listing) iter.Seq[event.Event] {
	return func(yield func(event.Event) bool) {
		if err := cfg.Engine.Available(); err != nil {
			yield(event.Abort{Err: err})
			return
		}
		b := &endDelayer{yield: yield}
		solver, _ := engine.SolverVersion()
		testListed(ctx, cfg, list, resultsOf(&cfg, solver), b.put)
		b.flush()
	}
}

// testLoaded tests the packages of the configuration's Program.
func testLoaded(ctx context.Context, c config.Config, yield func(event.Event) bool) {
	if err := c.Engine.Available(); err != nil {
		yield(event.Abort{Err: err})
		return
	}
	var kept *results
	if c.Overlay == "" {
		version, _ := engine.SolverVersion()
		kept = resultsOf(&c, version)
	}
	for _, pkg := range c.Program.Packages {
		known := kept.find(annotations.Listed{Path: pkg.Path, Dir: pkg.Dir, External: pkg.External, Fingerprint: pkg.Fingerprint})
		if ctx.Err() != nil || !testPackage(ctx, c, c.Program, pkg, known, nil, yield) {
			return
		}
		if !kept.save(pkg.Path, known, yield) {
			return
		}
	}
}

// testPackage tests a package, or yields its cached results. It returns false if the consumer has
// stopped.
func testPackage(ctx context.Context, c config.Config, prog *prepare.Program, pkg *refine.Package, known *entry, t turns, yield func(event.Event) bool) bool {
	if known.isComplete(pkg.Path, &c) {
		return known.replayEvents(pkg.Path, &c, yield)
	}
	p := &prepare.Package{Config: c, Prog: prog, Pkg: pkg, Contracts: pkg.Contracts, Generalize: c.Shards <= 1, Aliases: true, Yield: yield}
	r := &run{Package: p, entry: known, turns: t}
	return r.testAll(ctx)
}

// testAll tests one package. It returns false if the consumer has stopped.
func (r *run) testAll(ctx context.Context) bool {
	start := time.Now()
	if !r.Yield(event.PackageStart{Package: r.Pkg.Path, Dir: r.Pkg.Dir}) {
		return false
	}
	r.begin()
	end := event.PackageEnd{Package: r.Pkg.Path, Dir: r.Pkg.Dir, Broken: r.Pkg.Broken}
	yield := r.Yield
	r.Yield = r.entry.recordMistakes(yield)
	runnable, ok := r.Mistakes(ctx)
	if ok && runnable {
		ok = r.functions(ctx, &end)
	}
	switch {
	case len(r.Contracts) == 0 || end.Functions > 0 || !runnable:
	case r.OnlySaved:
		end.Idle = "nothing saved"
	default:
		end.Idle = "no contracts to run"
	}
	end.Elapsed, end.Interrupted = time.Since(start), ctx.Err() != nil
	return ok && yield(end)
}

// functions tests the functions of a package without mistakes.
func (r *run) functions(ctx context.Context, end *event.PackageEnd) bool {
	if !r.Yield(event.Progress{Package: r.Pkg.Path, Phase: event.PhaseCompiling}) {
		return false
	}
	u, err := prepare.Caught(func() (*prepare.Unit, error) {
		defer r.turns.take()()
		return r.Assemble(ctx)
	})
	if err != nil {
		if compile, ok := errors.AsType[*codegen.CompileError](err); ok && !compile.Ours {
			end.Broken = true
			return r.Yield(event.Mistake{Package: r.Pkg.Path, Compile: true, Diagnostic: diag.Diagnostic{
				Code: "compile", Message: strings.TrimSpace(compile.Output),
			}})
		}
		return ctx.Err() != nil || r.Yield(r.Fault("", "", err))
	}
	end.Functions = len(u.Plans)
	defer u.Close()
	interrupted := ctx
	if u.Binary != nil && r.Profile {
		blocks := u.Binary.Blocks()
		end.Coverage = &event.Coverage{Blocks: blocks, Reached: make([]bool, len(blocks))}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var ends []event.FunctionEnd
	use := func(o outcome) bool {
		ends = append(ends, o.end)
		end.Inputs += o.end.Inputs
		r.keep(o)
		if end.Coverage != nil {
			end.Coverage.Add(o.reached)
		}
		return o.send(r.Yield)
	}
	note := func(p event.Progress) bool { return r.Yield(p) }
	plans, ok := r.testFirst(ctx, u, use, note, cancel)
	if !ok {
		return false
	}
	if r.First.Then != nil {
		plans = slices.Clone(plans)
		slices.SortStableFunc(plans, func(a, b *prepare.Plan) int { return cmp.Compare(r.later(a), r.later(b)) })
	}
	work := func(i int) outcome {
		defer r.turns.take()()
		return r.testFunction(ctx, u, plans[i])
	}
	if all := (ordering[outcome, event.Progress]{len(plans), r.Parallel, work, use, u.Progress, note, cancel}); !all.run() {
		return false
	}
	return interrupted.Err() != nil || r.Built.SendWarnings(r.Yield, ends)
}

// later returns 0 for functions that are tested before the others, else 1.
func (r *run) later(p *prepare.Plan) int {
	if r.First.Then(r.Pkg.Path, p.Contract.Name) {
		return 0
	}
	return 1
}

// testFirst tests the functions up to the depth First.Depth, in order, and uses the outcomes of those that fail
// there. It returns the plans of the others. Ok is false if the consumer has stopped.
func (r *run) testFirst(ctx context.Context, u *prepare.Unit, use func(outcome) bool, note func(event.Progress) bool, cancel func()) (plans []*prepare.Plan, ok bool) {
	if r.First.Depth <= 0 || r.KeepGoing || r.OnlySaved {
		return u.Plans, true
	}
	work := func(i int) *outcome {
		defer r.turns.take()()
		return r.testEarly(ctx, u, u.Plans[i])
	}
	i := 0
	sift := func(o *outcome) bool {
		if i++; o == nil {
			plans = append(plans, u.Plans[i-1])
			return true
		}
		return use(*o)
	}
	all := ordering[*outcome, event.Progress]{len(u.Plans), r.Parallel, work, sift, u.Progress, note, cancel}
	return plans, all.run()
}

// A run tests one package.
type run struct {
	*prepare.Package
	// turns are shared with other packages that are tested at once.
	turns turns
	// entry is what earlier runs found in the package, or nil if nothing may be cached.
	entry *entry
}

// An outcome has the events of one function, in order.
type outcome struct {
	begin  event.FunctionStart
	events []event.Event
	end    event.FunctionEnd
	failed bool
	// unbegun means that the run was interrupted before the function was tested.
	unbegun bool
	// reached are the blocks of the package that calls have reached.
	reached []bool
}

// send yields the events of a function.
func (o *outcome) send(yield func(event.Event) bool) bool {
	if o.unbegun {
		return true
	}
	if !yield(o.begin) {
		return false
	}
	for _, e := range o.events {
		if !yield(e) {
			return false
		}
	}
	for _, f := range o.end.Failures {
		if !yield(event.Finding{Package: o.begin.Package, Function: o.begin.Function, Failure: f, Bare: o.end.Bare}) {
			return false
		}
	}
	return o.failed || yield(o.end)
}

// testEarly tests one function up to the depth First.Depth. It returns nil if that decides nothing.
func (r *run) testEarly(ctx context.Context, u *prepare.Unit, p *prepare.Plan) *outcome {
	if p.Function == nil || r.First.Depth >= p.Limits.Depth {
		return nil
	}
	decided := false
	o := r.try(ctx, u, p, func(s *loop.Subject, ctx context.Context, run engine.Runner) (result event.Result, err error) {
		result, decided, err = s.DecideEarly(ctx, run, r.First.Depth)
		return result, err
	})
	if !decided {
		return nil
	}
	return &o
}

// testFunction tests one function.
func (r *run) testFunction(ctx context.Context, u *prepare.Unit, p *prepare.Plan) outcome {
	if r.OnlySaved {
		return r.try(ctx, u, p, (*loop.Subject).ReplayAll)
	}
	return r.try(ctx, u, p, (*loop.Subject).Test)
}

// about describes the tests of a function, if the run asks for it.
func (r *run) about(p *prepare.Plan) *event.About {
	if !r.About {
		return nil
	}
	return listing.About(r.Package, p)
}

// A trial runs inputs of a function and returns the result.
type trial func(s *loop.Subject, ctx context.Context, run engine.Runner) (event.Result, error)

// try applies do to one function, unless its result is fixed.
func (r *run) try(ctx context.Context, u *prepare.Unit, p *prepare.Plan, do trial) outcome {
	name := p.Contract.Name
	o := outcome{begin: event.FunctionStart{Package: r.Pkg.Path, Function: name, Pos: p.Contract.Pos}}
	p.Fixed.Shard = r.ShardName()
	o.end = event.FunctionEnd{Package: r.Pkg.Path, Function: name, Pos: p.Contract.Pos, About: r.about(p), Result: p.Fixed}
	if ctx.Err() != nil {
		o.unbegun = true
		return o
	}
	if err := r.Broken[p.Contract.Key()]; err != nil {
		o.events, o.failed = append(o.events, r.Fault(name, "building the test process", err)), true
		return o
	}
	if known := r.entry.result(name, p.Contract.Pos); known != nil {
		return known.outcome(r.Pkg.Path)
	}
	if p.Function == nil {
		return o
	}
	s := loop.NewSubject(p.Function, u.Targets)
	s.Emit = func(e event.Event) {
		if n, ok := e.(event.Progress); ok {
			n.Index, n.Of = 1+slices.Index(u.Plans, p), len(u.Plans)
			u.Tell(n)
			return
		}
		o.events = append(o.events, e)
	}
	runner := u.Binary.Runner()
	runner.Spare = r.turns.spare
	defer runner.Release()
	s.Give = prepare.Giving(runner)
	s.UnreachedLines = func() []event.Lines { return r.unreached(p.Contract, u.Binary, runner.Reached()) }
	s.FirstReaching = native.FirstReaching(s.Function, u.Binary)
	s.Given = native.Calls(s.Function, u.Listening(r.Package))
	result, err := prepare.Caught(func() (event.Result, error) { return do(s, ctx, runner) })
	if ctx.Err() != nil {
		o.end.Result = result
		return o
	}
	if ended, ok := r.endedBy(p, err); ok {
		o.end.Result = ended
		return o
	}
	if err != nil {
		o.events, o.failed = append(o.events, r.Fault(name, "testing the function", err)), true
		return o
	}
	result.Shard = r.ShardName()
	o.end.Result = result
	o.reached = runner.Reached()
	if r.Profile || o.end.Passed() {
		o.end.Unreached = result.Proof.Living(s.UnreachedLines())
	}
	if o.end.Passed() {
		o.end.Untested = untested(runner.Idle(p.Contract))
	}
	return o
}
