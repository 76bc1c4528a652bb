package syntax

import (
	"go/token"
	"strings"
)

// printExpr writes e in canonical form. Parsing it gives e again, except for positions. It
// writes only the parentheses in the tree.
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

// printSelected writes an operand that brackets or a dot follow.
func printSelected(b *strings.Builder, x Expr) {
	if t, ok := x.(*TypeValue); ok {
		printOperand(b, t.TypeExpr, true)
		return
	}
	printExpr(b, x)
}

// dot returns the dot of a selection from x. Directly after a number it would belong to that.
func dot(x Expr) string {
	if lit, ok := x.(*Literal); ok && lit.Kind != token.STRING && lit.Kind != token.CHAR {
		return " ."
	}
	return "."
}

// printInfix writes operators between their operands.
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

// printAll writes texts and trees one after another. It skips nil trees, and separates the
// expressions of a list by commas.
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

// printUnary separates adjacent operators that would form another one: &&, &^, ++ or --.
func printUnary(b *strings.Builder, u *Unary) {
	b.WriteString(u.Op.String())
	if x, ok := u.X.(*Unary); ok && (u.Op == token.AND && (x.Op == token.AND || x.Op == token.XOR) ||
		u.Op == x.Op && (u.Op == token.SUB || u.Op == token.ADD)) {
		b.WriteString(" ")
	}
	printExpr(b, u.X)
}

// printRange separates the dots of floating-point literals from those of the range.
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

// forParam returns "p: " for a directive about one parameter.
func forParam(p Ident) string {
	if p.Name == "" {
		return ""
	}
	return p.Name + ": "
}

func printGoParam(b *strings.Builder, p GoParam) { printAll(b, p.Name.Name, " ", p.Type) }

// printed returns the output of one of the printers.
func printed[T any](print func(*strings.Builder, T), x T) string {
	var b strings.Builder
	print(&b, x)
	return b.String()
}

// Expressions.
func (x *Name) String() string      { return printed(printExpr, Expr(x)) }
func (x *Literal) String() string   { return printed(printExpr, Expr(x)) }
func (x *Paren) String() string     { return printed(printExpr, Expr(x)) }
func (x *Select) String() string    { return printed(printExpr, Expr(x)) }
func (x *Index) String() string     { return printed(printExpr, Expr(x)) }
func (x *Slice) String() string     { return printed(printExpr, Expr(x)) }
func (x *Assert) String() string    { return printed(printExpr, Expr(x)) }
func (x *Call) String() string      { return printed(printExpr, Expr(x)) }
func (x *Composite) String() string { return printed(printExpr, Expr(x)) }
func (x *Star) String() string      { return printed(printExpr, Expr(x)) }
func (x *Unary) String() string     { return printed(printExpr, Expr(x)) }
func (x *Binary) String() string    { return printed(printExpr, Expr(x)) }
func (x *Chain) String() string     { return printed(printExpr, Expr(x)) }
func (x *Implies) String() string   { return printed(printExpr, Expr(x)) }
func (x *Iff) String() string       { return printed(printExpr, Expr(x)) }
func (x *Cond) String() string      { return printed(printExpr, Expr(x)) }
func (x *In) String() string        { return printed(printExpr, Expr(x)) }
func (x *Is) String() string        { return printed(printExpr, Expr(x)) }
func (x *Range) String() string     { return printed(printExpr, Expr(x)) }
func (x *Quant) String() string     { return printed(printExpr, Expr(x)) }
func (x *List) String() string      { return printed(printExpr, Expr(x)) }
func (x *Bad) String() string       { return printed(printExpr, Expr(x)) }

// Plain types.
func (x *NamedType) String() string     { return printed(printType, TypeExpr(x)) }
func (x *PointerType) String() string   { return printed(printType, TypeExpr(x)) }
func (x *ArrayType) String() string     { return printed(printType, TypeExpr(x)) }
func (x *MapType) String() string       { return printed(printType, TypeExpr(x)) }
func (x *FuncType) String() string      { return printed(printType, TypeExpr(x)) }
func (x *StructType) String() string    { return printed(printType, TypeExpr(x)) }
func (x *InterfaceType) String() string { return printed(printType, TypeExpr(x)) }

// Refined types.
func (x *RefSet) String() string      { return printed(printRefType, RefType(x)) }
func (x *RefName) String() string     { return printed(printRefType, RefType(x)) }
func (x *RefSlice) String() string    { return printed(printRefType, RefType(x)) }
func (x *RefArray) String() string    { return printed(printRefType, RefType(x)) }
func (x *RefPointer) String() string  { return printed(printRefType, RefType(x)) }
func (x *RefMap) String() string      { return printed(printRefType, RefType(x)) }
func (x *RefVariadic) String() string { return printed(printRefType, RefType(x)) }
func (x *RefFunc) String() string     { return printed(printRefType, RefType(x)) }
func (x *RefStruct) String() string   { return printed(printRefType, RefType(x)) }
func (x *RefParen) String() string    { return printed(printRefType, RefType(x)) }
func (x *RefBad) String() string      { return printed(printRefType, RefType(x)) }
