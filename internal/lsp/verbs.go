package lsp

// A verb is a directive as completion and hovering explain it.
type verb struct {
	name string
	// places are those at which it may stand.
	places []placeKind
	// form is its text, meaning a sentence about it.
	form, meaning string
}

// verbs lists the directives in the order of the language reference.
func verbs() []verb {
	file, fn, typ, method, field := onFile, onFunc, onType, onMethod, onField
	at := func(places ...placeKind) []placeKind { return places }
	return []verb{
		{"type", at(file), "Name(p T) = {v T | P}", "Declares an alias of a refined type for the whole package."},
		{"def", at(file), "name(p T) T = expression", "Names an expression for use in predicates."},
		{"import", at(file), `[name] "path"`, "Imports a package for the predicates of this file."},
		{"sig", at(fn, method), "(parameters) (results)", "Refines the types of parameters and results."},
		{"requires", at(fn, method), "P", "Only inputs for which P holds are tried."},
		{"ensures", at(fn, method), "P", "P holds after every call."},
		{"panics", at(fn, method), "P", "The call panics exactly where P holds of its inputs."},
		{"pure", at(fn, method), "", "The call leaves unchanged what its arguments reach."},
		{"let", at(fn), "name = expression", "Names the value of an expression before the call."},
		{"measure", at(fn), "", "The function has a meaning in the logic only, and is not tested itself."},
		{"with", at(fn), "[type arguments]", "Says with which type arguments a generic function is tested."},
		{"values", at(fn, typ), "[p:] X, Y, Z", "Lists the values of a type, or of the parameter p."},
		{"classify", at(fn), `"label" P`, "Counts the inputs for which P holds."},
		{"skip", at(fn), "reason", "Takes the function out of the tests and says why."},
		{"depth", at(fn, typ), "[p:] n", "Bounds nesting and length of inputs, or of the parameter p; of a type, the calls of which its values are built."},
		{"ints", at(fn, field), "[p:] a..b", "Gives the integers that are tried."},
		{"chars", at(fn), `[p:] "characters"`, "Gives the characters of strings that are tried."},
		{"inputs", at(fn), "n", "Bounds the number of inputs."},
		{"timeout", at(fn), "2s", "Bounds the time of one call."},
		{"invariant", at(typ), "P", "P holds for every value of the type that goes in or comes out; the value is self."},
		{"oneof", at(typ), "A, *B, nil *C", "Lists the types that inhabit an interface."},
		{"via", at(typ), "New, Put, Delete", "Values of the type are those that these calls reach."},
		{"state", at(typ), "F", "Values for which F returns the same are the same state."},
		{"is", at(field), "RefinedType", "Refines the field wherever the struct occurs."},
		{"derived", at(field), "", "The field is whatever the predicates allow, not bounded by the depth."},
		{"and", at(file, fn, typ, method, field), "text", "Continues the directive above."},
	}
}

// A word is one of those that predicates have beside Go's.
type word struct{ name, meaning string }

// words lists those of predicates: rtest's, then Go's builtins.
func words() []word {
	return []word{
		{"forall", "forall x in xs: P — P holds for every element"},
		{"exists", "exists x in xs: P — P holds for some element"},
		{"in", "x in xs — x is an element, a key, or in the range a..b"},
		{"is", "x is T — the dynamic type of x is T"},
		{"old", "old(e) — e as it was before the call"},
		{"sorted", "sorted(xs) — xs ascends"},
		{"distinct", "distinct(xs) — no two elements are equal"},
		{"permutation", "permutation(xs, ys) — the same elements as often"},
		{"count", "count(xs, x) — how often x is in xs"},
		{"sum", "sum(xs) — the sum of the elements"},
		{"with", "with(m, k, v) — the map m with v at k"},
		{"without", "without(m, k) — the map m without k"},
		{"equal", "equal(a, b) — equality of values, also where Go has none"},
		{"calls", "calls(f) — how the function f was called"},
		{"result", "the only result (result0, result1, … of several)"},
		{"err", "the last result, an unnamed error"},
		{"self", "the value of which an invariant speaks"},
		{"len", "len(x)"}, {"cap", "cap(xs)"}, {"min", "min(a, b)"}, {"max", "max(a, b)"}, {"append", "append(xs, x)"},
		{"true", "the constant"}, {"false", "the constant"}, {"nil", "nil"},
	}
}
