package syntax

import (
	"errors"
	"go/token"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/rtest-dev/rtest/internal/diag"
)

// A problem is a mistake in a text that prevents parsing. It passes through participle as one of
// its errors.
type problem struct {
	Span
	code diag.Code
	msg  string
	fix  string
}

func (p *problem) Error() string            { return p.msg }
func (p *problem) Message() string          { return p.msg }
func (p *problem) Position() lexer.Position { return lexer.Position{Offset: int(p.From)} }

// diagnostic converts p for the user.
func (p *problem) diagnostic(fset *token.FileSet) diag.Diagnostic {
	return diag.Diagnostic{
		Pos: fset.Position(p.From), End: fset.Position(p.To),
		Code: p.code, Message: p.msg, Fix: p.fix,
	}
}

// asProblem converts any error of the parser into a problem. First is the start of the directive's
// text, for errors without a position.
func asProblem(err error, first token.Pos) *problem {
	if p, ok := errors.AsType[*problem](err); ok {
		return p
	}
	if u, ok := errors.AsType[*participle.UnexpectedTokenError](err); ok {
		return unexpected(u.Unexpected, expectation(u.Message()))
	}
	p := &problem{Span: Span{first, first}, code: CodeSyntax, msg: err.Error()}
	if e, ok := errors.AsType[participle.Error](err); ok {
		p.msg = e.Message()
		if at := token.Pos(e.Position().Offset); at.IsValid() {
			p.Span = Span{at, at}
		}
	}
	return p
}

// unexpected returns the problem of a token at the wrong place. Want is what should be there; empty
// means that nothing more is allowed.
func unexpected(t lexer.Token, want string) *problem {
	p := &problem{Span: span(t), code: CodeSyntax}
	if t.Type == tokBad {
		p.code, p.msg = CodeBadToken, t.Value
		return p
	}
	p.msg = "unexpected " + describe(t)
	operand := want == "" || want == anExpression
	switch {
	case t.Value == "=" && operand:
		p.msg, p.fix = p.msg+"; did you mean ==?", "=="
	case (t.Value == "=>" || t.Value == "->") && operand:
		p.msg, p.fix = p.msg+"; did you mean ==>?", "==>"
	case t.Type == tokName && operand && operatorWord(t.Value) != "":
		p.fix = operatorWord(t.Value)
		p.msg += "; did you mean " + p.fix + "?"
	case t.Type == tokKeyword && operand && keywordHint(t.Value) != "":
		p.msg += "; " + keywordHint(t.Value)
	case t.Value == "..." && operand:
		p.msg, p.fix = p.msg+"; did you mean ..?", ".."
	case t.Value == ":=" && operand:
		p.msg += "; names are given by rtest:let"
	case (t.Value == "++" || t.Value == "--") && operand:
		p.msg += "; a predicate changes nothing"
	case t.Value == "{" && want == anExpression:
		p.msg += "; write a list as in Go, []int{1, 2}"
	case isComponent(t.Value) && operand:
		p.msg += "; results are called result0, result1, …"
	case (t.Value == ".." || t.Value == "..<") && operand:
		p.msg += "; a range is allowed only on the right of in"
	case (t.Value == ".." || t.Value == "..<") && want == "]":
		p.msg += "; a range has no brackets, a part of a slice is xs[a:b]"
	case t.Value == "," && want == "=":
		p.msg += "; a name is one value; compare the results of a call with a list: f(x) == (a, b)"
	case t.Value == "~" || t.Value == "|" && want == "]":
		p.msg += "; declare a named constraint in Go"
	case want != "":
		p.msg += ", expected " + want
	case !t.EOF():
		p.msg += ", expected end of directive"
	}
	return p
}

// isComponent reports whether a literal such as .1 selects a component in other languages.
func isComponent(text string) bool {
	return len(text) == 2 && text[0] == '.' && '0' <= text[1] && text[1] <= '9'
}

// operatorWord returns the operator that a word stands for in other languages.
func operatorWord(name string) string {
	switch name {
	case "and":
		return "&&"
	case "or":
		return "||"
	case "implies":
		return "==>"
	case "iff":
		return "<==>"
	case "mod":
		return "%"
	case "div":
		return "/"
	case "xor":
		return "^"
	case "eq", "equals":
		return "=="
	case "ne", "neq":
		return "!="
	}
	return ""
}

// keywordHint says what predicates have in place of a keyword of Go.
func keywordHint(keyword string) string {
	switch keyword {
	case "return":
		return "the result is called result"
	case "for":
		return "did you mean forall?"
	case "range":
		return "leave it out: forall x in xs"
	case "if":
		return "write P ==> Q, or c ? a : b"
	case "func":
		return "write a helper in Go"
	}
	return ""
}

// describe names a token like Go's compiler does.
func describe(t lexer.Token) string {
	switch {
	case t.EOF():
		return "end of directive"
	case t.Type == tokName:
		return "name " + t.Value
	case t.Type == tokKeyword:
		return "keyword " + t.Value
	case isLiteral(t.Type):
		return "literal " + t.Value
	case t.Value == ";":
		return "semicolon"
	case t.Value == ":":
		return "colon"
	case t.Value == ",":
		return "comma"
	}
	return t.Value
}

const (
	anExpression = "an expression"
	aType        = "a type"
)

// expectation extracts the expected terminal from participle's message, which ends in "(expected"
// and the rest of the production.
func expectation(msg string) string {
	_, rest, ok := strings.Cut(msg, "(expected ")
	if !ok {
		return ""
	}
	rest = strings.TrimLeft(rest, "(")
	if s, ok := strings.CutPrefix(rest, `"`); ok {
		s, _, _ = strings.Cut(s, `"`)
		return s
	}
	switch word := rest[:strings.IndexFunc(rest+" ", func(r rune) bool { return strings.ContainsRune(" )*?+", r) })]; word {
	case "<name>":
		return "a name"
	case "<int>":
		return "an integer"
	case "<string>":
		return "a string"
	case "RefType", "TypeExpr", "GEntry", "GTypeEntry", "GMember":
		return aType
	case "GGoParams", "GList":
		return "("
	case "GTyped", "GField", "GTypeField", "GName":
		return "a name"
	default:
		return anExpression
	}
}

// span returns the span of a token.
func span(t lexer.Token) Span { return Span{token.Pos(t.Pos.Offset), token.Pos(t.Pos.Column)} }

// tokenSpan returns the span of a production's tokens.
func tokenSpan(toks []lexer.Token) Span {
	return Span{span(toks[0]).From, span(toks[len(toks)-1]).To}
}

// ident converts a name token. It converts the zero token to the zero Ident.
func ident(t lexer.Token) Ident {
	if t.Value == "" {
		return Ident{}
	}
	return Ident{span(t), t.Value}
}

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
		{CodeBadToken, "The text contains an invalid token, such as an unterminated string.",
			"//rtest:requires s == \"a\nfunc F(s string)"},
		{CodeSyntax, "The text does not follow the grammar.",
			"//rtest:requires f(x, (y + ), 3)\nfunc F(x, y int)"},
		{CodeMixedComparison, "Different kinds of comparisons are combined without parentheses.",
			"//rtest:requires 0 < x == true\nfunc F(x int)"},
		{CodeMixedConditional, "?: is combined with ==> or <==> without parentheses.",
			"//rtest:requires a ==> b ? c : d\nfunc F(a, b, c, d bool)"},
		{CodeMixedParams, "A list mixes named and unnamed parameters, or ... is not at its end.",
			"//rtest:sig (x int, []int)\nfunc F(x int, ys []int)"},
		{CodeUnsupported, "Contracts cannot contain function literals, interface literals or channel operations.",
			"//rtest:requires apply(func(y int) bool { return y > 0 }, x)\nfunc F(x int)"},
		{CodeBadValue, "A number, string, duration or name is well-formed but not possible here.",
			"//rtest:timeout soon\nfunc F()"},
	}
}
