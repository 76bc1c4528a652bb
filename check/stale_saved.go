package check

import (
	"bytes"
	"errors"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// The codes of warnings about saved inputs that are of no use any more.
const (
	fixedInput = "fixed-input"
	staleInput = "stale-input"
)

// A useless says why a saved input is of no use any more.
type useless struct {
	code diag.Code
	why  string
}

// fixed is of an input that was a counterexample and is none now.
func fixed(why string) *useless { return &useless{fixedInput, why} }

// stale is of an input that is none of the function any more.
func (s *subject) stale(why string) *useless { return &useless{staleInput, why} }

// dispose says of a saved input why it is of no use, and removes it where that
// is asked for.
func (s *subject) dispose(saved Saved, u *useless) event.Mistake {
	return disposed(s.pkg.Path, s.contract.Name, saved, u, s.prune)
}

func disposed(pkg, function string, saved Saved, u *useless, prune bool) event.Mistake {
	text := "the saved input " + u.why
	if !prune {
		text += "; -prune removes the file"
	} else if err := os.Remove(saved.File); err != nil && !errors.Is(err, fs.ErrNotExist) {
		text += "; it cannot be removed: " + err.Error()
	} else {
		text += "; removed"
	}
	return event.Mistake{Package: pkg, Function: function, Diagnostic: diag.Diagnostic{
		Pos: token.Position{Filename: saved.File, Line: 1}, Severity: diag.Warning, Code: u.code, Message: text,
	}}
}

// savedMistakes tells of files that hold no input, and of inputs for functions
// that have no contract. An external test package has the same folder: what is
// damaged is said once.
func (r *run) savedMistakes(saved []Saved, bad []diag.Diagnostic) {
	if r.pkg.External || r.attempts > 1 {
		return
	}
	for _, d := range bad {
		r.yield(event.Mistake{Package: r.pkg.Path, Diagnostic: d})
	}
	for _, s := range saved {
		if !r.mayHave(s.Function) && (r.All || !s.bare()) {
			u := &useless{staleInput, "is for " + s.Function + ", which has no contract"}
			r.yield(disposed(r.pkg.Path, "", s, u, r.Prune))
		}
	}
}

// mayHave tells whether a function of that name may have a contract in the
// package or the external tests in its folder, which need not be loaded.
func (r *run) mayHave(function string) bool {
	named := func(c *refine.Contract) bool { return c.Name == function }
	if slices.ContainsFunc(r.pkg.Contracts, named) {
		return true
	}
	tests, _ := filepath.Glob(filepath.Join(r.pkg.Dir, "*_test.go"))
	for _, name := range tests {
		if data, err := os.ReadFile(name); err != nil || bytes.Contains(data, []byte("package "+r.pkg.Name+"_test")) {
			return true
		}
	}
	return false
}
