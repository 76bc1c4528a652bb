package saved

import (
	"errors"
	"go/token"
	"io/fs"
	"os"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
)

// The codes of warnings about obsolete saved inputs.
const (
	fixedInput = "fixed-input"
	StaleInput = "stale-input"
)

// A Useless says why a saved input is obsolete.
type Useless struct {
	Code diag.Code
	why  string
}

// Fixed returns the reason for an input that no longer fails.
func Fixed(why string) *Useless { return &Useless{fixedInput, why} }

// Stale returns the reason for an input that is no longer valid for its function.
func Stale(why string) *Useless { return &Useless{StaleInput, why} }

// Dispose returns a warning that says why a saved input is obsolete. With prune it also removes the
// file.
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
