package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/check/saved"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// A Selection says which inputs are wanted.
type Selection struct {
	// By is how they are chosen.
	By Criterion
	// Spread is, with BySpread, the number of inputs to choose; 0 chooses only the saved ones.
	Spread int
	// Mutate asks for the fates of the mutants of the functions.
	Mutate bool
	// Blank returns the replacement of a test file with some content, or nil for none. A generated file must not
	// influence its own generation.
	Blank func(path string, data []byte) ([]byte, bool)
}

// A Chosen has the inputs chosen for the contracts of one package.
type Chosen struct {
	Pkg *refine.Package
	// Unit has the functions that build values.
	Unit *codegen.Unit
	// Diags are the mistakes of the package and of its saved inputs. If there is an Error among
	// them, or the package is broken, Functions is empty.
	Diags     []diag.Diagnostic
	Functions []*ChosenInputs
	// Mutants are the mutants of the functions by number, if asked for.
	Mutants []Mutant
}

// ChosenInputs are the inputs chosen for one contract.
type ChosenInputs struct {
	Contract *refine.Contract
	// Hints are what the function's code suggests about its inputs.
	Hints refine.Hints
	// Shapes are the shapes of the inputs; they are needed to read streams.
	Shapes []value.Shape
	// Verdict is Skipped or Unsupported, with the Reason, if nothing can be chosen. Otherwise it is
	// Exhausted, or Spent if a budget ended first.
	Verdict event.Verdict
	Reason  string
	// Domains are the streams of the values over which quantifiers of the contract range, by index
	// among the domains of the unit. DomainErr says why there are none.
	Domains   [][][]int64
	DomainErr error
	// Timeout limits one call.
	Timeout time.Duration
	// LeftOut says which inputs were not considered, and why.
	LeftOut []string
	// Notes are sentences about the inputs.
	Notes []string
	// Inputs come smallest first, Saved by name of their files.
	Inputs, Saved []Input
}

// An Input is one input of a contract.
type Input struct {
	Stream []int64
	// Args are the values of all inputs as rtest reports them, if some are chosen while the input runs: drawn
	// inputs and answers of functions. Otherwise Args is nil and the stream determines all values.
	Args []*tree.Value
	// Answers are the streams of the answers of the only function input, in the order of its calls. Only known
	// ones are included.
	Answers [][]int64
	// File is the file of a saved input.
	File string
	// Cause is how the input fails now, or empty.
	Cause harness.Cause
}

// Inputs chooses inputs for every contract of the packages of cfg. An error ends the sequence.
func Inputs(ctx context.Context, cfg config.Config, sel Selection) iter.Seq2[*Chosen, error] {
	return func(yield func(*Chosen, error) bool) {
		prog, err := loadBlanked(ctx, cfg, sel.Blank)
		if err == nil {
			err = cfg.Engine.Available()
		}
		if err != nil {
			yield(nil, err)
			return
		}
		for _, pkg := range prog.Packages {
			c := &chooser{Selection: sel}
			c.Package = &prepare.Package{Config: cfg, Prog: prog, Pkg: pkg, Contracts: pkg.Contracts, Watch: sel.By.watched(), Yield: c.note}
			out, err := c.pack(ctx)
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			if err != nil {
				out = &Chosen{Pkg: pkg, Diags: []diag.Diagnostic{ownFault(token.Position{}, pkg.Path, err)}}
			}
			if !yield(out, nil) {
				return
			}
		}
	}
}

// loadBlanked loads the packages with some of their test files replaced.
func loadBlanked(ctx context.Context, cfg config.Config, blank func(string, []byte) ([]byte, bool)) (*prepare.Program, error) {
	prog, err := prepare.Load(ctx, cfg)
	if err != nil || blank == nil {
		return prog, err
	}
	overlay, err := prepare.ReadOverlay(cfg)
	if err != nil {
		return nil, err
	}
	replaced := map[string][]byte{}
	for _, p := range prog.Packages {
		for _, name := range p.TestFiles {
			data, err := os.ReadFile(name)
			if err != nil {
				continue // A file that exists only in the overlay is the user's.
			}
			if by, ok := blank(name, data); ok {
				replaced[name] = by
			}
		}
	}
	if len(replaced) == 0 {
		return prog, nil
	}
	maps.Copy(replaced, overlay)
	return annotations.Load(annotations.Config{
		Context: ctx, Dir: cfg.Dir, Patterns: cfg.Patterns, Tags: cfg.Tags, BuildFlags: cfg.BuildFlags, Overlay: replaced,
		Env: cfg.Env, GoEnv: cfg.Guard.GoEnv,
	})
}

// A chooser chooses the inputs of one package.
type chooser struct {
	*prepare.Package
	Selection
	diags []diag.Diagnostic
	err   error
	// spell makes streams of the current function independent of the numbers of states.
	spell func([]int64) []int64
	// chooses means that inputs of the current function have choices.
	chooses bool
	// plain converts streams of the process to those that the shapes read.
	plain func([]int64) []int64
	// binary is that of the function at hand.
	binary *harness.Binary
	// tried counts the solutions for which choices were made up.
	tried int
	// copied is the code that is solved, by contract; nil before it is loaded.
	copied *map[string]prepare.Proving
}

// note receives the events that testing would yield.
func (c *chooser) note(e event.Event) bool {
	switch e := e.(type) {
	case event.Mistake:
		c.diags = append(c.diags, e.Diagnostic)
	case event.Fault:
		c.err = errors.Join(c.err, errors.New(e.Message))
	}
	return true
}

// pack chooses inputs for the contracts of the package.
func (c *chooser) pack(ctx context.Context) (*Chosen, error) {
	out := &Chosen{Pkg: c.Pkg}
	runnable, _ := c.Mistakes(ctx)
	if out.Diags = c.diags; !runnable {
		return out, nil
	}
	u, err := c.Assemble(ctx)
	if compile, ok := errors.AsType[*codegen.CompileError](err); ok && !compile.Ours {
		out.Diags = append(out.Diags, diag.Diagnostic{Code: "compile", Message: strings.TrimSpace(compile.Output)})
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	out.Unit = u.Targets
	defer u.Close()
	for _, p := range u.Plans {
		c.err = nil
		f, err := c.function(ctx, u, p)
		if err = errors.Join(err, c.err); err != nil {
			d := ownFault(p.Contract.Pos, p.Contract.Name, err)
			d.Severity = diag.Warning
			c.diags = append(c.diags, d)
			continue
		}
		out.Functions = append(out.Functions, f)
	}
	if c.Mutate {
		out.Mutants, err = c.mutate(ctx, u, out.Functions)
	}
	out.Diags = c.diags
	return out, err
}

// FaultCode is the code of a diagnostic about an error of rtest itself, MachineCode that of an
// error due to the machine.
const (
	FaultCode   = "fault"
	MachineCode = "machine"
)

// ownFault returns the diagnostic for an error that the user's code did not cause.
func ownFault(pos token.Position, of string, err error) diag.Diagnostic {
	if help, is := prepare.MachineHelp(err); is {
		return diag.Diagnostic{Pos: pos, Code: MachineCode, Message: of + ": " + err.Error() + "; " + help}
	}
	return diag.Diagnostic{Pos: pos, Code: FaultCode, Message: of + ": " + err.Error()}
}

// function chooses inputs for one contract.
func (c *chooser) function(ctx context.Context, u *prepare.Unit, p *prepare.Plan) (*ChosenInputs, error) {
	out := &ChosenInputs{Contract: p.Contract, Hints: p.Hints, Shapes: p.Shapes, Verdict: p.Fixed.Verdict, Reason: p.Fixed.Reason}
	if p.Function == nil {
		return out, nil
	}
	out.Verdict, out.Timeout = event.Exhausted, p.Limits.Timeout
	s, runner, err := c.bind(ctx, u, p)
	if err != nil {
		return nil, err
	}
	defer runner.Close()
	if s.Ranges != nil {
		out.Domains, out.DomainErr = s.Ranges.At(ctx, p.Limits.Depth)
	}
	if out.Saved, err = c.saved(ctx, s, runner); err != nil {
		return nil, fmt.Errorf("saved inputs: %w", err)
	}
	if err := c.choose(ctx, s, runner, out); err != nil || !c.chooses {
		return out, err
	}
	for _, list := range []*[]Input{&out.Inputs, &out.Saved} {
		if *list, err = c.showChoices(ctx, s, runner, *list); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// bind makes a function, within its bounds, the current one. The caller must close the runner.
func (c *chooser) bind(ctx context.Context, u *prepare.Unit, p *prepare.Plan) (*loop.Subject, *harness.Runner, error) {
	target := u.Targets.Targets[p.Function.Index]
	c.binary, c.plain = u.Binary, target.Plain
	c.chooses, c.tried = target.Choices(), 0
	s := loop.NewSubject(p.Function, u.Targets)
	s.Emit = func(e event.Event) { c.note(e) }
	c.spell = func(stream []int64) []int64 { return u.Binary.Spell(s.Index, stream) }
	runner := u.Binary.Runner()
	s.Give = prepare.Giving(runner)
	if err := s.Bind(ctx, p.Limits.Depth); err != nil {
		runner.Close()
		return nil, nil, err
	}
	return s, runner, nil
}

// saved returns the saved inputs that still have the same meaning.
func (c *chooser) saved(ctx context.Context, s *loop.Subject, run engine.Runner) ([]Input, error) {
	var out []Input
	for _, kept := range s.Saved {
		failure, useless, err := loop.Replay(ctx, s, run, kept)
		if err != nil {
			return nil, err
		}
		if kept.Beyond && s.Ranges != nil && s.Ranges.Used() {
			continue // A test cannot find out which quantifiers are in doubt.
		}
		if useless != nil && useless.Code == saved.StaleInput {
			s.Emit(useless.Dispose(s.Pkg.Path, s.Contract.Name, kept, s.Prune))
			continue
		}
		in := Input{Stream: c.plain(kept.Stream), File: kept.File}
		if failure != nil {
			in.Cause = failure.Cause
			asked := func(p codegen.Precondition) bool { return p.Clause.Pos == failure.Pos }
			if failure.Cause == harness.CauseContract && (failure.Kind == refine.ListedValue.String() || slices.ContainsFunc(s.Pre, asked)) {
				continue // Nothing shows that the preconditions admit it.
			}
		}
		out = append(out, in)
	}
	return out, nil
}

// runInput runs one input. If the code has counters, it returns those that the call reaches. Ok is
// false if a precondition rejects the input.
func runInput(ctx context.Context, s *loop.Subject, run engine.Runner, stream []int64) (in Input, counters []int, ok bool, err error) {
	job := harness.Job{
		Target: s.Index, AfterFailure: -1, Timeout: s.Limits.Timeout,
		Streams: func(yield func([]int64) bool) { yield(stream) },
	}
	tally, err := run.Run(ctx, job)
	in.Stream = stream
	for _, f := range tally.Findings {
		if s.IsPrecondition(f.Clause) {
			return in, nil, false, err
		}
		in.Cause = cmp.Or(in.Cause, f.Cause)
	}
	for _, c := range tally.Covered {
		counters = append(counters, c.Counters...)
	}
	return in, counters, tally.Called > 0, err
}

// Failed reports whether mistakes prevented choosing inputs.
func (c *Chosen) Failed() bool {
	return c.Pkg.Broken || slices.ContainsFunc(c.Diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
}
