package syntax

import (
	"go/token"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// Sig is "sig (receiver) (parameters) (results)". Lists has the one to three lists that are
// present, in order. A single result without parentheses is a list of one.
type Sig struct{ Lists []ParamList }

type gSig struct {
	Lists  []gList `parser:"'sig':Verb @@ @@? @@?"`
	Result RefType `parser:"@@?"`
}

func (g gSig) body() (Body, error) {
	s := new(Sig)
	for _, l := range g.Lists {
		params, err := l.params()
		if err != nil {
			return nil, err
		}
		s.Lists = append(s.Lists, ParamList{tokenSpan(l.Tokens), params})
	}
	if g.Result == nil {
		return s, nil
	}
	at := Span{g.Result.Pos(), g.Result.End()}
	if len(s.Lists) == 3 {
		return nil, &problem{Span: at, code: CodeSyntax, msg: "a sig has at most three lists: receiver, parameters, results"}
	}
	s.Lists = append(s.Lists, ParamList{at, []Param{{Type: g.Result}}})
	return s, nil
}

func (d *Sig) print(b *strings.Builder) {
	printList(b, d.Lists, " ", func(b *strings.Builder, l ParamList) { printParams(b, l.Params) })
}

func (d *Sig) parts() []Node {
	var out []Node
	for _, l := range d.Lists {
		out = append(out, paramParts(l.Params)...)
	}
	return out
}

// A ParamList is a parenthesized list in a sig.
type ParamList struct {
	Span
	Params []Param
}

// Pred is the text of requires, ensures, panics, and invariant.
type Pred struct{ Expr Expr }

type gPred struct {
	Expr Expr `parser:"Verb @@"`
}

func (g gPred) body() (Body, error) { return &Pred{g.Expr}, nil }

func (d *Pred) print(b *strings.Builder) { printExpr(b, d.Expr) }

func (d *Pred) parts() []Node { return nodes(d.Expr) }

// Shared is "shared" at a type, and "shared p, q" at a function.
type Shared struct{ Params []Ident }

type gShared struct {
	Params []gSharedParam `parser:"'shared':Verb ( @@ ( ',' @@ )* )?"`
}

type gSharedParam struct {
	Name lexer.Token `parser:"@Name"`
}

func (g gShared) body() (Body, error) {
	s := new(Shared)
	for _, p := range g.Params {
		s.Params = append(s.Params, ident(p.Name))
	}
	return s, nil
}

func (d *Shared) print(b *strings.Builder) {
	printList(b, d.Params, ", ", func(b *strings.Builder, p Ident) { b.WriteString(p.Name) })
}

// Let is "let name = Expr".
type Let struct {
	Name Ident
	Expr Expr
}

type gLet struct {
	Name lexer.Token `parser:"'let':Verb @Name"`
	Expr Expr        `parser:"'=' @@"`
}

func (g gLet) body() (Body, error) { return &Let{ident(g.Name), g.Expr}, nil }

func (d *Let) print(b *strings.Builder) { printAll(b, d.Name.Name, " = ", d.Expr) }

func (d *Let) parts() []Node { return nodes(d.Expr) }

// Classify is `classify "label" P`. At is the span of the label.
type Classify struct {
	Label string
	At    Span
	Expr  Expr
}

type gClassify struct {
	Label lexer.Token `parser:"'classify':Verb @String"`
	Expr  Expr        `parser:"@@"`
}

func (g gClassify) body() (Body, error) {
	label, err := unquote(g.Label)
	if err == nil && strings.TrimSpace(label) == "" {
		err = &problem{Span: span(g.Label), code: CodeBadValue, msg: "the label of a class is empty: the report shows its count by it"}
	}
	return &Classify{label, span(g.Label), g.Expr}, err
}

func (d *Classify) print(b *strings.Builder) { printAll(b, strconv.Quote(d.Label), " ", d.Expr) }

func (d *Classify) parts() []Node { return nodes(d.Expr) }

// Flag is a directive without text: pure, measure, derived.
type Flag struct{}

func (*Flag) print(*strings.Builder) {}

// Skip is "skip reason".
type Skip struct{ Reason string }

// prose is text that is kept unchanged, including comments.
type prose struct{}

func (prose) body() (Body, error) { return &Skip{}, nil }

func (prose) read(text string, _ func(int) token.Pos) (Body, error) { return &Skip{text}, nil }

func (d *Skip) print(b *strings.Builder) { b.WriteString(d.Reason) }

// With is "with [int, string]".
type With struct{ Types []TypeExpr }

type gWith struct {
	Types []TypeExpr `parser:"'with':Verb '[' @@ ( ',' @@ )* ']'"`
}

func (g gWith) body() (Body, error) { return &With{g.Types}, nil }

func (d *With) print(b *strings.Builder) { printAll(b, "[", d.Types, "]") }

func (d *With) parts() []Node { return list(d.Types) }
