package report

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/check/event"
)

// A shownFinding is a finding that was printed in full.
type shownFinding struct{ pkg, function string }

// sameCause says what a finding shares with one that was shown, and names that one's function.
// Functions without a contract that call a faulty one all have its fault, and so do methods of a
// type whose calls break its state. It returns "" if nothing is shared.
func (f *format) sameCause(e event.Finding) string {
	x := e.Failure
	if !e.Bare || len(x.Stack) == 0 {
		return ""
	}
	kind := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, firstLine(x.Panic))
	_, place, _ := strings.Cut(x.Stack[0], " ")
	same := f.causeOf(strings.Join([]string{string(x.Cause), place, kind}, "\n"), "at "+f.rel(place), e)
	if x.Made == "" || x.General == nil {
		return same
	}
	// The condition refers to unexported fields.
	broken := f.causeOf(e.Package+"\n"+x.General.Cond, "fails whenever "+x.General.Cond, e)
	return cmp.Or(same, broken)
}

// causeOf records the cause of a finding. If an earlier finding has the same cause, it says so.
func (f *format) causeOf(cause, shared string, e event.Finding) string {
	first, known := f.causes[cause]
	switch {
	case !known:
		f.causes[cause] = shownFinding{e.Package, e.Function}
		return ""
	case first.pkg != e.Package:
		return shared + ", as " + first.function + " of " + first.pkg
	}
	return shared + ", as " + first.function
}
