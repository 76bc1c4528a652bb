package syntax

import (
	"fmt"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// A grammar has participle's parsers. Directives, types and lists are participle's productions.
// Expressions are parsed by precedence climbing (exprs.go) over the same tokens.
//
// All parsers are predictive: UseLookahead(0) commits to an alternative with its first token. So
// parsing is linear, and errors blame the first token that cannot follow. Where one token does not
// decide, a production looks ahead explicitly.
type grammar struct {
	bodies   *participle.Parser[gBody]
	refTypes *participle.Parser[gRefType]
	types    *participle.Parser[gType]
}

// A bound is an end of a range: an expression of the level of a sum.
type bound interface{ Expr }

// theGrammar returns the grammar, which is built once and never changes.
var theGrammar = sync.OnceValues(newGrammar)

// newGrammar builds participle's parsers. An error is a fault of the productions.
func newGrammar() (*grammar, error) {
	g := new(grammar)
	options := []participle.Option{
		participle.Lexer(textLexer{}),
		participle.UseLookahead(0),
		participle.ParseTypeWith(g.expr),
		participle.ParseTypeWith(g.bound),
		participle.ParseTypeWith(skipBrackets),
		participle.ParseTypeWith(g.refType),
		participle.ParseTypeWith(g.typeExpr),
		participle.Union[gRefType](gRefSet{}, gRefArray{}, gRefPointer{}, gRefMap{}, gRefFunc{}, gRefStruct{}, gRefParen{}, gRefName{}),
		participle.Union[gType](gArray{}, gPointer{}, gMap{}, gFunc{}, gStruct{}, gInterface{}, gParenType{}, gNamed{}),
		participle.Union(productions()...),
	}
	var err error
	if g.bodies, err = participle.Build[gBody](options...); err != nil {
		return nil, fmt.Errorf("grammar of directives: %w", err)
	}
	if g.refTypes, err = participle.Build[gRefType](options...); err != nil {
		return nil, fmt.Errorf("grammar of refined types: %w", err)
	}
	if g.types, err = participle.Build[gType](options...); err != nil {
		return nil, fmt.Errorf("grammar of types: %w", err)
	}
	return g, nil
}

// productions returns the productions of the directives. Each names its verb, except the last,
// which serves all directives whose text is a predicate.
func productions() []gBody {
	var list []gBody
	for _, k := range kinds {
		if _, other := k.production.(verbatim); !other && k.production != nil && !k.predicate() {
			list = append(list, k.production)
		}
	}
	return append(list, gPred{})
}

// body parses the tokens of a directive, verb first.
func (g *grammar) body(toks []lexer.Token) (Body, error) {
	lex, err := lexer.Upgrade(&tokenList{toks})
	if err != nil {
		return nil, fmt.Errorf("lexing a directive: %w", err)
	}
	b, err := g.bodies.ParseFromLexer(lex)
	if err != nil {
		return nil, confused(toks, asProblem(err, span(toks[0]).From))
	}
	return (*b).body()
}

// pred parses tokens without a verb as one expression.
func (g *grammar) pred(toks []lexer.Token) (Expr, error) {
	lex, err := lexer.Upgrade(&tokenList{toks})
	if err != nil {
		return nil, fmt.Errorf("lexing a predicate: %w", err)
	}
	e, err := g.expr(lex)
	if err == participle.NextMatch {
		err = unexpected(*lex.Peek(), anExpression)
	}
	if err == nil && !lex.Peek().EOF() {
		err = unexpected(*lex.Peek(), "")
	}
	if err != nil {
		// In a directive a verb precedes the first token.
		return nil, confused(append([]lexer.Token{{}}, toks...), asProblem(err, span(toks[0]).From))
	}
	return e, nil
}

// expr is the production Expr.
func (g *grammar) expr(lex *lexer.PeekingLexer) (Expr, error) {
	return g.climb(lex, (*exprParser).expr)
}

// bound is the production Bound.
func (g *grammar) bound(lex *lexer.PeekingLexer) (bound, error) {
	return g.climb(lex, (*exprParser).sum)
}

// climb runs one of exprParser's functions. As in all productions of participle, an error at the
// first token means no match. Other errors have consumed at least that token, and so are final.
func (g *grammar) climb(lex *lexer.PeekingLexer, parse func(*exprParser) Expr) (e Expr, err error) {
	start := lex.Cursor()
	defer func() {
		switch stop := recover().(type) {
		case nil:
		case bailout:
			e, err = nil, stop.err
			if lex.Cursor() == start && !isFinal(err) {
				err = participle.NextMatch
			} else if lex.Cursor() == start {
				lex.Next()
			}
		default:
			panic(stop)
		}
	}()
	return parse(&exprParser{g: g, lex: lex}), nil
}

// refType is the production RefType.
func (g *grammar) refType(lex *lexer.PeekingLexer) (RefType, error) {
	start := lex.Cursor()
	if err := unsupportedType(lex); err != nil {
		return nil, err
	}
	t, err := g.refTypes.ParseFromLexer(lex, participle.AllowTrailing(true))
	if err != nil {
		return nil, noMatch(err, lex.Cursor() == start)
	}
	return (*t).refType()
}

// typeExpr is the production TypeExpr.
func (g *grammar) typeExpr(lex *lexer.PeekingLexer) (TypeExpr, error) {
	start := lex.Cursor()
	if err := unsupportedType(lex); err != nil {
		return nil, err
	}
	t, err := g.types.ParseFromLexer(lex, participle.AllowTrailing(true))
	if err != nil {
		return nil, noMatch(err, lex.Cursor() == start)
	}
	return (*t).typeExpr()
}

// noMatch converts an error at the first token of a production into participle.NextMatch.
func noMatch(err error, atFirst bool) error {
	if atFirst && !isFinal(err) {
		return participle.NextMatch
	}
	return err
}

// isFinal reports whether an error says more than that a token is unexpected.
func isFinal(err error) bool {
	p, ok := err.(*problem)
	return ok && p.code != CodeSyntax && p.code != CodeBadToken
}

// unsupportedType reports types that contracts cannot contain, and consumes their first token.
func unsupportedType(lex *lexer.PeekingLexer) error {
	t := *lex.Peek()
	if t.Type != tokKeyword {
		return nil
	}
	mark := lex.MakeCheckpoint()
	switch t.Value {
	case "chan":
		lex.Next()
		return &problem{Span: span(t), code: CodeUnsupported,
			msg: "channel types cannot be written in contracts; declare a named type or write a helper in Go"}
	case "interface":
		lex.Next()
		if lex.Next().Value == "{" && lex.Peek().Value != "}" && !lex.Peek().EOF() {
			return &problem{Span: span(t), code: CodeUnsupported,
				msg: "interface literals cannot be written in contracts; declare a named interface or write a helper in Go"}
		}
		lex.LoadCheckpoint(mark)
	}
	return nil
}
