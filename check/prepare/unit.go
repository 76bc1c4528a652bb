package prepare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check/aliased"
	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/generalize"
	"github.com/rtest-dev/rtest/check/saved"
	"github.com/rtest-dev/rtest/check/states"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/duties"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/hints"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
	"golang.org/x/tools/go/ssa"
)

// A Program is the loaded packages of a run.
type Program = annotations.Program

// A Listing is what the go command knows of the packages of a run.
type Listing = annotations.Listing

// Load reads the packages of a configuration.
func Load(ctx context.Context, cfg config.Config) (*Program, error) {
	if cfg.Program != nil {
		return cfg.Program, nil
	}
	l, err := ListPackages(ctx, cfg, false)
	if err != nil {
		return nil, err
	}
	return l.Load(nil), nil
}

// LoadByCalls is Load for Config.All that makes values of types by calls also where a contract
// reaches them.
func LoadByCalls(ctx context.Context, cfg config.Config) (*Program, error) {
	load, err := LoadConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	load.ByCalls = true
	l, err := listPackages(load)
	if err != nil {
		return nil, err
	}
	return l.Load(nil), nil
}

// ListPackages lists the packages of a configuration. ContractTests leaves out test files as that
// of load.Config does.
func ListPackages(ctx context.Context, cfg config.Config, contractTests bool) (*Listing, error) {
	load, err := LoadConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	load.ContractTests = contractTests
	return listPackages(load)
}

func listPackages(load annotations.Config) (*Listing, error) {
	l, err := annotations.List(load)
	if help, is := MachineHelp(err); is {
		err = fmt.Errorf("%w\n    %s", err, help)
	}
	return l, err
}

// LoadConfig returns how the packages of a configuration are loaded.
func LoadConfig(ctx context.Context, cfg config.Config) (annotations.Config, error) {
	overlay, err := ReadOverlay(cfg)
	return annotations.Config{
		Context: ctx, Dir: cfg.Dir, Patterns: cfg.Patterns, Tags: cfg.Tags, BuildFlags: cfg.BuildFlags, Overlay: overlay,
		Env: cfg.Env, GoEnv: cfg.Guard.GoEnv, All: cfg.All,
	}, err
}

// A Plan is what to do for one contract. Either Fixed is its result before anything runs, or
// Function is tested.
type Plan struct {
	Contract *refine.Contract
	Hints    refine.Hints
	Limits   event.Limits
	// Depths are the greatest depths of the single inputs.
	Depths   []int
	Shapes   []value.Shape
	Fixed    event.Result
	Function *Function
	// Aliased is the second target in the process, whose inputs share memory.
	Aliased aliased.Target
	// words is the vocabulary for conditions on inputs, or nil without Package.Generalize.
	words *generalize.Vocabulary
}

// A Unit is what is built for one package.
type Unit struct {
	Plans   []*Plan
	Targets *codegen.Unit
	file    codegen.File
	Binary  *harness.Binary
	// listening is the process of Listening.
	listening *harness.Binary
	listen    sync.Once
	Progress  chan event.Progress
	// domains are the domains of the targets. hints unites what all targets distinguish.
	domains []*domain
	hints   refine.Hints
}

// prepare plans the functions of the package and makes what each needs, except the process.
func (r *Package) prepare(ctx context.Context) (*Unit, error) {
	u, pkg, err := r.Lay()
	if err != nil || pkg == nil {
		return u, err
	}
	if err := r.prepareFunctions(ctx, u, pkg); err != nil {
		return nil, err
	}
	if r.OnlySaved {
		u.Plans = withSavedInputs(u.Plans)
	}
	return u, nil
}

// Lay plans the functions and adds their predicates to the package. It returns the SSA form of the package, or
// nil if there is no function to run.
func (r *Package) Lay() (*Unit, *ssa.Package, error) {
	u := &Unit{Targets: &codegen.Unit{Pkg: r.Pkg, Attempt: r.attempts, Compares: r.Compares}, Progress: make(chan event.Progress, 16)}
	r.attempts, r.Built = r.attempts+1, states.New(r.Setting())
	for _, c := range r.Contracts {
		if !r.Selects(r.Pkg.Path, c.Name) {
			continue
		}
		p := r.Plan(c)
		u.Plans = append(u.Plans, p)
		if p.Shapes != nil {
			t := &codegen.Target{Contract: p.Contract, Shapes: p.Shapes, Hints: p.Hints, Chance: chanceOf(p.Hints, p.Shapes), Apart: callsIndependent(p.Hints, p.Shapes)}
			t.Guided = r.Watch == build.CountNothing && !r.OnlySaved && guided(t)
			if r.Generalize {
				p.words = generalize.NewVocabulary(r.Prog, r.Pkg, c, p.Contract, p.Hints, p.Shapes)
				t.Terms = p.words.Terms
			}
			u.Targets.Targets = append(u.Targets.Targets, t)
		}
	}
	if len(u.Targets.Targets) == 0 {
		return u, nil, nil
	}
	r.addAliased(u)
	if err := r.domains(u); err != nil {
		return nil, nil, err
	}
	for _, p := range u.Plans {
		if !p.Contract.Bare {
			r.Built.Claim(p.Shapes)
		}
	}
	r.Built.Extend(u.Targets)
	var err error
	if u.file, err = codegen.Predicates(u.Targets); err != nil {
		return u, nil, err
	}
	if dump := r.sourceDump("pred"); dump != nil {
		dump(u.file.Data)
	}
	pkg, err := r.Prog.SSA(r.Pkg, []annotations.ExtraFile{{Name: u.file.Name, Src: u.file.Data}})
	if extra, ok := errors.AsType[*annotations.ExtraError](err); ok {
		return u, nil, u.Targets.Blame(u.file, extra.Unwrap().Error())
	}
	if err != nil {
		return nil, nil, err
	}
	known := r.variables()
	return u, pkg, r.Built.Lift(known, func(t *codegen.Target) (states.Executable, error) {
		lifted, err := liftedPredicates(pkg, known, t)
		if err != nil {
			return states.Executable{}, err
		}
		return lifted.executable(), nil
	}, u.Targets)
}

// Plan decides how to test a contract before anything is built.
func (r *Package) Plan(c *refine.Contract) *Plan {
	bound, limits := r.Bounded(r.withTypeDepths(c))
	p := &Plan{Contract: bound, Limits: limits, Depths: config.InputDepths(bound, bound.Bounds.Depth)}
	p.Fixed = event.Result{Depth: -1, Exhausted: -1, Limits: limits, Bare: c.Bare}
	switch {
	case c.Skipped:
		p.Fixed.Verdict, p.Fixed.Reason, p.Fixed.Help = event.Skipped, c.Skip, helpSkipped(c)
		return p
	case c.Unsupported != "":
		p.Fixed.Verdict, p.Fixed.Reason, p.Fixed.Help = event.Unsupported, c.Unsupported, c.Help
		p.Fixed.Blame = c.UnsupportedPos
		return p
	}
	p.Hints = r.hintsOf(c)
	shapes, err := shape.Shapes(bound, r.Pkg.Facts, r.shapeOptions(p.Hints))
	if err != nil {
		p.Fixed.Verdict, p.Fixed.Reason = event.Unsupported, err.Error()
		return p
	}
	if path, why := shape.Unsupported(bound.Inputs(), shapes); why != nil {
		p.Fixed.Verdict = event.Unsupported
		p.Fixed.Reason = fmt.Sprintf("%s is %s", path, why.Why)
		p.Fixed.Help = why.Help
		return p
	}
	for i, s := range shapes {
		if why, help := r.Built.Empty(s); why != "" {
			p.Fixed.Verdict, p.Fixed.Reason, p.Fixed.Help = event.Unsupported, bound.Inputs()[i].Name+": "+why, help
			return p
		}
	}
	if b, ok := r.hidden[bound.Key()]; ok {
		p.Fixed.Verdict, p.Fixed.Reason, p.Fixed.Help = event.Unsupported, b.Text, "export it, or express the same with exported names"
		if b.Shadowed {
			p.Fixed.Help = "rename what the package declares, or move the contract to another package: var _ = F"
		}
		if b.Clause != nil {
			p.Fixed.Blame = b.Clause.Pos
		}
		return p
	}
	if reason, why := r.unquantifiable(bound, p.Hints); why != nil {
		p.Fixed.Verdict, p.Fixed.Reason, p.Fixed.Help = event.Unsupported, reason, why.Help
		return p
	}
	if r.Broken[bound.Key()] != nil || r.markUncallable(p, bound) {
		return p
	}
	p.Shapes = shapes
	if p.Shapes == nil {
		p.Shapes = []value.Shape{}
	}
	return p
}

// hintsOf returns what the code under test suggests about the inputs of a contract.
func (r *Package) hintsOf(c *refine.Contract) refine.Hints {
	if r.suggestions == nil {
		code := r.Prog.Code(r.Pkg)
		r.suggestions, r.duties = hints.New(code, r.Pkg.Facts), duties.NewFinder(code, r.Prog.Usage)
	}
	return r.suggestions.Of(c)
}

// Setting returns what package states needs to know of the run.
func (r *Package) Setting() states.Setting {
	return states.Setting{
		Config: r.Config, Prog: r.Prog, Pkg: r.Pkg, HintsOf: r.hintsOf, Shapes: r.shapeOptions,
		Excluded: func(c *refine.Contract) string {
			if b, ok := r.hidden[c.Key()]; ok {
				return b.Text
			}
			if r.Broken[c.Key()] != nil {
				return "rtest has a fault with it"
			}
			return ""
		},
	}
}

// shapeOptions returns the options for shapes with the given hints and the integers of the
// configuration.
func (r *Package) shapeOptions(h refine.Hints) shape.Options {
	opt := shape.Options{Hints: h, Package: r.Pkg.Types}
	if r.Built != nil {
		opt.Builders = &r.Built.Numbers
	}
	if r.Fixed.Ints {
		opt.Ints, opt.IntsFull = r.Limits.Ints, r.Limits.IntsFull
	} else {
		opt.DefaultInts = r.Limits.Ints
	}
	return opt
}

// prepareFunctions makes what the loop needs for every plan that is run.
func (r *Package) prepareFunctions(ctx context.Context, u *Unit, pkg *ssa.Package) error {
	all, bad := saved.Load(r.Pkg.Dir)
	r.savedMistakes(all, bad)
	solver := engine.New(r.Engine)
	index := 0
	for _, p := range u.Plans {
		if p.Shapes == nil {
			continue
		}
		t := u.Targets.Targets[index]
		lifted, err := r.Lift(ctx, p, t, pkg)
		if err != nil {
			return err
		}
		lifted.interp = r.interpreter()
		s := &Function{
			Target: Target{
				Pkg: r.Pkg, Contract: p.Contract, Hints: p.Hints, Limits: p.Limits, Index: index, Pre: t.Pre,
				Chance: t.Chance, Chooses: t.Choices(), First: t.First, Without: whyNoVariadic(p.Shapes), Words: p.words,
			},
			Saving:  Saving{Store: r.Save, Flags: r.Config.Flags(), Prune: r.Prune},
			Proving: r.proving(p, t, lifted),
			Outside: Outside{Aliased: p.Aliased}, Engine: solver.Own(), Part: form.Shard{Index: r.Shard, Of: r.Shards}, Keep: r.KeepGoing, Measure: r.Measure,
		}
		if p.Contract.Bare {
			s.Duty = func(f *event.Failure) duties.Excuse { return r.duty(p.Contract, f) }
		}
		s.Parse = func(stream []int64) []*decode.Node { return r.Built.Parse(p.Shapes, stream) }
		s.Ranges = r.ranges(u, p)
		s.Values = func(depth int) []string { return r.Built.Summary(p.Shapes, depth) }
		s.Pose, s.PoseAhead = r.poser(p, p.Shapes, lifted), r.poserAhead(p, lifted)
		s.PoseShared, s.Apart = r.poserShared(p, lifted)
		s.States = func(depth int) int64 { return r.Built.Number(p.Shapes, depth) }
		if functions := t.Functions(); len(functions) > 0 {
			s.Answers, s.AnswersFar = r.answers(p, functions)
		}
		s.Wide = func(ctx context.Context, depth int, more Widening) (*Problem, error) {
			return r.wide(ctx, p, lifted, depth, more)
		}
		s.derive = func(ctx context.Context) error {
			return s.chargePreparation(ctx, func(ctx context.Context) (err error) {
				s.Derived, err = r.derive(ctx, p, lifted)
				return err
			})
		}
		s.Traits = beyond.TraitsOf(p.Shapes, &p.Hints)
		s.Traits.Contents = r.Built.ContentsIn(p.Shapes)
		s.Traits.Built = slices.ContainsFunc(p.Shapes, func(s value.Shape) bool { return len(states.CallsIn(s)) > 0 })
		r.aimAtSuccess(s, p, lifted)
		s.Free = func(ctx context.Context, depth int) (*form.Form, error) { return r.free(ctx, p, depth) }
		for _, v := range all {
			if v.Function == p.Contract.Name {
				s.Saved = append(s.Saved, v)
			}
		}
		p.Function = s
		index++
	}
	return nil
}

// build builds the process under test.
func (u *Unit) build(ctx context.Context, r *Package) error {
	if len(u.Targets.Targets) == 0 {
		return nil
	}
	var err error
	u.Binary, err = harness.Build(ctx, u.Targets, u.file, r.options(r.counters()))
	r.Built.Start(u.Binary)
	return err
}

func (u *Unit) Close() {
	for _, b := range []*harness.Binary{u.Binary, u.listening} {
		if b != nil {
			b.Close()
		}
	}
}
