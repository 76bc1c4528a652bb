// Package infer proposes contracts for functions that have none: preconditions that exclude the inputs
// for which a function fails, and postconditions that hold for all inputs tried.
//
// It takes packages and returns proposals, best first, which it can write into doc comments or as a
// patch. Inputs and observations come from check/observe, conditions from check/generalize and from
// templates. A proposal describes what the code does, which need not be what it is meant to do.
package infer

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// A Request says for which functions contracts are proposed.
type Request struct {
	config.Config
	// Functions are the names of functions, with or without a contract. nil means all exported ones
	// without.
	Functions []string
}

// A Report has the proposals for packages.
type Report struct {
	Functions []Function
	// Types are those whose values calls built.
	Types   []Type
	LeftOut []LeftOut
	// Notes say what else is to be known.
	Notes []string
}

// A Function is one with proposals.
type Function struct {
	Package, Name string
	Pos           token.Position
	// Proposals are the proposals for the function: preconditions first, then the best first.
	Proposals []Proposal
	// Inputs is how many inputs they are true of.
	Inputs int64
	// With are the type arguments with which a generic function was called, each as [int].
	With []string
	// Unreached are the lines of the function, and of its callees in the package, that none of the inputs reaches.
	Unreached []event.Lines
	// Fails is a call that panics although the preconditions admit it, which solving found after all others. It is mostly empty.
	Fails string
}

// A Proposal is a directive. Inputs is how many inputs support it; of a precondition, how many it
// leaves out. Proved says for which inputs it is proved that no call panics or breaks it, nil for none.
type Proposal struct {
	Verb, Text string
	Inputs     int64
	// Cost is what a check of it takes.
	Cost   Cost
	Proved *Claim
}

// Directive is the line of a doc comment.
func (p Proposal) Directive() string {
	return strings.TrimSpace("//rtest:" + p.Verb + " " + p.Text)
}

// A LeftOut is a function without proposals, with the reason.
type LeftOut struct {
	Package, Name string
	Pos           token.Position
	Why           string
}

// Run proposes contracts.
func Run(ctx context.Context, q Request) (*Report, error) {
	q.All, q.Save, q.Profile = true, false, true
	prog, err := prepare.Load(ctx, q.Config)
	if err != nil {
		return nil, err
	}
	r := &Report{}
	met := map[string]bool{}
	for _, pkg := range prog.Packages {
		if err := observe.Mistakes(pkg); err != nil {
			return nil, fmt.Errorf("%s: %w", pkg.Path, err)
		}
		if pkg.External {
			continue
		}
		p := &proposer{Request: q, prog: prog, pkg: pkg, report: r, builder: observe.NewPackage(q.Config, prog, pkg), code: observe.ConstantsIn([]string{pkg.Dir})}
		if err := p.choose(met); err != nil {
			return nil, err
		}
		if err := p.propose(ctx); err != nil {
			return nil, err
		}
	}
	for _, name := range q.Functions {
		if !met[name] {
			return nil, unknown(prog, name)
		}
	}
	return r, nil
}

// unknown returns the error for a function name that does not exist.
func unknown(prog *prepare.Program, name string) error {
	var names []string
	for _, p := range prog.Packages {
		names = append(names, prog.Functions(p)...)
	}
	if near := diag.NearestFunction(name, names); near != "" {
		return fmt.Errorf("there is no function %s; did you mean %s?", name, near)
	}
	return fmt.Errorf("there is no function %s", name)
}

// A proposer makes the proposals for one package.
type proposer struct {
	Request
	prog    *prepare.Program
	pkg     *refine.Package
	builder *observe.Package
	report  *Report
	tasks   []*task
	// code has the constants of the package.
	code observe.Constants
	// typing is held while a clause is typed.
	typing sync.Mutex
}

// A task is a function with what is known of it.
type task struct {
	contract *refine.Contract
	pre      []Proposal
	post     []Proposal
	inputs   int64
	// unreached are the lines that no input reaches, nil before the first calls.
	unreached []event.Lines
	// done reports that the search for proposals is over, why is the reason if nothing is proposed.
	done bool
	why  string
	// safe says that no input fails with the preconditions so far; impure that a call changes its arguments,
	// so that no clause makes a further call.
	safe, impure bool
	// time is what all its calls may take. ended are the inputs whose calls did not return or took
	// too much memory, by observe.Key: they are not made again.
	time  *observe.Budget
	ended map[string]harness.Cause
	listing
	code observe.Constants
	// others are instantiations in which proposals must have a meaning as well.
	others []*refine.Contract
	late
}

// choose finds the functions of the request.
func (p *proposer) choose(met map[string]bool) error {
	var list []*refine.Contract
	if p.Functions == nil {
		for _, c := range p.pkg.Contracts {
			if c.Bare {
				list = append(list, c)
			}
		}
	}
	for _, name := range p.Functions {
		if !slices.Contains(p.prog.Functions(p.pkg), name) {
			continue
		}
		met[name] = true
		list = append(list, observe.Bare(p.prog, p.pkg, name)...)
	}
	for _, c := range list {
		switch {
		case c.Func == nil || c.Func.Pkg() != p.pkg.Types || strings.HasSuffix(c.Pos.Filename, "_test.go"):
		default:
			p.tasks = append(p.tasks, &task{contract: c, time: observe.NewBudget(p.Limits.Time), ended: map[string]harness.Cause{}, others: others(c), code: p.code})
		}
	}
	return nil
}

// leave gives a function up.
func (t *task) leave(why string) { t.done, t.why = true, why }

// each does something with the tasks that are not done, several at once.
func (p *proposer) each(tasks []*task, do func(i int, t *task) error) error {
	errs := make([]error, len(tasks))
	turns := make(chan struct{}, max(1, p.Parallel))
	var all fault.Group
	for i, t := range tasks {
		if t.done {
			continue
		}
		turns <- struct{}{}
		all.Go(func() {
			defer func() { <-turns }()
			errs[i] = do(i, t)
		})
	}
	all.Wait()
	return cmp.Or(errs...)
}

// rounds is the number of preconditions sought one after the other.
const rounds = 3

// propose makes the proposals for all functions: preconditions first, each of which excludes some
// failing inputs, then postconditions for the remaining inputs.
func (p *proposer) propose(ctx context.Context) error {
	for round := 0; round <= rounds; round++ {
		more, err := p.demand(ctx, round == rounds)
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	for _, stage := range []func(context.Context) error{p.promise, p.prove, p.invariants} {
		if err := stage(ctx); err != nil {
			return err
		}
	}
	p.conclude()
	return nil
}

// open returns the tasks for which there may be proposals. With failing, it returns those with inputs
// that may fail.
func (p *proposer) open(failing bool) (list []*task) {
	for _, t := range p.tasks {
		if !t.done && !(failing && t.safe) {
			list = append(list, t)
		}
	}
	return list
}

// prepared builds the process for contracts of tasks.
func (p *proposer) prepared(ctx context.Context, tasks []*task, contractOf func(t *task) *refine.Contract) (*observe.Functions, error) {
	var contracts []*refine.Contract
	for _, t := range tasks {
		c := contractOf(t)
		observe.Fence(p.prog, p.pkg, c)
		contracts = append(contracts, c)
	}
	if len(contracts) == 0 {
		return nil, nil
	}
	f, err := p.builder.Prepare(ctx, contracts)
	if err != nil {
		return nil, err
	}
	for i, one := range f.All() {
		one.Time = tasks[i].time
		if one.Why != "" {
			tasks[i].leave(one.Reason())
		}
	}
	return f, nil
}

// clause makes a clause of a text over the inputs, or nil.
func (p *proposer) clause(c *refine.Contract, kind refine.ClauseKind, text string) *refine.Clause {
	p.typing.Lock()
	cl, diags := p.prog.Predicate(c, text)
	p.typing.Unlock()
	if cl == nil || slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error }) {
		return nil
	}
	out := *cl
	out.Kind, out.Text, out.Pos = kind, text, c.Pos
	return &out
}

// demanding is the contract of a task with the preconditions so far. It has no others.
func (p *proposer) demanding(t *task) *refine.Contract {
	c := *t.contract
	c.Pre = slices.Clone(c.Pre)
	for _, d := range t.pre {
		if cl := p.clause(&c, refine.Requires, d.Text); cl != nil {
			c.Pre = append(c.Pre, cl)
		}
	}
	if c.Pure = nil; p.changeable(&c) {
		c.Pure = &refine.Clause{Kind: refine.Pure, Text: "pure", Pos: c.Pos}
	}
	return &c
}

// patience is how many calls may end the process before a function is left out; a call that hangs
// counts as harness.HeavyDeath of them.
const patience = 5 * harness.HeavyDeath

// demand looks for one more precondition of each function, and says whether some was found. In the
// last round the functions that still fail are left out.
func (p *proposer) demand(ctx context.Context, last bool) (bool, error) {
	var found atomic.Bool
	tasks := p.open(true)
	f, err := p.prepared(ctx, tasks, p.demanding)
	if f == nil || err != nil {
		return false, err
	}
	defer f.Close()
	err = p.each(tasks, func(i int, t *task) error {
		known := len(t.pre)
		err := p.demandOf(ctx, t, f.All()[i], last)
		if len(t.pre) > known {
			found.Store(true)
		}
		return err
	})
	return found.Load(), err
}

// demandOf looks for one more precondition of a function.
func (p *proposer) demandOf(ctx context.Context, t *task, f *observe.Function, last bool) error {
	inputs, seen, why, err := t.calls(ctx, f)
	if err != nil {
		return err
	}
	if why != "" {
		t.leave(why)
		return nil
	}
	if err := t.meet(f); err != nil {
		return err
	}
	all, failing := failures(t.contract, inputs, seen, false)
	if len(failing) == 0 || p.explained(ctx, f, all, failing) == nil {
		// A large input may fail because it is large, and that is no duty of callers.
		all, failing = failures(t.contract, inputs, seen, true)
	}
	t.inputs = int64(len(all))
	if len(all) == 0 {
		t.leave("no input of it was tried")
		return nil
	}
	if t.safe = len(failing) == 0; t.safe {
		return nil
	}
	found := p.explained(ctx, f, all, failing)
	if last || found == nil || !p.says(t, found.Not) {
		x, err := f.Describe(ctx, failing[0])
		if err != nil {
			return err
		}
		how := "fails, as "
		if x.Cause == harness.CauseTimeout {
			how = "does not return, as "
		}
		t.leave("no simple condition leaves out the inputs with which it " + how + x.Call)
		return nil
	}
	t.pre = append(t.pre, Proposal{Verb: "requires", Text: found.Not, Inputs: found.Covered})
	clear(t.ended) // The precondition rejects most of them, or all.
	return nil
}

// explained returns a condition that only failing inputs satisfy, or nil.
func (p *proposer) explained(ctx context.Context, f *observe.Function, all, failing [][]int64) *event.General {
	x := &event.Failure{}
	if err := f.Explain(ctx, x, all, failing); err != nil {
		return nil // The same question is asked again, or the context has ended.
	}
	return x.General
}

// says reports whether a condition can be written as a clause.
func (p *proposer) says(t *task, text string) bool {
	return text != "" && p.clause(t.contract, refine.Requires, text) != nil && p.general(t, refine.Requires, text)
}

// general reports whether a clause has a meaning in all instantiations of a function.
func (p *proposer) general(t *task, kind refine.ClauseKind, text string) bool {
	return !slices.ContainsFunc(t.others, func(c *refine.Contract) bool { return p.clause(c, kind, text) == nil })
}
