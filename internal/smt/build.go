package smt

import "math/big"

// Apply makes the application of a plain operation: any but Const, Var, Extract, ZeroExt and
// SignExt. It simplifies at the root: it computes operations on constants and drops neutral
// elements. It does not check sorts; Check does, so that one mistake does not end the building of a
// term.
func (s *Store) Apply(op Op, args ...*Term) *Term {
	switch op {
	case Not:
		return s.Not(args[0])
	case And:
		return s.And(args...)
	case Or:
		return s.Or(args...)
	case Ite:
		return s.Ite(args[0], args[1], args[2])
	case Eq:
		return s.Eq(args[0], args[1])
	}
	return s.fold(Term{op: op, sort: op.result(args), args: append([]*Term(nil), args...)})
}

// Var returns the variable with a name and a sort. Variables with one name and different sorts are
// an error that Check reports.
func (s *Store) Var(name string, sort Sort) *Term {
	return s.intern(Term{op: Var, sort: sort, text: name})
}

// Bool returns the constant true or false.
func (s *Store) Bool(b bool) *Term {
	if b {
		return s.intern(Term{op: Const, sort: Bool, text: "1"})
	}
	return s.intern(Term{op: Const, sort: Bool, text: "0"})
}

// Number returns the constant v of sort Int, or v modulo 2^width of a bit-vector sort.
func (s *Store) Number(v *big.Int, sort Sort) *Term {
	if w := sort.Width(); w > 0 {
		v = wrap(v, w)
	}
	return s.intern(Term{op: Const, sort: sort, text: v.String()})
}

// Num is Number for an int64.
func (s *Store) Num(v int64, sort Sort) *Term { return s.Number(big.NewInt(v), sort) }

// Not returns the negation of a Bool.
func (s *Store) Not(t *Term) *Term {
	switch {
	case t.op == Not:
		return t.args[0]
	case t.IsTrue(), t.IsFalse():
		return s.Bool(t.IsFalse())
	}
	return s.intern(Term{op: Not, sort: Bool, args: []*Term{t}})
}

// And returns the conjunction of any number of Bools; true for none.
func (s *Store) And(ts ...*Term) *Term { return s.junction(And, true, ts) }

// Or returns the disjunction of any number of Bools; false for none.
func (s *Store) Or(ts ...*Term) *Term { return s.junction(Or, false, ts) }

// junction makes And and Or, given the neutral element.
func (s *Store) junction(op Op, neutral bool, ts []*Term) *Term {
	seen := make(map[*Term]bool, len(ts))
	var args []*Term
	for _, t := range ts {
		switch {
		case t.IsTrue() && !neutral, t.IsFalse() && neutral:
			return t
		case t.IsTrue(), t.IsFalse(), seen[t]:
			continue
		case t.op == Not && seen[t.args[0]]:
			return s.Bool(!neutral)
		}
		seen[t] = true
		args = append(args, t)
	}
	for _, t := range args {
		if t.op == Not && seen[t.args[0]] {
			return s.Bool(!neutral)
		}
	}
	switch len(args) {
	case 0:
		return s.Bool(neutral)
	case 1:
		return args[0]
	}
	return s.intern(Term{op: op, sort: Bool, args: args})
}

// Implies returns !a || b.
func (s *Store) Implies(a, b *Term) *Term { return s.Or(s.Not(a), b) }

// Ite returns the term that is a if c holds, otherwise b.
func (s *Store) Ite(c, a, b *Term) *Term {
	switch {
	case c.IsTrue(), a == b:
		return a
	case c.IsFalse():
		return b
	case c.op == Not:
		return s.Ite(c.args[0], b, a)
	case a.IsTrue():
		return s.Or(c, b)
	case a.IsFalse():
		return s.And(s.Not(c), b)
	case b.IsTrue():
		return s.Or(s.Not(c), a)
	case b.IsFalse():
		return s.And(c, a)
	}
	return s.intern(Term{op: Ite, sort: a.sort, args: []*Term{c, a, b}})
}

// Eq returns the term that says that its arguments, of one sort, are equal.
func (s *Store) Eq(a, b *Term) *Term {
	if a == b {
		return s.Bool(true)
	}
	if a.sort != b.sort {
		return s.intern(Term{op: Eq, sort: Bool, args: []*Term{a, b}})
	}
	if a.op == Const && b.op == Const {
		return s.Bool(false)
	}
	if a.id > b.id {
		a, b = b, a
	}
	for _, ab := range [][2]*Term{{a, b}, {b, a}} {
		switch {
		case ab[0].IsTrue():
			return ab[1]
		case ab[0].IsFalse():
			return s.Not(ab[1])
		}
	}
	return s.intern(Term{op: Eq, sort: Bool, args: []*Term{a, b}})
}

// Extract returns the bits hi down to lo of a bit vector.
func (s *Store) Extract(hi, lo int, t *Term) *Term {
	w := t.sort.Width()
	inside := lo >= 0 && hi < w && lo <= hi
	if inside && hi-lo+1 == w {
		return t
	}
	if t.op == ZeroExt || t.op == SignExt {
		if inner := t.args[0]; inside && hi < inner.sort.Width() {
			return s.Extract(hi, lo, inner)
		}
	}
	return s.fold(Term{op: Extract, sort: BitVec(hi - lo + 1), args: []*Term{t}, p: int32(hi), q: int32(lo)})
}

// ZeroExt extends a bit vector by n leading zero bits.
func (s *Store) ZeroExt(n int, t *Term) *Term { return s.extend(ZeroExt, n, t) }

// SignExt extends a bit vector by n leading copies of its first bit.
func (s *Store) SignExt(n int, t *Term) *Term { return s.extend(SignExt, n, t) }

func (s *Store) extend(op Op, n int, t *Term) *Term {
	if n == 0 {
		return t
	}
	return s.fold(Term{op: op, sort: t.sort + BitVec(n), args: []*Term{t}, p: int32(n)})
}

// fold computes the term if its arguments are constants and it is well-sorted. Otherwise it interns
// the term.
func (s *Store) fold(t Term) *Term {
	vals := make([]*big.Int, len(t.args))
	for i, arg := range t.args {
		if vals[i] = arg.Value(); vals[i] == nil {
			return s.intern(t)
		}
	}
	if CheckOp(&t) != nil {
		return s.intern(t)
	}
	v, ok := apply(&t, vals)
	if !ok {
		return s.intern(t)
	}
	return s.Number(v, t.sort)
}
