package gosource

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Overflow returns Go statements that evaluate e and call functions of the
// runtime, with the operand x before their operands, where arithmetic of e's
// own may wrap around: Add, Sub, Mul and Neg of signed numbers, Add and Mul of
// uint and uint64, Signed where these are converted to int and int64. The
// functions give what Go's operators give. It is empty where there is no such
// arithmetic. Of what e calls copies names the functions that take x before their
// receiver and their parameters and tell as well; it is empty for others.
func (f *File) Overflow(e refine.Expr, x string, names, old func(*refine.Variable) string, copies func(*types.Func) string) string {
	p := newGoPrinter(f, names, old)
	p.lacks, p.wraps, p.copies = refine.LacksOf(e), x, copies
	source := p.expr(e, e.Type(), precNone)
	if !p.checked {
		return ""
	}
	return "_ = " + source + "\n"
}

// wrapping are the functions that stand for operators.
var wrapping = map[token.Token]string{token.ADD: "Add", token.SUB: "Sub", token.MUL: "Mul"}

// tells tells whether the operator on numbers of the type t says when it wraps
// around. Of unsigned numbers only indices and sizes are meant not to: what is
// smaller is calculated with modulo its size.
func (p *printer) tells(op token.Token, t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	if p.wraps == "" || !ok || b.Info()&types.IsInteger == 0 || wrapping[op] == "" {
		return false
	}
	switch b.Kind() {
	case types.Uint, types.Uint64:
		return op != token.SUB
	}
	return !value.Unsigned(b)
}

// losesSign tells whether a conversion may make a great number a negative one.
func (p *printer) losesSign(from, to types.Type) bool {
	f, okF := from.Underlying().(*types.Basic)
	t, okT := to.Underlying().(*types.Basic)
	if p.wraps == "" || !okF || !okT {
		return false
	}
	switch f.Kind() {
	case types.Uint, types.Uint64, types.Uintptr:
		return t.Kind() == types.Int || t.Kind() == types.Int64
	}
	return false
}

// told prints the call of a function that tells.
func (p *printer) told(fn string, operands ...string) string {
	p.checked = true
	return p.f.runtime(fn) + "(" + p.wraps + ", " + strings.Join(operands, ", ") + ")"
}

// copied prints the function that a call calls and its first arguments, where
// there is a copy of it that tells.
func (p *printer) copied(e *refine.Call) (fun string, first []string, ok bool) {
	if p.wraps == "" || e.HandsOn() {
		return "", nil, false
	}
	first = []string{p.wraps}
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
	if fun = p.copies(fn); fun == "" {
		return "", nil, false
	}
	p.checked = true
	if m, ok := e.Fun.(*refine.Method); ok {
		first = append(first, p.expr(m.X, fn.Signature().Recv().Type(), precNone))
	}
	return fun, first, true
}
