package search

// simplify gives a cell that is there already, or a smaller one, for a term
// that needs no cell of its own.
func (b *builder) simplify(op Op, kind Kind, x []int32) (int32, bool) {
	switch op {
	case Not:
		if c := &b.cells[x[0]]; c.op == Not {
			return c.a, true
		}
	case And, Or:
		return b.simplifyAnd(op, x[0], x[1])
	case Eq, Le:
		if x[0] == x[1] {
			return b.constant(Bool, 1), true
		}
	case Lt:
		if x[0] == x[1] {
			return b.constant(Bool, 0), true
		}
	case Ite:
		return b.simplifyIte(kind, x[0], x[1], x[2])
	case Conv:
		if b.cells[x[0]].kind == kind {
			return x[0], true
		}
	case Add, Sub, BitOr, BitXor, Shl, Shr:
		if c := &b.cells[x[1]]; c.op == Const && c.val == 0 {
			return x[0], true
		}
	}
	return 0, false
}

func (b *builder) simplifyAnd(op Op, x, y int32) (int32, bool) {
	absorbing := truth(op == Or)
	for range 2 {
		if c := &b.cells[x]; c.op == Const {
			if c.val == absorbing {
				return x, true
			}
			return y, true
		}
		x, y = y, x
	}
	return x, x == y
}

func (b *builder) simplifyIte(kind Kind, cond, yes, no int32) (int32, bool) {
	if c := &b.cells[cond]; c.op == Const {
		if c.val != 0 {
			return yes, true
		}
		return no, true
	} else if c.op == Not {
		return b.make(Ite, kind, c.a, no, yes), true
	}
	if yes == no {
		return yes, true
	}
	if kind != Bool {
		return 0, false
	}
	y, n := &b.cells[yes], &b.cells[no]
	switch {
	case y.op == Const && y.val != 0:
		return b.make(Or, Bool, cond, no), true
	case y.op == Const:
		return b.make(And, Bool, b.make(Not, Bool, cond), no), true
	case n.op == Const && n.val != 0:
		return b.make(Or, Bool, b.make(Not, Bool, cond), yes), true
	case n.op == Const:
		return b.make(And, Bool, cond, yes), true
	}
	return 0, false
}
