package refine

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"github.com/rtest-dev/rtest/internal/value"
)

// Fits reports whether Go can convert the constant e to t at compile time. It returns true only for
// a Const; other constants become variables.
func Fits(e Expr, t types.Type) bool {
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

// representable reports whether the number v is a value of type t, after rounding for
// floating-point types.
func representable(v constant.Value, t *types.Basic) bool {
	switch info := t.Info(); {
	case info&types.IsInteger != 0:
		v = constant.ToInt(v)
		if v.Kind() != constant.Int {
			return false
		}
		lo, hi := IntLimits(t)
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

// IntLimits returns the least and the greatest value of an integer type. int, uint and uintptr have
// 64 bits.
func IntLimits(t *types.Basic) (lo, hi constant.Value) {
	bits, unsigned := value.BitSize(t), value.Unsigned(t)
	one := constant.MakeInt64(1)
	if unsigned {
		return constant.MakeInt64(0), constant.BinaryOp(constant.Shift(one, token.SHL, uint(bits)), token.SUB, one)
	}
	hi = constant.BinaryOp(constant.Shift(one, token.SHL, uint(bits-1)), token.SUB, one)
	return constant.UnaryOp(token.SUB, constant.BinaryOp(hi, token.ADD, one), 0), hi
}
