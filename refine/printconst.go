package refine

import (
	"go/constant"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// operandIn prints an expression where a value of type where is expected. A constant in an
// interface needs its type.
func (p *printer) operandIn(x Expr, where types.Type, level int) string {
	c, ok := x.(*Const)
	if !ok || c.Obj != nil || c.Char || !types.IsInterface(where) {
		return p.expr(x, level)
	}
	switch t := types.Unalias(c.T).(type) {
	case *types.Named:
		if !p.text {
			return p.expr(x, level) // It prints its type anyway.
		}
	case *types.Basic:
		if t.Info()&types.IsUntyped != 0 || slices.Contains([]types.BasicKind{types.Bool, types.Int, types.Float64, types.String}, t.Kind()) {
			return p.expr(x, level)
		}
	default:
		return p.expr(x, level)
	}
	return p.typ(c.T) + "(" + p.expr(x, 0) + ")"
}

// arguments prints the arguments of a call.
func (p *printer) arguments(e *Call) string {
	sig, ok := e.Fun.Type().Underlying().(*types.Signature)
	if !ok || sig.Params().Len() > len(e.Args) {
		return p.list(e.Args)
	}
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = p.operandIn(a, sig.Params().At(min(i, sig.Params().Len()-1)).Type(), 0)
	}
	return strings.Join(args, ", ")
}

// constant prints a constant as the contract has it: by name, by the terms of a sum or product, as
// a character, or by value.
func (p *printer) constant(e *Const) (string, int) {
	if p.text && e.Terms != "" {
		return e.Terms, arithLevel(e.Op)
	}
	if e.Obj != nil {
		return p.object(&Object{Obj: e.Obj}), levelPrimary
	}
	u, ok := e.T.Underlying().(*types.Basic)
	if !ok {
		return e.Value.ExactString(), levelPrimary
	}
	if r, ok := constant.Int64Val(constant.ToInt(e.Value)); e.Char && ok && utf8.ValidRune(rune(r)) && r == int64(rune(r)) {
		return strconv.QuoteRune(rune(r)), levelPrimary
	}
	s := Literal(e.Value, u)
	if u.Info()&types.IsFloat != 0 && constant.ToInt(e.Value).Kind() == constant.Int {
		s = constant.ToInt(e.Value).ExactString()
		if len(s) > 15 {
			s = Literal(e.Value, u)
		}
	}
	if _, named := types.Unalias(e.T).(*types.Named); named && !p.text {
		return p.typ(e.T) + "(" + s + ")", levelPrimary
	}
	if strings.HasPrefix(s, "-") {
		return s, levelUnary
	}
	return s, levelPrimary
}
