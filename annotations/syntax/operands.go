package syntax

import (
	"go/token"

	"github.com/alecthomas/participle/v2/lexer"
)

// unary parses prefix operators, and quantifiers: these may be in place of any operand and extend
// to the right as far as possible.
func (p *exprParser) unary() Expr {
	if p.isQuantifier() {
		return p.quantifier()
	}
	t := p.lex.Peek()
	op, ok := prefix(t)
	if !ok {
		return p.postfix(p.operand())
	}
	from := span(*p.lex.Next()).From
	x := p.unary()
	if op == token.MUL {
		return &Star{Span{from, x.End()}, x}
	}
	return &Unary{Span{from, x.End()}, op, x}
}

func prefix(t *lexer.Token) (token.Token, bool) {
	if t.Type != tokOp {
		return token.ILLEGAL, false
	}
	switch t.Value {
	case "+":
		return token.ADD, true
	case "-":
		return token.SUB, true
	case "!":
		return token.NOT, true
	case "^":
		return token.XOR, true
	case "&":
		return token.AND, true
	case "*":
		return token.MUL, true
	}
	return token.ILLEGAL, false
}

func (p *exprParser) operand() Expr {
	t := p.lex.Peek()
	switch {
	case t.Type == tokName:
		return &Name{ident(*p.lex.Next())}
	case isLiteral(t.Type):
		p.lex.Next()
		return &Literal{span(*t), literalKind(*t), t.Value}
	case p.at("("):
		return p.paren()
	case p.at("["), p.atKeyword("map", "struct", "interface", "func", "chan"):
		return p.typeOperand()
	case p.at("<"):
		p.noReceive()
	}
	p.fail(unexpected(*t, anExpression))
	return nil
}

// noReceive rejects <-ch in place of an operand.
func (p *exprParser) noReceive() {
	t := *p.lex.Next()
	if p.at("-") && span(*p.lex.Peek()).From == span(t).To {
		p.fail(&problem{Span: Span{span(t).From, span(*p.lex.Peek()).To}, code: CodeUnsupported,
			msg: "contracts cannot contain channel operations; write a helper in Go"})
	}
	p.fail(unexpected(t, anExpression))
}

// paren parses (X), or the list (A, B, …).
func (p *exprParser) paren() Expr {
	from := span(*p.lex.Next()).From
	elems := []Expr{p.expr()}
	for p.at(",") {
		p.lex.Next()
		elems = append(elems, p.expr())
	}
	to := p.expect(")")
	if len(elems) > 1 {
		return &List{Span{from, to}, elems}
	}
	return &Paren{Span{from, to}, elems[0]}
}

// typeOperand parses a type that cannot begin like an expression, or the composite literal of such
// a type.
func (p *exprParser) typeOperand() Expr {
	start := *p.lex.Peek()
	typ := p.typeExpr()
	if !p.at("{") {
		return &TypeValue{typ}
	}
	if start.Value == "func" {
		p.fail(&problem{Span: span(start), code: CodeUnsupported, msg: "a contract cannot contain a function literal; declare a function, and write its name here"})
	}
	return p.composite(typ)
}

// composite parses {elements}. Without a type it is an elided inner literal.
func (p *exprParser) composite(typ TypeExpr) Expr {
	from := span(*p.lex.Next()).From
	if typ != nil {
		from = typ.Pos()
	}
	c := &Composite{Type: typ}
	for !p.at("}") {
		e := Element{Value: p.element()}
		if p.at(":") {
			p.lex.Next()
			e.Key, e.Value = e.Value, p.element()
		}
		c.Elems = append(c.Elems, e)
		if !p.comma("}", "composite literal") {
			break
		}
	}
	c.Span = Span{from, p.expect("}")}
	return c
}

func (p *exprParser) element() Expr {
	if p.at("{") {
		return p.composite(nil)
	}
	return p.expr()
}

// comma consumes a comma in a list that ends with end, and reports whether there was one.
func (p *exprParser) comma(end, where string) bool {
	switch {
	case p.at(","):
		p.lex.Next()
		return true
	case p.at(end):
		return false
	}
	err := unexpected(*p.lex.Peek(), anExpression)
	switch {
	case err.code != CodeSyntax || err.fix != "":
	case end == "]" && p.at("..") || end == "]" && p.at("..<"):
		err = unexpected(*p.lex.Peek(), end)
	default:
		err.msg = "unexpected " + describe(*p.lex.Peek()) + " in " + where + "; possibly missing comma or " + end
	}
	p.fail(err)
	return false
}

// postfix parses everything that may follow an operand.
func (p *exprParser) postfix(x Expr) Expr {
	for {
		switch {
		case p.at("."):
			x = p.selection(x)
		case p.at("["):
			x = p.index(x)
		case p.at("("):
			x = p.call(x)
		case p.at("{"):
			typ := AsType(x)
			if typ == nil {
				return x
			}
			x = p.composite(typ)
		default:
			return x
		}
	}
}

// selection parses .Name and .(Type).
func (p *exprParser) selection(x Expr) Expr {
	p.lex.Next()
	if !p.at("(") {
		sel := p.name()
		return &Select{Span{x.Pos(), sel.To}, x, sel}
	}
	p.lex.Next()
	if p.atKeyword("type") {
		p.fail(&problem{Span: span(*p.lex.Peek()), code: CodeUnsupported, msg: ".(type) is not allowed in contracts; write x is T, or a helper in Go"})
	}
	typ := p.typeExpr()
	return &Assert{Span{x.Pos(), p.expect(")")}, x, typ}
}

func (p *exprParser) call(x Expr) Expr {
	p.lex.Next()
	c := &Call{Fun: x}
	for !p.at(")") {
		c.Args = append(c.Args, p.expr())
		if p.at("...") {
			p.lex.Next()
			c.Spread = true
		}
		if !p.comma(")", "argument list") || c.Spread {
			break
		}
	}
	to := p.expect(")")
	c.Span, c.Rparen = Span{x.Pos(), to}, to-1
	return c
}

// index parses [i], type arguments, or a slice expression.
func (p *exprParser) index(x Expr) Expr {
	p.lex.Next()
	var parts []Expr
	var colons []lexer.Token
	var first Expr
	if !p.at(":") {
		first = p.expr()
	}
	parts = append(parts, first)
	for p.at(":") && len(colons) < 2 {
		colons = append(colons, *p.lex.Next())
		var part Expr
		if !p.at(":") && !p.at("]") {
			part = p.expr()
		}
		parts = append(parts, part)
	}
	if len(colons) > 0 {
		return p.slice(x, parts, colons)
	}
	for p.comma("]", "index or type arguments") && !p.at("]") {
		parts = append(parts, p.expr())
	}
	return &Index{Span{x.Pos(), p.expect("]")}, x, parts}
}

// slice builds the slice expression from the parts between colons.
func (p *exprParser) slice(x Expr, parts []Expr, colons []lexer.Token) Expr {
	s := &Slice{X: x, Low: parts[0], High: parts[1]}
	close := *p.lex.Peek()
	to := p.expect("]")
	if len(parts) == 3 {
		s.Max = parts[2]
		if s.High == nil {
			p.fail(&problem{Span: span(colons[1]), code: CodeSyntax, msg: "middle index required in 3-index slice"})
		}
		if s.Max == nil {
			p.fail(&problem{Span: span(close), code: CodeSyntax, msg: "final index required in 3-index slice"})
		}
	}
	s.Span = Span{x.Pos(), to}
	return s
}

// AsType returns the type that an expression spells, as before the brace of a composite literal. It
// returns nil if it spells none.
func AsType(x Expr) TypeExpr {
	switch x := x.(type) {
	case *Name:
		return &NamedType{Span: x.Span, Name: x.Ident}
	case *Select:
		if pkg, ok := x.X.(*Name); ok {
			return &NamedType{Span: x.Span, Pkg: pkg.Ident, Name: x.Sel}
		}
	case *Index:
		named, ok := AsType(x.X).(*NamedType)
		if !ok || len(named.Args) > 0 {
			return nil
		}
		named.Span = x.Span
		for _, arg := range x.Indices {
			t := typeArg(arg)
			if t == nil {
				return nil
			}
			named.Args = append(named.Args, t)
		}
		return named
	}
	return nil
}

// typeArg is AsType for all types that may be between brackets.
func typeArg(x Expr) TypeExpr {
	switch x := x.(type) {
	case *TypeValue:
		return x.TypeExpr
	case *Paren:
		return typeArg(x.X)
	case *Star:
		if elem := typeArg(x.X); elem != nil {
			return &PointerType{x.Span, elem}
		}
		return nil
	}
	return AsType(x)
}
