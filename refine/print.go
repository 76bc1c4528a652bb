package refine

import (
	"cmp"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// Print returns e in the language of predicates, with as few parentheses as precedence allows.
// Types and objects are written relative to pkg: unqualified if pkg declares them, otherwise
// qualified by package name. A nil pkg qualifies all.
func Print(e Expr, pkg *types.Package) string {
	p := &printer{pkg: pkg}
	return p.expr(e, 0)
}

// Text is like Print but keeps the words of the contract. Variables have the names used at their
// place, numbers take their type from the context, and spaces follow gofmt.
func Text(e Expr, pkg *types.Package) string {
	p := &printer{pkg: pkg, text: true}
	return p.part(e, 0)
}

// A printer prints expressions, with text as in the contract.
type printer struct {
	pkg  *types.Package
	text bool
}

// The precedences of the language, weakest first.
const (
	levelQuant = iota + 1
	levelCond
	levelIff
	levelImplies
	levelOr
	levelAnd
	levelCompare
	levelAdd
	levelMul
	levelUnary
	levelPrimary
)

func (p *printer) expr(e Expr, min int) string {
	s, level := p.form(e)
	return Paren(s, level, min)
}

// part prints a whole expression, or an operand of an operator that Go lacks. If it is an
// expression of Go, it is formatted like one.
func (p *printer) part(e Expr, min int) string {
	s, level := p.form(e)
	if p.text {
		s = layout(s)
	}
	return Paren(s, level, min)
}

// layout returns s as gofmt formats it, on one line. It returns s unchanged if s is no Go
// expression.
func layout(s string) string {
	x, err := parser.ParseExpr(s)
	if err != nil {
		return s
	}
	var b strings.Builder
	if err := format.Node(&b, token.NewFileSet(), x); err != nil || strings.Contains(b.String(), "\n") {
		return s
	}
	return b.String()
}

// form returns the text of e and the precedence of its outermost operator.
func (p *printer) form(e Expr) (s string, level int) {
	switch e := e.(type) {
	case *Const:
		return p.constant(e)
	case *Nil:
		return "nil", levelPrimary
	case *Ref:
		if p.text && e.Name != "" {
			return e.Name, levelPrimary
		}
		if p.text && e.Var.Stands != nil {
			return p.form(e.Var.Stands)
		}
		return e.Var.Name, levelPrimary
	case *Object:
		return p.object(e), levelPrimary
	case *Unary:
		return e.Op.String() + p.operand(e.X), levelUnary
	case *Deref:
		return "*" + p.expr(e.X, levelUnary), levelUnary
	case *Arith:
		return p.binary(e.X, e.Op.String(), e.Y, arithLevel(e.Op))
	case *Compare:
		// Comparisons do not chain here: both operands are sums.
		return p.operandIn(e.X, e.Y.Type(), levelAdd) + " " + e.Op.String() + " " + p.operandIn(e.Y, e.X.Type(), levelAdd), levelCompare
	case *Logic:
		return p.logic(e)
	case *Cond:
		return p.part(e.C, levelOr) + " ? " + p.part(e.A, levelOr) + " : " + p.condElse(e.B), levelCond
	case *Quant:
		return p.quant(e), levelQuant
	case *In:
		return p.compactOperand(e.X) + " in " + p.domain(e.Over), levelCompare
	case *Is:
		return p.compactOperand(e.X) + " is " + p.typ(e.T), levelCompare
	case *LetIn:
		if p.text && e.Var.Role == Bound {
			// References print what the variable stands for.
			return p.form(e.Body)
		}
		return "let " + e.Var.Name + " = " + p.expr(e.Value, levelCond) + " in " + p.expr(e.Body, levelQuant), levelQuant
	case *Old:
		return "old(" + p.expr(e.X, 0) + ")", levelPrimary
	case *Tuple:
		op := " == "
		if !e.Equal {
			op = " != "
		}
		return p.part(e.Call, levelAdd) + op + "(" + p.list(e.Elems) + ")", levelCompare
	}
	return p.primary(e), levelPrimary
}

// primary prints an expression of the strongest precedence.
func (p *printer) primary(e Expr) string {
	switch e := e.(type) {
	case *Assert:
		return p.expr(e.X, levelPrimary) + ".(" + p.typ(e.T) + ")"
	case *Call:
		fun := e.Fun
		if f, ok := fun.(*Object); ok && p.text && argumentsInferred(f) {
			fun = &Object{Obj: f.Obj, T: f.T, Package: f.Package}
		}
		return p.expr(fun, levelPrimary) + "(" + p.arguments(e) + Spread(e.Spread) + ")"
	case *Method:
		return p.expr(e.X, levelPrimary) + "." + e.Sel.Obj().Name()
	case *Builtin:
		args := p.list(e.Args)
		if e.TypeArg != nil {
			args = strings.TrimSuffix(p.typ(e.TypeArg)+", "+args, ", ")
		}
		if e.Own && e.Name == "inside" {
			return p.expr(e.Args[0], 0)
		}
		if e.Own && e.Name == "collect" {
			return args
		}
		return e.Name + "(" + args + Spread(e.Spread) + ")"
	case *Convert:
		t := p.typ(e.T)
		if strings.HasPrefix(t, "*") || strings.HasPrefix(t, "func") || strings.HasPrefix(t, "<-") {
			t = "(" + t + ")"
		}
		return t + "(" + p.expr(e.X, 0) + ")"
	case *Field:
		return p.expr(e.X, levelPrimary) + "." + e.Sel.Obj().Name()
	case *Index:
		return p.expr(e.X, levelPrimary) + "[" + p.expr(e.I, 0) + "]"
	case *Slice:
		return p.slice(e)
	case *Composite:
		return p.composite(e)
	}
	return fmt.Sprintf("<%T>", e)
}

// operand puts a signed operand into parentheses, because - -x is not --x.
func (p *printer) operand(x Expr) string {
	s := p.expr(x, levelUnary)
	if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") || strings.HasPrefix(s, "&") {
		return "(" + s + ")"
	}
	return s
}

func arithLevel(op token.Token) int {
	switch op {
	case token.ADD, token.SUB, token.OR, token.XOR:
		return levelAdd
	}
	return levelMul
}

func (p *printer) binary(x Expr, op string, y Expr, level int) (string, int) {
	return p.expr(x, level) + " " + op + " " + p.expr(y, level+1), level
}

func (p *printer) logic(e *Logic) (string, int) {
	switch e.Op {
	case And:
		if s, ok := p.chain(e); ok {
			return s, levelCompare
		}
		return p.part(e.X, levelAnd) + " && " + p.part(e.Y, levelAnd+1), levelAnd
	case Or:
		return p.part(e.X, levelOr) + " || " + p.part(e.Y, levelOr+1), levelOr
	case Implies:
		return p.part(e.X, levelOr) + " ==> " + p.part(e.Y, levelImplies), levelImplies
	default:
		return p.part(e.X, levelIff) + " <==> " + p.part(e.Y, levelIff+1), levelIff
	}
}

// chain prints a <= x && x < b as a <= x < b if it was written so.
func (p *printer) chain(e *Logic) (string, bool) {
	if !e.Chained {
		return "", false
	}
	rest, ok := p.chainRest(e.Y)
	if !ok {
		return "", false
	}
	return p.part(e.X, levelCompare) + rest, true
}

// chainRest prints the comparisons of a chain without their left operands. It fails at a let unless
// p.text is set.
func (p *printer) chainRest(e Expr) (string, bool) {
	switch e := e.(type) {
	case *Compare:
		return " " + e.Op.String() + " " + p.compactOperand(e.Y), true
	case *Logic:
		x, ok1 := p.chainRest(e.X)
		y, ok2 := p.chainRest(e.Y)
		return x + y, ok1 && ok2
	case *LetIn:
		if p.text {
			return p.chainRest(e.Body)
		}
	}
	return "", false
}

// condElse prints the last part of a conditional, which may be another conditional. An implication
// there needs parentheses.
func (p *printer) condElse(e Expr) string {
	if _, ok := e.(*Cond); ok {
		return p.part(e, levelCond)
	}
	return p.part(e, levelOr)
}

func (p *printer) quant(e *Quant) string {
	word := "exists "
	if e.All {
		word = "forall "
	}
	names := make([]string, len(e.Vars))
	for i, v := range e.Vars {
		names[i] = v.Name
	}
	head := word + strings.Join(names, ", ")
	body := e.Body
	if e.Over.Kind == OfType {
		head += " " + p.typ(e.Over.T)
		if w := e.Over.Where; w != nil {
			head = word + strings.Join(names, ", ") + " {" + names[0] + " " + p.typ(e.Over.T) + " | " + p.part(w, 0) + "}"
		}
	} else {
		head += " in " + p.domain(e.Over)
	}
	return head + ": " + p.part(body, levelQuant)
}

func (p *printer) domain(d Domain) string {
	switch d.Kind {
	case Span:
		op := ".."
		if d.HalfOpen {
			op = "..<"
		}
		return p.compactOperand(d.Low) + op + p.compactOperand(d.High)
	case OfType:
		return p.typ(d.T)
	}
	return p.compactOperand(d.X)
}

// compactOperand prints an operand of an operator weaker than a sum, without inner spaces, as gofmt
// formats operands of comparisons. Spaces would make it look separated.
func (p *printer) compactOperand(e Expr) string {
	s := p.expr(e, levelAdd)
	if !p.text {
		return s
	}
	return strings.TrimSuffix(strings.TrimPrefix(layout("_["+s+"]"), "_["), "]")
}

func (p *printer) list(es []Expr) string {
	out := make([]string, len(es))
	for i, e := range es {
		out[i] = p.expr(e, 0)
	}
	return strings.Join(out, ", ")
}

func (p *printer) typ(t types.Type) string { return TypeName(t, p.pkg) }

func (p *printer) object(e *Object) string {
	name := e.Obj.Name()
	if fn, ok := e.Obj.(*types.Func); ok && fn.Signature().Recv() != nil {
		sig, _ := e.T.Underlying().(*types.Signature)
		recv := p.typ(sig.Params().At(0).Type())
		if strings.HasPrefix(recv, "*") {
			recv = "(" + recv + ")"
		}
		return recv + "." + name
	}
	if pkg := e.Obj.Pkg(); pkg != nil && (p.pkg == nil || pkg.Path() != p.pkg.Path()) {
		name = cmp.Or(e.Package, pkg.Name()) + "." + name
	}
	if len(e.TypeArgs) == 0 {
		return name
	}
	args := make([]string, len(e.TypeArgs))
	for i, t := range e.TypeArgs {
		args[i] = p.typ(t)
	}
	return name + "[" + strings.Join(args, ", ") + "]"
}

func (p *printer) slice(e *Slice) string {
	parts := make([]string, 0, 3)
	for i, x := range []Expr{e.Low, e.High, e.Max} {
		switch {
		case x != nil:
			parts = append(parts, p.expr(x, 0))
		case i < 2:
			parts = append(parts, "")
		}
	}
	return p.expr(e.X, levelPrimary) + "[" + strings.Join(parts, ":") + "]"
}

func (p *printer) composite(e *Composite) string {
	_, isStruct := e.T.Underlying().(*types.Struct)
	elems := make([]string, len(e.Values))
	for i, v := range e.Values {
		elems[i] = p.expr(v, 0)
		if i >= len(e.Keys) || e.Keys[i] == nil {
			continue
		}
		key := p.expr(e.Keys[i], 0)
		if isStruct {
			key, _ = strconv.Unquote(key)
		}
		elems[i] = key + ": " + elems[i]
	}
	return p.typ(e.T) + "{" + strings.Join(elems, ", ") + "}"
}
