// Package advise suggests what was probably meant where a contract has a mistake.
//
// It takes the scope, the tree and the results of go/types, and returns diagnostics with a
// suggestion. It types nothing itself, and leaves reporting to the caller.
package advise

import (
	"fmt"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// An Advice is a mistake or a warning at a place of a directive, with what was probably meant. Fix
// is the replacement for the text there, or empty.
type Advice struct {
	At       syntax.Span
	Severity diag.Severity
	Code     diag.Code
	Fix      string
	Message  string
}

// Report adds the advice to the diagnostics of a unit. A nil *Advice adds nothing.
func (a *Advice) Report(u *names.Unit) {
	if a != nil {
		u.Report(a.At, a.Severity, a.Code, a.Fix, "%s", a.Message)
	}
}

// Variables are the inputs and results of a contract, which an unknown name may have meant.
type Variables struct {
	Inputs []*refine.Variable
	// Recv is the receiver, or nil.
	Recv *refine.Variable
	// Foreign means that the function is declared in another package.
	Foreign bool
}

// Unknown returns the mistake of an unknown name. Near is what was probably meant, or empty.
func Unknown(at syntax.Span, message, near string) *Advice {
	if near != "" {
		message += " (did you mean " + near + "?)"
	}
	return &Advice{At: at, Code: codes.UnknownName, Fix: near, Message: message}
}

func mistake(at syntax.Span, code diag.Code, format string, args ...any) *Advice {
	return &Advice{At: at, Code: code, Message: fmt.Sprintf(format, args...)}
}

func warning(at syntax.Span, code diag.Code, fix, format string, args ...any) *Advice {
	return &Advice{At: at, Severity: diag.Warning, Code: code, Fix: fix, Message: fmt.Sprintf(format, args...)}
}
