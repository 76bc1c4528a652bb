package term

import "github.com/rtest-dev/rtest/internal/form"

// Eq returns x == y.
func (b *Builder) Eq(x, y Term) Term {
	if x == y {
		return Yes
	}
	nx, ny := b.Nodes[x], b.Nodes[y]
	k := nx.Kind
	if k == form.Bool {
		return b.eqBool(x, y)
	}
	if v := compareBounds(form.Eq, k, nx.Lo, nx.Hi, ny.Lo, ny.Hi); v != None {
		return v
	}
	if nx.Op == form.Const {
		x, y, nx, ny = y, x, ny, nx
	}
	if ny.Op == form.Const {
		if b.Count(x) > 0 {
			return b.In(x, b.maskWhere(x, func(v int64) bool { return v == ny.Val }))
		}
		if r := b.eqShifted(x, ny.Val); r != None {
			return r
		}
	}
	if r := b.eqPart(x, y); r != None {
		return r
	}
	if r := b.eqPart(y, x); r != None {
		return r
	}
	if x > y {
		x, y = y, x
	}
	return b.intern(form.Eq, form.Bool, 0, 0, 1, x, y)
}

// eqPart simplifies the comparison of a term with one of its cases, or with what a constant is added
// to. It returns None if it cannot.
func (b *Builder) eqPart(x, y Term) Term {
	switch n := b.Nodes[x]; n.Op {
	case form.Ite:
		if n.Args[1] == y || n.Args[2] == y {
			return b.Ite(n.Args[0], b.Eq(n.Args[1], y), b.Eq(n.Args[2], y))
		}
	case form.Add:
		if w := b.Nodes[n.Args[1]]; n.Args[0] == y && w.Op == form.Const && w.Val != 0 {
			return No
		}
	}
	return None
}

// eqShifted simplifies the comparison of a term of many values with a constant. It returns None if
// it cannot.
func (b *Builder) eqShifted(x Term, v int64) Term {
	n := b.Nodes[x]
	switch n.Op {
	case form.Add:
		// Adding a constant is one-to-one, even if it wraps.
		if w := b.Nodes[n.Args[1]]; w.Op == form.Const {
			d := form.EvalOp(form.Sub, n.Kind, n.Kind, v, w.Val, 0)
			return b.Eq(n.Args[0], b.Constant(n.Kind, d))
		}
	case form.Ite:
		_, cy := b.Value(n.Args[1])
		_, cz := b.Value(n.Args[2])
		if w := b.Constant(n.Kind, v); cy || cz {
			return b.Ite(n.Args[0], b.Eq(n.Args[1], w), b.Eq(n.Args[2], w))
		}
	}
	return None
}

func (b *Builder) eqBool(x, y Term) Term {
	switch {
	case x == Yes:
		return y
	case y == Yes:
		return x
	case x == No:
		return b.Not(y)
	case y == No:
		return b.Not(x)
	case b.negations[x] == y:
		return No
	}
	if x > y {
		x, y = y, x
	}
	return b.intern(form.Eq, form.Bool, 0, 0, 1, x, y)
}
