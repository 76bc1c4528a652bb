package unchanged

import (
	"encoding/json"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/refine"
)

// A Part is a function with a contract, or a type that promises concurrent use, by the path of its
// package and the name in events.
type Part struct{ Package, Name string }

// Keys returns a hash of what the result of each contract, and of each type that concurrent names,
// depends on: its sources and the limits. The packages are those of cfg's Program. There is no entry
// where dependencies are unknown.
func Keys(cfg config.Config, concurrent func(*refine.Package) []string) map[Part]string {
	settings, err := json.Marshal([]any{cfg.Tags, cfg.BuildFlags, cfg.Limits, cfg.Fixed, cfg.KeepGoing, cfg.Engine})
	if err != nil {
		return nil
	}
	all := map[Part]string{}
	for _, pkg := range cfg.Program.Packages {
		for c, key := range cfg.Program.Keys(pkg) {
			if Quantified(c, pkg) {
				// The values it ranges over depend on all contracts of the package.
				key = pkg.Fingerprint
			}
			all[Part{pkg.Path, c.Name}] = key + string(settings)
		}
		for _, name := range concurrent(pkg) {
			if pkg.Fingerprint != "" {
				all[Part{pkg.Path, (&event.Concurrent{Type: name}).Name()}] = pkg.Fingerprint + string(settings)
			}
		}
	}
	return all
}

// Quantified reports whether a contract ranges over the values of other contracts of its package.
func Quantified(c *refine.Contract, pkg *refine.Package) bool {
	return len(codegen.Quantified(c, pkg.Facts)) > 0
}
