package term

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// Ite returns c ? x : y, of any kind.
func (b *Builder) Ite(c, x, y Term) Term {
	switch {
	case c == Yes || x == y:
		return x
	case c == No:
		return y
	}
	if neg := b.Not(c); neg < c {
		c, x, y = neg, y, x
	}
	x, y = b.Simplify(c, x), b.Simplify(b.Not(c), y)
	if x == y {
		return x
	}
	k := b.Nodes[x].Kind
	if k == form.Bool {
		return b.iteBool(c, x, y)
	}
	if n := &b.Nodes[y]; n.Op == form.Ite && n.Args[1] == x {
		return b.Ite(b.Or(c, n.Args[0]), x, n.Args[2])
	}
	if n := &b.Nodes[x]; n.Op == form.Ite && n.Args[2] == y {
		return b.Ite(b.And(c, n.Args[0]), n.Args[1], y)
	}
	if r := b.dropUnusedCase(c, x, y); r != None {
		return r
	}
	if b.echoes(c, x, y) {
		return y
	}
	if b.echoes(b.Not(c), y, x) {
		return x
	}
	xl, xh := b.Bounds(c, x, DepthOfBounds)
	yl, yh := b.Bounds(b.Not(c), y, DepthOfBounds)
	if Less(k, yl, xl) {
		xl = yl
	}
	if Less(k, xh, yh) {
		xh = yh
	}
	return b.intern(form.Ite, k, 0, xl, xh, c, x, y)
}

// dropUnusedCase simplifies a && g ? x : a && !g ? z : a ? v : w. No case is left for v. x or z is
// dropped too, if it equals w in its case. Such terms arise if both sides of a branch set a
// variable that had the value v, and one sets it back. It returns None for other terms.
func (b *Builder) dropUnusedCase(c, x, y Term) Term {
	for range 2 {
		d, z, rest, ok := b.choice(y)
		for i := 0; ok && i < 2; i++ {
			if a := b.fork(c, d); a != None {
				return b.withoutBoth(a, c, d, [3]Term{x, z, rest})
			}
			d, z, rest = b.Not(d), rest, z
		}
		c, x, y = b.Not(c), y, x
	}
	return None
}

// withoutBoth returns c ? v[0] : d ? v[1] : v[2] simplified, given that v[2] does not matter if a
// holds. It returns None if nothing can be simplified.
func (b *Builder) withoutBoth(a, c, d Term, v [3]Term) Term {
	w := v[2]
	if e, x, y, ok := b.choice(w); ok && e == a {
		w = y
	} else if ok && e == b.Not(a) {
		w = x
	}
	switch {
	case b.reduced(c, w) == v[0]:
		return b.Ite(d, v[1], w)
	case b.reduced(d, w) == v[1]:
		return b.Ite(c, v[0], w)
	case w == v[2]:
		return None
	}
	return b.Ite(c, v[0], b.Ite(d, v[1], w))
}

// choice returns the parts of a conditional; ok is false for other terms.
func (b *Builder) choice(t Term) (c, x, y Term, ok bool) {
	n := &b.Nodes[t]
	if n.Op != form.Ite {
		return None, None, None, false
	}
	return n.Args[0], n.Args[1], n.Args[2], true
}

// Cases are the values of a term that chooses among constants, in order; ok is false for other terms.
func (b *Builder) Cases(t Term) (values []int64, ok bool) {
	seen := map[Term]bool{}
	var visit func(t Term) bool
	visit = func(t Term) bool {
		if seen[t] {
			return true
		}
		seen[t] = true
		if v, ok := b.Value(t); ok {
			values = append(values, v)
			return true
		}
		_, x, y, ok := b.choice(t)
		return ok && visit(x) && visit(y)
	}
	ok = visit(t)
	slices.Sort(values)
	return slices.Compact(values), ok
}

// fork returns a if c is a && g and d is a && !g, otherwise None.
func (b *Builder) fork(c, d Term) Term {
	x, y := b.Nodes[c], b.Nodes[d]
	if x.Op != form.And || y.Op != form.And || len(x.Args) != len(y.Args) || len(x.Args) > Wide {
		return None
	}
	b.Spend(len(x.Args))
	at := -1
	for i, t := range x.Args {
		if t == y.Args[i] {
			continue
		}
		if at >= 0 || b.negations[t] != y.Args[i] {
			return None
		}
		at = i
	}
	if at < 0 {
		return None
	}
	return b.And(slices.Concat(x.Args[:at], x.Args[at+1:])...)
}

// echoes reports whether c says that y is the constant x. Then c ? x : y is y.
func (b *Builder) echoes(c, x, y Term) bool {
	v, ok := b.Value(x)
	l := b.literal(c)
	return ok && l.atom == y && b.Nodes[y].Kind != form.Bool && l.mask&(l.mask-1) == 0 &&
		b.maskWhere(y, func(w int64) bool { return w == v }) == l.mask
}

func (b *Builder) iteBool(c, x, y Term) Term {
	switch {
	case x == Yes:
		return b.Or(c, y)
	case x == No:
		return b.And(b.Not(c), y)
	case y == Yes:
		return b.Or(b.Not(c), x)
	case y == No:
		return b.And(c, x)
	case b.negations[x] == y:
		return b.Eq(c, x)
	}
	for _, op := range [...]form.Op{form.And, form.Or} {
		if r := b.factorBranches(op, c, x, y); r != None {
			return r
		}
	}
	return b.intern(form.Ite, form.Bool, 0, 0, 1, c, x, y)
}

// factorBranches moves common conjuncts, or disjuncts, of x and y out of c ? x : y, so that what
// holds either way stands for itself. It includes those that the other branch implies. It returns
// None if there are none.
func (b *Builder) factorBranches(op form.Op, c, x, y Term) Term {
	xs, ys := b.parts(op, x), b.parts(op, y)
	if len(xs) > Wide || len(ys) > Wide {
		return None
	}
	b.Spend(len(xs) + len(ys))
	said := func(t, by Term) bool {
		if op == form.Or {
			t, by = by, t
		}
		return b.implies(by, t, depthOfImplies)
	}
	var common, ownX, ownY []Term
	for _, t := range xs {
		if said(t, y) {
			common = append(common, t)
		} else {
			ownX = append(ownX, t)
		}
	}
	for _, t := range ys {
		if said(t, x) {
			common = append(common, t)
		} else {
			ownY = append(ownY, t)
		}
	}
	switch {
	case len(common) == 0:
		return None
	case op == form.And:
		return b.And(append(common, b.Ite(c, b.And(ownX...), b.And(ownY...)))...)
	}
	return b.Or(append(common, b.Ite(c, b.Or(ownX...), b.Or(ownY...)))...)
}

// Follows returns what pc visibly implies for c, or for all its arguments: Yes, No, or None.
func (b *Builder) Follows(pc, c Term) Term {
	n := b.Nodes[c]
	if n.Op != form.And && n.Op != form.Or || len(n.Args) > Wide {
		return None
	}
	deciding := b.Bool(n.Op == form.Or)
	r := b.Not(deciding)
	for _, t := range n.Args {
		switch b.implied(pc, t) {
		case deciding:
			return deciding
		case None:
			r = None
		}
	}
	if r != None {
		return r
	}
	return b.implied(pc, c)
}

// implied returns what one of the conjuncts of pc visibly implies for c: Yes, No, or None.
func (b *Builder) implied(pc, c Term) Term {
	f := b.facts(pc)
	if n := &b.Nodes[c]; n.Op != form.And && n.Op != form.Or {
		return f.decide(c)
	}
	not := b.Not(c)
	for _, l := range f.lits {
		b.Spend(1)
		switch {
		case b.implies(l, c, depthOfFollows):
			return Yes
		case b.implies(l, not, depthOfFollows):
			return No
		}
	}
	return None
}

// reduced returns the value of a conditional if c holds, as far as c implies its conditions.
func (b *Builder) reduced(c, t Term) Term {
	t = b.Simplify(c, t)
	for {
		d, x, y, ok := b.choice(t)
		switch {
		case !ok:
			return t
		case b.Follows(c, d) == Yes:
			t = x
		case b.Follows(c, d) == No:
			t = y
		default:
			return t
		}
	}
}

// How deep implies looks.
const (
	depthOfImplies = 6
	depthOfFollows = 24
)

// implies reports whether the structure of x and y shows that x implies y.
func (b *Builder) implies(x, y Term, fuel int) bool {
	b.Work++
	if x == y {
		return true
	}
	k, l := b.literal(x), b.literal(y)
	if k.atom == l.atom {
		return k.mask&^l.mask == 0
	}
	m, n := &b.Nodes[x], &b.Nodes[y]
	if fuel == 0 || len(m.Args) > Wide || len(n.Args) > Wide {
		return false
	}
	to := func(t Term) bool { return b.implies(x, t, fuel-1) }
	from := func(t Term) bool { return b.implies(t, y, fuel-1) }
	switch {
	case m.Op == form.Or:
		return !slices.ContainsFunc(m.Args, func(t Term) bool { return !from(t) })
	case n.Op == form.And:
		return !slices.ContainsFunc(n.Args, func(t Term) bool { return !to(t) })
	case m.Op == form.And && slices.ContainsFunc(m.Args, from):
		return true
	case n.Op == form.Or:
		return slices.ContainsFunc(n.Args, to)
	}
	return false
}

// parts returns the conjuncts or disjuncts of t, depending on op.
func (b *Builder) parts(op form.Op, t Term) []Term {
	if b.Nodes[t].Op == op {
		return b.Nodes[t].Args
	}
	return []Term{t}
}
