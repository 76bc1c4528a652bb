package syntax

import (
	"slices"

	"github.com/alecthomas/participle/v2/lexer"
)

// joined explains what separates or surrounds conditions in other languages: commas, semicolons,
// comments of C.
func (c *confusion) joined() *problem {
	if at := c.blockComment(); at > 0 {
		c.at = at
		return c.because(0, "a comment in a directive begins with //")
	}
	if !c.op(0, ",", ";") || c.open() >= 0 {
		return nil
	}
	switch {
	case c.inQuantifier() && !c.colonBehind():
		return c.because(0, "write a colon before the predicate: forall x in xs: P")
	case c.inQuantifier() && c.name(1) && c.quantifierGoesOn():
		return c.because(0, "each range has a quantifier of its own: forall x in xs: forall y in ys: P")
	case c.inQuantifier() && c.name(1) && !c.op(2, ":", ","):
		return c.because(0, "list variables of one type together, forall x, y int: P; use another quantifier for each further type")
	case c.inQuantifier():
		return nil
	case c.name(-2, "in") && c.literal(-1):
		return c.because(0, "a list is written []int{1, 2}")
	case c.op(-2, "==", "!=") && c.op(-3, ")") && c.tok(2).EOF():
		return c.because(0, "the results of a call are compared with a list: f(x) == (a, b)")
	case c.toks[0].Type != tokVerb, c.predicate():
		return c.because(0, "conditions are joined by &&")
	}
	return nil
}

// unjoined explains an operand directly after another one in a predicate.
func (c *confusion) unjoined() *problem {
	if !c.operandBehind() || c.open() >= 0 || !c.predicate() || isComponent(c.tok(0).Value) {
		return nil
	}
	return c.because(0, "an operator is missing before it: conditions are joined by &&")
}

// colonBehind reports whether there is a colon after the current token.
func (c *confusion) colonBehind() bool {
	return slices.ContainsFunc(c.toks[min(c.at+1, len(c.toks)):], func(t lexer.Token) bool { return t.Type == tokOp && t.Value == ":" })
}

// quantifierGoesOn reports whether the comma at the current token is followed by a second range.
func (c *confusion) quantifierGoesOn() bool {
	return c.name(2, "in") || c.name(-2, "in") && c.op(2, ":")
}

// blockComment returns the index of the first token of a /* comment between the verb and the
// current token, or 0.
func (c *confusion) blockComment() int {
	for i := 1; i <= c.at && i+1 < len(c.toks); i++ {
		slash, star := c.toks[i], c.toks[i+1]
		if slash.Type == tokOp && slash.Value == "/" && star.Type == tokOp && star.Value == "*" && span(slash).To == span(star).From {
			return i
		}
	}
	return 0
}

// inQuantifier reports whether the current token is between forall or exists and its colon.
func (c *confusion) inQuantifier() bool {
	for i := c.at - 1; i > 0; i-- {
		switch t := c.toks[i]; {
		case t.Type == tokOp && t.Value == ":":
			return false
		case opensQuantifier(t):
			return true
		}
	}
	return false
}

// predicate reports whether the text of the directive is a predicate.
func (c *confusion) predicate() bool {
	return c.toks[0].Type == tokVerb && KindOf(c.toks[0].Value).predicate()
}

// inPredicate reports whether the current token is in a predicate: in the text of a directive that
// is one, or after the | in braces.
func (c *confusion) inPredicate() bool {
	if c.predicate() {
		return true
	}
	open := c.open()
	return open > 0 && c.toks[open].Value == "{" &&
		slices.ContainsFunc(c.toks[open:c.at], func(t lexer.Token) bool { return t.Type == tokOp && t.Value == "|" })
}

// ranged explains ranges as other languages write them.
func (c *confusion) ranged() *problem {
	switch {
	case c.toks[0].Value == "ints" && c.op(0, "..", "..<") && c.op(-2, "..", "..<"):
		return c.because(0, "a range has two ends; several are written a..b, c..d")
	case c.op(0, "=") && c.op(-1, "..", "..<", "..."):
		return c.because(0, "a..b has b in it, a..<b has not")
	case c.op(0, ":") && c.op(-1, ":") && (&confusion{c.toks, c.at - 1}).inQuantifier():
		return c.because(0, "a quantifier has one colon: forall x in xs: P")
	case c.op(0, ":") && c.sliced() > 0:
		c.at = c.sliced()
		return c.instead(0, "..<")
	case c.name(0, "to", "upto", "until", "through") && c.operandBehind() && (c.name(1) || c.literal(1) || c.op(1, "-")):
		if c.name(0, "until") {
			return c.instead(0, "..<")
		}
		return c.instead(0, "..")
	}
	return nil
}

// sliced returns the index of the first colon in "forall i in 0:n", if the current token is the
// second one, or 0.
func (c *confusion) sliced() int {
	colon := 0
	for i := c.at - 1; i > 0; i-- {
		switch t := c.toks[i]; {
		case t.Type == tokName && t.Value == "in":
			if (&confusion{c.toks, i}).inQuantifier() {
				return colon
			}
			return 0
		case t.Type != tokOp:
		case t.Value == "?" || t.Value == ".." || t.Value == "..<" || t.Value == ":" && colon > 0:
			return 0
		case t.Value == ":":
			colon = i
		}
	}
	return 0
}

// membership explains words for in, is and their negations.
func (c *confusion) membership() *problem {
	switch {
	case c.op(0, "!") && c.name(1, "in", "is"):
		return c.because(0, "write !(x "+c.tok(1).Value+" …)")
	case c.name(-1, "not") && c.name(-2, "is"):
		c.at--
		return c.because(0, "write !(x is T)")
	case !c.operandBehind() || !c.operandAhead():
		return nil
	case c.name(0, "notin", "not_in"):
		return c.because(0, "write !(x in …)")
	case c.name(0, "isnt", "isnot", "is_not"):
		return c.because(0, "write !(x is T)")
	case c.name(0, "contains", "includes", "has"):
		return c.because(0, "write "+c.tok(1).Value+" in "+c.tok(-1).Value)
	case c.name(0, "instanceof", "isa"):
		return c.instead(0, "is")
	}
	return nil
}

// operandAhead reports whether an operand begins after the current token.
func (c *confusion) operandAhead() bool {
	return c.literal(1) || c.name(1) || c.op(1, "*", "[", "(", "{")
}

// unnamed explains a refined type without a variable: "{int | v > 0}" or "{v > 0}".
func (c *confusion) unnamed() *problem {
	if c.op(-2, "{") && c.name(-1) && c.tok(0).Type == tokOp && !c.op(0, ",", ":", "}") {
		return c.because(0, "write a name and its type before the predicate: {v int | P}")
	}
	return nil
}

// noVariable explains a quantifier without a variable and its range: "forall 0 <= i" or "forall i < n".
func (c *confusion) noVariable() *problem {
	switch {
	case opensQuantifier(c.tok(-1)) && c.literal(0):
		return c.because(0, "write a variable before it: "+c.tok(-1).Value+" i in 0..<n: P")
	case c.name(-1) && c.op(0, "<", "<=", ">", ">=", "==", "!=", ":") &&
		(opensQuantifier(c.tok(-2)) || c.op(-2, ",") && c.name(-3) && opensQuantifier(c.tok(-4))):
		return c.because(0, "write in, or a type, after the variable of a quantifier")
	}
	return nil
}

// quantifierBraces explains "forall x in xs { P }". The parser may take the braces for a composite
// literal, and so fail inside or after them.
func (c *confusion) quantifierBraces() *problem {
	for i := 1; i < c.at; i++ {
		if t := c.toks[i]; t.Type != tokName || t.Value != "forall" && t.Value != "exists" || !(&confusion{c.toks, i}).name(1) {
			continue
		}
		if open := c.bodyBrace(i + 1); open > 0 {
			c.at = open
			return &problem{Span: span(c.tok(0)), code: CodeSyntax, msg: "unexpected {, expected :"}
		}
	}
	return nil
}

// bodyBrace returns the index of a brace before the current token that is in place of a
// quantifier's colon, after a name. From is the index of the quantifier's first variable. It
// returns 0 if there is none.
func (c *confusion) bodyBrace(from int) int {
	depth, brace, ranged := 0, 0, false
	for i := from; i < c.at; i++ {
		t := c.toks[i]
		switch {
		case t.Type == tokName && t.Value == "in" && depth == 0:
			ranged = true
		case t.Type != tokOp:
		case depth == 0 && t.Value == ":":
			return 0
		case depth == 0 && t.Value == "{" && ranged && c.toks[i-1].Type == tokName && brace == 0:
			brace, depth = i, depth+1
		case t.Value == "(" || t.Value == "[" || t.Value == "{":
			depth++
		case t.Value == ")" || t.Value == "]" || t.Value == "}":
			depth--
		}
	}
	return brace
}
