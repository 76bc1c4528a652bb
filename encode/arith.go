package encode

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// in returns the statement that x is one of the values in mask.
func (b *builder) in(x term, mask uint64) term {
	all := b.full(x)
	mask &= all
	switch mask {
	case 0:
		return no
	case all:
		return yes
	}
	n := b.nodes[x]
	switch n.op {
	case form.Ite:
		if r := b.inIte(x, mask); r != none {
			return r
		}
	case form.Add, form.Sub, form.Conv:
		if r := b.inMoved(x, mask); r != none {
			return r
		}
	}
	return b.intern(opIn, form.Bool, int64(mask), 0, 1, x)
}

// inIte distributes over a conditional one of whose branches decides.
func (b *builder) inIte(x term, mask uint64) term {
	n := b.nodes[x]
	c, y, z := n.args[0], n.args[1], n.args[2]
	if b.count(y) == 0 || b.count(z) == 0 {
		return none
	}
	holds := func(v int64) bool {
		i := uint64(v) - uint64(n.lo)
		return i < 64 && mask>>i&1 == 1
	}
	my, mz := b.where(y, holds), b.where(z, holds)
	decided := func(c, t term, m uint64) bool {
		k := b.nodes[t].kind
		lo, hi := b.bounds(c, t, depthOfBounds)
		r := b.where(t, func(v int64) bool { return !less(k, v, lo) && !less(k, hi, v) }) & b.full(t)
		return r&m == 0 || r&^m == 0
	}
	if !decided(c, y, my) && !decided(b.not(c), z, mz) {
		return none
	}
	return b.ite(c, b.in(y, my), b.in(z, mz))
}

// inMoved states the same of the argument where x is that plus a constant, a
// constant minus that, or that of another kind, with as many values.
func (b *builder) inMoved(x term, mask uint64) term {
	n := b.nodes[x]
	y := n.args[0]
	if n.op == form.Sub {
		y = n.args[1]
	}
	other := n.args[0] + n.args[len(n.args)-1] - y
	if n.op != form.Conv && b.nodes[other].op != form.Const || b.count(y) == 0 {
		return none
	}
	k := b.nodes[y].kind
	return b.in(y, b.where(y, func(v int64) bool {
		if n.op == form.Sub {
			v = form.EvalOp(n.op, n.kind, k, b.nodes[other].val, v, 0)
		} else {
			v = form.EvalOp(n.op, n.kind, k, v, b.nodes[other].val, 0)
		}
		i := uint64(v) - uint64(n.lo)
		return i < 64 && mask>>i&1 == 1
	}))
}

// compare returns Lt, Le or Eq of x and y, which are of one kind.
func (b *builder) compare(op form.Op, x, y term) term {
	switch op {
	case form.Lt:
		return b.not(b.le(y, x))
	case form.Le:
		return b.le(x, y)
	}
	return b.eq(x, y)
}

func (b *builder) lt(x, y term) term { return b.not(b.le(y, x)) }

func (b *builder) le(x, y term) term {
	nx, ny := &b.nodes[x], &b.nodes[y]
	k := nx.kind
	if x == y {
		return yes
	}
	if v := compareBounds(form.Le, k, nx.lo, nx.hi, ny.lo, ny.hi); v != none {
		return v
	}
	switch {
	case ny.op == form.Const && b.count(x) > 0:
		v := ny.val
		return b.in(x, b.where(x, func(w int64) bool { return !less(k, v, w) }))
	case nx.op == form.Const && b.count(y) > 0:
		v := nx.val
		return b.in(y, b.where(y, func(w int64) bool { return !less(k, w, v) }))
	}
	return b.intern(form.Le, form.Bool, 0, 0, 1, x, y)
}

func (b *builder) eq(x, y term) term {
	if x == y {
		return yes
	}
	nx, ny := b.nodes[x], b.nodes[y]
	k := nx.kind
	if k == form.Bool {
		return b.eqBool(x, y)
	}
	if v := compareBounds(form.Eq, k, nx.lo, nx.hi, ny.lo, ny.hi); v != none {
		return v
	}
	if nx.op == form.Const {
		x, y, nx, ny = y, x, ny, nx
	}
	if ny.op == form.Const {
		if b.count(x) > 0 {
			return b.in(x, b.where(x, func(v int64) bool { return v == ny.val }))
		}
		if r := b.eqMoved(x, ny.val); r != none {
			return r
		}
	}
	if x > y {
		x, y = y, x
	}
	return b.intern(form.Eq, form.Bool, 0, 0, 1, x, y)
}

// eqMoved compares a term of many values with a constant.
func (b *builder) eqMoved(x term, v int64) term {
	n := b.nodes[x]
	switch n.op {
	case form.Add:
		// Adding a constant is one-to-one, also where it wraps.
		if w := b.nodes[n.args[1]]; w.op == form.Const {
			d := form.EvalOp(form.Sub, n.kind, n.kind, v, w.val, 0)
			return b.eq(n.args[0], b.constant(n.kind, d))
		}
	case form.Ite:
		_, cy := b.value(n.args[1])
		_, cz := b.value(n.args[2])
		if w := b.constant(n.kind, v); cy || cz {
			return b.ite(n.args[0], b.eq(n.args[1], w), b.eq(n.args[2], w))
		}
	}
	return none
}

func (b *builder) eqBool(x, y term) term {
	switch {
	case x == yes:
		return y
	case y == yes:
		return x
	case x == no:
		return b.not(y)
	case y == no:
		return b.not(x)
	case b.neg[x] == y:
		return no
	}
	if x > y {
		x, y = y, x
	}
	return b.intern(form.Eq, form.Bool, 0, 0, 1, x, y)
}

// compareBounds decides a comparison by the bounds of its arguments, or returns
// none.
func compareBounds(op form.Op, k form.Kind, xl, xh, yl, yh int64) term {
	switch op {
	case form.Lt:
		if less(k, xh, yl) {
			return yes
		}
		if !less(k, xl, yh) {
			return no
		}
	case form.Le:
		if !less(k, yl, xh) {
			return yes
		}
		if less(k, yh, xl) {
			return no
		}
	case form.Eq:
		if less(k, xh, yl) || less(k, yh, xl) {
			return no
		}
		if xl == xh && yl == yh {
			return yes
		}
	}
	return none
}

// arith returns op of x and y on their kind; the count of a shift may have
// another.
func (b *builder) arith(op form.Op, x, y term) term {
	nx, ny := b.nodes[x], b.nodes[y]
	k := nx.kind
	xc, yc := nx.op == form.Const, ny.op == form.Const
	if xc && yc {
		return b.constant(k, form.EvalOp(op, k, k, nx.val, ny.val, 0))
	}
	if xc && (op == form.Add || op == form.Mul || op == form.BitAnd || op == form.BitOr || op == form.BitXor) {
		x, y, nx, ny, xc, yc = y, x, ny, nx, yc, xc
	}
	if yc {
		if r := b.arithConst(op, x, y); r != none {
			return r
		}
	}
	if op == form.Sub && x == y || op == form.BitXor && x == y {
		return b.constant(k, 0)
	}
	if op == form.BitAnd && x == y || op == form.BitOr && x == y {
		return x
	}
	if xc && nx.val == 0 && op >= form.Mul && op <= form.Rem {
		return x
	}
	if nx.op == form.Ite && yc || ny.op == form.Ite && xc {
		if r := b.arithIte(op, x, y); r != none {
			return r
		}
	}
	if x > y && (op == form.Add || op == form.Mul || op == form.BitAnd || op == form.BitOr || op == form.BitXor) && !yc {
		x, y, nx, ny = y, x, ny, nx
	}
	in := interval.Image(op, k, k, ny.kind, form.Span{Lo: nx.lo, Hi: nx.hi}, form.Span{Lo: ny.lo, Hi: ny.hi})
	if of := b.cleared(op, x, y); of != none {
		in = b.multiples(k, in, b.times(of))
	}
	if in.Lo == in.Hi {
		return b.constant(k, in.Lo)
	}
	return b.intern(op, k, 0, in.Lo, in.Hi, x, y)
}

// cleared returns the term of which op of x and y is the value without its lowest
// bit that is set, as in x&(x-1) and x-x&-x; else none.
func (b *builder) cleared(op form.Op, x, y term) term {
	is := func(x, y term) bool {
		n := b.nodes[y]
		if op == form.BitAnd {
			one := form.EvalOp(form.Sub, n.kind, n.kind, 0, 1, 0)
			return n.op == form.Add && n.args[0] == x && b.nodes[n.args[1]].op == form.Const && b.nodes[n.args[1]].val == one
		}
		if n.op != form.BitAnd || n.args[0] != x && n.args[1] != x {
			return false
		}
		minus := b.nodes[n.args[0]]
		if n.args[0] == x {
			minus = b.nodes[n.args[1]]
		}
		return minus.op == form.Sub && minus.args[1] == x && b.nodes[minus.args[0]].op == form.Const && b.nodes[minus.args[0]].val == 0
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
	return none
}

// times is how often one more bit was cleared than of what t was made of first.
func (b *builder) times(t term) int {
	n := 1
	for ; n < 64; n++ {
		switch node := b.nodes[t]; node.op {
		case form.BitAnd, form.BitXor, form.Sub, form.AndNot:
			t = b.cleared(node.op, node.args[0], node.args[1])
		default:
			return n
		}
		if t == none {
			return n
		}
	}
	return n
}

// multiples narrows bounds to those of multiples of 2 to the power of n, as a value
// is of which n bits that were set, the lowest each time, were cleared: so a loop
// that counts bits ends.
func (b *builder) multiples(k form.Kind, in form.Span, n int) form.Span {
	mask := int64(1)<<n - 1 // all bits for 64
	lo, hi := in.Lo, in.Hi&^mask
	if k == form.Uint64 || lo >= 0 {
		// Zero is one of them.
		lo = 0
	} else {
		lo += -lo & mask
	}
	return form.Span{Lo: lo, Hi: hi}
}

// arithConst knows what constants on the right make of x; none is nothing.
func (b *builder) arithConst(op form.Op, x, y term) term {
	nx, v := b.nodes[x], b.nodes[y].val
	k := nx.kind
	switch {
	case v == 0 && (op == form.Add || op == form.Sub || op == form.BitOr || op == form.BitXor ||
		op == form.AndNot || op == form.Shl || op == form.Shr), v == 1 && (op == form.Mul || op == form.Quo):
		return x
	case v == 0 && (op == form.Mul || op == form.BitAnd || op == form.Quo || op == form.Rem):
		return b.constant(k, 0)
	case op == form.Sub:
		// As an addition it meets the other rules.
		return b.arith(form.Add, x, b.constant(k, form.EvalOp(form.Sub, k, k, 0, v, 0)))
	case op == form.Shr && nx.op == form.Shr:
		if w := b.nodes[nx.args[1]]; w.op == form.Const && 0 <= v && v < 64 && 0 <= w.val && w.val < 64 {
			return b.arith(op, nx.args[0], b.number(int(v+w.val)))
		}
	case op == form.Add && nx.op == form.Add:
		if w := b.nodes[nx.args[1]]; w.op == form.Const {
			return b.arith(op, nx.args[0], b.constant(k, form.EvalOp(op, k, k, v, w.val, 0)))
		}
	}
	return none
}

// arithIte distributes over a conditional between constants.
func (b *builder) arithIte(op form.Op, x, y term) term {
	i := b.nodes[x]
	if i.op != form.Ite {
		i = b.nodes[y]
	}
	for _, a := range i.args[1:] {
		if _, ok := b.value(a); !ok {
			return none
		}
	}
	if b.nodes[x].op == form.Ite {
		return b.ite(i.args[0], b.arith(op, i.args[1], y), b.arith(op, i.args[2], y))
	}
	return b.ite(i.args[0], b.arith(op, x, i.args[1]), b.arith(op, x, i.args[2]))
}

// conv returns x converted to an integer kind.
func (b *builder) conv(k form.Kind, x term) term {
	n := b.nodes[x]
	switch {
	case n.kind == k:
		return x
	case n.op == form.Const:
		return b.constant(k, form.EvalOp(form.Conv, k, n.kind, n.val, 0, 0))
	case n.op == form.Conv && b.keeps(n.kind, n.args[0]):
		return b.conv(k, n.args[0])
	case n.op == form.Ite:
		_, cy := b.value(n.args[1])
		_, cz := b.value(n.args[2])
		if cy && cz {
			return b.ite(n.args[0], b.conv(k, n.args[1]), b.conv(k, n.args[2]))
		}
	}
	in := interval.Image(form.Conv, k, n.kind, n.kind, form.Span{Lo: n.lo, Hi: n.hi}, form.Span{})
	return b.intern(form.Conv, k, 0, in.Lo, in.Hi, x)
}

// keeps reports whether every value of x is one of kind k.
func (b *builder) keeps(k form.Kind, x term) bool {
	n := &b.nodes[x]
	all := k.Bounds()
	if n.kind == form.Uint64 || k == form.Uint64 {
		return n.lo >= 0 && n.hi >= n.lo && (k == form.Uint64 || n.hi <= all.Hi)
	}
	return all.Lo <= n.lo && n.hi <= all.Hi
}
