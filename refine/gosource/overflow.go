package gosource

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Overflow returns Go statements that evaluate e and report arithmetic of e that may wrap around.
// They call functions of the runtime in place of operators, with x as their first operand: Add,
// Sub, Mul and Neg for signed numbers, Add and Mul for uint and uint64, Signed for conversions of
// these to int and int64. The functions return what Go's operators return.
//
// It returns "" if there is no such arithmetic. Copies names copies of called functions that report
// overflow too, and take x before receiver and parameters; it returns "" for functions without a
// copy.
func (f *File) Overflow(e refine.Expr, x string, names, old func(*refine.Variable) string, copies func(*types.Func) string) string {
	p := newPrinter(f, names, old)
	p.lacks, p.overflowOperand, p.copyOf = refine.LacksOf(e), x, copies
	source := p.expr(e, e.Type(), precNone)
	if !p.overflowReported {
		return ""
	}
	return "_ = " + source + "\n"
}

// wrapping has the functions that replace operators.
var wrapping = map[token.Token]string{token.ADD: "Add", token.SUB: "Sub", token.MUL: "Mul"}

// reportsOverflow reports whether overflow of the operator on numbers of type t is reported. Of
// unsigned types only those for indices and sizes qualify: smaller ones are meant to wrap.
func (p *printer) reportsOverflow(op token.Token, t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	if p.overflowOperand == "" || !ok || b.Info()&types.IsInteger == 0 || wrapping[op] == "" {
		return false
	}
	switch b.Kind() {
	case types.Uint, types.Uint64:
		return op != token.SUB
	}
	return !value.Unsigned(b)
}

// losesSign reports whether a conversion may turn a large number into a negative one.
func (p *printer) losesSign(from, to types.Type) bool {
	f, okF := from.Underlying().(*types.Basic)
	t, okT := to.Underlying().(*types.Basic)
	if p.overflowOperand == "" || !okF || !okT {
		return false
	}
	switch f.Kind() {
	case types.Uint, types.Uint64, types.Uintptr:
		return t.Kind() == types.Int || t.Kind() == types.Int64
	}
	return false
}

// overflowCall prints the call of a function that reports overflow.
func (p *printer) overflowCall(fn string, operands ...string) string {
	p.overflowReported = true
	return p.f.runtime(fn) + "(" + p.overflowOperand + ", " + strings.Join(operands, ", ") + ")"
}

// overflowCopy prints the called function's copy that reports overflow, and its first arguments. Ok
// is false if there is no copy.
func (p *printer) overflowCopy(e *refine.Call) (fun string, first []string, ok bool) {
	if p.overflowOperand == "" || e.HandsOn() {
		return "", nil, false
	}
	first = []string{p.overflowOperand}
	var fn *types.Func
	switch f := e.Fun.(type) {
	case *refine.Object:
		fn, _ = f.Obj.(*types.Func)
		if fn != nil && fn.Signature().Recv() != nil {
			return "", nil, false // A method expression.
		}
	case *refine.Method:
		fn, _ = f.Sel.Obj().(*types.Func)
		if fn == nil || fn.Signature().Recv() == nil || !types.Identical(fn.Signature().Recv().Type(), f.X.Type()) {
			return "", nil, false
		}
	}
	if fn == nil {
		return "", nil, false
	}
	if fun = p.copyOf(fn); fun == "" {
		return "", nil, false
	}
	p.overflowReported = true
	if m, ok := e.Fun.(*refine.Method); ok {
		first = append(first, p.expr(m.X, fn.Signature().Recv().Type(), precNone))
	}
	return fun, first, true
}
