package syntax

import "slices"

// form explains what is wrong with the text of a directive that is not a predicate.
func (c *confusion) form() *problem {
	switch verb := c.toks[0]; {
	case verb.Type != tokVerb:
		return nil
	case verb.Value == "sig":
		return c.sigForm()
	case verb.Value == "import" && c.tok(0).EOF() && c.at == 2 && c.name(-1):
		return c.because(-1, "quote the path of a package: \""+c.tok(-1).Value+"\"")
	case verb.Value == "def" && c.at == 2 && (c.name(0) || c.op(0, "=")):
		return c.because(0, "write the parameters after the name, () for none")
	case verb.Value == "type" && c.name(0) && c.name(-1) && c.op(-2, "="):
		return c.because(-1, "write a refined type in braces: {"+c.tok(-1).Value+" "+c.tok(0).Value+" | P}")
	case verb.Value == "with" && c.op(0, ",", "[") && c.op(-1, "]"):
		return c.because(0, "write other type arguments in another directive")
	case verb.Value == "with" && c.at == 1 && c.name(0) && c.tok(1).EOF():
		return c.because(0, "write type arguments in brackets: ["+c.tok(0).Value+"]")
	case slices.Contains([]string{"ints", "values"}, verb.Value) && c.op(0, ":") && c.name(-1) && c.op(-2, ","):
		return c.because(0, "write what concerns "+c.tok(-1).Value+" in a directive of its own")
	case verb.Value == "values" && c.at == 2 && c.name(-1) && c.literal(0):
		return c.because(0, "write a comma between two values, a colon after the name of a parameter")
	case slices.Contains([]string{"ints", "chars"}, verb.Value) && c.at == 2 && c.name(-1) && c.literal(0):
		return c.because(0, "put a colon after the name of a parameter")
	case slices.Contains([]string{"chars", "depth"}, verb.Value) && c.at == 1 && c.name(0) && c.literal(1):
		return c.because(1, "put a colon after the name of a parameter")
	case verb.Value == "ints" && c.op(0, "..", "..<") && (c.at == 1 || c.op(-1, ",", ":")):
		return c.because(0, "a range has two ends, 0..5")
	case verb.Value == "oneof" && c.op(0, "*") && c.name(-1) && misspelt(c.tok(-1).Value, "nil"):
		return c.instead(-1, "nil")
	case slices.Contains([]string{"ints", "values", "via", "oneof"}, verb.Value) && c.operandBehind(), verb.Value == "oneof" && c.op(0, "*", "["):
		return c.because(0, "separate the elements of a list with commas")
	case verb.Value == "chars" && c.literal(0) && c.literal(-1):
		return c.because(0, "write all characters in one string")
	case verb.Value == "chars" && c.tok(0).Type == tokChar:
		return c.because(0, `write the characters in a string, "ab"`)
	case verb.Value == "inputs" && c.name(0):
		return c.because(0, "a number of inputs is not one of a parameter")
	}
	return nil
}

// sigForm explains signatures in the style of other languages.
func (c *confusion) sigForm() *problem {
	switch {
	case c.op(0, "->", "=>") && c.op(-1, ")"):
		return c.because(0, "write the results in a list after that of the parameters: (x int) (int)")
	case c.op(0, ":") && c.name(-1) && c.name(-2):
		return c.because(0, "write a | before the predicate")
	case c.op(0, ":") && c.name(-1):
		return c.because(0, "write a type after its name without a colon")
	case c.op(0, ",") && c.op(-1, ")") && c.open() < 0:
		return c.because(0, "write no comma between the two lists: (x int) (int)")
	case c.op(0, "|", "<", "<=", ">", ">=", "==", "!=") && c.open() >= 0 && c.toks[c.open()].Value == "(":
		return c.because(0, "write a predicate in the braces of a refined type: (x {v int | v > 0})")
	}
	return nil
}

// operandBehind reports whether the current token is an operand directly after another one.
func (c *confusion) operandBehind() bool {
	return (c.literal(0) || c.name(0)) && c.at > 1 && (c.literal(-1) || c.name(-1) || c.op(-1, ")", "}", "]"))
}

func (c *confusion) literal(i int) bool { return isLiteral(c.tok(i).Type) }
