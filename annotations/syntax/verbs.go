package syntax

import (
	"strings"

	"github.com/rtest-dev/rtest/internal/diag"
)

// A place is a set of the places at which a directive may stand.
type place uint8

const (
	inFile place = 1 << iota
	onFunc
	onType
	onMethod
	onField
)

// form tells what the text of a directive is.
type form uint8

const (
	// parsed text is what the grammar reads.
	parsed form = iota
	// textless is a directive without text.
	textless
	// prose is kept as it stands, comments included.
	prose
	// duration is read by package time.
	duration
)

// A verb is a directive's meaning for the reader: where it may stand and what
// its text is.
type verb struct {
	name   string
	places place
	form   form
	// needs says what is missing when there is no text.
	needs string
}

// verbs lists the directives in the order of the language reference. "and" is
// not among them: it continues another.
var verbs = [...]verb{
	{"type", inFile, parsed, "a definition: Name = {v T | P}"},
	{"def", inFile, parsed, "a definition: name(p T) T = expression"},
	{"import", inFile, parsed, "an import path"},
	{"sig", onFunc | onMethod, parsed, "lists of parameters and results"},
	{"requires", onFunc | onMethod, parsed, "a predicate"},
	{"ensures", onFunc | onMethod, parsed, "a predicate"},
	{"panics", onFunc | onMethod, parsed, "a predicate"},
	{"pure", onFunc | onMethod, textless, ""},
	{"let", onFunc, parsed, "a definition: name = expression"},
	{"measure", onFunc, textless, ""},
	{"with", onFunc, parsed, "type arguments: [int]"},
	{"values", onFunc | onType, parsed, "a list of values"},
	{"classify", onFunc, parsed, "a label and a predicate"},
	{"skip", onFunc, prose, "a reason"},
	{"depth", onFunc | onType, parsed, "a number"},
	{"ints", onFunc | onField, parsed, "ranges: 0..9"},
	{"chars", onFunc, parsed, "a string"},
	{"inputs", onFunc, parsed, "a number"},
	{"timeout", onFunc, duration, "a duration: 2s"},
	{"invariant", onType, parsed, "a predicate"},
	{"oneof", onType, parsed, "a list of types"},
	{"via", onType, parsed, "a list of functions"},
	{"state", onType, parsed, "a function"},
	{"is", onField, parsed, "a refined type"},
	{"derived", onField, textless, ""},
}

const continuation = "and"

// lookupVerb returns the verb of that name.
func lookupVerb(name string) (verb, bool) {
	for _, v := range verbs {
		if v.name == name {
			return v, true
		}
	}
	return verb{}, false
}

func knownVerb(name string) bool {
	_, ok := lookupVerb(name)
	return ok || name == continuation
}

// suggest returns the verb that name was probably meant to be, or nothing: the
// one at the least edit distance, which is at most a third of its length and
// at least one; the first of equals.
func suggest(name string) string {
	name = strings.ToLower(name)
	if knownVerb(name) {
		return name
	}
	if meant := verbElsewhere(name); meant != "" {
		return meant
	}
	best, least := "", 0
	for _, v := range verbs {
		d := diag.Distance(name, v.name)
		if d <= max(1, len(v.name)/3) && (best == "" || d < least) {
			best, least = v.name, d
		}
	}
	return best
}

// verbElsewhere returns the verb for what another tool calls so, or nothing.
func verbElsewhere(name string) string {
	switch name {
	case "pre", "precondition", "assume", "assumes", "expects", "given":
		return "requires"
	case "post", "postcondition", "returns", "assert", "asserts", "check", "must", "guarantee", "guarantees", "promises":
		return "ensures"
	case "throws", "raises":
		return "panics"
	case "inv":
		return "invariant"
	case "define", "macro":
		return "def"
	case "alias":
		return "type"
	case "enum":
		return "values"
	}
	return ""
}

// names lists a set of places in words.
func (p place) names() string {
	var words []string
	for _, n := range [...]struct {
		place place
		name  string
	}{
		{inFile, "at top level of a file"},
		{onFunc, "in the doc comment of a function"},
		{onMethod, "in that of an interface's method"},
		{onType, "in the doc comment of a type"},
		{onField, "at a struct field"},
	} {
		if p&n.place != 0 {
			words = append(words, n.name)
		}
	}
	if p&(onFunc|onMethod) == onMethod {
		return "in the doc comment of an interface's method"
	}
	if n := len(words); n > 2 {
		words = []string{strings.Join(words[:n-1], ", "), words[n-1]}
	}
	return strings.Join(words, " or ")
}
