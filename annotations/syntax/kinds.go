package syntax

import (
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/diag"
)

// A Place is a set of places where a directive may be.
type Place uint8

// The places.
const (
	InFile Place = 1 << iota
	OnFunc
	OnType
	OnMethod
	OnField

	anywhere = InFile | OnFunc | OnType | OnMethod | OnField
)

// A Role is a set of the effects that a directive has elsewhere.
type Role uint8

const (
	// Tests: a function with the directive is tested.
	Tests Role = 1 << iota
	// Constrains: the directive may constrain inputs.
	Constrains
	// Builds: the directive says how the values of a type are built.
	Builds
	// Distinct: the name is not a word of prose, so it is recognized without its colon.
	Distinct
)

// A Kind is one of the directives, with everything that depends on its name.
type Kind struct {
	Name string
	// Places are where the directive may be.
	Places Place
	// Text describes what follows the name, and Meaning is a sentence about it. Completion,
	// hovering and the language reference use both.
	Text, Meaning string
	// needs says what is missing if there is no text. It is empty if the text is optional.
	needs string
	// production reads the text. It is nil if the directive takes none.
	production gBody
	// Roles are its effects elsewhere.
	Roles Role
	// others are the names that other tools use for it.
	others []string
}

// kinds lists the directives in the order of the language reference.
var kinds = [...]Kind{
	{"type", InFile, "Name(p T) = {v T | P}", "Declares an alias of a refined type for the whole package.", "a definition: Name = {v T | P}", gTypeDef{}, Constrains, []string{"alias"}},
	{"def", InFile, "name(p T) T = expression", "Names an expression for use in predicates.", "a definition: name(p T) T = expression", gDef{}, Constrains, []string{"define", "macro"}},
	{"import", InFile, `[name] "path"`, "Imports a package for the predicates of this file.", "an import path", gImport{}, 0, nil},
	{"sig", OnFunc | OnMethod, "(parameters) (results)", "Refines the types of parameters and results.", "lists of parameters and results", gSig{}, Tests | Constrains | Distinct, nil},
	{"requires", OnFunc | OnMethod, "P", "Only inputs for which P holds are tried.", "a predicate", gPred{}, Tests | Constrains | Distinct, []string{"pre", "precondition", "assume", "assumes", "expects", "given"}},
	{"ensures", OnFunc | OnMethod, "P", "P holds after every call.", "a predicate", gPred{}, Tests | Distinct, []string{"post", "postcondition", "returns", "assert", "asserts", "check", "must", "guarantee", "guarantees", "promises"}},
	{"panics", OnFunc | OnMethod, "P", "The call panics exactly where P holds of its inputs.", "a predicate", gPred{}, Tests, []string{"throws", "raises"}},
	{"pure", OnFunc | OnMethod, "", "The call leaves unchanged what its arguments reach.", "", nil, Tests, nil},
	{"let", OnFunc, "name = expression", "Names the value of an expression before the call.", "a definition: name = expression", gLet{}, Tests, nil},
	{"measure", OnFunc, "", "The function has a meaning in the logic only, and is not tested itself.", "", nil, Constrains, nil},
	{"with", OnFunc, "[type arguments]", "Says with which type arguments a generic function is tested.", "type arguments: [int]", gWith{}, Tests, nil},
	{"values", OnFunc | OnType, "[p:] X, Y, Z", "Lists the values of a type, or of the parameter p.", "a list of values", gValues{}, Tests, []string{"enum"}},
	{"classify", OnFunc, `"label" P`, "Counts the inputs for which P holds.", "a label and a predicate", gClassify{}, Tests | Distinct, nil},
	{"shared", OnFunc | OnType, "p, q", "On a struct type: pointers to it within an input may be equal. On a function: its parameters p and q may share memory.", "", gShared{}, Tests, []string{"aliased", "aliases"}},
	{"skip", OnFunc, "reason", "Takes the function out of the tests and says why.", "a reason", prose{}, Tests, nil},
	{"depth", OnFunc | OnType, "[p:] n", "Bounds nesting and length of inputs, or of the parameter p; on a type, the calls that build its values.", "a number", gDepth{}, Builds, nil},
	{"ints", OnFunc | OnField, "[p:] a..b", "Gives the integers that are tried.", "ranges: 0..9", gInts{}, 0, nil},
	{"chars", OnFunc, `[p:] "characters"`, "Gives the characters of strings that are tried.", "a string", gChars{}, 0, nil},
	{"inputs", OnFunc, "n", "Bounds the number of inputs.", "a number", gInputs{}, 0, nil},
	{"timeout", OnFunc, "2s", "Bounds the time of one call.", "a duration: 2s", duration{}, 0, nil},
	{"invariant", OnType, "P", "P holds for every value of the type that goes in or comes out; the value is self.", "a predicate", gPred{}, Constrains | Distinct, []string{"inv"}},
	{"oneof", OnType, "A, *B, nil *C", "Lists the types that inhabit an interface.", "a list of types", gOneOf{}, Distinct, nil},
	{"via", OnType, "New, Put, Delete", "Values of the type are those that these calls reach.", "a list of functions", gVia{}, Builds, nil},
	{"state", OnType, "F", "Values for which F returns the same are the same state.", "a function", gState{}, Builds, nil},
	{"concurrent", OnType, "[Put, Delete]", "These calls, or all steps of via, may be made at the same time; rtest race tests that.", "", gConcurrent{}, 0, []string{"threadsafe", "synchronized"}},
	{"relaxed", OnType, "Len, Keys", "Results of these calls may be those of any moment while others are made.", "a list of steps", gRelaxed{}, 0, nil},
	{"is", OnField, "RefinedType", "Refines the field wherever the struct occurs.", "a refined type", gIs{}, Constrains, nil},
	{"derived", OnField, "", "The predicates alone bound the field; the depth does not.", "", nil, 0, nil},
	{continuation, anywhere, "text", "Continues the directive above.", "", nil, Constrains, nil},
}

// continuation is the name of the directive that continues another.
const continuation = "and"

// Kinds returns the directives in the order of the language reference.
func Kinds() []Kind { return slices.Clone(kinds[:]) }

// KindOf returns the directive with that name, or the zero Kind.
func KindOf(name string) Kind {
	if i := slices.IndexFunc(kinds[:], func(k Kind) bool { return k.Name == name }); i >= 0 {
		return kinds[i]
	}
	return Kind{}
}

// Is reports whether the directive has a role.
func (k Kind) Is(r Role) bool { return k.Roles&r != 0 }

// predicate reports whether the text of a directive is just a predicate.
func (k Kind) predicate() bool {
	_, ok := k.production.(gPred)
	return ok
}

func knownKind(name string) bool { return KindOf(name).Name != "" }

// suggest returns the name of the directive that was probably meant, or "". It is the one that
// other tools call so, or else the first one at the least edit distance. The distance must be at
// most one, or a third of its length.
func suggest(name string) string {
	name = strings.ToLower(name)
	if knownKind(name) {
		return name
	}
	if i := slices.IndexFunc(kinds[:], func(k Kind) bool { return slices.Contains(k.others, name) }); i >= 0 {
		return kinds[i].Name
	}
	best, least := "", 0
	for _, k := range kinds {
		d := diag.Distance(name, k.Name)
		if d <= max(1, len(k.Name)/3) && (best == "" || d < least) && k.Name != continuation {
			best, least = k.Name, d
		}
	}
	return best
}

// names lists a set of places in words.
func (p Place) names() string {
	var words []string
	for _, n := range [...]struct {
		place Place
		name  string
	}{
		{InFile, "at top level of a file"},
		{OnFunc, "in the doc comment of a function"},
		{OnMethod, "in that of an interface's method"},
		{OnType, "in the doc comment of a type"},
		{OnField, "at a struct field"},
	} {
		if p&n.place != 0 {
			words = append(words, n.name)
		}
	}
	if p&(OnFunc|OnMethod) == OnMethod {
		return "in the doc comment of an interface's method"
	}
	if n := len(words); n > 2 {
		words = []string{strings.Join(words[:n-1], ", "), words[n-1]}
	}
	return strings.Join(words, " or ")
}

// MakesContract reports whether some directive makes the function a tested one. All do except
// measure and bounds.
func MakesContract(dirs []*Directive) bool {
	return slices.ContainsFunc(dirs, func(d *Directive) bool { return KindOf(d.Verb.Name).Is(Tests) })
}
