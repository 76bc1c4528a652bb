package smt

// An Op is the operation at the root of a term. Comparisons and divisions are those of SMT-LIB. Div
// and Mod round so that the remainder is not negative. BVSDiv truncates. BVUDiv by zero is all
// ones, and BVURem by zero the dividend. Dividing integers by zero may give any number and is not
// folded.
type Op uint8

// The operations. String returns their SMT-LIB names.
const (
	Const Op = iota
	Var

	Not
	And
	Or
	Ite
	Eq
	Distinct

	Neg
	Add
	Sub
	Mul
	Div
	Mod
	Lt
	Le

	BVNot
	BVNeg
	BVAnd
	BVOr
	BVXor
	BVAdd
	BVSub
	BVMul
	BVUDiv
	BVURem
	BVSDiv
	BVSRem
	BVShl
	BVLShr
	BVAShr
	BVULt
	BVULe
	BVSLt
	BVSLe
	Concat
	Extract
	ZeroExt
	SignExt

	// Operations on floating-point numbers, which are their bits: vectors of 32 or 64. They round
	// to the nearest, ties to even, and give one NaN: NaN32 or NaN64.
	FPAdd
	FPSub
	FPMul
	FPDiv
	FPSqrt
	FPFloor
	FPCeil
	FPTrunc
	FPEven
	FPAway
	FPEq
	FPLt
	FPLe
	// FPOfInt, FPToInt and FPConv have two indices: the width of the result, and 1 if the integer
	// is signed. FPToInt of a number without a value of the width may give anything, and is 0 here.
	FPOfInt
	FPToInt
	FPConv
)

// The bits of the NaNs that operations give.
const (
	NaN32 = 0x7FC00000
	NaN64 = 0x7FF8000000000001
)

// String returns the name of the operation in SMT-LIB.
func (op Op) String() string {
	names := [...]string{
		Const: "const", Var: "var",
		Not: "not", And: "and", Or: "or", Ite: "ite", Eq: "=", Distinct: "distinct",
		Neg: "-", Add: "+", Sub: "-", Mul: "*", Div: "div", Mod: "mod", Lt: "<", Le: "<=",
		BVNot: "bvnot", BVNeg: "bvneg", BVAnd: "bvand", BVOr: "bvor", BVXor: "bvxor",
		BVAdd: "bvadd", BVSub: "bvsub", BVMul: "bvmul",
		BVUDiv: "bvudiv", BVURem: "bvurem", BVSDiv: "bvsdiv", BVSRem: "bvsrem",
		BVShl: "bvshl", BVLShr: "bvlshr", BVAShr: "bvashr",
		BVULt: "bvult", BVULe: "bvule", BVSLt: "bvslt", BVSLe: "bvsle",
		Concat: "concat", Extract: "extract", ZeroExt: "zero_extend", SignExt: "sign_extend",
		FPAdd: "fp.add", FPSub: "fp.sub", FPMul: "fp.mul", FPDiv: "fp.div", FPSqrt: "fp.sqrt",
		FPFloor: "RTN", FPCeil: "RTP", FPTrunc: "RTZ", FPEven: "RNE", FPAway: "RNA",
		FPEq: "fp.eq", FPLt: "fp.lt", FPLe: "fp.leq", FPOfInt: "fp.of_int", FPToInt: "fp.to_int", FPConv: "fp.conv",
	}
	if int(op) < len(names) {
		return names[op]
	}
	return "?"
}

// arity bounds the number of arguments; most is -1 if there is no bound.
func (op Op) arity() (least, most int) {
	switch op {
	case Const, Var:
		return 0, 0
	case Not, Neg, BVNot, BVNeg, Extract, ZeroExt, SignExt,
		FPSqrt, FPFloor, FPCeil, FPTrunc, FPEven, FPAway, FPOfInt, FPToInt, FPConv:
		return 1, 1
	case Ite:
		return 3, 3
	case And, Or, Distinct, Add, Mul:
		return 2, -1
	}
	return 2, 2
}

// result returns the sort of an operation's value, given arguments of suitable sorts.
func (op Op) result(args []*Term) Sort {
	switch op {
	case Not, And, Or, Eq, Distinct, Lt, Le, BVULt, BVULe, BVSLt, BVSLe, FPEq, FPLt, FPLe:
		return Bool
	case Ite:
		if len(args) == 3 {
			return args[1].sort
		}
	case Concat:
		if len(args) == 2 {
			return args[0].sort + args[1].sort
		}
	}
	if len(args) == 0 {
		return Bool
	}
	return args[0].sort
}
