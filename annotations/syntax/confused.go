package syntax

import (
	"go/token"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/rtest-dev/rtest/internal/diag"
)

// confused replaces a syntax error by an explanation for users who write contracts as in other
// languages, or by analogy. Often the offending token is not the first wrong one, which the parser
// cannot know. It returns other problems unchanged.
func confused(toks []lexer.Token, p *problem) *problem {
	if p.code != CodeSyntax {
		return p
	}
	at := slices.IndexFunc(toks, func(t lexer.Token) bool { return span(t).From == p.From })
	if at <= 0 {
		return p
	}
	c := &confusion{toks: toks, at: at}
	for _, explain := range []func(*confusion) *problem{
		(*confusion).joined, (*confusion).ranged, (*confusion).form, (*confusion).membership, (*confusion).negation, (*confusion).listed,
		(*confusion).quantifierWord, (*confusion).noVariable, (*confusion).quantifierShape,
		(*confusion).quantifierBraces, (*confusion).unnamed, (*confusion).call, (*confusion).sign,
	} {
		if q := explain(c); q != nil {
			return q
		}
	}
	if strings.HasSuffix(p.msg, ", expected end of directive") {
		if q := c.unjoined(); q != nil {
			return q
		}
	}
	return p
}

// A confusion is text that cannot be parsed, with the index of the token at which the parser
// failed.
type confusion struct {
	toks []lexer.Token
	at   int
}

// tok returns the token at a distance from the current one. Before the first it returns the verb,
// after the last the end.
func (c *confusion) tok(i int) lexer.Token {
	return c.toks[min(max(0, c.at+i), len(c.toks)-1)]
}

func (c *confusion) name(i int, words ...string) bool {
	t := c.tok(i)
	return t.Type == tokName && (len(words) == 0 || slices.Contains(words, t.Value))
}

func (c *confusion) op(i int, ops ...string) bool {
	t := c.tok(i)
	return t.Type == tokOp && slices.Contains(ops, t.Value)
}

// because returns the problem of the token at a distance.
func (c *confusion) because(i int, why string) *problem {
	t := c.tok(i)
	return &problem{Span: span(t), code: CodeSyntax, msg: "unexpected " + describe(t) + "; " + why}
}

// instead proposes a replacement for the token at a distance.
func (c *confusion) instead(i int, fix string) *problem {
	p := c.because(i, "did you mean "+fix+"?")
	p.fix = fix
	return p
}

// negation explains "x not in xs" and "not x".
func (c *confusion) negation() *problem {
	switch {
	case c.name(0, "not") && c.name(1, "in", "is"):
		return c.because(0, "write !(x "+c.tok(1).Value+" …)")
	case c.name(-1, "not", "NOT", "Not"):
		return c.instead(-1, "!")
	}
	return nil
}

// listed explains "x in [1, 2]", "x in [0, n)" and "x in (0..n)".
func (c *confusion) listed() *problem {
	open := c.open()
	if c.op(-1, "]") && c.tok(0).EOF() {
		open = c.bracketBefore()
	}
	if open < 1 || c.toks[open-1].Type != tokName || c.toks[open-1].Value != "in" {
		return nil
	}
	switch c.toks[open].Value {
	case "[":
		if !c.op(0, "..", "..<") {
			c.at = open
			return c.because(0, "a list is written []int{1, 2}, a range 1..2")
		}
	case "(":
		if c.op(0, "..", "..<") {
			return c.because(0, "a range has no parentheses")
		}
	}
	return nil
}

// open returns the index of the innermost bracket that is open before the current token, or -1.
func (c *confusion) open() int {
	depth := 0
	for i := c.at - 1; i > 0; i-- {
		switch t := c.toks[i]; {
		case t.Type != tokOp:
		case t.Value == ")" || t.Value == "]" || t.Value == "}":
			depth++
		case t.Value == "(" || t.Value == "[" || t.Value == "{":
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return -1
}

// bracketBefore returns the index of the bracket that the token before the current one closes.
func (c *confusion) bracketBefore() int {
	inner := &confusion{c.toks, c.at - 1}
	return inner.open()
}

// quantifierWord explains a quantifier under another name, or with a word other than in after its
// variable.
func (c *confusion) quantifierWord() *problem {
	switch {
	case c.name(0) && c.name(-1) && (c.name(1) || c.op(1, ",", "*", "[", "{")) && quantifierNamed(c.tok(-1).Value) != "":
		return c.instead(-1, quantifierNamed(c.tok(-1).Value))
	case c.op(0, "!") && c.name(-1, "exists") && c.name(1):
		return c.because(0, "that there is one and no other is count(xs, x) == 1")
	case c.name(-3, "forall", "exists") && c.name(-2) && c.name(-1) && c.name(0, "in"):
		return c.because(-1, "separate variables with commas")
	case (c.name(-3, "forall", "exists") || c.op(-3, ",") && c.name(-5, "forall", "exists")) && c.name(-2) && c.name(-1) && inNamed(c.tok(-1).Value) && !c.op(0, ":"):
		return c.instead(-1, "in")
	case c.name(-2, "forall", "exists") && c.name(-1) && (c.op(0, ":=", "=") || c.tok(0).Value == "range"):
		return c.instead(0, "in")
	}
	return nil
}

// inNamed reports whether a word is a synonym or misspelling of in. The word int is a type.
func inNamed(word string) bool {
	return slices.Contains([]string{"of", "from", "over", "within", "on"}, word) || word != "int" && misspelt(word, "in")
}

// misspelt reports whether a word is similar to another one but not equal.
func misspelt(word, other string) bool {
	return word != other && diag.Nearest(word, []string{other}) != ""
}

func quantifierNamed(word string) string {
	switch strings.ToLower(word) {
	case "all", "each", "every", "foreach", "for_all", "forall":
		return "forall"
	case "any", "some", "exist", "exists", "there":
		return "exists"
	}
	return diag.Nearest(word, []string{"forall", "exists"})
}

func opensQuantifier(t lexer.Token) bool {
	return t.Type == tokName && (t.Value == "forall" || t.Value == "exists")
}

// quantifierShape explains what is wrong after the word of a quantifier.
func (c *confusion) quantifierShape() *problem {
	from := -1
	for i := c.at - 1; i > 0 && from < 0; i-- {
		if opensQuantifier(c.toks[i]) {
			from = i - c.at
		}
	}
	open := c.open()
	switch {
	case open > 1 && c.at == open+2 && c.name(-1) && c.name(0) && opensQuantifier(c.toks[open-1]):
		c.at = open
		return c.because(0, "a quantifier has no parentheses: forall x in xs: P")
	case open > 0 && c.tok(0).Type == tokKeyword && c.tok(0).Value == "for":
		return c.because(0, "what holds of each is written forall x in xs: P, all else as a helper in Go")
	case from == -1 || from < 0 && c.tok(from-1).Value == ".":
	case from < 0 && c.op(0, ":") && c.op(from+1, "("):
		c.at += from + 1
		return c.because(0, "a quantifier has no parentheses: forall x in xs: P")
	case from < 0 && c.op(0, ":") && c.name(from+1, "in"):
		c.at += from + 1
		return c.because(0, "write a variable before it: forall x in xs: P")
	}
	return nil
}

// call explains "len xs".
func (c *confusion) call() *problem {
	builtins := []string{"len", "cap", "old", "sorted", "distinct", "sum", "count", "permutation", "equal", "calls", "min", "max"}
	if operand := c.name(0) && !c.name(0, "in", "is") || isLiteral(c.tok(0).Type); operand && c.name(-1, builtins...) {
		f := c.tok(-1).Value
		return c.because(0, "a call has parentheses, "+f+"("+c.tok(0).Value+")")
	}
	return nil
}

// sign explains words and signs that are operators in other languages.
func (c *confusion) sign() *problem {
	t := c.tok(0)
	switch {
	case (t.Value == "=>" || t.Value == "->") && c.name(-1) && c.op(-2, ",") && c.open() > 0 && c.toks[c.open()].Value == "(":
		return c.because(0, "contracts cannot contain function literals; write a helper in Go")
	case t.Type == tokName && operatorWord(strings.ToLower(t.Value)) != "":
		return c.instead(0, operatorWord(strings.ToLower(t.Value)))
	case c.name(0, "In", "IN", "Is", "IS") && c.operandBehind():
		return c.instead(0, strings.ToLower(t.Value))
	case t.Value == "->" && span(c.tok(-1)).To == span(t).From && c.name(1) && span(c.tok(1)).From == span(t).To:
		return c.instead(0, ".")
	case c.op(0, "=") && c.inPredicate():
		return c.instead(0, "==")
	case t.Value == "<==" && t.Type == tokOp:
		return c.because(0, "write it the other way round, P ==> Q")
	case t.Type == tokOp && foreignSign(t.Value) != "":
		return c.foreign(t)
	case t.Type == tokFloat && strings.HasPrefix(t.Value, ".") && c.name(-1) && !c.name(-1, "result"):
		return c.because(0, "an element is written with brackets, ["+t.Value[1:]+"]")
	}
	return nil
}

// foreign explains an operator of another language, at the position where it departs from Go. If Go
// reads its beginning as an operator of its own, an editor cannot replace it from there, so there
// is no fix.
func (c *confusion) foreign(t lexer.Token) *problem {
	p := c.instead(0, foreignSign(t.Value))
	if own := map[string]token.Pos{"<>": 1, "===": 2, "!==": 2}[t.Value]; own > 0 {
		p.From += own
		p.fix = ""
	}
	return p
}

// foreignSign returns the equivalent in contracts of an operator of another language.
func foreignSign(op string) string {
	switch op {
	case "<=>":
		return "<==>"
	case "<>", "!==", "=/=":
		return "!="
	case "===":
		return "=="
	case "=<":
		return "<="
	}
	return ""
}
