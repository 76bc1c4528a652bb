package syntax

import (
	"go/token"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/participle/v2/lexer"
)

// Values is "values X, Y" or "values p: X, Y". Param.Name may be empty.
type Values struct {
	Param Ident
	Exprs []Expr
}

type gValues struct {
	Param lexer.Token `parser:"'values':Verb ( (?= Name ':' ) @Name ':' )?"`
	Exprs []Expr      `parser:"@@ ( ',' @@ )*"`
}

func (g gValues) body() (Body, error) { return &Values{ident(g.Param), g.Exprs}, nil }

func (d *Values) print(b *strings.Builder) { printAll(b, forParam(d.Param), d.Exprs) }

func (d *Values) parts() []Node { return list(d.Exprs) }

// Depth is "depth n" or "depth p: n".
type Depth struct {
	Param Ident
	N     int
}

type gDepth struct {
	Param lexer.Token `parser:"'depth':Verb ( (?= Name ':' ) @Name ':' )?"`
	N     lexer.Token `parser:"@Int"`
}

func (g gDepth) body() (Body, error) {
	n, err := integer(g.N, MaxDepth)
	return &Depth{ident(g.Param), int(n)}, err
}

func (d *Depth) print(b *strings.Builder) { printAll(b, forParam(d.Param), strconv.Itoa(d.N)) }

// MaxDepth is the greatest depth. Inputs of that depth have thousands of parts.
const MaxDepth = 1000

// Ints is "ints a..b, c..d" or "ints full", possibly with "p: " before it.
type Ints struct {
	Param  Ident
	Full   bool
	Ranges []Range
}

type gInts struct {
	Param  lexer.Token `parser:"'ints':Verb ( (?= Name ':' ) @Name ':' )?"`
	Full   lexer.Token `parser:"( (?= 'full' EOF ) @'full'"`
	Ranges []gRange    `parser:"| @@ ( ',' @@ )* )"`
}

type gRange struct {
	Low  bound       `parser:"@@"`
	Op   lexer.Token `parser:"( @( '..' | '..<' )"`
	High bound       `parser:"@@ )?"`
}

func (g gInts) body() (Body, error) {
	b := &Ints{Param: ident(g.Param), Full: g.Full.Value != ""}
	for _, r := range g.Ranges {
		if r.High == nil {
			if n, ok := r.Low.(*Name); ok && n.Name == "full" {
				return nil, &problem{Span: Span{n.Pos(), n.End()}, code: CodeBadValue, msg: "write full alone"}
			}
			if x, ok := r.Low.(*Binary); ok && x.Op == token.SUB && isNumber(x.X) && isNumber(x.Y) {
				fix := x.X.(*Literal).Text + ".." + x.Y.(*Literal).Text
				return nil, &problem{Span: Span{x.Pos(), x.End()}, code: CodeBadValue, fix: fix, msg: "this is one number, a difference; did you mean " + fix + "?"}
			}
			// A single number is a range of one.
			r.High = r.Low
		}
		b.Ranges = append(b.Ranges, Range{
			Span: Span{r.Low.Pos(), r.High.End()}, Low: r.Low, High: r.High,
			HalfOpen: r.Op.Value == "..<", OpPos: span(r.Op).From,
		})
	}
	return b, nil
}

func isNumber(e Expr) bool {
	l, ok := e.(*Literal)
	return ok && l.Kind == token.INT
}

func (d *Ints) print(b *strings.Builder) {
	b.WriteString(forParam(d.Param))
	if d.Full {
		b.WriteString("full")
	}
	printList(b, d.Ranges, ", ", func(b *strings.Builder, r Range) { printRange(b, &r) })
}

func (d *Ints) parts() []Node {
	var out []Node
	for i := range d.Ranges {
		out = append(out, &d.Ranges[i])
	}
	return out
}

// Chars is `chars "…"` or `chars p: "…"`.
type Chars struct {
	Param Ident
	Chars string
	// At is the span of the string.
	At Span
}

type gChars struct {
	Param lexer.Token `parser:"'chars':Verb ( (?= Name ':' ) @Name ':' )?"`
	Chars lexer.Token `parser:"@String"`
}

func (g gChars) body() (Body, error) {
	chars, err := unquote(g.Chars)
	return &Chars{ident(g.Param), chars, span(g.Chars)}, err
}

func (d *Chars) print(b *strings.Builder) { printAll(b, forParam(d.Param), strconv.Quote(d.Chars)) }

// Inputs is "inputs n".
type Inputs struct{ N int64 }

type gInputs struct {
	N lexer.Token `parser:"'inputs':Verb @Int"`
}

func (g gInputs) body() (Body, error) {
	n, err := integer(g.N, math.MaxInt64)
	return &Inputs{n}, err
}

func (d *Inputs) print(b *strings.Builder) { b.WriteString(strconv.FormatInt(d.N, 10)) }

// Timeout is "timeout 2s".
type Timeout struct{ D time.Duration }

// duration is text that time.ParseDuration reads.
type duration struct{}

func (duration) body() (Body, error) { return &Timeout{}, nil }

func (duration) read(text string, at func(int) token.Pos) (Body, error) {
	all := Span{at(0), at(len(text))}
	first, rest, _ := strings.Cut(text, " ")
	d, err := time.ParseDuration(first)
	if more := strings.TrimSpace(rest); err == nil && more != "" {
		from := len(text) - len(more)
		return nil, &problem{Span: Span{at(from), all.To}, code: CodeSyntax, msg: "unexpected " + more + ", expected end of directive"}
	}
	if err != nil || d <= 0 {
		return nil, &problem{Span: all, code: CodeBadValue, msg: "rtest:timeout needs a positive duration such as 500ms or 2s"}
	}
	return &Timeout{d}, nil
}

func (d *Timeout) print(b *strings.Builder) { b.WriteString(d.D.String()) }
