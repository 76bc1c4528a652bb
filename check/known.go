package check

import (
	"context"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
)

// KnownProofs returns what earlier runs with the same configuration have found out about the code
// of functions that still are as they were, by package and function. It runs nothing.
func KnownProofs(ctx context.Context, cfg config.Config) (map[string]map[string]event.Proof, error) {
	cfg.Limits.Goals = false
	version, _ := engine.SolverVersion()
	kept := resultsOf(&cfg, version)
	if kept == nil {
		return nil, nil
	}
	list, err := prepare.ListPackages(ctx, cfg, true)
	if err != nil {
		return nil, err
	}
	all := map[string]map[string]event.Proof{}
	for _, l := range list.Packages() {
		e := kept.find(l)
		if e == nil {
			continue
		}
		all[l.Path] = map[string]event.Proof{}
		for _, f := range e.Functions {
			if f.Result != nil {
				all[l.Path][f.Name] = f.Result.Proof
			}
		}
	}
	return all, nil
}
