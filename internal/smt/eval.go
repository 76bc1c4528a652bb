package smt

import (
	"fmt"
	"math/big"
)

// Eval computes a well-sorted term under a model, as SMT-LIB defines it. It fails if a variable has
// no value or an integer is divided by zero.
func Eval(t *Term, m Model) (*big.Int, error) {
	memo := make(map[*Term]*big.Int)
	var eval func(t *Term) (*big.Int, error)
	eval = func(t *Term) (*big.Int, error) {
		if v := memo[t]; v != nil {
			return v, nil
		}
		vals := make([]*big.Int, len(t.args))
		for i, arg := range t.args {
			v, err := eval(arg)
			if err != nil {
				return nil, err
			}
			vals[i] = v
		}
		var v *big.Int
		switch t.op {
		case Const:
			v = t.Value()
		case Var:
			if v = m[t]; v == nil {
				return nil, fmt.Errorf("the model gives %s no value", t.text)
			}
		default:
			var ok bool
			if v, ok = apply(t, vals); !ok {
				return nil, fmt.Errorf("%s has no definite value", t)
			}
		}
		memo[t] = v
		return v, nil
	}
	return eval(t)
}

// apply computes the operation of t on values. ok is false if SMT-LIB leaves the value open.
func apply(t *Term, v []*big.Int) (_ *big.Int, ok bool) {
	switch t.op {
	case Not, And, Or, Ite, Eq, Distinct, Lt, Le:
		return applyLogic(t.op, v), true
	case Neg, Add, Sub, Mul, Div, Mod:
		return applyInt(t.op, v)
	}
	if t.op.float() {
		return applyFloat(t, v), true
	}
	return applyBits(t, v), true
}

func applyLogic(op Op, v []*big.Int) *big.Int {
	switch op {
	case Not:
		return truth(v[0].Sign() == 0)
	case And, Or:
		for _, x := range v {
			if (x.Sign() == 0) == (op == And) {
				return x
			}
		}
		return v[0]
	case Ite:
		if v[0].Sign() != 0 {
			return v[1]
		}
		return v[2]
	case Lt:
		return truth(v[0].Cmp(v[1]) < 0)
	case Le:
		return truth(v[0].Cmp(v[1]) <= 0)
	}
	equal := false
	for i, x := range v {
		for _, y := range v[:i] {
			equal = equal || x.Cmp(y) == 0
		}
	}
	return truth(equal == (op == Eq))
}

func applyInt(op Op, v []*big.Int) (*big.Int, bool) {
	r := new(big.Int).Set(v[0])
	switch op {
	case Neg:
		r.Neg(r)
	case Div, Mod:
		if v[1].Sign() == 0 {
			return nil, false
		}
		if op == Div {
			r.Div(v[0], v[1])
		} else {
			r.Mod(v[0], v[1])
		}
	}
	for _, x := range v[1:] {
		switch op {
		case Add:
			r.Add(r, x)
		case Sub:
			r.Sub(r, x)
		case Mul:
			r.Mul(r, x)
		}
	}
	return r, true
}

// applyBits computes an operation on bit vectors. Values are unsigned numbers.
func applyBits(t *Term, v []*big.Int) *big.Int {
	w := t.args[0].sort.Width()
	r, a := new(big.Int), v[0]
	switch t.op {
	case BVNot:
		r.Not(a)
	case BVNeg:
		r.Neg(a)
	case Extract:
		r.Rsh(a, uint(t.q))
	case ZeroExt:
		r.Set(a)
	case SignExt:
		r = signed(a, w)
	case Concat:
		lw := t.args[1].sort.Width()
		r.Or(r.Lsh(a, uint(lw)), v[1])
	default:
		r = applyBits2(t.op, w, a, v[1])
	}
	if t.sort == Bool {
		return r
	}
	return wrap(r, t.sort.Width())
}

func applyBits2(op Op, w int, a, b *big.Int) *big.Int {
	r, sa, sb := new(big.Int), signed(a, w), signed(b, w)
	switch op {
	case BVAnd:
		return r.And(a, b)
	case BVOr:
		return r.Or(a, b)
	case BVXor:
		return r.Xor(a, b)
	case BVAdd:
		return r.Add(a, b)
	case BVSub:
		return r.Sub(a, b)
	case BVMul:
		return r.Mul(a, b)
	case BVUDiv, BVURem, BVSDiv, BVSRem:
		return divide(op, a, b, sa, sb)
	case BVShl:
		return r.Lsh(a, count(b, w))
	case BVLShr:
		return r.Rsh(a, count(b, w))
	case BVAShr:
		return r.Rsh(sa, count(b, w))
	case BVULt:
		return truth(a.Cmp(b) < 0)
	case BVULe:
		return truth(a.Cmp(b) <= 0)
	case BVSLt:
		return truth(sa.Cmp(sb) < 0)
	case BVSLe:
		return truth(sa.Cmp(sb) <= 0)
	}
	return r
}

// divide computes the four divisions of bit vectors. a and b are the unsigned readings, sa and sb
// the signed ones.
func divide(op Op, a, b, sa, sb *big.Int) *big.Int {
	r := new(big.Int)
	if b.Sign() == 0 {
		switch {
		case op == BVURem, op == BVSRem:
			return a
		case op == BVSDiv && sa.Sign() < 0:
			return r.SetInt64(1)
		}
		return r.SetInt64(-1)
	}
	switch op {
	case BVUDiv:
		return r.Quo(a, b)
	case BVURem:
		return r.Rem(a, b)
	case BVSDiv:
		return r.Quo(sa, sb)
	}
	return r.Rem(sa, sb)
}

// count returns a shift count, at most w, which shifts all bits out.
func count(b *big.Int, w int) uint {
	if b.IsUint64() && b.Uint64() < uint64(w) {
		return uint(b.Uint64())
	}
	return uint(w)
}

// signed reads an unsigned number of w bits as two's complement.
func signed(v *big.Int, w int) *big.Int {
	if w == 0 || v.Bit(w-1) == 0 {
		return v
	}
	return new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(w)))
}

// wrap returns v modulo 2^w.
func wrap(v *big.Int, w int) *big.Int {
	if v.Sign() >= 0 && v.BitLen() <= w {
		return v
	}
	mask := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return mask.And(mask.Sub(mask, big.NewInt(1)), v)
}

func truth(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}
