package syntax

import (
	"go/token"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// A Directive is one //rtest: comment with its continuations, parsed.
type Directive struct {
	// Span covers the whole comment line that began it.
	Span
	// Verb is the word behind "rtest:", and where it stands.
	Verb Ident
	// Text is the directive's text as the user wrote it, continuations joined
	// by a space, without what follows //.
	Text string
	// TextAt maps a byte offset in Text to its place in the file.
	TextAt func(offset int) token.Pos
	// Body is what the text says. It is nil when the text had errors.
	Body Body
}

// Body is the parsed text of a directive. One with nodes below it is a composite.
type Body interface{ print(*strings.Builder) }

type composite interface{ parts() []Node }

func bodyParts(b Body) []Node {
	if c, ok := b.(composite); ok {
		return c.parts()
	}
	return nil
}

// String returns the directive in canonical form: its verb and its body, or its
// text where that has errors.
func (d *Directive) String() string {
	text := d.Text
	if d.Body != nil {
		text = printed(printBody, d.Body)
	}
	return strings.TrimSuffix("//"+tool+":"+d.Verb.Name+" "+text, " ")
}

func printBody(b *strings.Builder, d Body) { d.print(b) }

// gBody is the production of a whole directive, verb included. Its members are
// participle's; body turns what they captured into the trees of directive.go
// and checks what the grammar does not say.
type gBody interface{ body() (Body, error) }

// verbatim is a gBody whose text the grammar does not read.
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

// integer returns the value of a literal of token.INT, which is at most limit.
func integer(t lexer.Token, limit int64) (int64, error) {
	n, err := strconv.ParseInt(t.Value, 0, 64)
	if err != nil || n > limit {
		return 0, &problem{Span: span(t), code: CodeBadValue, msg: t.Value + " is too large: at most " + strconv.FormatInt(limit, 10)}
	}
	return n, nil
}

// literalKind returns go/token's name of a literal's kind.
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
