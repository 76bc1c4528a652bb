package check

import (
	"context"
	"iter"
	"slices"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/check/saved"
	"github.com/rtest-dev/rtest/refine"
)

// Replay runs the saved inputs of the packages of cfg, and nothing else. Its events are those of
// Run. A function without saved inputs has none.
func Replay(ctx context.Context, cfg config.Config) iter.Seq[event.Event] {
	return func(yield func(event.Event) bool) {
		cfg.All = true
		prog, err := prepare.Load(ctx, cfg)
		if err != nil {
			yield(event.Abort{Err: err})
			return
		}
		for _, pkg := range prog.Packages {
			if ctx.Err() != nil {
				return
			}
			r := &run{Package: &prepare.Package{Config: cfg, Prog: prog, Pkg: pkg, Contracts: replayable(pkg), Yield: yield, OnlySaved: true}}
			if !r.testAll(ctx) {
				return
			}
		}
	}
}

// replayable returns the contracts of a package, and the functions without a contract that have
// saved inputs.
func replayable(pkg *refine.Package) []*refine.Contract {
	all, _ := saved.Load(pkg.Dir)
	return slices.DeleteFunc(slices.Clone(pkg.Contracts), func(c *refine.Contract) bool {
		return c.Bare && !slices.ContainsFunc(all, func(s saved.Input) bool { return s.Function == c.Name })
	})
}
