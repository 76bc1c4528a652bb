package prepare

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/refine"
)

// Assemble prepares the package and builds its process. If rtest generates code for a function that
// does not compile, it records a fault of that function and builds the others without it.
func (r *Package) Assemble(ctx context.Context) (*Unit, error) {
	for {
		u, err := r.prepareAndBuild(ctx)
		if r.ExcludeBlamed(u, err) {
			continue
		}
		compile, ok := errors.AsType[*codegen.CompileError](err)
		if !ok || !compile.Ours {
			return u, err
		}
		// Code that several functions share is at fault.
		if found := r.excludeOneByOne(ctx, u, compile); !found {
			return u, err
		}
	}
}

// ExcludeBlamed excludes the contracts that err blames for a failed build. It reports false if err
// blames none.
func (r *Package) ExcludeBlamed(u *Unit, err error) bool {
	blamed, ok := errors.AsType[*codegen.TargetError](err)
	if !ok {
		return false
	}
	for _, b := range blamed.Blames {
		c := u.Targets.Targets[b.Target].Contract
		if b.Hidden {
			r.markHidden(c, b)
		} else {
			r.markBroken(c, errors.New(b.Text))
		}
	}
	return true
}

// prepareAndBuild prepares and builds the functions that are not excluded.
func (r *Package) prepareAndBuild(ctx context.Context) (*Unit, error) {
	u, err := r.prepare(ctx)
	if err != nil {
		return u, fmt.Errorf("preparing the package: %w", err)
	}
	if err := u.build(ctx, r); err != nil {
		return u, fmt.Errorf("building the test process: %w", err)
	}
	for _, p := range u.Plans {
		if p.Function == nil {
			continue
		}
		p.Function.Clock, p.Function.Engine.Clock = u.Binary.Clock(), u.Binary.Clock()
		if err := p.Function.derive(ctx); err != nil {
			return u, fmt.Errorf("preparing %s: %w", p.Contract.Name, err)
		}
	}
	return u, nil
}

// excludeOneByOne builds each function by itself and excludes those that fail. It reports whether
// any did.
func (r *Package) excludeOneByOne(ctx context.Context, u *Unit, fault error) bool {
	found := false
	all := r.Contracts
	defer func() { r.Contracts = all }()
	for _, t := range u.Targets.Targets {
		if len(u.Targets.Targets) == 1 {
			r.markBroken(t.Contract, fault)
			return true
		}
		r.Contracts = nil
		for _, c := range all {
			if c.Key() == t.Contract.Key() {
				r.Contracts = append(r.Contracts, c)
			}
		}
		alone, err := r.prepareAndBuild(ctx)
		if alone != nil {
			alone.Close()
		}
		compile, ok := errors.AsType[*codegen.CompileError](err)
		if ok && compile.Ours {
			r.markBroken(t.Contract, err)
			found = true
		}
	}
	return found
}

// markBroken records that no harness can be built for a contract.
func (r *Package) markBroken(c *refine.Contract, err error) {
	if r.Broken == nil {
		r.Broken = map[refine.ContractKey]error{}
	}
	r.Broken[c.Key()] = err
}

// markHidden records that a contract needs something that has no name in its package.
func (r *Package) markHidden(c *refine.Contract, b codegen.Blame) {
	if r.hidden == nil {
		r.hidden = map[refine.ContractKey]codegen.Blame{}
	}
	r.hidden[c.Key()] = b
}

// options returns those of a process under test with some counters.
func (r *Package) options(what build.Counters) harness.Options {
	return harness.Options{
		Build: build.Options{
			Dir: r.Dir, Flags: r.goFlags(), Env: r.Env, Counters: what, Missing: r.Limits.Goals, Guard: r.Guard, Dump: r.sourceDump("harness"),
		},
		Timeout: r.Limits.Timeout, Memory: r.Limits.Memory, Launcher: r.Launcher,
	}
}

// Listening returns a function that returns the process which observes the results of other packages' functions.
// It builds the process on the first call, and returns nil if that fails.
func (u *Unit) Listening(r *Package) func(context.Context) (*harness.Binary, error) {
	return func(ctx context.Context) (*harness.Binary, error) {
		u.listen.Do(func() {
			opt := r.options(build.WatchCalls)
			opt.Build.Dump = nil
			u.listening, _ = harness.Build(ctx, u.Targets, u.file, opt)
		})
		return u.listening, context.Cause(ctx)
	}
}

// counters says which counters the code under test gets.
func (r *Package) counters() build.Counters {
	switch {
	case r.Watch != build.CountNothing:
		return r.Watch
	case r.Profile:
		return build.CountBlocks
	case r.OnlySaved:
		return build.CountNothing
	}
	return build.CountTargets
}

// goFlags returns the flags of the go command.
func (r *Package) goFlags() []string {
	var flags []string
	if r.Tags != "" {
		flags = append(flags, "-tags="+r.Tags)
	}
	if r.Overlay != "" {
		flags = append(flags, "-overlay="+r.Overlay)
	}
	return append(flags, r.BuildFlags...)
}

// withSavedInputs returns the plans of functions that have saved inputs.
func withSavedInputs(plans []*Plan) []*Plan {
	return slices.DeleteFunc(plans, func(p *Plan) bool { return p.Function == nil || len(p.Function.Saved) == 0 })
}
