package syntax

import (
	"go/token"
	"slices"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// An exprParser parses expressions by precedence climbing, with one function for each line of the
// table in the language reference. The first error ends parsing with a bailout, which grammar.climb
// recovers.
type exprParser struct {
	g   *grammar
	lex *lexer.PeekingLexer
}

// bailout carries the error that ended the parsing of an expression.
type bailout struct{ err error }

// expr parses an expression of the weakest precedence: C ? A : B. Quantifiers are weaker still, but
// begin with a word of their own (operands.go).
func (p *exprParser) expr() Expr {
	c := p.iff()
	if !p.at("?") {
		return c
	}
	p.noArrow(c, p.lex.Peek())
	p.lex.Next()
	a := p.expr()
	p.noArrow(a, nil)
	p.expect(":")
	b := p.expr()
	p.noArrow(b, nil)
	return &Cond{Span{c.Pos(), b.End()}, c, a, b}
}

// noArrow rejects ==> and <==> as a direct part of a conditional expression. It blames the second
// of the two operators.
func (p *exprParser) noArrow(e Expr, question *lexer.Token) {
	var at Span
	switch e := e.(type) {
	case *Implies:
		at = Span{e.OpPos, e.OpPos + token.Pos(len("==>"))}
	case *Iff:
		at = Span{e.OpPos, e.OpPos + token.Pos(len("<==>"))}
	default:
		return
	}
	if question != nil {
		at = span(*question)
	}
	p.fail(&problem{Span: at, code: CodeMixedConditional, msg: "?: next to ==> or <==> needs parentheses"})
}

func (p *exprParser) iff() Expr {
	x := p.implies()
	for p.at("<==>") {
		op := span(*p.lex.Next())
		y := p.implies()
		x = &Iff{Span{x.Pos(), y.End()}, op.From, x, y}
	}
	return x
}

func (p *exprParser) implies() Expr {
	x := p.binary(levelOr)
	if !p.at("==>") {
		return x
	}
	op := span(*p.lex.Next())
	y := p.implies()
	return &Implies{Span{x.Pos(), y.End()}, op.From, x, y}
}

// The levels of binary operators, weakest first.
const (
	levelOr = iota
	levelAnd
	levelCompare
	levelSum
	levelProduct
	levelUnary
)

// infix returns the level of a binary operator of Go other than a comparison, or -1.
func infix(t *lexer.Token) (int, token.Token) {
	if t.Type != tokOp {
		return -1, token.ILLEGAL
	}
	switch t.Value {
	case "||":
		return levelOr, token.LOR
	case "&&":
		return levelAnd, token.LAND
	case "+":
		return levelSum, token.ADD
	case "-":
		return levelSum, token.SUB
	case "|":
		return levelSum, token.OR
	case "^":
		return levelSum, token.XOR
	case "*":
		return levelProduct, token.MUL
	case "/":
		return levelProduct, token.QUO
	case "%":
		return levelProduct, token.REM
	case "<<":
		return levelProduct, token.SHL
	case ">>":
		return levelProduct, token.SHR
	case "&":
		return levelProduct, token.AND
	case "&^":
		return levelProduct, token.AND_NOT
	}
	return -1, token.ILLEGAL
}

// binary parses an expression whose binary operators have at least the given level.
func (p *exprParser) binary(level int) Expr {
	switch level {
	case levelCompare:
		return p.comparison()
	case levelUnary:
		return p.unary()
	}
	x := p.binary(level + 1)
	for {
		at, op := infix(p.lex.Peek())
		if at != level {
			return x
		}
		pos := span(*p.lex.Next()).From
		y := p.binary(level + 1)
		x = &Binary{Span{x.Pos(), y.End()}, op, pos, x, y}
	}
}

// sum parses an expression that binds more strongly than all comparisons.
func (p *exprParser) sum() Expr { return p.binary(levelSum) }

// comparison parses comparisons. ==, !=, in and is associate to the left, as in Go. < and <= form
// chains, and so do > and >=. The two sorts do not mix.
func (p *exprParser) comparison() Expr {
	x := p.sum()
	first := p.lex.Peek()
	sort := comparisonSort(first)
	if sort == 0 {
		return x
	}
	var chain Chain
	chain.Operands = append(chain.Operands, x)
	for {
		t := p.lex.Peek()
		s := comparisonSort(t)
		if s == 0 {
			break
		}
		if s != sort {
			p.fail(&problem{Span: span(*t), code: CodeMixedComparison,
				msg: t.Value + " beside " + first.Value + " needs parentheses: only < and <=, or > and >=, form a chain"})
		}
		p.lex.Next()
		if s == equality {
			x = p.equality(x, t)
			continue
		}
		chain.Operands = append(chain.Operands, p.sum())
		chain.Ops = append(chain.Ops, orderOp(t.Value))
		chain.OpPos = append(chain.OpPos, span(*t).From)
	}
	switch n := len(chain.Ops); {
	case n == 0:
		return x
	case n == 1:
		y := chain.Operands[1]
		return &Binary{Span{x.Pos(), y.End()}, chain.Ops[0], chain.OpPos[0], x, y}
	default:
		chain.Span = Span{x.Pos(), chain.Operands[n].End()}
		return &chain
	}
}

// The sorts of comparison operators that may be adjacent; 0 is no comparison.
const (
	equality = 1 + iota
	ascending
	descending
)

func comparisonSort(t *lexer.Token) int {
	if t.Type != tokOp && t.Type != tokName {
		return 0
	}
	switch t.Value {
	case "==", "!=", "in", "is":
		return equality
	case "<", "<=":
		return ascending
	case ">", ">=":
		return descending
	}
	return 0
}

func orderOp(s string) token.Token {
	switch s {
	case "<":
		return token.LSS
	case "<=":
		return token.LEQ
	case ">":
		return token.GTR
	}
	return token.GEQ
}

// equality parses what follows the operator t, which is already consumed.
func (p *exprParser) equality(x Expr, t *lexer.Token) Expr {
	pos := span(*t).From
	switch t.Value {
	case "in":
		over := p.over()
		return &In{Span{x.Pos(), over.End()}, x, over}
	case "is":
		from := p.lex.RawCursor()
		typ := p.typeExpr()
		// Parentheses around the type belong to it.
		to := tokenSpan(p.lex.Range(from, p.lex.RawCursor())).To
		return &Is{Span{x.Pos(), to}, x, typ}
	}
	op := token.EQL
	if t.Value == "!=" {
		op = token.NEQ
	}
	y := p.sum()
	return &Binary{Span{x.Pos(), y.End()}, op, pos, x, y}
}

// over parses the right side of in: a sum, or a range between two.
func (p *exprParser) over() Expr {
	low := p.sum()
	if !p.at("..") && !p.at("..<") {
		return low
	}
	op := p.lex.Next()
	high := p.sum()
	if p.at("..") || p.at("..<") {
		p.fail(&problem{Span: span(*p.lex.Peek()), code: CodeSyntax, msg: "a range has two ends and no step: write low..high, and the step as a condition, as i % 2 == 0"})
	}
	return &Range{Span: Span{low.Pos(), high.End()}, Low: low, High: high, HalfOpen: op.Value == "..<", OpPos: span(*op).From}
}

// isQuantifier reports whether the next token is forall or exists as a word, which means that a
// name follows. In "forall in xs" forall is a variable; "forall in in xs" is a quantifier with the
// variable in.
func (p *exprParser) isQuantifier() bool {
	if !p.atName("forall") && !p.atName("exists") {
		return false
	}
	mark := p.lex.MakeCheckpoint()
	defer p.lex.LoadCheckpoint(mark)
	p.lex.Next()
	t := p.lex.Next()
	if t.Type != tokName || t.Value != "in" && t.Value != "is" {
		return t.Type == tokName
	}
	return p.atName("in") || p.at(",")
}

// quantifier parses a quantifier. Its body extends as far as possible.
func (p *exprParser) quantifier() Expr {
	start := p.lex.Next()
	q := &Quant{All: start.Value == "forall"}
	for {
		q.Vars = append(q.Vars, p.name())
		if !p.at(",") {
			break
		}
		p.lex.Next()
	}
	if p.isIn() {
		p.lex.Next()
		q.Over = p.over()
		if len(q.Vars) > 2 {
			p.fail(&problem{Span: q.Vars[2].Span, code: CodeSyntax, msg: "at most two variables range over a value: index and element, or key and value"})
		}
	} else {
		q.Type = p.refType()
	}
	p.expect(":")
	q.Body = p.expr()
	q.Span = Span{span(*start).From, q.Body.End()}
	return q
}

// isIn reports whether the next token is the word in, and not a type of that name.
func (p *exprParser) isIn() bool {
	if !p.atName("in") {
		return false
	}
	mark := p.lex.MakeCheckpoint()
	defer p.lex.LoadCheckpoint(mark)
	p.lex.Next()
	return !p.at(":")
}

// at reports whether the next token is the operator op.
func (p *exprParser) at(op string) bool {
	t := p.lex.Peek()
	return t.Type == tokOp && t.Value == op
}

func (p *exprParser) atKeyword(words ...string) bool {
	t := p.lex.Peek()
	return t.Type == tokKeyword && slices.Contains(words, t.Value)
}

func (p *exprParser) atName(name string) bool {
	t := p.lex.Peek()
	return t.Type == tokName && t.Value == name
}

// expect consumes the operator op and returns its end.
func (p *exprParser) expect(op string) token.Pos {
	if !p.at(op) {
		p.fail(unexpected(*p.lex.Peek(), op))
	}
	return span(*p.lex.Next()).To
}

func (p *exprParser) name() Ident {
	if t := p.lex.Peek(); t.Type != tokName {
		p.fail(unexpected(*t, "a name"))
	}
	return ident(*p.lex.Next())
}

func (p *exprParser) refType() RefType {
	t, err := p.g.refType(p.lex)
	p.check(err, aType)
	return t
}

func (p *exprParser) typeExpr() TypeExpr {
	t, err := p.g.typeExpr(p.lex)
	p.check(err, aType)
	return t
}

// check ends parsing if a production failed.
func (p *exprParser) check(err error, want string) {
	switch err {
	case nil:
	case participle.NextMatch:
		p.fail(unexpected(*p.lex.Peek(), want))
	default:
		p.fail(err)
	}
}

func (p *exprParser) fail(err error) { panic(bailout{err}) }
