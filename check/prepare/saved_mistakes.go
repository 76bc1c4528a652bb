package prepare

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/saved"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// savedMistakes reports saved files that hold no input, and saved inputs for functions without a
// contract. The external test package has the same folder, so it reports nothing.
func (r *Package) savedMistakes(all []saved.Input, bad []diag.Diagnostic) {
	if r.Pkg.External || r.attempts > 1 {
		return
	}
	for _, d := range bad {
		r.Yield(event.Mistake{Package: r.Pkg.Path, Diagnostic: d})
	}
	for _, s := range all {
		if !r.mayHaveContract(s.Function) && (r.All || !s.Bare()) {
			u := saved.Stale("is for " + s.Function + ", which has no contract")
			r.Yield(u.Dispose(r.Pkg.Path, "", s, r.Prune))
		}
	}
}

// mayHaveContract reports whether a function of that name may have a contract in the package, or in
// the external tests in its folder, which need not be loaded.
func (r *Package) mayHaveContract(function string) bool {
	named := func(c *refine.Contract) bool { return c.Name == function }
	if slices.ContainsFunc(r.Pkg.Contracts, named) {
		return true
	}
	tests, _ := filepath.Glob(filepath.Join(r.Pkg.Dir, "*_test.go"))
	for _, name := range tests {
		if data, err := os.ReadFile(name); err != nil || bytes.Contains(data, []byte("package "+r.Pkg.Name+"_test")) {
			return true
		}
	}
	return false
}
