package oracle

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// constVal returns the value of a constant of its type.
func constVal(e *refine.Const) Val {
	u, ok := e.T.Underlying().(*types.Basic)
	if !ok {
		cannot("a constant of type %s has no value", e.T)
	}
	switch info := u.Info(); {
	case info&types.IsBoolean != 0:
		return BoolVal(constant.BoolVal(e.Value))
	case info&types.IsString != 0:
		return StringVal(constant.StringVal(e.Value))
	case info&types.IsInteger != 0:
		v := constant.ToInt(e.Value)
		if n, ok := constant.Int64Val(v); ok {
			return IntVal(n)
		}
		n, _ := constant.Uint64Val(v)
		return IntVal(n)
	case info&types.IsFloat != 0:
		f, _ := constant.Float64Val(constant.ToFloat(e.Value))
		if u.Kind() == types.Float32 {
			single, _ := constant.Float32Val(constant.ToFloat(e.Value))
			f = float64(single)
		}
		return FloatVal(f)
	}
	c := constant.ToComplex(e.Value)
	re, _ := constant.Float64Val(constant.Real(c))
	im, _ := constant.Float64Val(constant.Imag(c))
	return roundComplex(complex(re, im), u)
}

func roundComplex(c complex128, u *types.Basic) Val {
	if u.Kind() == types.Complex64 {
		return ComplexVal(complex64(c))
	}
	return ComplexVal(c)
}

func roundFloat(f float64, u *types.Basic) Val {
	if u.Kind() == types.Float32 {
		return FloatVal(float32(f))
	}
	return FloatVal(f)
}

// wrap returns n as the integer type keeps it.
func wrap(n int64, u *types.Basic) IntVal {
	bits, unsigned := value.BitSize(u), value.Unsigned(u)
	n <<= 64 - bits
	if unsigned {
		return IntVal(uint64(n) >> (64 - bits))
	}
	return IntVal(n >> (64 - bits))
}

func arithmetic(op token.Token, t types.Type, x, y Val, countType types.Type) Val {
	u := t.Underlying().(*types.Basic)
	switch x := x.(type) {
	case StringVal:
		return x + y.(StringVal)
	case FloatVal:
		return floatArithmetic(op, u, float64(x), float64(y.(FloatVal)))
	case ComplexVal:
		y := y.(ComplexVal)
		switch op {
		case token.ADD:
			return roundComplex(complex128(x+y), u)
		case token.SUB:
			return roundComplex(complex128(x-y), u)
		case token.MUL:
			return roundComplex(complex128(x*y), u)
		}
		return roundComplex(complex128(x/y), u)
	case IntVal:
		if op == token.SHL || op == token.SHR {
			return shift(op, u, int64(x), int64(y.(IntVal)), countType)
		}
		return intArithmetic(op, u, int64(x), int64(y.(IntVal)))
	}
	cannot("%s of a %T", op, x)
	return nil
}

func floatArithmetic(op token.Token, u *types.Basic, x, y float64) Val {
	if u.Kind() == types.Float32 {
		// One rounding only: the operation itself is that of float32.
		return FloatVal(floatOperation(op, float32(x), float32(y)))
	}
	return FloatVal(floatOperation(op, x, y))
}

func floatOperation[T float32 | float64](op token.Token, x, y T) T {
	switch op {
	case token.ADD:
		return x + y
	case token.SUB:
		return x - y
	case token.MUL:
		return x * y
	}
	return x / y
}

func intArithmetic(op token.Token, u *types.Basic, x, y int64) Val {
	unsigned := value.Unsigned(u)
	switch op {
	case token.ADD:
		return wrap(x+y, u)
	case token.SUB:
		return wrap(x-y, u)
	case token.MUL:
		return wrap(x*y, u)
	case token.AND:
		return wrap(x&y, u)
	case token.OR:
		return wrap(x|y, u)
	case token.XOR:
		return wrap(x^y, u)
	case token.AND_NOT:
		return wrap(x&^y, u)
	}
	switch {
	case y == 0:
		fault("integer divide by zero")
	case unsigned && op == token.QUO:
		return wrap(int64(uint64(x)/uint64(y)), u)
	case unsigned:
		return wrap(int64(uint64(x)%uint64(y)), u)
	case op == token.QUO:
		return wrap(x/y, u)
	}
	return wrap(x%y, u)
}

func shift(op token.Token, u *types.Basic, x, n int64, countType types.Type) Val {
	unsignedCount := value.Unsigned(countType)
	if n < 0 && !unsignedCount {
		fault("negative shift amount")
	}
	unsigned := value.Unsigned(u)
	count := uint64(n)
	switch {
	case op == token.SHL:
		return wrap(x<<count, u)
	case unsigned:
		return wrap(int64(uint64(x)>>count), u)
	}
	return wrap(x>>count, u)
}

func (ev *evaluator) unary(e *refine.Unary) Val {
	if e.Op == token.AND {
		return ev.address(e.X)
	}
	v := ev.eval(e.X)
	u := e.T.Underlying().(*types.Basic)
	switch x := v.(type) {
	case BoolVal:
		return !x
	case IntVal:
		switch e.Op {
		case token.SUB:
			return wrap(-int64(x), u)
		case token.XOR:
			return wrap(^int64(x), u)
		}
	case FloatVal:
		if e.Op == token.SUB {
			return -x
		}
	case ComplexVal:
		if e.Op == token.SUB {
			return -x
		}
	}
	return v
}

// ordered reports whether x op y holds for values of an ordered type.
func ordered(op token.Token, t types.Type, x, y Val) bool {
	c := 0
	switch x := x.(type) {
	case IntVal:
		if unsigned := value.Unsigned(t); unsigned {
			c = cmp.Compare(uint64(x), uint64(y.(IntVal)))
		} else {
			c = cmp.Compare(x, y.(IntVal))
		}
	case StringVal:
		c = cmp.Compare(x, y.(StringVal))
	case FloatVal:
		a, b := float64(x), float64(y.(FloatVal))
		if math.IsNaN(a) || math.IsNaN(b) {
			return false
		}
		c = cmp.Compare(a, b)
	default:
		cannot("%s of a %T", op, x)
	}
	switch op {
	case token.LSS:
		return c < 0
	case token.LEQ:
		return c <= 0
	case token.GTR:
		return c > 0
	}
	return c >= 0
}

// toInt converts a float as Go does on this machine.
func toInt(f float64, u *types.Basic) Val {
	switch u.Kind() {
	case types.Int8:
		return IntVal(int8(f))
	case types.Int16:
		return IntVal(int16(f))
	case types.Int32:
		return IntVal(int32(f))
	case types.Uint8:
		return IntVal(uint8(f))
	case types.Uint16:
		return IntVal(uint16(f))
	case types.Uint32:
		return IntVal(uint32(f))
	case types.Uint, types.Uint64, types.Uintptr:
		return IntVal(uint64(f))
	}
	return IntVal(int64(f))
}
