package check

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/generalize"
	"github.com/rtest-dev/rtest/check/saved"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/duties"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/hints"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

type program = annotations.Program

// load reads the packages of a configuration.
func load(ctx context.Context, cfg config.Config) (*program, error) {
	if cfg.Program != nil {
		return cfg.Program, nil
	}
	l, err := list(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return l.Load(nil), nil
}

// list asks for the packages of a configuration.
func list(ctx context.Context, cfg config.Config) (*annotations.Listing, error) {
	overlay, err := readOverlay(cfg)
	if err != nil {
		return nil, err
	}
	l, err := annotations.List(annotations.Config{
		Context: ctx, Dir: cfg.Dir, Patterns: cfg.Patterns, Tags: cfg.Tags, BuildFlags: cfg.BuildFlags, Overlay: overlay,
		Env: cfg.Env, GoEnv: cfg.Guard.GoEnv, All: cfg.All,
	})
	if help, is := machine(err); is {
		err = fmt.Errorf("%w\n    %s", err, help)
	}
	return l, err
}

// readOverlay reads the files that an overlay puts in the place of others.
func readOverlay(cfg config.Config) (map[string][]byte, error) {
	if cfg.Overlay == "" {
		return nil, nil
	}
	data, err := os.ReadFile(cfg.Overlay)
	if err != nil {
		return nil, fmt.Errorf("-overlay: %w", err)
	}
	var file struct{ Replace map[string]string }
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("-overlay: %s: %w", cfg.Overlay, err)
	}
	overlay := make(map[string][]byte, len(file.Replace))
	for _, name := range slices.Sorted(maps.Keys(file.Replace)) {
		by := file.Replace[name]
		if by == "" {
			return nil, fmt.Errorf("-overlay: %s: %s is deleted, which rtest cannot do; replace it by a file with a package clause", cfg.Overlay, name)
		}
		path, err := filepath.Abs(filepath.Join(cfg.Dir, name))
		if filepath.IsAbs(name) {
			path, err = name, nil
		}
		if err != nil {
			return nil, err
		}
		if overlay[path], err = os.ReadFile(by); err != nil {
			return nil, fmt.Errorf("-overlay: %w", err)
		}
	}
	return overlay, nil
}

// A plan is what is to be done for one contract: either its result is fixed
// before anything runs, or it has a subject.
type plan struct {
	contract *refine.Contract
	hints    refine.Hints
	limits   event.Limits
	// depths are the greatest depths of the inputs.
	depths  []int
	shapes  []value.Shape
	fixed   event.Result
	subject *setup
	// words are what can be said of the inputs, nil without run.general.
	words *generalize.Vocabulary
}

// A unit is what is built for one package.
type unit struct {
	plans    []*plan
	targets  *harness.Unit
	file     harness.File
	binary   *harness.Binary
	progress chan event.Progress
	// domains are those of targets; hints is what all targets can tell apart.
	domains []*domain
	hints   refine.Hints
}

// prepare plans the functions of the package and makes what they need of the
// phases before the run.
func (r *preparation) prepare(ctx context.Context) (*unit, error) {
	u, pkg, err := r.lay()
	if err != nil || pkg == nil {
		return u, err
	}
	if err := r.subjects(ctx, u, pkg); err != nil {
		return nil, err
	}
	if r.replay {
		u.plans = replaying(u.plans)
	}
	return u, nil
}

// lay plans the functions and adds their predicates to the package, whose SSA
// form it returns; nil where none is to be run.
func (r *preparation) lay() (*unit, *ssa.Package, error) {
	u := &unit{targets: &harness.Unit{Pkg: r.pkg, Attempt: r.attempts}, progress: make(chan event.Progress, 16)}
	r.attempts, r.built = r.attempts+1, newBuilt(r)
	for _, c := range r.contracts {
		if r.Run != nil && !r.Run.MatchString(c.Name) {
			continue
		}
		p := r.plan(c)
		u.plans = append(u.plans, p)
		if p.shapes != nil {
			t := &harness.Target{Contract: p.contract, Shapes: p.shapes, Hints: p.hints, Chance: chance(p.hints, p.shapes)}
			t.Guided = !r.cover && !r.replay && guided(t)
			if r.general {
				p.words = generalize.NewVocabulary(r.prog, r.pkg, c, p.contract, p.hints, p.shapes)
				t.Terms = p.words.Terms
			}
			u.targets.Targets = append(u.targets.Targets, t)
		}
	}
	if len(u.targets.Targets) == 0 {
		return u, nil, nil
	}
	if err := r.domains(u); err != nil {
		return nil, nil, err
	}
	r.built.claim(u.plans)
	r.built.extend(u.targets)
	var err error
	if u.file, err = harness.Predicates(u.targets); err != nil {
		return u, nil, err
	}
	if dump := r.source("pred"); dump != nil {
		dump(u.file.Data)
	}
	pkg, err := r.prog.SSA(r.pkg, []annotations.ExtraFile{{Name: u.file.Name, Src: u.file.Data}})
	if extra, ok := errors.AsType[*annotations.ExtraError](err); ok {
		return u, nil, u.targets.Blame(u.file, extra.Unwrap().Error())
	}
	if err != nil {
		return nil, nil, err
	}
	return u, pkg, r.built.lift(pkg, u.targets)
}

// plan decides what is done for a contract before anything is built.
func (r *preparation) plan(c *refine.Contract) *plan {
	bound, limits := r.Bounded(r.deepened(c))
	p := &plan{contract: bound, limits: limits, depths: config.InputDepths(bound, bound.Bounds.Depth)}
	p.fixed = event.Result{Depth: -1, Exhausted: -1, Limits: limits, Bare: c.Bare}
	switch {
	case c.Skipped:
		p.fixed.Verdict, p.fixed.Reason, p.fixed.Help = event.Skipped, c.Skip, helpSkipped(c)
		return p
	case c.Unsupported != "":
		p.fixed.Verdict, p.fixed.Reason, p.fixed.Help = event.Unsupported, c.Unsupported, c.Help
		p.fixed.Blame = c.UnsupportedPos
		return p
	}
	p.hints = r.hintsOf(c)
	shapes, err := shape.Shapes(bound, r.pkg.Facts, r.shapeOptions(p.hints))
	if err != nil {
		p.fixed.Verdict, p.fixed.Reason = event.Unsupported, err.Error()
		return p
	}
	if path, why := unsupported(bound.Inputs(), shapes); why != nil {
		p.fixed.Verdict = event.Unsupported
		p.fixed.Reason = fmt.Sprintf("%s is %s", path, why.Why)
		p.fixed.Help = why.Help
		return p
	}
	for i, s := range shapes {
		if why, help := r.built.empty(s); why != "" {
			p.fixed.Verdict, p.fixed.Reason, p.fixed.Help = event.Unsupported, bound.Inputs()[i].Name+": "+why, help
			return p
		}
	}
	if b, ok := r.hidden[keyOf(bound)]; ok {
		p.fixed.Verdict, p.fixed.Reason, p.fixed.Help = event.Unsupported, b.Text, "export it, or say the same by what is exported"
		if b.Shadowed {
			p.fixed.Help = "give what the package declares another name, or put the contract into another package: var _ = F"
		}
		if b.Clause != nil {
			p.fixed.Blame = b.Clause.Pos
		}
		return p
	}
	if reason, why := r.unquantifiable(bound, p.hints); why != nil {
		p.fixed.Verdict, p.fixed.Reason, p.fixed.Help = event.Unsupported, reason, why.Help
		return p
	}
	if r.broken[keyOf(bound)] != nil || r.hides(p, bound) {
		return p
	}
	p.shapes = shapes
	if p.shapes == nil {
		p.shapes = []value.Shape{}
	}
	return p
}

// hintsOf returns what the code under test suggests about the inputs of a contract.
func (r *preparation) hintsOf(c *refine.Contract) refine.Hints {
	if r.suggestions == nil {
		code := r.prog.Code(r.pkg)
		r.suggestions, r.duties = hints.New(code, r.pkg.Facts), duties.NewFinder(code)
	}
	return r.suggestions.Of(c)
}

// shapeOptions says what the configuration has to say about integers.
func (r *preparation) shapeOptions(h refine.Hints) shape.Options {
	opt := shape.Options{Hints: h, Package: r.pkg.Types}
	if r.built != nil {
		opt.Builders = &r.built.numbers
	}
	if r.Fixed.Ints {
		opt.Ints, opt.IntsFull = r.Limits.Ints, r.Limits.IntsFull
	} else {
		opt.DefaultInts = r.Limits.Ints
	}
	return opt
}

// subjects makes the subject of every plan that is to be run.
func (r *preparation) subjects(ctx context.Context, u *unit, pkg *ssa.Package) error {
	all, bad := saved.Load(r.pkg.Dir)
	r.savedMistakes(all, bad)
	solver := engine.New(r.Engine)
	index := 0
	for _, p := range u.plans {
		if p.shapes == nil {
			continue
		}
		t := u.targets.Targets[index]
		lifted, err := r.lift(ctx, p, t, pkg)
		if err != nil {
			return err
		}
		lifted.interp = r.interpreter()
		s := &setup{
			pkg: r.pkg, contract: p.contract, hints: p.hints, limits: p.limits, index: index, pre: t.Pre,
			engine: solver.Own(), shard: form.Shard{Index: r.Shard, Of: r.Shards}, keep: r.KeepGoing, measure: r.Measure, store: r.Save,
			prune: r.Prune, flags: r.Config.Flags(), without: without(p.shapes),
			words: p.words, chooses: t.Choices(), first: t.First, chance: t.Chance,
		}
		if p.contract.Bare {
			s.duty = func(f *event.Failure) (string, int) { return r.duty(p.contract, f) }
		}
		s.parse = func(stream []int64) []*decode.Node { return r.built.parse(p.shapes, stream) }
		s.ranges = r.ranges(u, p)
		s.values = func(depth int) []string { return r.built.summary(p.shapes, depth) }
		s.pose = r.poser(p, p.shapes, lifted)
		s.states = func(depth int) int64 { return r.built.number(p.shapes, depth) }
		if functions := t.Functions(); len(functions) > 0 {
			s.answers, s.answersFar = r.answers(p, functions)
		}
		s.wide = func(ctx context.Context, depth int, more widening) (*problem, error) {
			return r.wide(ctx, p, lifted, depth, more)
		}
		s.derive = func(ctx context.Context) error {
			return s.prepare(ctx, func(ctx context.Context) (err error) {
				s.derived, err = r.derive(ctx, p, lifted)
				return err
			})
		}
		s.traits = beyond.TraitsOf(p.shapes, &p.hints)
		s.traits.Contents = r.built.contentsIn(p.shapes)
		s.traits.Built = slices.ContainsFunc(p.shapes, func(s value.Shape) bool { return len(callsIn(s)) > 0 })
		r.aim(s, p, lifted)
		s.free = func(ctx context.Context, depth int) (*form.Form, error) { return r.free(ctx, p, depth) }
		for _, v := range all {
			if v.Function == p.contract.Name {
				s.saved = append(s.saved, v)
			}
		}
		p.subject = s
		index++
	}
	return nil
}

// names are those of the inputs in a form.
func (p *plan) names() []string {
	var names []string
	for i, v := range p.contract.Inputs() {
		name := v.Name
		if name == "" || name == "_" {
			name = fmt.Sprintf("arg%d", i)
		}
		names = append(names, name)
	}
	return names
}

// build builds the process under test.
func (u *unit) build(ctx context.Context, r *preparation) error {
	if len(u.targets.Targets) == 0 {
		return nil
	}
	opt := harness.Options{
		Dir: r.Dir, Flags: r.goFlags(), Env: r.Env, Timeout: r.Limits.Timeout, Memory: r.Limits.Memory,
		Counters: r.counters(), Guard: r.Guard, Launcher: r.Launcher, Dump: r.source("harness"),
	}
	var err error
	u.binary, err = harness.Build(ctx, u.targets, u.file, opt)
	r.built.start(u.binary)
	return err
}

// goFlags are the flags of the go command.
func (r *preparation) goFlags() []string {
	var flags []string
	if r.Tags != "" {
		flags = append(flags, "-tags="+r.Tags)
	}
	if r.Overlay != "" {
		flags = append(flags, "-overlay="+r.Overlay)
	}
	return append(flags, r.BuildFlags...)
}

func (u *unit) close() {
	if u.binary != nil {
		u.binary.Close()
	}
}
