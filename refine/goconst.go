package refine

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

// constant prints a constant, with a conversion where its place does not give
// it its type.
func (p *goPrinter) constant(e *Const, want types.Type, prec int) string {
	basic, ok := e.T.Underlying().(*types.Basic)
	if !ok {
		p.f.fail("a constant of the type %s cannot be written", e.T)
		return "nil"
	}
	if p.f.opt.Readable && e.Obj != nil && (types.Identical(e.Obj.Type(), e.T) || want != nil && types.Identical(want, e.T)) {
		return p.f.object(e.Obj)
	}
	s := literal(e.Value, basic)
	if text := value.Character(types.Universe.Lookup("rune").Type(), code(e)); p.f.opt.Readable && want != nil && types.Identical(want, e.T) && text != "" {
		return text
	}
	if want != nil && types.Identical(want, e.T) || isDefault(e.T, basic, s) {
		if strings.HasPrefix(s, "-") {
			return paren(s, precUnary, prec)
		}
		return s
	}
	return p.f.Type(e.T) + "(" + s + ")"
}

// code is the number of a constant that is written as a character, else -1.
func code(e *Const) int64 {
	n, exact := constant.Int64Val(constant.ToInt(e.Value))
	if !e.Char || !exact {
		return -1
	}
	return n
}

// isDefault tells whether the literal has the type t without a conversion.
func isDefault(t types.Type, basic *types.Basic, literal string) bool {
	t = types.Unalias(t)
	switch basic.Kind() {
	case types.Bool, types.Int, types.Float64, types.String, types.Complex128:
		return t == basic
	case types.Int32:
		return t == basic && literal[0] == '\''
	}
	return false
}

func (p *goPrinter) typedNil(e *Nil, want types.Type) string {
	t := p.f.Type(e.T)
	if p.f.hidden("nil") && p.f.opt.Runtime != "" {
		return p.f.runtime("Zero") + "[" + t + "]()"
	}
	if want != nil && types.Identical(want, e.T) {
		return p.f.predeclared("nil")
	}
	if strings.HasPrefix(t, "*") || strings.HasPrefix(t, "func") || strings.HasPrefix(t, "<-") {
		t = "(" + t + ")"
	}
	return t + "(" + p.f.predeclared("nil") + ")"
}

func isZeroConst(e Expr) bool {
	c, ok := e.(*Const)
	return !ok || constant.Sign(c.Value) == 0
}

// fits tells whether Go can convert the constant e to t at compile time. Only
// for a Const this is known; other constants are made variables.
func fits(e Expr, t types.Type) bool {
	c, ok := e.(*Const)
	to, basic := t.Underlying().(*types.Basic)
	if !ok || !basic {
		return false
	}
	from := c.T.Underlying().(*types.Basic)
	if to.Info()&types.IsNumeric == 0 {
		return from.Info()&to.Info()&(types.IsBoolean|types.IsString) != 0
	}
	if from.Info()&types.IsNumeric == 0 {
		return false
	}
	return representable(c.Value, to)
}

// representable tells whether the number v is a value of the type t, rounded
// where t is a floating-point type.
func representable(v constant.Value, t *types.Basic) bool {
	switch info := t.Info(); {
	case info&types.IsInteger != 0:
		v = constant.ToInt(v)
		if v.Kind() != constant.Int {
			return false
		}
		lo, hi := intLimits(t)
		return constant.Compare(lo, token.LEQ, v) && constant.Compare(v, token.LEQ, hi)
	case info&types.IsFloat != 0:
		v = constant.ToFloat(v)
		if v.Kind() != constant.Float && v.Kind() != constant.Int {
			return false
		}
		if t.Kind() == types.Float32 {
			f, _ := constant.Float32Val(v)
			return !math.IsInf(float64(f), 0)
		}
		f, _ := constant.Float64Val(v)
		return !math.IsInf(f, 0)
	}
	return true
}

// intLimits returns the least and the greatest value of an integer type; int,
// uint and uintptr have 64 bits.
func intLimits(t *types.Basic) (lo, hi constant.Value) {
	bits, unsigned := value.BitSize(t), value.Unsigned(t)
	one := constant.MakeInt64(1)
	if unsigned {
		return constant.MakeInt64(0), constant.BinaryOp(constant.Shift(one, token.SHL, uint(bits)), token.SUB, one)
	}
	hi = constant.BinaryOp(constant.Shift(one, token.SHL, uint(bits-1)), token.SUB, one)
	return constant.UnaryOp(token.SUB, constant.BinaryOp(hi, token.ADD, one), 0), hi
}
