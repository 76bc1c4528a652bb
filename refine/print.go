package refine

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// Print returns e in the language of predicates, with as few parentheses as
// its precedences allow. Types and objects are written relative to pkg: bare
// when it declares them, else behind their package's name; nil qualifies all.
func Print(e Expr, pkg *types.Package) string {
	p := &printer{pkg: pkg}
	return p.expr(e, 0)
}

// Text is Print in the words of the contract: variables have the names that
// they have where they stand, numbers the type that they get from there.
func Text(e Expr, pkg *types.Package) string {
	p := &printer{pkg: pkg, text: true}
	return p.expr(e, 0)
}

type printer struct {
	pkg  *types.Package
	text bool
}

// The precedences of the language, from weakest to strongest.
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
	return paren(s, level, min)
}

// form returns e and how strongly its outermost operator binds.
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
		return p.held(e.X, e.Y.Type(), levelAdd) + " " + e.Op.String() + " " + p.held(e.Y, e.X.Type(), levelAdd), levelCompare
	case *Logic:
		return p.logic(e)
	case *Cond:
		return p.expr(e.C, levelOr) + " ? " + p.expr(e.A, levelOr) + " : " + p.condElse(e.B), levelCond
	case *Quant:
		return p.quant(e), levelQuant
	case *In:
		return p.expr(e.X, levelAdd) + " in " + p.domain(e.Over), levelCompare
	case *Is:
		return p.expr(e.X, levelAdd) + " is " + p.typ(e.T), levelCompare
	case *LetIn:
		if p.text && e.Var.Role == Bound {
			// The operand of a chain: its references say what it is.
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
		return p.expr(e.Call, levelAdd) + op + "(" + p.list(e.Elems) + ")", levelCompare
	}
	return p.primary(e), levelPrimary
}

func (p *printer) primary(e Expr) string {
	switch e := e.(type) {
	case *Assert:
		return p.expr(e.X, levelPrimary) + ".(" + p.typ(e.T) + ")"
	case *Call:
		fun := e.Fun
		if f, ok := fun.(*Object); ok && p.text && inferred(f) {
			fun = &Object{Obj: f.Obj, T: f.T}
		}
		return p.expr(fun, levelPrimary) + "(" + p.arguments(e) + spread(e.Spread) + ")"
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
		return e.Name + "(" + args + spread(e.Spread) + ")"
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

// operand puts a signed operand into parentheses: - -x is not --x.
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
		return p.binary(e.X, "&&", e.Y, levelAnd)
	case Or:
		return p.binary(e.X, "||", e.Y, levelOr)
	case Implies:
		return p.expr(e.X, levelOr) + " ==> " + p.expr(e.Y, levelImplies), levelImplies
	default:
		return p.binary(e.X, "<==>", e.Y, levelIff)
	}
}

// chain prints a <= x && x < b as a <= x < b where it was written so.
func (p *printer) chain(e *Logic) (string, bool) {
	if !e.Chained {
		return "", false
	}
	rest, ok := p.rest(e.Y)
	if !ok {
		return "", false
	}
	return p.expr(e.X, levelCompare) + rest, true
}

// rest prints the comparisons of a chain without the operand that it goes on
// with. It fails at the name of an operand where names are told.
func (p *printer) rest(e Expr) (string, bool) {
	switch e := e.(type) {
	case *Compare:
		return " " + e.Op.String() + " " + p.expr(e.Y, levelAdd), true
	case *Logic:
		x, ok1 := p.rest(e.X)
		y, ok2 := p.rest(e.Y)
		return x + y, ok1 && ok2
	case *LetIn:
		if p.text {
			return p.rest(e.Body)
		}
	}
	return "", false
}

// condElse prints the last part of a conditional, which may be another one.
// Beside an implication one needs parentheses.
func (p *printer) condElse(e Expr) string {
	if _, ok := e.(*Cond); ok {
		return p.expr(e, levelCond)
	}
	return p.expr(e, levelOr)
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
			head = word + strings.Join(names, ", ") + " {" + names[0] + " " + p.typ(e.Over.T) + " | " + p.expr(w, 0) + "}"
		}
	} else {
		head += " in " + p.domain(e.Over)
	}
	return head + ": " + p.expr(body, levelQuant)
}

func (p *printer) domain(d Domain) string {
	switch d.Kind {
	case Span:
		op := ".."
		if d.HalfOpen {
			op = "..<"
		}
		return p.expr(d.Low, levelAdd) + op + p.expr(d.High, levelAdd)
	case OfType:
		return p.typ(d.T)
	}
	return p.expr(d.X, levelAdd)
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
		name = pkg.Name() + "." + name
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

// constant prints a literal; one of a type that it would not have by itself,
// nor get from most places, with a conversion.
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

// String returns the contract as rtest list shows it: a line for each clause,
// with aliases and defs unfolded.
func (c *Contract) String() string {
	var pkg *types.Package
	if c.Func != nil {
		pkg = c.Func.Pkg()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "func %s%s\n", c.Name, c.signature(pkg))
	line := func(word, text string) { fmt.Fprintf(&b, "\t%s\n", strings.TrimSpace(word+" "+text)) }
	if c.Skipped {
		line("skip", c.Skip)
	}
	if c.Unsupported != "" {
		line("unsupported", c.Unsupported)
	}
	for _, d := range c.Draws {
		p := &printer{pkg: pkg}
		op := " in "
		if d.Single {
			op = " == "
		}
		line("draw", d.Var.Name+op+p.domain(d.From))
	}
	for _, l := range c.Lets {
		line("let", l.Var.Name+" = "+Print(l.Value, pkg))
	}
	clauses := slices.Concat(c.Pre, c.callbackClauses(), c.Post, c.Classes)
	if c.Panics != nil {
		clauses = append(clauses, c.Panics)
	}
	for _, cl := range clauses {
		text := Print(cl.Expr, pkg)
		if cl.NilErr {
			text += "   (where the error is nil)"
		}
		if cl.Label != "" {
			text = strconv.Quote(cl.Label) + " " + text
		}
		line(cl.Kind.String(), text)
	}
	if c.Pure != nil {
		line("pure", "")
	}
	return b.String()
}

func (c *Contract) callbackClauses() []*Clause {
	var out []*Clause
	for _, cb := range c.Callbacks {
		out = append(append(out, cb.Require...), cb.Ensure...)
	}
	return out
}

func (c *Contract) signature(pkg *types.Package) string {
	list := func(vs []*Variable) string {
		out := make([]string, len(vs))
		for i, v := range vs {
			out[i] = strings.TrimSpace(v.Name + " " + TypeName(v.Type, pkg))
		}
		return "(" + strings.Join(out, ", ") + ")"
	}
	s := list(c.Params)
	if c.Recv != nil {
		s = list([]*Variable{c.Recv}) + " " + s
	}
	if len(c.Results) > 0 {
		s += " " + list(c.Results)
	}
	return s
}
