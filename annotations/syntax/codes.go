package syntax

import "github.com/rtest-dev/rtest/internal/diag"

// The codes of the diagnostics of this package.
const (
	CodeSyntax           diag.Code = "syntax"
	CodeBadToken         diag.Code = "bad-token"
	CodeBadValue         diag.Code = "bad-value"
	CodeUnsupported      diag.Code = "unsupported-syntax"
	CodeMixedComparison  diag.Code = "mixed-comparison"
	CodeMixedConditional diag.Code = "mixed-conditional"
	CodeMixedParams      diag.Code = "mixed-parameters"
	CodeUnknownDirective diag.Code = "unknown-directive"
	CodeNearMiss         diag.Code = "no-directive"
	CodeMisplaced        diag.Code = "misplaced-directive"
	CodeMissingText      diag.Code = "missing-text"
	CodeUnexpectedText   diag.Code = "unexpected-text"
	CodeStrayAnd         diag.Code = "stray-and"
)

// A CodeDoc documents a code for `rtest help errors`.
type CodeDoc struct {
	Code diag.Code
	// Meaning is one sentence.
	Meaning string
	// Example is minimal Go source, without its package clause, that produces a diagnostic of this
	// code and no other.
	Example string
}

// Codes documents every code of this package, in the order for listings.
func Codes() []CodeDoc {
	return []CodeDoc{
		{CodeUnknownDirective, "There is no directive of this name.",
			"//rtest:ensure result > 0\nfunc F() int"},
		{CodeNearMiss, "The comment looks like a directive but is none, because of a blank, an upper-case letter or a /* */ comment (a warning).",
			"// rtest:requires x > 0\nfunc F(x int)"},
		{CodeMisplaced, "The directive means nothing at this place.",
			"//rtest:requires x > 0\ntype T int"},
		{CodeMissingText, "The directive needs a text.",
			"//rtest:requires\nfunc F(x int)"},
		{CodeUnexpectedText, "The directive takes no text.",
			"//rtest:pure x\nfunc F(x int)"},
		{CodeStrayAnd, "There is no directive above that rtest:and could continue.",
			"//rtest:and x > 0\nfunc F(x int)"},
		{CodeBadToken, "The text holds something that is no token, such as an unterminated string.",
			"//rtest:requires s == \"a\nfunc F(s string)"},
		{CodeSyntax, "The text does not follow the grammar.",
			"//rtest:requires f(x, (y + ), 3)\nfunc F(x, y int)"},
		{CodeMixedComparison, "Different sorts of comparisons stand side by side without parentheses.",
			"//rtest:requires 0 < x == true\nfunc F(x int)"},
		{CodeMixedConditional, "?: stands beside ==> or <==> without parentheses.",
			"//rtest:requires a ==> b ? c : d\nfunc F(a, b, c, d bool)"},
		{CodeMixedParams, "A list mixes named and unnamed parameters, or ... is not at its end.",
			"//rtest:sig (x int, []int)\nfunc F(x int, ys []int)"},
		{CodeUnsupported, "Function and interface literals and channel operations cannot stand in contracts.",
			"//rtest:requires apply(func(y int) bool { return y > 0 }, x)\nfunc F(x int)"},
		{CodeBadValue, "A number, string, duration or name is well-formed but not possible here.",
			"//rtest:timeout soon\nfunc F()"},
	}
}
