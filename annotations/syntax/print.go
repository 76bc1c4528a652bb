package syntax

import (
	"go/token"
	"strconv"
	"strings"
)

// printExpr writes e in canonical form: parsing it gives e again, apart from
// places. Parentheses are those of the tree.
func printExpr(b *strings.Builder, e Expr) {
	switch e := e.(type) {
	case *Name:
		b.WriteString(e.Ident.Name)
	case *Literal:
		b.WriteString(e.Text)
	case *Paren:
		printAll(b, "(", e.X, ")")
	case *Select:
		printSelected(b, e.X)
		printAll(b, dot(e.X), e.Sel.Name)
	case *Index:
		printSelected(b, e.X)
		printAll(b, "[", e.Indices, "]")
	case *Slice:
		printSelected(b, e.X)
		printAll(b, "[", e.Low, ":", e.High)
		if e.Max != nil {
			printAll(b, ":", e.Max)
		}
		b.WriteString("]")
	case *Assert:
		printSelected(b, e.X)
		printAll(b, dot(e.X), "(", e.Type, ")")
	case *Call:
		printAll(b, e.Fun, "(", e.Args)
		if e.Spread {
			b.WriteString("...")
		}
		b.WriteString(")")
	case *Composite:
		printComposite(b, e)
	case *TypeValue:
		printOperand(b, e.TypeExpr, false)
	case *Star:
		printAll(b, "*", e.X)
	case *Unary:
		printUnary(b, e)
	case *Binary, *Chain, *Implies, *Iff, *Cond, *In, *Is:
		printInfix(b, e)
	case *Range:
		printRange(b, e)
	case *Quant:
		printQuant(b, e)
	case *List:
		printAll(b, "(", e.Elems, ")")
	case *Bad:
		b.WriteString("<bad>")
	}
}

// printSelected writes what brackets or a dot follow.
func printSelected(b *strings.Builder, x Expr) {
	if t, ok := x.(*TypeValue); ok {
		printOperand(b, t.TypeExpr, true)
		return
	}
	printExpr(b, x)
}

// dot is what selects something of x: a number would take a dot right behind it.
func dot(x Expr) string {
	if lit, ok := x.(*Literal); ok && lit.Kind != token.STRING && lit.Kind != token.CHAR {
		return " ."
	}
	return "."
}

// printInfix writes the operators that stand between their operands.
func printInfix(b *strings.Builder, e Expr) {
	switch e := e.(type) {
	case *Binary:
		printAll(b, e.X, " ", e.Op.String(), " ", e.Y)
	case *Chain:
		for i, x := range e.Operands {
			if i > 0 {
				printAll(b, " ", e.Ops[i-1].String(), " ")
			}
			printExpr(b, x)
		}
	case *Implies:
		printAll(b, e.X, " ==> ", e.Y)
	case *Iff:
		printAll(b, e.X, " <==> ", e.Y)
	case *Cond:
		printAll(b, e.C, " ? ", e.A, " : ", e.B)
	case *In:
		printAll(b, e.X, " in ", e.Over)
	case *Is:
		printAll(b, e.X, " is ", e.Type)
	}
}

// printAll writes texts and trees one behind the other. A nil tree is nothing,
// several expressions are separated by commas.
func printAll(b *strings.Builder, parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			b.WriteString(p)
		case Expr:
			printExpr(b, p)
		case []Expr:
			printList(b, p, ", ", printExpr)
		case TypeExpr:
			printType(b, p)
		case []TypeExpr:
			printList(b, p, ", ", printType)
		case RefType:
			printRefType(b, p)
		case []RefType:
			printList(b, p, ", ", printRefType)
		}
	}
}

func printList[T any](b *strings.Builder, list []T, sep string, print func(*strings.Builder, T)) {
	for i, x := range list {
		if i > 0 {
			b.WriteString(sep)
		}
		print(b, x)
	}
}

func printComposite(b *strings.Builder, c *Composite) {
	printAll(b, c.Type, "{")
	printList(b, c.Elems, ", ", func(b *strings.Builder, e Element) {
		if e.Key != nil {
			printAll(b, e.Key, ": ")
		}
		printExpr(b, e.Value)
	})
	b.WriteString("}")
}

// printUnary keeps an operator from being read as one with that behind it: &&,
// &^, ++ or --.
func printUnary(b *strings.Builder, u *Unary) {
	b.WriteString(u.Op.String())
	if x, ok := u.X.(*Unary); ok && (u.Op == token.AND && (x.Op == token.AND || x.Op == token.XOR) ||
		u.Op == x.Op && (u.Op == token.SUB || u.Op == token.ADD)) {
		b.WriteString(" ")
	}
	printExpr(b, u.X)
}

// printRange keeps the dots of floating-point literals apart from the range's.
func printRange(b *strings.Builder, r *Range) {
	op := ".."
	if r.HalfOpen {
		op = "..<"
	}
	low, high := r.Low.String(), r.High.String()
	if strings.HasSuffix(low, ".") || strings.HasPrefix(high, ".") {
		op = " " + op + " "
	}
	printAll(b, low, op, high)
}

func printQuant(b *strings.Builder, q *Quant) {
	word := "exists "
	if q.All {
		word = "forall "
	}
	b.WriteString(word)
	printList(b, q.Vars, ", ", printIdent)
	if q.Over != nil {
		printAll(b, " in ", q.Over)
	} else {
		printAll(b, " ", q.Type)
	}
	printAll(b, ": ", q.Body)
}

func printIdent(b *strings.Builder, id Ident) { b.WriteString(id.Name) }

// String returns the directive in canonical form: its verb and its body, or its
// text where that has errors.
func (d *Directive) String() string {
	text := d.Text
	if d.Body != nil {
		text = d.Body.String()
	}
	return strings.TrimSuffix("//"+tool+":"+d.Verb.Name+" "+text, " ")
}

// printBody writes the text of a directive in canonical form.
func printBody(b *strings.Builder, body Body) {
	switch d := body.(type) {
	case *TypeDef:
		printTypeDef(b, d)
	case *Def:
		printAll(b, d.Name.Name, "(")
		printList(b, d.Params, ", ", printGoParam)
		printAll(b, ") ", d.Result, " = ", d.Expr)
	case *Import:
		if d.Name.Name != "" {
			printAll(b, d.Name.Name, " ")
		}
		b.WriteString(strconv.Quote(d.Path))
	case *Sig:
		printList(b, d.Lists, " ", func(b *strings.Builder, l ParamList) { printParams(b, l.Params) })
	case *Pred:
		printExpr(b, d.Expr)
	case *Let:
		printAll(b, d.Name.Name, " = ", d.Expr)
	case *Flag:
	case *With:
		printAll(b, "[", d.Types, "]")
	case *Values:
		printAll(b, forParam(d.Param), d.Exprs)
	case *Classify:
		printAll(b, strconv.Quote(d.Label), " ", d.Expr)
	case *Skip:
		b.WriteString(d.Reason)
	case *Depth:
		printAll(b, forParam(d.Param), strconv.Itoa(d.N))
	case *Ints:
		b.WriteString(forParam(d.Param))
		if d.Full {
			b.WriteString("full")
		}
		printList(b, d.Ranges, ", ", func(b *strings.Builder, r Range) { printRange(b, &r) })
	case *Chars:
		printAll(b, forParam(d.Param), strconv.Quote(d.Chars))
	case *Inputs:
		b.WriteString(strconv.FormatInt(d.N, 10))
	case *Timeout:
		b.WriteString(d.D.String())
	case *OneOf:
		for i, t := range d.Types {
			if i > 0 {
				b.WriteString(", ")
			}
			if d.Nil[i] {
				b.WriteString("nil ")
			}
			printType(b, t)
		}
	case *Via:
		printAll(b, d.Calls)
	case *State:
		printExpr(b, d.Fun)
	case *IsType:
		printRefType(b, d.Type)
	}
}

// forParam returns "p: " for a directive about one parameter.
func forParam(p Ident) string {
	if p.Name == "" {
		return ""
	}
	return p.Name + ": "
}

func printTypeDef(b *strings.Builder, d *TypeDef) {
	b.WriteString(d.Name.Name)
	if len(d.TypeParams) > 0 {
		b.WriteString("[")
		printList(b, d.TypeParams, ", ", func(b *strings.Builder, p TypeParam) {
			printAll(b, p.Name.Name, " ")
			if p.Constraint == nil {
				b.WriteString("any")
			} else {
				printType(b, p.Constraint)
			}
		})
		b.WriteString("]")
	}
	if d.HasParams {
		b.WriteString("(")
		printList(b, d.Params, ", ", printGoParam)
		b.WriteString(")")
	}
	printAll(b, " = ", d.Type)
}

func printGoParam(b *strings.Builder, p GoParam) { printAll(b, p.Name.Name, " ", p.Type) }
