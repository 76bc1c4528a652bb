package report

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/check/event"
)

// A shown is a finding that was shown in full.
type shown struct{ pkg, function string }

// sameCause tells what a finding shares with one that was shown, and with the finding of
// which function: functions without contract that call one with a fault all have it, and
// so do methods of a type whose calls break its state. Empty where that is nothing.
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
	// The condition is one of unexported fields.
	broken := f.causeOf(e.Package+"\n"+x.General.Cond, "fails whenever "+x.General.Cond, e)
	return cmp.Or(same, broken)
}

// causeOf notes the cause of a finding of a function. Where it is that of another one too,
// it says so.
func (f *format) causeOf(cause, shared string, e event.Finding) string {
	first, known := f.causes[cause]
	switch {
	case !known:
		f.causes[cause] = shown{e.Package, e.Function}
		return ""
	case first.pkg != e.Package:
		return shared + ", as " + first.function + " of " + first.pkg
	}
	return shared + ", as " + first.function
}
