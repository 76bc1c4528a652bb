package advise

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// InsteadOfBool says how to turn an expression into a predicate, preceded by a semicolon. It
// returns "" if there are many ways.
func InsteadOfBool(e syntax.Expr, typ types.Type) string {
	if lit, ok := syntax.Unparen(e).(*syntax.Literal); ok && lit.Kind == token.STRING {
		return "; write the predicate without quotes"
	}
	if types.IsInterface(typ) {
		return "; compare it with nil"
	}
	return ""
}

// LooseNot reports "!x in xs", which means (!x) in xs, if the members are not bools.
func LooseNot(sc *names.Scope, e *syntax.In, member types.Type) *Advice {
	not, ok := e.X.(*syntax.Unary)
	if !ok || not.Op != token.NOT || refine.IsBoolean(member) {
		return nil
	}
	x, over := sc.Text(syntax.SpanOf(not.X)), sc.Text(syntax.SpanOf(e.Over))
	return mistake(syntax.SpanOf(not), codes.NotBool, "! is stronger than in; write !(%s in %s)", x, over)
}

// IsCharacter reports whether e is a string of one character, which may stand for that character.
func IsCharacter(e syntax.Expr) bool {
	lit, ok := syntax.Unparen(e).(*syntax.Literal)
	return ok && lit.Kind == token.STRING && oneCharacter(lit.Text) != ""
}

// StringInString reports a membership test of a string among the characters of another string. Typ
// is the type of the tested operand.
func StringInString(sc *names.Scope, e *syntax.In, typ types.Type) *Advice {
	b, ok := typ.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsString == 0 {
		return nil
	}
	x, over := sc.Text(syntax.SpanOf(e.X)), sc.Text(syntax.SpanOf(e.Over))
	return mistake(syntax.SpanOf(e.X), codes.Mismatch, "%s is a string, the members of %s are characters; write strings.Contains(%s, %s)", x, over, over, x)
}

// oneCharacter returns a string literal of one character as a rune literal, or "".
func oneCharacter(lit string) string {
	s, err := strconv.Unquote(lit)
	if err != nil || utf8.RuneCountInString(s) != 1 || s == string(utf8.RuneError) {
		return ""
	}
	return strconv.QuoteRune([]rune(s)[0])
}

// asCharacter returns the rune literal that was meant by the string literal that a type error is
// about, or "".
func asCharacter(e ast.Expr, err types.Error) (char string, at syntax.Span) {
	if !strings.Contains(err.Msg, "untyped string") || !strings.Contains(err.Msg, "byte") && !strings.Contains(err.Msg, "rune") {
		return "", at
	}
	ast.Inspect(e, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && lit.Pos() == err.Pos {
			char, at = oneCharacter(lit.Value), syntax.Span{From: lit.Pos(), To: lit.Pos() + token.Pos(len(lit.Value))}
		}
		return char == ""
	})
	return char, at
}

// isPower reports whether an error is about the second star of x ** y.
func isPower(e ast.Expr, err types.Error) (found bool) {
	if !strings.Contains(err.Msg, "cannot indirect") {
		return false
	}
	ast.Inspect(e, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.MUL {
			star, ok := b.Y.(*ast.StarExpr)
			found = found || ok && star.Star == b.OpPos+1 && star.X.Pos() == err.Pos
		}
		return !found
	})
	return found
}

// NumbersBelow says how to quantify over the numbers below x, preceded by a semicolon. It returns
// "" if x is no integer.
func NumbersBelow(sc *names.Scope, e *syntax.Quant, x refine.Expr) string {
	if !refine.IsInteger(x.Type()) {
		return ""
	}
	return fmt.Sprintf("; the numbers below it are 0..<%s", sc.Text(syntax.SpanOf(e.Over)))
}

// ValuesOfType reports a type where a quantifier ranges over a value.
func ValuesOfType(sc *names.Scope, e *syntax.Quant) *Advice {
	name, ok := syntax.Unparen(e.Over).(*syntax.Name)
	if !ok || !names.NamesType(sc.Lookup(name.Name, false)) {
		return nil
	}
	word := "exists"
	if e.All {
		word = "forall"
	}
	return mistake(name.Span, codes.NoValue, "%s is a type, not a value; over all values of a type it is %s %s %s: P", name.Name, word, e.Vars[len(e.Vars)-1].Name, name.Name)
}

// EmptyRange warns of an empty range between two numbers.
func EmptyRange(sc *names.Scope, r *syntax.Range, low, high refine.Expr) *Advice {
	if !isLiteralNumber(r.Low) || !isLiteralNumber(r.High) {
		return nil
	}
	a, isConst := low.(*refine.Const)
	b, both := high.(*refine.Const)
	if !isConst || !both {
		return nil
	}
	op := token.GTR
	if r.HalfOpen {
		op = token.GEQ
	}
	if !constant.Compare(a.Value, op, b.Value) {
		return nil
	}
	return warning(r.Span, codes.EmptyRange, "", "the range %s is empty", sc.Text(r.Span))
}

// isLiteralNumber reports whether an end of a range is a literal number, not the argument of an
// alias or def.
func isLiteralNumber(e syntax.Expr) bool {
	switch e := syntax.Unparen(e).(type) {
	case *syntax.Literal:
		return true
	case *syntax.Unary:
		return isLiteralNumber(e.X)
	}
	return false
}

// LooseAnd warns of x > 0 & y > 0, which is a chain with 0 & y in the middle.
func LooseAnd(sc *names.Scope, e *syntax.Chain) []*Advice {
	var all []*Advice
	for i, x := range e.Operands[1:len(e.Ops)] {
		b, ok := x.(*syntax.Binary)
		if !ok || b.Op != token.AND && b.Op != token.OR {
			continue
		}
		twice := b.Op.String() + b.Op.String()
		at := syntax.Span{From: b.OpPos, To: b.OpPos + 1}
		all = append(all, warning(at, codes.Form, twice, "%s is stronger than %s, as in Go: %s was meant? if not, write (%s)", b.Op, e.Ops[i], twice, sc.Text(syntax.SpanOf(b))))
	}
	return all
}

// UselessOld warns of old(result), because there is no result before the call, and of old(counter)
// for a package variable, which is read after the call too.
func UselessOld(sc *names.Scope, e *syntax.Call, x refine.Expr) *Advice {
	at := syntax.SpanOf(e.Args[0])
	text := sc.Text(at)
	if ref, ok := x.(*refine.Ref); ok && ref.Var.Role == refine.Result {
		return warning(at, codes.MisplacedForm, "", "%s is known only after the call: old changes nothing", text)
	}
	inputs, variables := false, false
	refine.Inspect(x, func(x refine.Expr) bool {
		switch x := x.(type) {
		case *refine.Ref:
			inputs = true
		case *refine.Object:
			_, variable := x.Obj.(*types.Var)
			variables = variables || variable
		case *refine.Call:
			variables = true
		}
		return true
	})
	if !variables || inputs {
		return nil
	}
	value := text
	if refine.Mutable(x.Type()) {
		value = "a copy of it"
	}
	return warning(at, codes.MisplacedForm, "", "%s reads no input, and old changes nothing: it is read after the call; //rtest:let before = %s is read before it", text, value)
}

// asFunction returns the call or predicate that was meant by a selection known from other
// languages, such as xs.length, or "".
func (c Checked) asFunction(e ast.Expr, err types.Error) string {
	sel := misspeltIn(e, err)
	if sel == nil || c.Info.Types[sel.X].Type == nil {
		return ""
	}
	x := "…"
	if id, ok := sel.X.(*ast.Ident); ok {
		x = id.Name
	}
	f, t := strings.ToLower(sel.Sel.Name), c.Info.Types[sel.X].Type.Underlying()
	_, isMap := t.(*types.Map)
	_, isArray := t.(*types.Array)
	_, isSlice := t.(*types.Slice)
	b, isString := t.(*types.Basic)
	isString = isString && b.Info()&types.IsString != 0
	switch {
	case !isMap && !isArray && !isSlice && !isString:
	case f == "len" || f == "length" || f == "size" || f == "count":
		return "len(" + x + ")"
	case isString:
		if g := ofStrings(f); g != "" {
			return "strings." + g + "(" + x + ", …)"
		}
	case f == "contains" || f == "includes" || f == "has" || f == "containskey":
		return "… in " + x
	case isMap:
	case f == "cap" || f == "capacity":
		return "cap(" + x + ")"
	case f == "sorted" || f == "issorted":
		return "sorted(" + x + ")"
	case f == "distinct" || f == "sum":
		return f + "(" + x + ")"
	}
	return ""
}

// ofStrings returns the function of package strings that other languages have as a method of
// strings, or "".
func ofStrings(method string) string {
	switch method {
	case "hasprefix", "startswith":
		return "HasPrefix"
	case "hassuffix", "endswith":
		return "HasSuffix"
	case "contains", "includes":
		return "Contains"
	case "index", "indexof", "find":
		return "Index"
	case "split":
		return "Split"
	case "repeat":
		return "Repeat"
	}
	return ""
}

// RangeToLen warns of a range up to and including len(xs) whose variable indexes xs: the last index
// is one less.
func RangeToLen(sc *names.Scope, e *syntax.Quant, r *syntax.Range) *Advice {
	call, ok := syntax.Unparen(r.High).(*syntax.Call)
	if r.HalfOpen || !ok || len(call.Args) != 1 || len(e.Vars) != 1 {
		return nil
	}
	if n, ok := call.Fun.(*syntax.Name); !ok || n.Name != "len" {
		return nil
	}
	indexed := sc.Text(syntax.SpanOf(call.Args[0]))
	found := false
	syntax.Inspect(e.Body, func(x syntax.Node) bool {
		if ix, ok := x.(*syntax.Index); ok && len(ix.Indices) == 1 {
			n, ok := syntax.Unparen(ix.Indices[0]).(*syntax.Name)
			found = found || ok && n.Name == e.Vars[0].Name && sc.Text(syntax.SpanOf(ix.X)) == indexed
		}
		return !found
	})
	if !found {
		return nil
	}
	at := syntax.Span{From: r.OpPos, To: r.OpPos + 2}
	return warning(at, codes.RangeToLen, "..<",
		"%s goes up to %s itself, which is not an index of %s: did you mean ..<?", sc.Text(r.Span), sc.Text(syntax.SpanOf(call)), indexed)
}
