package lsp

// A word is one that predicates have in addition to Go's.
type word struct{ name, meaning string }

// words lists the words of predicates: rtest's, then Go's builtins.
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
		{"self", "the value that an invariant describes"},
		{"len", "len(x)"}, {"cap", "cap(xs)"}, {"min", "min(a, b)"}, {"max", "max(a, b)"}, {"append", "append(xs, x)"},
		{"true", "the constant"}, {"false", "the constant"}, {"nil", "nil"},
	}
}
