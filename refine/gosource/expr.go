package gosource

import (
	"fmt"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// Expr returns e as a Go expression of this file, of the type of e; for a predicate it may be an untyped bool.
// Names and old return Go operands for the variables that e does not bind: names for their values now, old,
// inside old(…), for their values before the call. Old may be nil if e does not contain old. The variables that
// e binds get names of their own.
//
// The code serves both for lifting into logic and for execution. Quantifiers are loops in functions that are
// called in place, and only the variables of these loops are assigned.
func (f *File) Expr(e refine.Expr, names, old func(*refine.Variable) string) string {
	p := newPrinter(f, names, old)
	p.lacks = refine.LacksOf(e)
	if refine.IsBool(e.Type()) {
		return p.cond(e, 0)
	}
	return p.expr(e, e.Type(), 0)
}

func newPrinter(f *File, names, old func(*refine.Variable) string) *printer {
	return &printer{f: f, names: names, old: old, scope: map[*refine.Variable]string{}, twins: map[*refine.Variable]bool{}}
}

// A printer prints one expression.
type printer struct {
	f          *File
	names, old func(*refine.Variable) string
	// scope names the variables bound by enclosing expressions. twins has those that may refer to
	// the twin of the input.
	scope map[*refine.Variable]string
	twins map[*refine.Variable]bool
	// insideOld means that the printed expression is inside old.
	insideOld bool
	temps     int
	// lacks has the lack of each quantifier over a type; see refine.LacksOf.
	lacks map[*refine.Quant]refine.Lack
	// overflowOperand is the operand passed to functions that report overflow, or empty if overflow is
	// not reported. overflowReported is set once such a function is printed.
	overflowOperand  string
	overflowReported bool
	// note is a condition that is evaluated before conclusion. notePrinted means that it was
	// printed.
	note        string
	conclusion  refine.Expr
	notePrinted bool
	// copyOf returns the name of a function's copy that reports overflow. It is used if overflowOperand is
	// not empty.
	copyOf func(*types.Func) string
}

// The precedences of Go's operators. An operand that binds more weakly than its place requires is
// put into parentheses.
const (
	precNone = iota
	precOr
	precAnd
	precCompare
	precAdd
	precMul
	precUnary
	precPrimary
)

// expr prints e. Want is the type that a constant or nil would get from its place, or nil for none.
// Operators below prec are put into parentheses.
func (p *printer) expr(e refine.Expr, want types.Type, prec int) string {
	switch e := e.(type) {
	case *refine.Const:
		return p.constant(e, want, prec)
	case *refine.Nil:
		return p.typedNil(e, want)
	case *refine.Ref:
		return p.ref(e.Var)
	case *refine.Object:
		return p.objectExpr(e)
	case *refine.Unary:
		return refine.Paren(p.unary(e), precUnary, prec)
	case *refine.Deref:
		return refine.Paren("*"+p.expr(e.X, nil, precUnary), precUnary, prec)
	case *refine.Arith:
		return p.arith(e, prec)
	case *refine.Compare:
		return p.compare(e, prec)
	case *refine.Logic:
		return p.logic(e, prec)
	case *refine.Cond:
		return p.conditional(e)
	case *refine.Quant:
		return p.quant(e)
	case *refine.In:
		return p.in(e, prec)
	case *refine.Is:
		return fmt.Sprintf("func() bool { _, ok := %s.(%s); return ok }()", p.expr(e.X, nil, precPrimary), p.f.Type(e.T))
	case *refine.Assert:
		return fmt.Sprintf("%s.(%s)", p.expr(e.X, nil, precPrimary), p.f.Type(e.T))
	case *refine.Call:
		return p.call(e)
	case *refine.Method:
		return p.selector(e.X, e.Sel)
	case *refine.Builtin:
		return p.builtin(e)
	case *refine.Convert:
		return p.convert(e)
	case *refine.Field:
		return p.selector(e.X, e.Sel)
	case *refine.Index:
		return p.index(e)
	case *refine.Slice:
		return p.slice(e)
	case *refine.Composite:
		return p.composite(e, prec)
	case *refine.LetIn:
		return p.literal(e, e.Type())
	case *refine.Old:
		return p.oldExpr(e, want, prec)
	case *refine.Tuple:
		return p.tuple(e)
	}
	p.f.fail("an expression of type %T cannot be written as Go", e)
	return "nil"
}

// cond prints e where Go requires the type bool itself.
func (p *printer) cond(e refine.Expr, prec int) string {
	if p.note != "" && e == p.conclusion {
		p.conclusion, p.notePrinted = nil, true
		return refine.Paren(p.note+" && "+p.cond(e, precAnd+1), precAnd, prec)
	}
	if !refine.IsBool(e.Type()) {
		return "bool(" + p.expr(e, nil, precNone) + ")"
	}
	return p.expr(e, types.Typ[types.Bool], prec)
}

func (p *printer) ref(v *refine.Variable) string {
	if name, ok := p.scope[v]; ok {
		return name
	}
	return p.names(v)
}

// temp returns a name for a variable of the printed code. No parameter has such a name, because the
// number comes first.
func (p *printer) temp(stem string) string {
	p.temps++
	if stem == "_" || stem == "" {
		stem = "v"
	}
	return fmt.Sprintf("%s%d_%s", p.f.opt.Prefix, p.temps, stem)
}

// bind names v while body prints.
func (p *printer) bind(v *refine.Variable, twin bool, body func()) string {
	name := p.temp(v.Name)
	before, was := p.scope[v]
	beforeTwin := p.twins[v]
	p.scope[v], p.twins[v] = name, twin
	body()
	delete(p.scope, v)
	if was {
		p.scope[v] = before
	}
	p.twins[v] = beforeTwin
	return name
}

func (p *printer) objectExpr(e *refine.Object) string {
	if fn, ok := e.Obj.(*types.Func); ok && fn.Signature().Recv() != nil {
		sig, _ := e.T.Underlying().(*types.Signature)
		return p.methodExpr(fn, sig.Params().At(0).Type())
	}
	return p.f.object(e.Obj) + p.instance(slices.Values(e.TypeArgs))
}

// methodExpr prints the method expression t.fn.
func (p *printer) methodExpr(fn *types.Func, t types.Type) string {
	if fn.Exported() || p.f.own(fn.Pkg()) {
		return "(" + p.f.Type(t) + ")." + fn.Name()
	}
	name := forwardMember(p.f.opt.Forwards, t, fn)
	if name == "" {
		p.f.fail("%w", refine.Hidden("%s of package %s is not exported", fn.Name(), fn.Pkg().Name()))
		return fn.Name()
	}
	name = p.f.Import(fn.Pkg().Path()) + "." + name
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return name + p.instance(named.TypeArgs().Types())
	}
	return name
}

// instance prints type arguments in brackets, or nothing if there are none.
func (p *printer) instance(list iter.Seq[types.Type]) string {
	var args []string
	for t := range list {
		args = append(args, p.f.Type(t))
	}
	if len(args) == 0 {
		return ""
	}
	return "[" + strings.Join(args, ", ") + "]"
}

func (p *printer) unary(e *refine.Unary) string {
	if e.Op == token.NOT {
		return "!" + p.expr(e.X, nil, precUnary)
	}
	if c, ok := e.X.(*refine.Composite); ok && e.Op == token.AND {
		return "&" + p.composite(c, precNone)
	}
	x := p.variable(e.X, precUnary)
	if p.reportsOverflow(e.Op, e.X.Type()) {
		return p.overflowCall("Neg", x)
	}
	if strings.HasPrefix(x, e.Op.String()) {
		x = "(" + x + ")" // Otherwise - -x would become --x.
	}
	return e.Op.String() + x
}

// variable prints e so that Go does not treat it as a constant: constant arithmetic must not
// overflow, but that of values wraps.
func (p *printer) variable(e refine.Expr, prec int) string {
	if !refine.IsGoConst(e) {
		return p.expr(e, nil, prec)
	}
	return p.f.identity(e.Type()) + "(" + p.expr(e, e.Type(), precNone) + ")"
}

func (p *printer) arith(e *refine.Arith, prec int) string {
	own := precMul
	switch e.Op {
	case token.ADD, token.SUB, token.OR, token.XOR:
		own = precAdd
	}
	x, y := "", ""
	switch e.Op {
	case token.SHL, token.SHR:
		x = p.variable(e.X, own)
		y = p.expr(e.Y, nil, own+1)
		if refine.IsGoConst(e.Y) {
			y = p.shiftCount(e.Y)
		}
	default:
		constX, constY := refine.IsGoConst(e.X), refine.IsGoConst(e.Y)
		if constX && constY {
			x = p.variable(e.X, own)
		} else {
			x = p.expr(e.X, e.T, own)
		}
		if constY && (e.Op == token.QUO || e.Op == token.REM) && isZeroConst(e.Y) {
			y = p.variable(e.Y, own+1)
		} else {
			y = p.expr(e.Y, e.T, own+1)
		}
	}
	if p.reportsOverflow(e.Op, e.T) {
		return p.overflowCall(wrapping[e.Op], x, y)
	}
	return refine.Paren(x+" "+e.Op.String()+" "+y, own, prec)
}

func (p *printer) logic(e *refine.Logic, prec int) string {
	switch e.Op {
	case refine.And:
		return refine.Paren(p.cond(e.X, precAnd)+" && "+p.cond(e.Y, precAnd+1), precAnd, prec)
	case refine.Or:
		return refine.Paren(p.cond(e.X, precOr)+" || "+p.cond(e.Y, precOr+1), precOr, prec)
	case refine.Implies:
		return refine.Paren("!"+p.cond(e.X, precUnary)+" || "+p.cond(e.Y, precOr+1), precOr, prec)
	default:
		return refine.Paren(p.cond(e.X, precCompare+1)+" == "+p.cond(e.Y, precCompare+1), precCompare, prec)
	}
}

// conditional prints one function literal for all conditionals nested in the branches of e. The
// compile time doubles with each literal around others.
func (p *printer) conditional(e *refine.Cond) string { return p.literal(e, e.T) }

// literal prints a call of a function literal that returns the value of e, as type t.
func (p *printer) literal(e refine.Expr, t types.Type) string {
	return fmt.Sprintf("func() %s {\n%s\n}()", p.f.Type(t), p.returnStatements(e, t))
}

// returnStatements prints statements that return the value of e, as type t.
func (p *printer) returnStatements(e refine.Expr, t types.Type) string {
	switch e := e.(type) {
	case *refine.Cond:
		if types.Identical(e.T, t) {
			return fmt.Sprintf("if %s {\n%s\n}\n%s", p.headCondition(e.C), p.returnStatements(e.A, t), p.returnStatements(e.B, t))
		}
	case *refine.LetIn:
		if types.Identical(e.Type(), t) {
			return p.letIn(e, t)
		}
	case *refine.Logic:
		if EndsInLet(e) && refine.IsBool(t) {
			return fmt.Sprintf("if !%s {\nreturn 0 != 0\n}\n%s", p.headCondition(e.X), p.returnStatements(e.Y, t))
		}
	}
	return "return " + p.expr(e, t, precNone)
}

// EndsInLet reports whether e is a conjunction whose last part is a LetIn, like the rest of a
// chained comparison. It is printed as statements next to those of the enclosing LetIn.
func EndsInLet(e *refine.Logic) bool {
	if e.Op != refine.And {
		return false
	}
	switch y := e.Y.(type) {
	case *refine.LetIn:
		return refine.IsBool(y.Type())
	case *refine.Logic:
		return EndsInLet(y)
	}
	return false
}

// headCondition prints a condition for the head of a statement, where Go would parse the brace of a
// composite literal as a block.
func (p *printer) headCondition(e refine.Expr) string { return "(" + p.cond(e, precNone) + ")" }

// letIn prints statements that return the value of e, of type t.
func (p *printer) letIn(e *refine.LetIn, t types.Type) string {
	value := p.expr(e.Value, e.Var.Type, precNone)
	body := ""
	name := p.bind(e.Var, p.refersToTwin(e.Value), func() { body = p.returnStatements(e.Body, t) })
	return fmt.Sprintf("var %s %s = %s\n%s%s", name, p.f.Type(e.Var.Type), value, unused(name, body), body)
}

// unused returns a statement that uses name if body does not.
func unused(name, body string) string {
	if strings.Contains(body, name) {
		return ""
	}
	return "_ = " + name + "\n"
}

// oldExpr prints an old expression with the names of the variables before the call.
func (p *printer) oldExpr(e *refine.Old, want types.Type, prec int) string {
	if p.f.Keeps(e) {
		return p.f.opt.Kept(e)
	}
	if p.old == nil {
		p.f.fail("old is not allowed here")
		return "nil"
	}
	names, before := p.names, p.insideOld
	p.names, p.insideOld = p.old, true
	s := p.expr(e.X, want, prec)
	p.names, p.insideOld = names, before
	return s
}
