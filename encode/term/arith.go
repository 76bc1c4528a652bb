package term

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// In returns the statement that x is one of the values in mask.
func (b *Builder) In(x Term, mask uint64) Term {
	all := b.fullMask(x)
	mask &= all
	switch mask {
	case 0:
		return No
	case all:
		return Yes
	}
	n := b.Nodes[x]
	switch n.Op {
	case form.Ite:
		if r := b.inIte(x, mask); r != None {
			return r
		}
	case form.Add, form.Sub, form.Conv:
		if r := b.inShifted(x, mask); r != None {
			return r
		}
	}
	return b.intern(OpIn, form.Bool, int64(mask), 0, 1, x)
}

// inIte distributes In over a conditional if the condition decides it for one branch. Otherwise it
// returns None.
func (b *Builder) inIte(x Term, mask uint64) Term {
	n := b.Nodes[x]
	c, y, z := n.Args[0], n.Args[1], n.Args[2]
	if b.Count(y) == 0 || b.Count(z) == 0 {
		return None
	}
	holds := func(v int64) bool {
		i := uint64(v) - uint64(n.Lo)
		return i < 64 && mask>>i&1 == 1
	}
	my, mz := b.maskWhere(y, holds), b.maskWhere(z, holds)
	decided := func(c, t Term, m uint64) bool {
		k := b.Nodes[t].Kind
		lo, hi := b.Bounds(c, t, DepthOfBounds)
		r := b.maskWhere(t, func(v int64) bool { return !Less(k, v, lo) && !Less(k, hi, v) }) & b.fullMask(t)
		return r&m == 0 || r&^m == 0
	}
	if !decided(c, y, my) && !decided(b.Not(c), z, mz) {
		return None
	}
	return b.Ite(c, b.In(y, my), b.In(z, mz))
}

// inShifted makes the same statement about the argument y of x. x must be y plus a constant, a
// constant minus y, or a conversion of y, with as many values. Otherwise it returns None.
func (b *Builder) inShifted(x Term, mask uint64) Term {
	n := b.Nodes[x]
	y := n.Args[0]
	if n.Op == form.Sub {
		y = n.Args[1]
	}
	other := n.Args[0] + n.Args[len(n.Args)-1] - y
	if n.Op != form.Conv && b.Nodes[other].Op != form.Const || b.Count(y) == 0 {
		return None
	}
	k := b.Nodes[y].Kind
	return b.In(y, b.maskWhere(y, func(v int64) bool {
		if n.Op == form.Sub {
			v = form.EvalOp(n.Op, n.Kind, k, b.Nodes[other].Val, v, 0)
		} else {
			v = form.EvalOp(n.Op, n.Kind, k, v, b.Nodes[other].Val, 0)
		}
		i := uint64(v) - uint64(n.Lo)
		return i < 64 && mask>>i&1 == 1
	}))
}

// compare returns Lt, Le or Eq of x and y, which have the same kind.
func (b *Builder) compare(op form.Op, x, y Term) Term {
	switch op {
	case form.Lt:
		return b.Not(b.Le(y, x))
	case form.Le:
		return b.Le(x, y)
	}
	return b.Eq(x, y)
}

// Lt returns x < y in the order of their kind.
func (b *Builder) Lt(x, y Term) Term { return b.Not(b.Le(y, x)) }

// Le returns x <= y in the order of their kind.
func (b *Builder) Le(x, y Term) Term {
	nx, ny := &b.Nodes[x], &b.Nodes[y]
	k := nx.Kind
	if x == y {
		return Yes
	}
	if v := compareBounds(form.Le, k, nx.Lo, nx.Hi, ny.Lo, ny.Hi); v != None {
		return v
	}
	switch {
	case ny.Op == form.Const && b.Count(x) > 0:
		v := ny.Val
		return b.In(x, b.maskWhere(x, func(w int64) bool { return !Less(k, v, w) }))
	case nx.Op == form.Const && b.Count(y) > 0:
		v := nx.Val
		return b.In(y, b.maskWhere(y, func(w int64) bool { return !Less(k, w, v) }))
	}
	return b.intern(form.Le, form.Bool, 0, 0, 1, x, y)
}

// compareBounds decides a comparison by the bounds of its arguments, or returns None.
func compareBounds(op form.Op, k form.Kind, xl, xh, yl, yh int64) Term {
	switch op {
	case form.Lt:
		if Less(k, xh, yl) {
			return Yes
		}
		if !Less(k, xl, yh) {
			return No
		}
	case form.Le:
		if !Less(k, yl, xh) {
			return Yes
		}
		if Less(k, yh, xl) {
			return No
		}
	case form.Eq:
		if Less(k, xh, yl) || Less(k, yh, xl) {
			return No
		}
		if xl == xh && yl == yh {
			return Yes
		}
	}
	return None
}

// Arith returns op of x and y for their kind. The count of a shift may have another kind.
func (b *Builder) Arith(op form.Op, x, y Term) Term {
	nx, ny := b.Nodes[x], b.Nodes[y]
	k := nx.Kind
	xc, yc := nx.Op == form.Const, ny.Op == form.Const
	if xc && yc {
		return b.Constant(k, form.EvalOp(op, k, k, nx.Val, ny.Val, 0))
	}
	if xc && (op == form.Add || op == form.Mul || op == form.BitAnd || op == form.BitOr || op == form.BitXor) {
		x, y, nx, ny, xc, yc = y, x, ny, nx, yc, xc
	}
	if yc {
		if r := b.arithConst(op, x, y); r != None {
			return r
		}
	}
	if op == form.Sub && x == y || op == form.BitXor && x == y {
		return b.Constant(k, 0)
	}
	if op == form.BitAnd && x == y || op == form.BitOr && x == y {
		return x
	}
	if xc && nx.Val == 0 && op >= form.Mul && op <= form.Rem {
		return x
	}
	if nx.Op == form.Ite && yc || ny.Op == form.Ite && xc {
		if r := b.arithIte(op, x, y); r != None {
			return r
		}
	}
	if x > y && (op == form.Add || op == form.Mul || op == form.BitAnd || op == form.BitOr || op == form.BitXor) && !yc {
		x, y, nx, ny = y, x, ny, nx
	}
	in := interval.Image(op, k, k, ny.Kind, form.Span{Lo: nx.Lo, Hi: nx.Hi}, form.Span{Lo: ny.Lo, Hi: ny.Hi})
	if of := b.cleared(op, x, y); of != None {
		in = b.narrowToMultiples(k, in, b.timesCleared(of))
	}
	if in.Lo == in.Hi {
		return b.Constant(k, in.Lo)
	}
	return b.intern(op, k, 0, in.Lo, in.Hi, x, y)
}

// cleared returns a term t if op of x and y is t without its lowest set bit, as in t&(t-1) and
// t-t&-t. Otherwise it returns None.
func (b *Builder) cleared(op form.Op, x, y Term) Term {
	is := func(x, y Term) bool {
		n := b.Nodes[y]
		if op == form.BitAnd {
			one := form.EvalOp(form.Sub, n.Kind, n.Kind, 0, 1, 0)
			return n.Op == form.Add && n.Args[0] == x && b.Nodes[n.Args[1]].Op == form.Const && b.Nodes[n.Args[1]].Val == one
		}
		if n.Op != form.BitAnd || n.Args[0] != x && n.Args[1] != x {
			return false
		}
		minus := b.Nodes[n.Args[0]]
		if n.Args[0] == x {
			minus = b.Nodes[n.Args[1]]
		}
		return minus.Op == form.Sub && minus.Args[1] == x && b.Nodes[minus.Args[0]].Op == form.Const && b.Nodes[minus.Args[0]].Val == 0
	}
	switch op {
	case form.BitAnd, form.BitXor:
		if is(y, x) {
			return y
		}
		fallthrough
	case form.Sub, form.AndNot:
		if is(x, y) {
			return x
		}
	}
	return None
}

// timesCleared returns how many lowest set bits are cleared by clearing one more in t.
func (b *Builder) timesCleared(t Term) int {
	n := 1
	for ; n < 64; n++ {
		switch node := b.Nodes[t]; node.Op {
		case form.BitAnd, form.BitXor, form.Sub, form.AndNot:
			t = b.cleared(node.Op, node.Args[0], node.Args[1])
		default:
			return n
		}
		if t == None {
			return n
		}
	}
	return n
}

// narrowToMultiples narrows bounds to those of multiples of 2^n. A value is such a multiple if its
// n lowest set bits were cleared. So a loop that counts bits ends.
func (b *Builder) narrowToMultiples(k form.Kind, in form.Span, n int) form.Span {
	mask := int64(1)<<n - 1 // all bits for 64
	lo, hi := in.Lo, in.Hi&^mask
	if k == form.Uint64 || lo >= 0 {
		// Zero is a multiple.
		lo = 0
	} else {
		lo += -lo & mask
	}
	return form.Span{Lo: lo, Hi: hi}
}

// arithConst simplifies op of x and a constant y. It returns None if it cannot.
func (b *Builder) arithConst(op form.Op, x, y Term) Term {
	nx, v := b.Nodes[x], b.Nodes[y].Val
	k := nx.Kind
	switch {
	case v == 0 && (op == form.Add || op == form.Sub || op == form.BitOr || op == form.BitXor ||
		op == form.AndNot || op == form.Shl || op == form.Shr), v == 1 && (op == form.Mul || op == form.Quo):
		return x
	case v == 0 && (op == form.Mul || op == form.BitAnd || op == form.Quo || op == form.Rem):
		return b.Constant(k, 0)
	case op == form.Sub:
		// As an addition it is covered by the other rules.
		return b.Arith(form.Add, x, b.Constant(k, form.EvalOp(form.Sub, k, k, 0, v, 0)))
	case op == form.Shr && nx.Op == form.Shr:
		if w := b.Nodes[nx.Args[1]]; w.Op == form.Const && 0 <= v && v < 64 && 0 <= w.Val && w.Val < 64 {
			return b.Arith(op, nx.Args[0], b.Number(int(v+w.Val)))
		}
	case op == form.Add && nx.Op == form.Add:
		if w := b.Nodes[nx.Args[1]]; w.Op == form.Const {
			return b.Arith(op, nx.Args[0], b.Constant(k, form.EvalOp(op, k, k, v, w.Val, 0)))
		}
	}
	return None
}

// arithIte distributes op over a conditional between constants. It returns None if there is none.
func (b *Builder) arithIte(op form.Op, x, y Term) Term {
	i := b.Nodes[x]
	if i.Op != form.Ite {
		i = b.Nodes[y]
	}
	for _, a := range i.Args[1:] {
		if _, ok := b.Value(a); !ok {
			return None
		}
	}
	if b.Nodes[x].Op == form.Ite {
		return b.Ite(i.Args[0], b.Arith(op, i.Args[1], y), b.Arith(op, i.Args[2], y))
	}
	return b.Ite(i.Args[0], b.Arith(op, x, i.Args[1]), b.Arith(op, x, i.Args[2]))
}

// Conv returns x converted to an integer kind.
func (b *Builder) Conv(k form.Kind, x Term) Term {
	n := b.Nodes[x]
	switch {
	case n.Kind == k:
		return x
	case n.Op == form.Const:
		return b.Constant(k, form.EvalOp(form.Conv, k, n.Kind, n.Val, 0, 0))
	case n.Op == form.Conv && b.Keeps(n.Kind, n.Args[0]):
		return b.Conv(k, n.Args[0])
	case n.Op == form.Ite:
		_, cy := b.Value(n.Args[1])
		_, cz := b.Value(n.Args[2])
		if cy && cz {
			return b.Ite(n.Args[0], b.Conv(k, n.Args[1]), b.Conv(k, n.Args[2]))
		}
	}
	in := interval.Image(form.Conv, k, n.Kind, n.Kind, form.Span{Lo: n.Lo, Hi: n.Hi}, form.Span{})
	return b.intern(form.Conv, k, 0, in.Lo, in.Hi, x)
}

// Keeps reports whether every value of x is a value of kind k.
func (b *Builder) Keeps(k form.Kind, x Term) bool {
	n := &b.Nodes[x]
	all := k.Bounds()
	if n.Kind == form.Uint64 || k == form.Uint64 {
		return n.Lo >= 0 && n.Hi >= n.Lo && (k == form.Uint64 || n.Hi <= all.Hi)
	}
	return all.Lo <= n.Lo && n.Hi <= all.Hi
}
