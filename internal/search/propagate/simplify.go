package propagate

import "github.com/rtest-dev/rtest/internal/form"

// simplify returns an existing or a smaller cell for a term that needs no cell of its own.
func (b *builder) simplify(op form.Op, kind form.Kind, x []int32) (int32, bool) {
	switch op {
	case form.Not:
		if c := &b.cells[x[0]]; c.Op == form.Not {
			return c.A, true
		}
	case form.And, form.Or:
		return b.simplifyAnd(op, x[0], x[1])
	case form.Eq, form.Le:
		if x[0] == x[1] {
			return b.constant(form.Bool, 1), true
		}
	case form.Lt:
		if x[0] == x[1] {
			return b.constant(form.Bool, 0), true
		}
	case form.Ite:
		return b.simplifyIte(kind, x[0], x[1], x[2])
	case form.Conv:
		if b.cells[x[0]].Kind == kind {
			return x[0], true
		}
	case form.Add, form.Sub, form.BitOr, form.BitXor, form.Shl, form.Shr:
		if c := &b.cells[x[1]]; c.Op == form.Const && c.Val == 0 {
			return x[0], true
		}
	}
	return 0, false
}

func (b *builder) simplifyAnd(op form.Op, x, y int32) (int32, bool) {
	absorbing := form.Truth(op == form.Or)
	for range 2 {
		if c := &b.cells[x]; c.Op == form.Const {
			if c.Val == absorbing {
				return x, true
			}
			return y, true
		}
		x, y = y, x
	}
	return x, x == y
}

func (b *builder) simplifyIte(kind form.Kind, cond, yes, no int32) (int32, bool) {
	if c := &b.cells[cond]; c.Op == form.Const {
		if c.Val != 0 {
			return yes, true
		}
		return no, true
	} else if c.Op == form.Not {
		return b.make(form.Ite, kind, c.A, no, yes), true
	}
	if yes == no {
		return yes, true
	}
	if kind != form.Bool {
		return 0, false
	}
	y, n := &b.cells[yes], &b.cells[no]
	switch {
	case y.Op == form.Const && y.Val != 0:
		return b.make(form.Or, form.Bool, cond, no), true
	case y.Op == form.Const:
		return b.make(form.And, form.Bool, b.make(form.Not, form.Bool, cond), no), true
	case n.Op == form.Const && n.Val != 0:
		return b.make(form.Or, form.Bool, b.make(form.Not, form.Bool, cond), yes), true
	case n.Op == form.Const:
		return b.make(form.And, form.Bool, cond, yes), true
	}
	return 0, false
}
