package refine

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strconv"
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

// literal returns a Go literal of the value, which the type can represent.
func literal(v constant.Value, t *types.Basic) string {
	switch info := t.Info(); {
	case info&types.IsBoolean != 0:
		return strconv.FormatBool(constant.BoolVal(v))
	case info&types.IsString != 0:
		return strconv.Quote(constant.StringVal(v))
	case info&types.IsInteger != 0:
		v = constant.ToInt(v)
		if r, ok := constant.Int64Val(v); ok && t.Name() == "rune" {
			return cmp.Or(value.Character(t, r), v.ExactString())
		}
		return v.ExactString()
	case info&types.IsFloat != 0:
		return floatLiteral(v, t.Kind() == types.Float32)
	default:
		single := t.Kind() == types.Complex64
		v = constant.ToComplex(v)
		return "complex(" + floatLiteral(constant.Real(v), single) + ", " + floatLiteral(constant.Imag(v), single) + ")"
	}
}

// floatLiteral returns the shortest decimal that rounds to v.
func floatLiteral(v constant.Value, single bool) string {
	v = constant.ToFloat(v)
	bits, x := 64, 0.0
	if single {
		f, _ := constant.Float32Val(v)
		bits, x = 32, float64(f)
	} else {
		x, _ = constant.Float64Val(v)
	}
	s := strconv.FormatFloat(x, 'g', -1, bits)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
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

// isGoConst tells whether the Go of e would be a constant expression.
func isGoConst(e Expr) bool {
	switch e := e.(type) {
	case *Const:
		return true
	case *Old:
		return isGoConst(e.X)
	case *Convert:
		_, basic := e.T.Underlying().(*types.Basic)
		return basic && isGoConst(e.X) && fits(e.X, e.T)
	case *Compare:
		return !e.Deep && isGoConst(e.X) && isGoConst(e.Y)
	case *Logic:
		return isGoConst(e.X) && isGoConst(e.Y)
	case *Builtin:
		return !e.Own && isConstBuiltin(e)
	}
	return false
}

func isConstBuiltin(e *Builtin) bool {
	switch e.Name {
	case "len", "cap":
		// Of an array it is one only without calls; taking it for one is safe.
		t := e.Args[0].Type().Underlying()
		if ptr, ok := t.(*types.Pointer); ok {
			t = ptr.Elem().Underlying()
		}
		_, array := t.(*types.Array)
		return array || isGoConst(e.Args[0])
	case "min", "max", "complex", "real", "imag":
		for _, a := range e.Args {
			if !isGoConst(a) {
				return false
			}
		}
		return true
	}
	return false
}

// fixedLength is what len and cap are of an array or a pointer to one where Go
// does not evaluate the operand: where nothing is called in it.
func fixedLength(e *Builtin) (int64, bool) {
	if e.Own || e.Name != "len" && e.Name != "cap" || hasCall(e.Args[0]) {
		return 0, false
	}
	t := e.Args[0].Type().Underlying()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem().Underlying()
	}
	array, ok := t.(*types.Array)
	if !ok {
		return 0, false
	}
	return array.Len(), true
}

// hasCall tells whether something is called in e. Forms that Go has not count as
// calls.
func hasCall(e Expr) bool {
	found := false
	Inspect(e, func(e Expr) bool {
		switch e := e.(type) {
		case *Call, *Cond, *Quant, *In, *Is, *LetIn, *Tuple:
			found = true
		case *Builtin:
			found = found || !isGoConst(e)
		case *Compare:
			found = found || e.Deep
		}
		return !found
	})
	return found
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
