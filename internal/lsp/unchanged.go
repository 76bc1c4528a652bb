package lsp

import (
	"encoding/json"
	"path/filepath"
	"slices"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/refine"
)

// keysOf returns hashes of what the results of the contracts of a run depend
// on, by resultKey: their sources and the limits. Contracts of which that is not
// known are missing.
func keysOf(cfg config.Config) map[string]string {
	settings, err := json.Marshal([]any{cfg.Tags, cfg.BuildFlags, cfg.Limits, cfg.Fixed, cfg.KeepGoing, cfg.Engine})
	if err != nil {
		return nil
	}
	all := map[string]string{}
	for _, pkg := range cfg.Program.Packages {
		for c, key := range cfg.Program.Keys(pkg) {
			if quantified(c, pkg) {
				// Over which values it ranges depends on all contracts of the package.
				key = pkg.Fingerprint
			}
			all[resultKey(pkg.Path, c.Name)] = key + string(settings)
		}
	}
	return all
}

// withSaved adds to the key of a function that of its saved inputs, which are
// run first.
func (f *folder) withSaved(key, function string) string {
	if key == "" {
		return ""
	}
	saved := check.SavedSums(f.dir)
	return key + saved[""] + saved[function]
}

func quantified(c *refine.Contract, pkg *refine.Package) bool {
	return len(codegen.Quantified(c, pkg.Facts)) > 0
}

// changedSince tells whether contracts have to be run because what their last
// results depend on has changed, and returns their names, nil for all. The
// results of the others are stale no more.
func (s *server) changedSince(f *folder, v *view, prog *annotations.Program, keys map[string]string) (names []string, any bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var kept []string
	all := false
	for _, pkg := range prog.Packages {
		for _, c := range pkg.Contracts {
			key := resultKey(pkg.Path, c.Name)
			if r := f.results[key]; r != nil && r.holds(f.withSaved(keys[key], c.Name)) {
				kept = append(kept, key)
				continue
			}
			names = append(names, c.Name)
			all = all || quantified(c, pkg)
		}
	}
	if all {
		return nil, true
	}
	edited := slices.ContainsFunc(v.edited(s.view), func(path string) bool { return f.dependsOn(filepath.Dir(path)) })
	for _, key := range kept {
		f.results[key].stale = f.results[key].stale && edited
	}
	s.send(f)
	return names, len(names) > 0
}

// holds tells whether a result is what running the contract again would come
// to, when what that depends on has a key. Where a message names lines it might
// name others now.
func (r *result) holds(key string) bool {
	if key == "" || r.key != key || r.end.Cut != "" {
		return false
	}
	switch r.end.Verdict {
	case event.Exhausted, event.Spent, event.Undecided, event.Vacuous:
		return true
	case event.Refuted:
		return !slices.ContainsFunc(r.end.Failures, func(f *event.Failure) bool { return f.Panic != "" || f.Site != "" })
	case event.Flaky, event.Skipped, event.Unsupported:
	}
	return false
}
