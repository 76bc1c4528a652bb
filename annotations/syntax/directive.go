package syntax

import (
	"go/token"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// A Directive is one //rtest: comment with its continuations, parsed.
type Directive struct {
	// Span covers the comment line that begins it.
	Span
	// Verb is the word after "rtest:".
	Verb Ident
	// Text is the directive's text as the user wrote it, with continuations joined by a space, and
	// without a trailing // comment.
	Text string
	// TextAt maps a byte offset in Text to its position in the file.
	TextAt func(offset int) token.Pos
	// Body is the parsed text. It is nil if the text has errors.
	Body Body
}

// Body is the parsed text of a directive. A body with nodes is a composite.
type Body interface{ print(*strings.Builder) }

type composite interface{ parts() []Node }

func bodyParts(b Body) []Node {
	if c, ok := b.(composite); ok {
		return c.parts()
	}
	return nil
}

// String returns the directive in canonical form: its verb and its body, or its text if that has
// errors.
func (d *Directive) String() string {
	text := d.Text
	if d.Body != nil {
		text = printed(printBody, d.Body)
	}
	return strings.TrimSuffix("//"+tool+":"+d.Verb.Name+" "+text, " ")
}

func printBody(b *strings.Builder, d Body) { d.print(b) }

// gBody is the production of a whole directive, including the verb. Participle fills its fields.
// The method body converts them into a Body and checks what the grammar does not express.
type gBody interface{ body() (Body, error) }

// verbatim is a gBody whose text is not read by the grammar.
type verbatim interface {
	gBody
	read(text string, at func(offset int) token.Pos) (Body, error)
}

// unquote returns the value of a string literal.
func unquote(t lexer.Token) (string, error) {
	s, err := strconv.Unquote(t.Value)
	if err != nil {
		return "", &problem{Span: span(t), code: CodeBadValue, msg: "invalid string " + t.Value}
	}
	return s, nil
}

// integer returns the value of an integer literal, which must not exceed limit.
func integer(t lexer.Token, limit int64) (int64, error) {
	n, err := strconv.ParseInt(t.Value, 0, 64)
	if err != nil || n > limit {
		return 0, &problem{Span: span(t), code: CodeBadValue, msg: t.Value + " is too large: at most " + strconv.FormatInt(limit, 10)}
	}
	return n, nil
}

// literalKind returns the go/token kind of a literal.
func literalKind(t lexer.Token) token.Token {
	switch t.Type {
	case tokInt:
		return token.INT
	case tokFloat:
		return token.FLOAT
	case tokImag:
		return token.IMAG
	case tokChar:
		return token.CHAR
	case tokString:
		return token.STRING
	}
	return token.ILLEGAL
}
