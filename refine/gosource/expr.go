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

// Expr returns e as a Go expression of this file, of the type of e; that of a
// predicate may be an untyped bool. The functions names and old give Go
// operands for the variables that e does not bind itself, as they are and,
// below old(…), as they were before the call; old may be nil where e cannot
// contain it. The variables that e binds get names of their own.
//
// The code is made to be lifted into logic as well as to be run: quantifiers
// are loops in functions that are called in place, and nothing is assigned but
// the variables of these loops.
func (f *File) Expr(e refine.Expr, names, old func(*refine.Variable) string) string {
	p := newGoPrinter(f, names, old)
	p.lacks = refine.LacksOf(e)
	if refine.IsBool(e.Type()) {
		return p.cond(e, 0)
	}
	return p.expr(e, e.Type(), 0)
}

func newGoPrinter(f *File, names, old func(*refine.Variable) string) *printer {
	return &printer{f: f, names: names, old: old, scope: map[*refine.Variable]string{}, twins: map[*refine.Variable]bool{}}
}

// A printer prints one expression.
type printer struct {
	f          *File
	names, old func(*refine.Variable) string
	// scope names the variables that the expression has bound around here,
	// twins has those of them that may refer to the input's twin.
	scope map[*refine.Variable]string
	twins map[*refine.Variable]bool
	// before says that what is printed stands in old.
	before bool
	temps  int
	// lacks says of what a quantifier over a type can be wrong, by lacksOf.
	lacks map[*refine.Quant]refine.Lack
	// wraps is the operand to which arithmetic tells that it wraps around, empty
	// where it does not tell; checked is set when some does.
	wraps   string
	checked bool
	// note is a condition to be evaluated before conclusion, noted says that it
	// stands in the code.
	note       string
	conclusion refine.Expr
	noted      bool
	// copies names, where wraps is not empty, copies of functions that tell.
	copies func(*types.Func) string
}

// The precedences of Go's operators; an operand is put into parentheses when
// it binds less than its place demands.
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

// expr prints e where a constant or nil without a type of its own would get
// the type want (nil: none) and where operators below prec need parentheses.
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

// cond prints e where Go demands a value of the type bool itself.
func (p *printer) cond(e refine.Expr, prec int) string {
	if p.note != "" && e == p.conclusion {
		p.conclusion, p.noted = nil, true
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

// temp returns a name for a variable of the printed code. No parameter has
// such a name, because the number comes first.
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

// instance prints type arguments in brackets, or nothing where there are none.
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
	if p.tells(e.Op, e.X.Type()) {
		return p.told("Neg", x)
	}
	if strings.HasPrefix(x, e.Op.String()) {
		x = "(" + x + ")" // Or - -x would be --x.
	}
	return e.Op.String() + x
}

// variable prints e so that Go does not take it for a constant: constant
// arithmetic must not overflow, that of values wraps.
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
	if p.tells(e.Op, e.T) {
		return p.told(wrapping[e.Op], x, y)
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

// conditional prints one function literal for all that are nested in what e may
// be: the compiler takes twice as long for each literal around others.
func (p *printer) conditional(e *refine.Cond) string { return p.literal(e, e.T) }

// literal prints a call of a function literal that returns the value of e as one
// of the type t.
func (p *printer) literal(e refine.Expr, t types.Type) string {
	return fmt.Sprintf("func() %s {\n%s\n}()", p.f.Type(t), p.returning(e, t))
}

// returning prints statements that return the value of e as one of the type t.
func (p *printer) returning(e refine.Expr, t types.Type) string {
	switch e := e.(type) {
	case *refine.Cond:
		if types.Identical(e.T, t) {
			return fmt.Sprintf("if %s {\n%s\n}\n%s", p.header(e.C), p.returning(e.A, t), p.returning(e.B, t))
		}
	case *refine.LetIn:
		if types.Identical(e.Type(), t) {
			return p.letIn(e, t)
		}
	case *refine.Logic:
		if EndsInLet(e) && refine.IsBool(t) {
			return fmt.Sprintf("if !%s {\nreturn 0 != 0\n}\n%s", p.header(e.X), p.returning(e.Y, t))
		}
	}
	return "return " + p.expr(e, t, precNone)
}

// EndsInLet tells whether e is a conjunction whose last part is a LetIn, as the
// rest of a chained comparison is. It is printed as statements beside those of
// the LetIn around it.
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

// header prints a condition for the head of a statement, where a composite
// literal would be taken for the block.
func (p *printer) header(e refine.Expr) string { return "(" + p.cond(e, precNone) + ")" }

// letIn prints statements that return the value of e, whose type is t.
func (p *printer) letIn(e *refine.LetIn, t types.Type) string {
	value := p.expr(e.Value, e.Var.Type, precNone)
	body := ""
	name := p.bind(e.Var, p.refersToTwin(e.Value), func() { body = p.returning(e.Body, t) })
	return fmt.Sprintf("var %s %s = %s\n%s%s", name, p.f.Type(e.Var.Type), value, unused(name, body), body)
}

// unused returns a statement that uses name where body does not.
func unused(name, body string) string {
	if strings.Contains(body, name) {
		return ""
	}
	return "_ = " + name + "\n"
}

func (p *printer) oldExpr(e *refine.Old, want types.Type, prec int) string {
	if p.old == nil {
		p.f.fail("old cannot stand here")
		return "nil"
	}
	names, before := p.names, p.before
	p.names, p.before = p.old, true
	s := p.expr(e.X, want, prec)
	p.names, p.before = names, before
	return s
}
