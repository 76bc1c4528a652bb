package smt

import (
	"fmt"
	"io"
	"math"
	"math/big"
)

// Numbers makes an operation on floating-point numbers: FPOfInt, FPToInt or FPConv, whose result
// has w bits. signed says that the integer of the first two is in two's complement.
func (s *Store) Numbers(op Op, w int, signed bool, t *Term) *Term {
	n := Term{op: op, sort: BitVec(w), args: []*Term{t}, p: int32(w)}
	if signed {
		n.q = 1
	}
	return s.fold(n)
}

// float reports whether an operation is on floating-point numbers.
func (op Op) float() bool { return FPAdd <= op && op <= FPConv }

// checkFloat is CheckOp for operations on floating-point numbers.
func checkFloat(t *Term) error {
	for _, arg := range t.args {
		if w := arg.sort.Width(); t.op != FPOfInt && w != 32 && w != 64 || w != t.args[0].sort.Width() {
			return fmt.Errorf("%v has an argument of sort %v, which is no floating-point number: %v", t.op, arg.sort, arg)
		}
	}
	if t.op >= FPOfInt && (t.sort.Width() != int(t.p) || t.op != FPToInt && t.p != 32 && t.p != 64) {
		return fmt.Errorf("%v gives the sort %v", t.op, t.sort)
	}
	return nil
}

// number returns the floating-point number with these bits.
func number(bits *big.Int, w int) float64 {
	if w == 32 {
		return float64(math.Float32frombits(uint32(bits.Uint64())))
	}
	return math.Float64frombits(bits.Uint64())
}

// bitsOf rounds a number to w bits and returns them.
func bitsOf(v float64, w int) *big.Int {
	switch {
	case v != v && w == 32:
		return big.NewInt(NaN32)
	case v != v:
		return big.NewInt(NaN64)
	case w == 32:
		return big.NewInt(int64(math.Float32bits(float32(v))))
	}
	return new(big.Int).SetUint64(math.Float64bits(v))
}

// applyFloat computes an operation on floating-point numbers. Rounding sums, products, quotients and
// roots to 64 bits first makes no difference to those of 32.
func applyFloat(t *Term, v []*big.Int) *big.Int {
	w := t.args[0].sort.Width()
	if t.op == FPOfInt {
		return ofInt(t, v[0], w)
	}
	x, y := number(v[0], w), 0.0
	if len(v) > 1 {
		y = number(v[1], w)
	}
	switch t.op {
	case FPEq:
		return truth(x == y)
	case FPLt:
		return truth(x < y)
	case FPLe:
		return truth(x <= y)
	case FPToInt:
		return toInt(t, x)
	case FPConv:
		return bitsOf(x, int(t.p))
	case FPAdd:
		x += y
	case FPSub:
		x -= y
	case FPMul:
		x *= y
	case FPDiv:
		x /= y
	case FPSqrt:
		x = math.Sqrt(x)
	case FPFloor:
		x = math.Floor(x)
	case FPCeil:
		x = math.Ceil(x)
	case FPTrunc:
		x = math.Trunc(x)
	case FPEven:
		x = math.RoundToEven(x)
	case FPAway:
		x = math.Round(x)
	}
	return bitsOf(x, w)
}

func ofInt(t *Term, v *big.Int, w int) *big.Int {
	if t.q == 1 {
		v = signed(v, w)
	}
	f := new(big.Float).SetInt(v)
	if t.p == 32 {
		x, _ := f.Float32()
		return big.NewInt(int64(math.Float32bits(x)))
	}
	x, _ := f.Float64()
	return new(big.Int).SetUint64(math.Float64bits(x))
}

func toInt(t *Term, x float64) *big.Int {
	zero := new(big.Int)
	if x != x || math.IsInf(x, 0) {
		return zero
	}
	n, _ := big.NewFloat(x).Int(nil)
	least, beyond := zero, new(big.Int).Lsh(big.NewInt(1), uint(t.p))
	if t.q == 1 {
		beyond.Rsh(beyond, 1)
		least = new(big.Int).Neg(beyond)
	}
	if n.Cmp(least) < 0 || n.Cmp(beyond) >= 0 {
		return zero
	}
	return wrap(n, int(t.p))
}

// float prints an operation on floating-point numbers: from bits, and to bits. The latter is Z3's
// own, as SMT-LIB has none.
func (p *printer) float(w io.Writer, t *Term) {
	of := func(w int) string {
		if w == 32 {
			return "8 24"
		}
		return "11 53"
	}
	arg := func(a *Term) {
		fmt.Fprintf(w, " ((_ to_fp %s) ", of(a.sort.Width()))
		p.term(w, a)
		io.WriteString(w, ")")
	}
	switch t.op {
	case FPEq, FPLt, FPLe:
		fmt.Fprintf(w, "(%v", t.op)
		arg(t.args[0])
		arg(t.args[1])
		io.WriteString(w, ")")
		return
	case FPToInt:
		fmt.Fprintf(w, "((_ fp.to_%cbv %d) RTZ", "us"[t.q], t.p)
		arg(t.args[0])
		io.WriteString(w, ")")
		return
	}
	nan := fmt.Sprintf("(_ bv%d %d)", uint64(NaN64), 64)
	if t.sort.Width() == 32 {
		nan = fmt.Sprintf("(_ bv%d %d)", NaN32, 32)
	}
	io.WriteString(w, "(let ((r ")
	switch t.op {
	case FPOfInt:
		fmt.Fprintf(w, "((_ to_fp%s %s) RNE ", []string{"_unsigned", ""}[t.q], of(int(t.p)))
		p.term(w, t.args[0])
	case FPConv:
		fmt.Fprintf(w, "((_ to_fp %s) RNE", of(int(t.p)))
		arg(t.args[0])
	case FPFloor, FPCeil, FPTrunc, FPEven, FPAway:
		fmt.Fprintf(w, "(fp.roundToIntegral %v", t.op)
		arg(t.args[0])
	default:
		fmt.Fprintf(w, "(%v RNE", t.op)
		for _, a := range t.args {
			arg(a)
		}
	}
	fmt.Fprintf(w, "))) (ite (fp.isNaN r) %s (fp.to_ieee_bv r)))", nan)
}
