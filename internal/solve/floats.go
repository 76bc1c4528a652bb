package solve

import (
	"math/big"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/smt"
)

// float translates an operation on floating-point numbers, given the kinds of the result and of
// the arguments.
func (b *builder) float(op form.Op, kind, arg form.Kind, args []value) value {
	w := arg.Bits()
	terms := make([]*smt.Term, len(args))
	for i, a := range args {
		terms[i] = b.fit(a, w)
	}
	if kind == form.Bool {
		return value{term: b.compareFloats(op, w, terms[0], terms[1])}
	}
	var t *smt.Term
	switch op {
	case form.FOfInt:
		t = b.Numbers(smt.FPOfInt, kind.Bits(), arg.Signed(), terms[0])
	case form.FToInt:
		t = b.toInt(kind, w, terms[0])
	case form.FConv:
		t = b.Numbers(smt.FPConv, kind.Bits(), false, terms[0])
	default:
		t = b.Apply(floatOps[op], terms...)
	}
	return value{t, all(kind)}
}

var floatOps = map[form.Op]smt.Op{
	form.FAdd: smt.FPAdd, form.FSub: smt.FPSub, form.FMul: smt.FPMul, form.FDiv: smt.FPDiv, form.FSqrt: smt.FPSqrt,
	form.FFloor: smt.FPFloor, form.FCeil: smt.FPCeil, form.FTrunc: smt.FPTrunc, form.FEven: smt.FPEven, form.FAway: smt.FPAway,
}

// compareFloats compares two numbers of w bits as integers, which takes less than what a solver does
// with them: without their sign numbers have the order of their bits, and NaN is greater than all.
func (b *builder) compareFloats(op form.Op, w int, x, y *smt.Term) *smt.Term {
	sort := smt.BitVec(w)
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w-1)), big.NewInt(1))
	infinity := big.NewInt(0x7F800000)
	if w == 64 {
		infinity = big.NewInt(0x7FF << 52)
	}
	read := func(t *smt.Term) (key, isNumber *smt.Term) {
		magnitude := b.Apply(smt.BVAnd, t, b.Number(most, sort))
		negative := b.Apply(smt.BVSLt, t, b.Num(0, sort))
		return b.Ite(negative, b.Apply(smt.BVNeg, magnitude), magnitude), b.Apply(smt.BVULe, magnitude, b.Number(infinity, sort))
	}
	v, is := read(x)
	u, also := read(y)
	var holds *smt.Term
	switch op {
	case form.FEq:
		holds = b.Eq(v, u)
	case form.FLt:
		holds = b.Apply(smt.BVSLt, v, u)
	default:
		holds = b.Apply(smt.BVSLe, v, u)
	}
	return b.And(is, also, holds)
}

// toInt converts a number of w bits to an integer, and what the kind does not have to 0.
func (b *builder) toInt(kind form.Kind, w int, x *smt.Term) *smt.Term {
	bits := kind.Bits()
	bound := func(v *big.Int) *smt.Term {
		return b.Numbers(smt.FPOfInt, w, true, b.Number(v, smt.BitVec(bits+2)))
	}
	least, beyond := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(bits))
	if kind.Signed() {
		beyond.Rsh(beyond, 1)
		least.Neg(beyond)
	}
	cut := b.Apply(smt.FPTrunc, x)
	in := b.And(b.Apply(smt.FPLe, bound(least), cut), b.Apply(smt.FPLt, cut, bound(beyond)))
	return b.Ite(in, b.Numbers(smt.FPToInt, bits, kind.Signed(), x), b.Num(0, smt.BitVec(bits)))
}
