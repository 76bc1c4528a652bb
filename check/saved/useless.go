package saved

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
	StaleInput = "stale-input"
)

// A Useless says why a saved input is of no use any more.
type Useless struct {
	Code diag.Code
	why  string
}

// Fixed is of an input that was a counterexample and is none now.
func Fixed(why string) *Useless { return &Useless{fixedInput, why} }

// Stale is of an input that is none of the function any more.
func Stale(why string) *Useless { return &Useless{StaleInput, why} }

// Dispose says of a saved input why it is of no use, and with prune removes its file. The mistake
// is one of a function of a package, which are named.
func (u *Useless) Dispose(pkg, function string, saved Input, prune bool) event.Mistake {
	text := "the saved input " + u.why
	if !prune {
		text += "; -prune removes the file"
	} else if err := os.Remove(saved.File); err != nil && !errors.Is(err, fs.ErrNotExist) {
		text += "; it cannot be removed: " + err.Error()
	} else {
		text += "; removed"
	}
	return event.Mistake{Package: pkg, Function: function, Diagnostic: diag.Diagnostic{
		Pos: token.Position{Filename: saved.File, Line: 1}, Severity: diag.Warning, Code: u.Code, Message: text,
	}}
}
