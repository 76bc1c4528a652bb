package syntax

import (
	"fmt"
	"go/scanner"
	"go/token"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
)

// The kinds of tokens. The lexer.Position of a token has no line: Offset is the token.Pos of its
// first byte, and Column that after its last byte. So the grammar knows positions in the user's
// file without knowing how the directive's lines were joined.
const (
	tokName lexer.TokenType = -2 - iota
	tokKeyword
	tokInt
	tokFloat
	tokImag
	tokChar
	tokString
	tokOp
	// tokVerb is the directive's verb, which precedes its text.
	tokVerb
	// tokBad is text that is no token. Its Value says what is wrong with it.
	tokBad
)

// maxTokens limits the tokens of one directive, and thereby the recursion of the parser.
const maxTokens = 10_000

// operators lists the tokens that are neither words nor literals, each before its prefixes. There
// is no "<-": in predicates x<-1 compares x with -1. It includes operators of Go's statements and
// some of other languages, so that errors blame them as a whole.
var operators = [...]string{
	"<==>", "<==", "==>", "<=>", "===", "!==", "=/=", "=<", "<>", "..<", "...", "..", "<<=", ">>=", "&^=",
	"++", "--", "->", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "&^", "&&", "||", "==", "!=", "<=", ">=", "=>",
	"+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "=", "!", "(", ")", "[", "]", "{", "}",
	",", ";", ".", ":", "?", "~",
}

// lexText splits a directive's text into tokens. The first is the verb, unless that is empty; the
// last is EOF. At maps offsets in the text to positions in the file.
func lexText(verb Ident, text string, at func(int) token.Pos) []lexer.Token {
	var toks []lexer.Token
	if verb.Name != "" {
		toks = append(toks, newToken(tokVerb, verb.Name, verb.From, verb.To))
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			i += size
			continue
		}
		if len(toks) == maxTokens {
			toks = append(toks, newToken(tokBad, fmt.Sprintf("more than %d tokens in one directive", maxTokens), at(i), at(i+size-1)+1))
			break
		}
		kind, n := scanToken(text[i:])
		value, from, to := text[i:i+n], i, i+n
		if kind == tokBad || isLiteral(kind) {
			if msg, off := literalError(value); msg != "" {
				if kind == tokChar && isPrimed(text[:i]) {
					msg, off, n = "unexpected '; the value before the call is old(…)", 0, 1
				} else {
					msg += characterAdvice(value, text[i+n:])
				}
				kind, value, from, to = tokBad, msg, i+off, i+max(off, n)
			}
		}
		toks = append(toks, newToken(kind, value, at(from), at(to-1)+1))
		i += n
	}
	end := at(len(text))
	return append(toks, newToken(lexer.EOF, "", end, end))
}

func newToken(kind lexer.TokenType, value string, from, to token.Pos) lexer.Token {
	return lexer.Token{Type: kind, Value: value, Pos: lexer.Position{Offset: int(from), Column: int(to)}}
}

func isLiteral(kind lexer.TokenType) bool { return kind <= tokInt && kind >= tokString }

// scanToken returns the kind and the length of the token at the start of s, which must not be
// empty.
func scanToken(s string) (lexer.TokenType, int) {
	switch c := s[0]; {
	case c == '"' || c == '\'' || c == '`':
		n := quotedLen(s)
		if c == '\'' {
			return tokChar, n
		}
		return tokString, n
	case isDigit(c) || c == '.' && len(s) > 1 && isDigit(s[1]):
		return scanNumber(s)
	}
	if n := nameLen(s); n > 0 {
		if token.IsKeyword(s[:n]) {
			return tokKeyword, n
		}
		return tokName, n
	}
	for _, op := range operators {
		if strings.HasPrefix(s, op) {
			return tokOp, len(op)
		}
	}
	_, n := utf8.DecodeRuneInString(s)
	return tokBad, n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// nameLen returns the length of the identifier at the start of s.
func nameLen(s string) int {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return i
		}
	}
	return len(s)
}

// quotedLen returns the length of the quoted literal at the start of s. An unterminated literal
// extends to the end of s.
func quotedLen(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == s[0]:
			return i + 1
		case s[i] == '\\' && s[0] != '`':
			i++
		}
	}
	return len(s)
}

// scanNumber returns the kind and length of the number at the start of s. It ends before "..",
// which go/scanner would not recognize in 1..n.
func scanNumber(s string) (lexer.TokenType, int) {
	n, dot := 0, false
	for n < len(s) {
		c := s[n]
		switch {
		case c == '.' && (dot || strings.HasPrefix(s[n:], "..")):
			return numberKind(s[:n]), n
		case c == '.':
			dot = true
		case c == '+' || c == '-':
			if !hasExponent(s[:n]) {
				return numberKind(s[:n]), n
			}
		case c != '_' && !isDigit(c) && !('a' <= c|0x20 && c|0x20 <= 'z'):
			return numberKind(s[:n]), n
		}
		n++
	}
	return numberKind(s), n
}

// hasExponent reports whether a sign after s, the beginning of a number, belongs to its exponent.
func hasExponent(s string) bool {
	hex := len(s) > 1 && s[1]|0x20 == 'x'
	last := s[len(s)-1] | 0x20
	return !hex && last == 'e' || hex && last == 'p'
}

func numberKind(s string) lexer.TokenType {
	hex := len(s) > 1 && s[1]|0x20 == 'x'
	switch {
	case strings.HasSuffix(s, "i"):
		return tokImag
	case strings.Contains(s, "."), hex && strings.ContainsAny(s, "pP"), !hex && strings.ContainsAny(s, "eE"):
		return tokFloat
	}
	return tokInt
}

// literalError returns what Go's scanner finds wrong with a literal or a stray character, and the
// offset. The message is empty if nothing is wrong.
func literalError(lit string) (msg string, offset int) {
	file := token.NewFileSet().AddFile("", -1, len(lit))
	var s scanner.Scanner
	s.Init(file, []byte(lit), func(pos token.Position, m string) {
		if msg == "" {
			msg, offset = m, pos.Offset
		}
	}, 0)
	_, tok, text := s.Scan()
	switch {
	case msg == "illegal rune literal" && !strings.ContainsAny(lit, `\"`):
		msg, offset = "more than one character in rune literal; did you mean "+`"`+strings.Trim(lit, "'")+`"?`, 0
	case msg != "":
	case tok == token.ILLEGAL:
		msg = fmt.Sprintf("invalid character %q", text)
	case len(text) != len(lit):
		msg, offset = fmt.Sprintf("unexpected %s after %s", lit[len(text):], text), len(text)
	}
	return msg, offset
}

// isPrimed reports whether an apostrophe after text belongs to a name or an operand, as in x',
// which elsewhere means the value after or before a change.
func isPrimed(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return last == ')' || last == ']' || last == '_' || unicode.IsLetter(last) || unicode.IsDigit(last)
}

// characterAdvice says what to do about a meaningless character, preceded by a semicolon. Behind is
// the text that follows it.
func characterAdvice(char, behind string) string {
	if why := strayHint(char, behind); why != "" {
		return "; " + why
	}
	if spelt := signSpelling(char); spelt != "" {
		return "; did you mean " + spelt + "?"
	}
	return ""
}

// strayHint explains a character that has a meaning in other languages. Behind is the text that
// follows it.
func strayHint(char, behind string) string {
	switch char {
	case "#":
		return "a comment begins with //"
	case `\`:
		if behind == "" || behind[0] == ' ' {
			return "a directive goes on in a line //rtest:and"
		}
		return "write old, result and forall without it"
	case "$":
		return "write old, result and forall without it"
	case "@":
		return "the value before the call is old(…)"
	case "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff":
		return "it cannot be seen: delete it"
	}
	return ""
}

// signSpelling returns how contracts write a sign of mathematical logic.
func signSpelling(sign string) string {
	switch sign {
	case "≤":
		return "<="
	case "≥":
		return ">="
	case "≠":
		return "!="
	case "∧":
		return "&&"
	case "∨":
		return "||"
	case "¬":
		return "!"
	case "–", "—", "−":
		return "-"
	case "×":
		return "*"
	case "÷":
		return "/"
	case "…":
		return ".."
	case "∉":
		return "!(x in xs)"
	case "‘", "’":
		return "'"
	case "„", "«", "»":
		return "\""
	case "⟹", "⇒", "→":
		return "==>"
	case "⇔", "↔":
		return "<==>"
	case "∀":
		return "forall"
	case "∃":
		return "exists"
	case "∈":
		return "in"
	}
	return ""
}

// textLexer is the lexer.Definition of directives. Tokens normally come from lexText, which knows
// their positions; lexing a reader counts positions from 1.
type textLexer struct{}

// Symbols names the kinds of tokens for the grammar.
func (textLexer) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Name": tokName, "Keyword": tokKeyword, "Int": tokInt, "Float": tokFloat,
		"Imag": tokImag, "Char": tokChar, "String": tokString, "Op": tokOp, "Verb": tokVerb, "Bad": tokBad,
	}
}

// Lex splits all of r into tokens.
func (textLexer) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading a directive: %w", err)
	}
	return &tokenList{lexText(Ident{}, string(text), func(i int) token.Pos { return token.Pos(i + 1) })}, nil
}

// tokenList is a lexer.Lexer over existing tokens. The last is EOF.
type tokenList struct{ toks []lexer.Token }

func (l *tokenList) Next() (lexer.Token, error) {
	t := l.toks[0]
	if !t.EOF() {
		l.toks = l.toks[1:]
	}
	return t, nil
}
