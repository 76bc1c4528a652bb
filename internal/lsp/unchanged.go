package lsp

import (
	"path/filepath"
	"slices"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/unchanged"
)

// keysOf returns what unchanged.Keys does, by resultKey.
func (s *server) keysOf(cfg config.Config) map[string]string {
	all := map[string]string{}
	for part, key := range unchanged.Keys(cfg, s.Concurrent) {
		all[resultKey(part.Package, part.Name)] = key
	}
	return all
}

// concurrentKey identifies a type that promises concurrent use.
func concurrentKey(pkg, name string) string {
	return resultKey(pkg, (&event.Concurrent{Type: name}).Name())
}

// withSaved adds a hash of a function's saved inputs to its key, because a run begins with them.
func (f *folder) withSaved(key, function string) string {
	if key == "" {
		return ""
	}
	saved := check.SavedSums(f.dir)
	return key + saved[""] + saved[function]
}

// changedSince reports whether contracts must be run because the dependencies of their last results
// have changed. It returns their names, nil for all. The results of the others are no longer stale.
func (s *server) changedSince(f *folder, v *view, prog *annotations.Program, keys map[string]string) (names []string, any bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var kept []string
	all := false
	for _, pkg := range prog.Packages {
		for _, c := range pkg.Contracts {
			key := resultKey(pkg.Path, c.Name)
			if r := f.results[key]; r != nil && r.stillValid(f.withSaved(keys[key], c.Name)) {
				kept = append(kept, key)
				continue
			}
			names = append(names, c.Name)
			all = all || unchanged.Quantified(c, pkg)
		}
		for _, name := range s.Concurrent(pkg) {
			key := concurrentKey(pkg.Path, name)
			if r := f.results[key]; r != nil && r.key != "" && r.key == keys[key] {
				kept = append(kept, key)
			} else {
				names = append(names, name)
			}
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

// stillValid reports whether running the contract again would give the same result, given the key
// of its dependencies. A message that names lines may be outdated even with the same key.
func (r *result) stillValid(key string) bool {
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
