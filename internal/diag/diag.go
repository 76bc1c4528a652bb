// Package diag holds what rtest says about a contract: a message, its code and
// the exact place it concerns. It knows nothing of how diagnostics come about
// or how they are shown.
package diag

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
)

// A Severity tells what a Diagnostic does to the run.
type Severity uint8

const (
	// Error keeps the contracts of the whole package from being run.
	Error Severity = iota
	// Warning is shown, the contract is run all the same.
	Warning
)

func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// A Code names a kind of mistake, in lower case with hyphens (unknown-name).
// Every code is documented with a minimal example by `rtest help errors`.
type Code string

// A Diagnostic is one mistake of the user's at one place. The zero Position is
// that of a mistake without a place (a package that was not found).
type Diagnostic struct {
	// Pos is the offending token, the column counted in bytes from 1.
	Pos token.Position
	// End is the end of the offending text, the zero Position where unknown.
	End      token.Position
	Severity Severity
	Code     Code
	// Message is one line without a full stop.
	Message string
	// Fix is what the offending text may be replaced by, or empty.
	Fix string
}

// Error returns the form that go vet prints: file:line:column: message, which
// says of a warning that it is one.
func (d Diagnostic) Error() string {
	msg := d.Message
	if d.Severity == Warning {
		msg = "warning: " + msg
	}
	if !d.Pos.IsValid() {
		return msg
	}
	return fmt.Sprintf("%s: %s", d.Pos, msg)
}

// Sort orders ds by file, offset and message, and drops repetitions.
func Sort(ds []Diagnostic) []Diagnostic {
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.Pos.Filename, b.Pos.Filename),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			cmp.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(ds, func(a, b Diagnostic) bool {
		return a.Pos == b.Pos && a.Message == b.Message
	})
}

// Count returns a number of things, as in "1 argument" and "2 arguments".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
