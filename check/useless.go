package check

import (
	"errors"
	"go/token"
	"io/fs"
	"os"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
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
func stale(why string) *useless { return &useless{staleInput, why} }

// dispose says of a saved input why it is of no use, and with prune removes its file. The mistake
// is one of a function of a package, which are named.
func (u *useless) dispose(pkg, function string, saved Saved, prune bool) event.Mistake {
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
