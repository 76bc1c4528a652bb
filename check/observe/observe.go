// Package observe lists the inputs of functions within and beyond their bounds, and observes what each function
// does with each of them.
//
// It takes contracts of one package. It returns inputs, smallest first, and observations of calls. An
// implementation that hangs or crashes affects its own inputs only. The package does not know what observations
// are compared with.
package observe

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/refine"
)

// Functions are functions of one package that share a process.
type Functions struct {
	pkg  *prepare.Package
	unit *prepare.Unit
	all  []*Function
	// idle are runners whose processes wait for the next job.
	mu   sync.Mutex
	idle []*harness.Runner
}

// A Function is one of the functions.
type Function struct {
	of *Functions
	*prepare.Plan
	// Why says why the function cannot be called, or is empty; Help is what the user can do.
	Why, Help string
	// Time limits its runs together; nil means no limit.
	Time *Budget
	// reached are the counters of the blocks that its runs reached.
	reached []bool
}

// A Package builds processes for functions of one package.
type Package struct{ p *prepare.Package }

// NewPackage returns a builder for a package of a program. There must not be two for one package.
func NewPackage(cfg config.Config, prog *prepare.Program, pkg *refine.Package) *Package {
	cfg.Save, cfg.Prune, cfg.Run, cfg.Limits.Prove = false, false, nil, event.ProveNot
	return &Package{&prepare.Package{Config: cfg, Prog: prog, Pkg: pkg, Generalize: true, Yield: func(event.Event) bool { return true }}}
}

// Reason says why the function cannot be called, and what the user can do.
func (f *Function) Reason() string {
	if f.Help == "" {
		return f.Why
	}
	return f.Why + "; " + f.Help
}

// Prepare builds the process of functions. A function that cannot be called is among All, with the
// reason. The caller closes the functions. Processes may be built for a package one after another.
func (b *Package) Prepare(ctx context.Context, contracts []*refine.Contract) (*Functions, error) {
	p := b.p
	p.Contracts = contracts
	u, err := Assemble(ctx, p)
	if err != nil {
		return nil, err
	}
	f := &Functions{pkg: p, unit: u}
	for _, plan := range u.Plans {
		one := &Function{of: f, Plan: plan, Why: plan.Fixed.Reason, Help: plan.Fixed.Help}
		switch fn := plan.Function; {
		case p.Broken[plan.Contract.Key()] != nil:
			one.Why = "rtest has a fault with it: " + p.Broken[plan.Contract.Key()].Error()
		case fn == nil && one.Why == "":
			one.Why = "no input of it can be built"
		case fn != nil && fn.Answers != nil:
			one.Why, one.Help = "what functions among the inputs answer is chosen while a call runs, so that two calls do not have the same input", "list some by //rtest:values"
		case fn != nil:
			one.Why = ""
		}
		f.all = append(f.all, one)
	}
	return f, nil
}

// Assemble builds the process of a package. If the package does not compile, the error has the compiler's messages.
func Assemble(ctx context.Context, p *prepare.Package) (*prepare.Unit, error) {
	u, err := prepare.Caught(func() (*prepare.Unit, error) { return p.Assemble(ctx) })
	if compile, ok := errors.AsType[*codegen.CompileError](err); ok && !compile.Ours {
		return nil, fmt.Errorf("%s does not compile:\n%s", p.Pkg.Path, strings.TrimSpace(compile.Output))
	}
	return u, err
}

// All returns the functions in the order of their contracts.
func (f *Functions) All() []*Function { return f.all }

// Close ends the processes.
func (f *Functions) Close() {
	for _, r := range f.idle {
		r.Close()
	}
	f.idle = nil
	f.unit.Close()
}

// take returns a runner that nobody uses. The caller gives it back.
func (f *Functions) take() *harness.Runner {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := len(f.idle)
	if n == 0 {
		return f.unit.Binary.Runner()
	}
	r := f.idle[n-1]
	f.idle = f.idle[:n-1]
	prepare.Giving(r)(prepare.Bound{})
	r.Observe = 0
	return r
}

// giveBack keeps a runner, with its process, for the next job.
func (f *Functions) giveBack(r *harness.Runner) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.idle = append(f.idle, r)
}

// An Input is an input of a function. Beyond says that it is outside the bounds.
type Input struct {
	Stream []int64
	Beyond bool
}

// Key is the same for equal streams, and differs for others.
func Key(stream []int64) string { return beyond.KeyOf(stream) }

// Inputs lists the inputs of the function that its preconditions admit, without calling it: those
// of each depth in turn, small ones first, then those beyond the bounds. Complete says that all
// inputs within the bounds are among them.
func (f *Function) Inputs(ctx context.Context) (inputs []Input, complete bool, err error) {
	r := f.of.take()
	defer f.of.giveBack(r)
	whole := f.Limits.Time
	f.Limits.Time = f.Time.share(whole)
	over := f.Time.list(f.of.unit.Binary.Clock())
	defer func() { over(); f.Limits.Time = whole }()
	inputs, exhausted, err := Inputs(ctx, f.Function, f.of.unit.Targets, r)
	return inputs, exhausted == f.Limits.Depth, err
}

// Inputs lists the inputs of a function, which is one of the targets, as [Function.Inputs] does. The
// process of the runner builds them. Exhausted is the greatest depth whose inputs are all listed.
func Inputs(ctx context.Context, fn *prepare.Function, targets *codegen.Unit, r *harness.Runner) (inputs []Input, exhausted int, err error) {
	s := loop.NewSubject(fn, targets)
	d := &dryRunner{Runner: r, seen: map[string]bool{}}
	s.Saved = nil
	s.Emit = func(e event.Event) {
		if p, ok := e.(event.Progress); ok {
			d.beyond = p.Phase == event.PhaseBeyond
		}
	}
	s.Give = prepare.Giving(r)
	result, err := prepare.Caught(func() (event.Result, error) { return s.Test(ctx, d) })
	if err != nil {
		return nil, 0, fmt.Errorf("inputs of %s: %w", fn.Contract.Name, err)
	}
	slices.SortStableFunc(d.inputs, func(a, b Input) int {
		if !a.Beyond || !b.Beyond {
			return oneIf(a.Beyond) - oneIf(b.Beyond)
		}
		return compareFar(a.Stream, b.Stream)
	})
	return d.inputs, result.Exhausted, nil
}

func oneIf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// compareFar orders inputs beyond the bounds, which come in no order of their sizes.
func compareFar(a, b []int64) int {
	if d := len(a) - len(b); d != 0 {
		return d
	}
	for i := range a {
		x, y := magnitude(a[i]), magnitude(b[i])
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
	}
	return slices.Compare(a, b)
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// A dryRunner runs jobs without calls, and keeps their inputs.
type dryRunner struct {
	*harness.Runner
	beyond bool
	seen   map[string]bool
	inputs []Input
}

// Run implements engine.Runner.
func (d *dryRunner) Run(ctx context.Context, job harness.Job) (harness.Tally, error) {
	job.Dry, job.Observe, job.Trail = true, harness.ObserveAll, harness.TrailNone
	t, err := d.Runner.Run(ctx, job)
	for _, o := range t.Observed {
		if k := Key(o.Stream); !d.seen[k] {
			d.seen[k] = true
			d.inputs = append(d.inputs, Input{slices.Clone(o.Stream), d.beyond}) // Its room may be twice its length.
		}
	}
	t.Observed = nil
	return t, err
}

// An Observation is what a function does with an input. Its Cause is CauseTimeout, CauseMemory or
// CauseCrash if the call ended the process, else empty.
type Observation struct {
	harness.Observed
	Cause harness.Cause
	// Rejected says that a precondition rejects the input. Unknown says that the input was not run,
	// because too many before it ended the process.
	Rejected, Unknown bool
}

// Fails reports whether the call broke the contract.
func (o *Observation) Fails() bool { return o.Failed || o.Cause != "" }

// Run calls the function with each input. After deaths calls that end the process the others are
// unknown; a call that hangs or takes all memory counts as several. No limit is 0. Those for which
// the time of the function does not suffice are unknown as well.
func (f *Function) Run(ctx context.Context, inputs [][]int64, how harness.Observing, deaths int64) ([]Observation, error) {
	s := f.Session()
	defer s.Close()
	return s.Run(ctx, inputs, how, deaths)
}

// A Session calls one function in a process of its own, which another one replaces only where a call ends it. To start a process takes
// as long as thousands of calls.
type Session struct {
	f *Function
	r *harness.Runner
}

// Session returns a session, which has no process before its first run. The caller closes it.
func (f *Function) Session() *Session { return &Session{f, f.of.unit.Binary.Runner()} }

// Close ends the process.
func (s *Session) Close() { s.r.Close() }

// Run is that of the function.
func (s *Session) Run(ctx context.Context, inputs [][]int64, how harness.Observing, deaths int64) ([]Observation, error) {
	out, _, err := s.f.run(ctx, s.r, inputs, how, deaths)
	return out, err
}

// Judge is Run, and returns the clauses of the contract that fail for some input.
func (f *Function) Judge(ctx context.Context, inputs [][]int64, deaths int64) (seen []Observation, broken map[*refine.Clause]bool, err error) {
	s := f.Session()
	defer s.Close()
	return f.run(ctx, s.r, inputs, harness.ObserveElements, deaths)
}

// run calls the function in the process of a runner that no other function uses: package variables that others set, and what these
// reached, must not matter.
func (f *Function) run(ctx context.Context, runner *harness.Runner, inputs [][]int64, how harness.Observing, deaths int64) (out []Observation, broken map[*refine.Clause]bool, err error) {
	if err := f.bind(ctx, runner); err != nil {
		return nil, nil, err
	}
	out = make([]Observation, len(inputs))
	at := make(map[string]int, len(inputs))
	for i, s := range inputs {
		at[Key(s)] = i
		out[i].Unknown = true
	}
	until, over := f.Time.begin(f.of.unit.Binary.Clock())
	t, err := runner.Run(ctx, harness.Job{
		Target: f.Function.Index, Streams: slices.Values(inputs), Whole: true, AfterFailure: -1,
		Timeout: f.Limits.Timeout, Observe: how, Wear: deaths, Until: until,
	})
	over()
	if reached := runner.Reached(); f.reached == nil {
		f.reached = slices.Clone(reached)
	} else {
		for i, hit := range reached {
			f.reached[i] = f.reached[i] || hit
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.Contract.Name, err)
	}
	broken = map[*refine.Clause]bool{}
	for _, d := range t.Findings {
		if d.Clause != nil {
			broken[d.Clause] = true
		}
	}
	for _, o := range t.Observed {
		if i, ok := at[Key(o.Stream)]; ok {
			out[i] = Observation{Observed: o}
		}
	}
	for _, d := range t.Deaths {
		if i, ok := at[Key(d.Stream)]; ok {
			cause := t.Findings[d.Finding].Cause
			out[i] = Observation{Observed: harness.Observed{Stream: d.Stream, Failed: true}, Cause: cause}
		}
	}
	for i := range min(int(t.Consumed), len(out)) {
		if out[i].Unknown {
			out[i] = Observation{Rejected: true}
		}
	}
	return out, broken, nil
}

// Ends says why a process cannot call its function at all: it reaches outside the process, or does not start. It
// returns "" for other errors.
func Ends(err error) string {
	if out, ok := errors.AsType[*process.ReachedOut](err); ok {
		return out.Error()
	}
	if dead, ok := errors.AsType[*process.InitFailure](err); ok {
		return "the package does not start: " + dead.Error()
	}
	return ""
}

// runner returns a runner for the bounds of the function. The caller gives it back.
func (f *Function) runner(ctx context.Context) (*harness.Runner, error) {
	r := f.of.take()
	if err := f.bind(ctx, r); err != nil {
		f.of.giveBack(r)
		return nil, err
	}
	return r, nil
}

// bind gives the bounds of the function to a runner.
func (f *Function) bind(ctx context.Context, r *harness.Runner) error {
	s := loop.NewSubject(f.Function, f.of.unit.Targets)
	s.Give = prepare.Giving(r)
	return s.Bind(ctx, f.Limits.Depth)
}

// Alike reports whether streams build the same inputs for another function, judged by their shapes. Across
// programs, shapes of declared types decide nothing.
func (f *Function) Alike(other *Function, stream []int64) bool {
	if f.Function.Parse == nil || other.Function.Parse == nil {
		return false
	}
	return slices.EqualFunc(f.Function.Parse(stream), other.Function.Parse(stream), func(a, b *decode.Node) bool { return decode.Alike(a.Shape, b.Shape) })
}
