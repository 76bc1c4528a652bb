package syntax

import (
	"go/token"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/participle/v2/lexer"
)

// gBody is the production of a whole directive, verb included. Its members are
// participle's; body turns what they captured into the trees of directive.go
// and checks what the grammar does not say.
type gBody interface{ body() (Body, error) }

// verbatim is a gBody whose text the grammar does not read.
type verbatim interface {
	gBody
	read(text string, at func(offset int) token.Pos) (Body, error)
}

// prose is text that is kept as it stands, comments included.
type prose struct{}

func (prose) body() (Body, error) { return &Skip{}, nil }

func (prose) read(text string, _ func(int) token.Pos) (Body, error) { return &Skip{text}, nil }

// duration is text that package time reads.
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

type gTypeDef struct {
	Name       lexer.Token  `parser:"'type':Verb @Name"`
	TypeParams *gTypeParams `parser:"@@?"`
	Params     *gGoParams   `parser:"@@?"`
	Type       RefType      `parser:"'=' @@"`
}

type gTypeParams struct {
	List []gTyped `parser:"'[' @@ ( ',' @@ )* ']'"`
}

type gGoParams struct {
	Open lexer.Token `parser:"@'('"`
	List []gTyped    `parser:"( @@ ( ',' @@ )* )? ')'"`
}

// gTyped is a name and, at the last of a group, its type.
type gTyped struct {
	Name lexer.Token `parser:"@Name"`
	Type TypeExpr    `parser:"@@?"`
}

func (g gTypeDef) body() (Body, error) {
	d := &TypeDef{Name: ident(g.Name), HasParams: g.Params != nil, Type: g.Type}
	if g.TypeParams != nil {
		params, err := ungroup(g.TypeParams.List, "constraint")
		if err != nil {
			return nil, err
		}
		for _, p := range params {
			tp := TypeParam{Name: p.Name, Constraint: p.Type}
			if n, ok := p.Type.(*NamedType); ok && n.Name.Name == "any" && n.Pkg.Name == "" && len(n.Args) == 0 {
				tp.Constraint = nil
			}
			d.TypeParams = append(d.TypeParams, tp)
		}
	}
	var err error
	if g.Params != nil {
		d.Params, err = ungroup(g.Params.List, "type")
	}
	return d, err
}

// ungroup gives each name of a list its type: (lo, hi int) is (lo int, hi int).
func ungroup(list []gTyped, what string) ([]GoParam, error) {
	params := make([]GoParam, len(list))
	var last TypeExpr
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Type != nil {
			last = list[i].Type
		}
		name := ident(list[i].Name)
		if last == nil {
			return nil, &problem{Span: Span{name.To, name.To}, code: CodeSyntax, msg: "missing " + what + " of parameter " + name.Name}
		}
		params[i] = GoParam{name, last}
	}
	return params, nil
}

type gDef struct {
	Name   lexer.Token `parser:"'def':Verb @Name"`
	Params gGoParams   `parser:"@@"`
	Result TypeExpr    `parser:"@@"`
	Expr   Expr        `parser:"'=' @@"`
}

func (g gDef) body() (Body, error) {
	params, err := ungroup(g.Params.List, "type")
	return &Def{ident(g.Name), params, g.Result, g.Expr}, err
}

type gImport struct {
	Name lexer.Token `parser:"'import':Verb @Name?"`
	Path lexer.Token `parser:"@String"`
}

func (g gImport) body() (Body, error) {
	path, err := unquote(g.Path)
	if err != nil {
		return nil, err
	}
	if path == "" {
		return nil, &problem{Span: span(g.Path), code: CodeBadValue, msg: "an import needs a path"}
	}
	if g.Name.Value == "_" {
		return nil, &problem{Span: span(g.Name), code: CodeBadValue, msg: "an import for contracts needs a name other than _"}
	}
	return &Import{ident(g.Name), path, span(g.Path)}, nil
}

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
		s.Lists = append(s.Lists, ParamList{spanOf(l.Tokens), params})
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

type gPred struct {
	Expr Expr `parser:"Verb @@"`
}

func (g gPred) body() (Body, error) { return &Pred{g.Expr}, nil }

type gLet struct {
	Name lexer.Token `parser:"'let':Verb @Name"`
	Expr Expr        `parser:"'=' @@"`
}

func (g gLet) body() (Body, error) { return &Let{ident(g.Name), g.Expr}, nil }

type gWith struct {
	Types []TypeExpr `parser:"'with':Verb '[' @@ ( ',' @@ )* ']'"`
}

func (g gWith) body() (Body, error) { return &With{g.Types}, nil }

type gValues struct {
	Param lexer.Token `parser:"'values':Verb ( (?= Name ':' ) @Name ':' )?"`
	Exprs []Expr      `parser:"@@ ( ',' @@ )*"`
}

func (g gValues) body() (Body, error) { return &Values{ident(g.Param), g.Exprs}, nil }

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

// MaxDepth is the greatest depth: inputs have thousands of parts there.
const MaxDepth = 1000

type gDepth struct {
	Param lexer.Token `parser:"'depth':Verb ( (?= Name ':' ) @Name ':' )?"`
	N     lexer.Token `parser:"@Int"`
}

func (g gDepth) body() (Body, error) {
	n, err := integer(g.N, MaxDepth)
	return &Depth{ident(g.Param), int(n)}, err
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
				return nil, &problem{Span: Span{n.Pos(), n.End()}, code: CodeBadValue, msg: "full stands alone"}
			}
			if x, ok := r.Low.(*Binary); ok && x.Op == token.SUB && isNumber(x.X) && isNumber(x.Y) {
				fix := x.X.(*Literal).Text + ".." + x.Y.(*Literal).Text
				return nil, &problem{Span: Span{x.Pos(), x.End()}, code: CodeBadValue, fix: fix, msg: "this is one number, a difference; did you mean " + fix + "?"}
			}
			// One number is a range of one.
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

type gChars struct {
	Param lexer.Token `parser:"'chars':Verb ( (?= Name ':' ) @Name ':' )?"`
	Chars lexer.Token `parser:"@String"`
}

func (g gChars) body() (Body, error) {
	chars, err := unquote(g.Chars)
	return &Chars{ident(g.Param), chars, span(g.Chars)}, err
}

type gInputs struct {
	N lexer.Token `parser:"'inputs':Verb @Int"`
}

func (g gInputs) body() (Body, error) {
	n, err := integer(g.N, math.MaxInt64)
	return &Inputs{n}, err
}

type gOneOf struct {
	List []gMember `parser:"'oneof':Verb @@ ( ',' @@ )*"`
}

type gMember struct {
	Nil  lexer.Token `parser:"@'nil'?"`
	Type TypeExpr    `parser:"@@"`
}

func (g gOneOf) body() (Body, error) {
	b := new(OneOf)
	for _, m := range g.List {
		b.Types = append(b.Types, m.Type)
		b.Nil = append(b.Nil, m.Nil.Value != "")
	}
	return b, nil
}

type gVia struct {
	Calls []Expr `parser:"'via':Verb @@ ( ',' @@ )*"`
}

func (g gVia) body() (Body, error) {
	for _, e := range g.Calls {
		if !nameable(e) {
			return nil, &problem{Span: Span{e.Pos(), e.End()}, code: CodeBadValue,
				msg: "via lists functions and methods by name, composite literals, and calls of constructors, as in New, (*T).Put, T{}, New(16)"}
		}
	}
	return &Via{g.Calls}, nil
}

// nameable tells whether e may name a function or a method, or is T{}, &T{} or
// a call.
func nameable(e Expr) bool {
	switch x := e.(type) {
	case *Name, *Select, *Index, *Composite, *Call:
		return true
	case *Unary:
		_, ok := x.X.(*Composite)
		return ok && x.Op == token.AND
	}
	return false
}

type gState struct {
	Fun Expr `parser:"'state':Verb @@"`
}

func (g gState) body() (Body, error) { return &State{g.Fun}, nil }

type gIs struct {
	Type RefType `parser:"'is':Verb @@"`
}

func (g gIs) body() (Body, error) { return &IsType{g.Type}, nil }

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
