package form

import "math"

// Float reports whether an operation takes or gives floating-point numbers. The search does not
// know these operations.
func (o Op) Float() bool { return FAdd <= o && o <= FConv }

// NaN returns the bits that stand for all NaNs in the results of operations of a kind.
func (k Kind) NaN() int64 {
	if k == Uint32 {
		return int64(math.Float32bits(float32(math.NaN())))
	}
	return int64(math.Float64bits(math.NaN()))
}

// isFloat reports whether the bits of a floating-point number are values of the kind.
func (k Kind) isFloat() bool { return k == Uint32 || k == Uint64 }

// Number returns the floating-point number with the bits v.
func (k Kind) Number(v int64) float64 {
	if k == Uint32 {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(uint64(v))
}

// OfNumber rounds a floating-point number to the kind, and returns its bits.
func (k Kind) OfNumber(v float64) int64 {
	switch {
	case v != v:
		return k.NaN()
	case k == Uint32:
		return int64(math.Float32bits(float32(v)))
	}
	return int64(math.Float64bits(v))
}

// evalFloat is EvalOp for operations on floating-point numbers.
func evalFloat(op Op, kind, arg Kind, a, b int64) int64 {
	switch op {
	case FEq:
		return Truth(arg.Number(a) == arg.Number(b))
	case FLt:
		return Truth(arg.Number(a) < arg.Number(b))
	case FLe:
		return Truth(arg.Number(a) <= arg.Number(b))
	case FOfInt:
		return ofInt(kind, arg, a)
	case FToInt:
		return toInt(kind, arg.Number(a))
	case FConv:
		return kind.OfNumber(arg.Number(a))
	}
	if kind == Uint32 {
		return kind.OfNumber(float64(calculate(op, float32(kind.Number(a)), float32(kind.Number(b)))))
	}
	return kind.OfNumber(calculate(op, kind.Number(a), kind.Number(b)))
}

func calculate[T float32 | float64](op Op, x, y T) T {
	switch op {
	case FAdd:
		return x + y
	case FSub:
		return x - y
	case FMul:
		return x * y
	case FDiv:
		return x / y
	case FSqrt:
		return T(math.Sqrt(float64(x)))
	case FFloor:
		return T(math.Floor(float64(x)))
	case FCeil:
		return T(math.Ceil(float64(x)))
	case FTrunc:
		return T(math.Trunc(float64(x)))
	case FEven:
		return T(math.RoundToEven(float64(x)))
	}
	return T(math.Round(float64(x)))
}

// ofInt rounds an integer once.
func ofInt(kind, arg Kind, v int64) int64 {
	switch {
	case kind == Uint32 && arg == Uint64:
		return int64(math.Float32bits(float32(uint64(v))))
	case kind == Uint32:
		return int64(math.Float32bits(float32(v)))
	case arg == Uint64:
		return int64(math.Float64bits(float64(uint64(v))))
	}
	return int64(math.Float64bits(float64(v)))
}

// toInt returns the integer part of a number where the kind has it, else 0.
func toInt(kind Kind, v float64) int64 {
	v = math.Trunc(v)
	least, beyond := 0.0, math.Ldexp(1, kind.Bits())
	if kind.Signed() {
		least, beyond = -beyond/2, beyond/2
	}
	switch {
	case v != v || v < least || v >= beyond:
		return 0
	case kind == Uint64:
		return int64(uint64(v))
	}
	return int64(v)
}
