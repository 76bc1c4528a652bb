package solve

import (
	"math/big"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/smt"
)

// A value is a node of a form translated to a term. A node of kind Bool is a Bool term. A node of
// an integer kind is a bit vector wide enough for the interval in. It is unsigned if the interval
// has no negative numbers, otherwise two's complement.
type value struct {
	term *smt.Term
	in   interval
}

// A builder makes values in a store of terms.
type builder struct{ smt.Store }

func (b *builder) constant(v *big.Int) value {
	in := span(v, v)
	return value{b.Number(v, smt.BitVec(in.width(false))), in}
}

// fit returns the value as a bit vector of w bits, extended or truncated.
func (b *builder) fit(v value, w int) *smt.Term {
	have := v.term.Sort().Width()
	switch {
	case w < have:
		return b.Extract(w-1, 0, v.term)
	case v.in.negative():
		return b.SignExt(w-have, v.term)
	}
	return b.ZeroExt(w-have, v.term)
}

// common returns the width in which both values can be compared and divided, and whether that is
// two's complement.
func common(x, y value) (w int, twos bool) {
	twos = x.in.negative() || y.in.negative()
	return max(x.in.width(twos), y.in.width(twos)), twos
}

// node translates an operation, given the values of its arguments. It is not for Const and Ref,
// which have none.
func (b *builder) node(op form.Op, kind form.Kind, args []value) value {
	switch op {
	case form.Not, form.And, form.Or:
		return value{term: b.logic(op, args)}
	case form.Eq, form.Lt, form.Le:
		return value{term: b.compare(op, args[0], args[1])}
	case form.Ite:
		return b.ite(args[0].term, args[1], args[2])
	}
	return b.integer(op, kind, args)
}

func (b *builder) logic(op form.Op, args []value) *smt.Term {
	terms := make([]*smt.Term, len(args))
	for i, arg := range args {
		terms[i] = arg.term
	}
	switch op {
	case form.And:
		return b.And(terms...)
	case form.Or:
		return b.Or(terms...)
	}
	return b.Not(terms[0])
}

func (b *builder) compare(op form.Op, x, y value) *smt.Term {
	if x.term.Sort() == smt.Bool {
		return b.Eq(x.term, y.term)
	}
	below, above := x.in.hi.Cmp(y.in.lo), x.in.lo.Cmp(y.in.hi)
	w, twos := common(x, y)
	s, t := b.fit(x, w), b.fit(y, w)
	switch op {
	case form.Eq:
		if below < 0 || above > 0 {
			return b.Bool(false)
		}
		return b.Eq(s, t)
	case form.Lt:
		if below < 0 || above >= 0 {
			return b.Bool(below < 0)
		}
		if twos {
			return b.Apply(smt.BVSLt, s, t)
		}
		return b.Apply(smt.BVULt, s, t)
	}
	return b.Not(b.compare(form.Lt, y, x))
}

func (b *builder) ite(c *smt.Term, x, y value) value {
	switch {
	case c.IsTrue():
		return x
	case c.IsFalse():
		return y
	case x.term.Sort() == smt.Bool:
		return value{term: b.Ite(c, x.term, y.term)}
	}
	in := x.in.hull(y.in)
	w := in.width(false)
	return value{b.Ite(c, b.fit(x, w), b.fit(y, w)), in}
}

// integer translates arithmetic. If the result can leave the kind, it has the bits of the kind and
// wraps as in Go. Otherwise it has the bits of its interval, and nothing can wrap.
func (b *builder) integer(op form.Op, kind form.Kind, args []value) value {
	x, y := args[0], args[0]
	if len(args) > 1 {
		y = args[1]
	}
	in := image(op, x.in, y.in)
	if wraps := !in.within(all(kind)); wraps {
		in = all(kind)
	} else if in.fixed() {
		return b.constant(in.lo)
	}
	w := in.width(false)
	var t *smt.Term
	switch op {
	case form.Add:
		t = b.Apply(smt.BVAdd, b.fit(x, w), b.fit(y, w))
	case form.Sub:
		t = b.Apply(smt.BVSub, b.fit(x, w), b.fit(y, w))
	case form.Mul:
		t = b.Apply(smt.BVMul, b.fit(x, w), b.fit(y, w))
	case form.Quo, form.Rem:
		t = b.divide(op, x, y, w)
	case form.Shl, form.Shr:
		t = b.shift(op, x, y, w)
	case form.Conv:
		t = b.fit(x, w)
	default:
		t = b.bitwise(op, x, y, w)
	}
	return value{t, in}
}

// divide computes in bits that hold both arguments. Only the least number divided by -1 overflows
// them, and then the result wraps in the bits of its kind.
func (b *builder) divide(op form.Op, x, y value, w int) *smt.Term {
	wide, twos := common(x, y)
	wide = max(wide, w)
	code := smt.BVUDiv
	switch {
	case op == form.Quo && twos:
		code = smt.BVSDiv
	case op == form.Rem && twos:
		code = smt.BVSRem
	case op == form.Rem:
		code = smt.BVURem
	}
	t := b.Apply(code, b.fit(x, wide), b.fit(y, wide))
	if y.in.has(0) {
		zero := b.Num(0, smt.BitVec(wide))
		t = b.Ite(b.Eq(b.fit(y, wide), zero), zero, t)
	}
	return b.Extract(w-1, 0, t)
}

// shift computes in bits that hold the operand and the count. In any width that holds it as two's
// complement, a negative count is a large unsigned number. A count that is not below the width
// shifts all bits out.
func (b *builder) shift(op form.Op, x, y value, w int) *smt.Term {
	wide := max(w, x.in.width(false), y.in.width(false))
	code := smt.BVShl
	if op == form.Shr {
		code = smt.BVLShr
		if x.in.negative() {
			code = smt.BVAShr
		}
	}
	return b.Extract(w-1, 0, b.Apply(code, b.fit(x, wide), b.fit(y, wide)))
}

func (b *builder) bitwise(op form.Op, x, y value, w int) *smt.Term {
	wide, _ := common(x, y)
	wide = max(wide, w)
	s, t := b.fit(x, wide), b.fit(y, wide)
	switch op {
	case form.BitAnd:
		t = b.Apply(smt.BVAnd, s, t)
	case form.BitOr:
		t = b.Apply(smt.BVOr, s, t)
	case form.BitXor:
		t = b.Apply(smt.BVXor, s, t)
	default:
		t = b.Apply(smt.BVAnd, s, b.Apply(smt.BVNot, t))
	}
	return b.Extract(w-1, 0, t)
}
