package encode

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// ite returns c ? x : y, of any kind.
func (b *builder) ite(c, x, y term) term {
	switch {
	case c == yes || x == y:
		return x
	case c == no:
		return y
	}
	if neg := b.not(c); neg < c {
		c, x, y = neg, y, x
	}
	x, y = b.simplify(c, x), b.simplify(b.not(c), y)
	if x == y {
		return x
	}
	k := b.nodes[x].kind
	if k == form.Bool {
		return b.iteBool(c, x, y)
	}
	if n := &b.nodes[y]; n.op == form.Ite && n.args[1] == x {
		return b.ite(b.or(c, n.args[0]), x, n.args[2])
	}
	if n := &b.nodes[x]; n.op == form.Ite && n.args[2] == y {
		return b.ite(b.and(c, n.args[0]), n.args[1], y)
	}
	if r := b.sides(c, x, y); r != none {
		return r
	}
	if b.echoes(c, x, y) {
		return y
	}
	if b.echoes(b.not(c), y, x) {
		return x
	}
	xl, xh := b.bounds(c, x, depthOfBounds)
	yl, yh := b.bounds(b.not(c), y, depthOfBounds)
	if less(k, yl, xl) {
		xl = yl
	}
	if less(k, xh, yh) {
		xh = yh
	}
	return b.intern(form.Ite, k, 0, xl, xh, c, x, y)
}

// sides gives a && g ? x : a && !g ? z : a ? v : w without v, of which nothing is left,
// and without x, or z, as well where w is that then: so it is where both sides of a
// branch set what was set to v before it, and one sets it back. It returns none where
// c ? x : y is no such thing.
func (b *builder) sides(c, x, y term) term {
	for range 2 {
		d, z, rest, ok := b.choice(y)
		for i := 0; ok && i < 2; i++ {
			if a := b.fork(c, d); a != none {
				return b.withoutBoth(a, c, d, [3]term{x, z, rest})
			}
			d, z, rest = b.not(d), rest, z
		}
		c, x, y = b.not(c), y, x
	}
	return none
}

// withoutBoth gives c ? v[0] : d ? v[1] : v[2], where v[2] does not matter if a holds; or
// none where that says nothing of it.
func (b *builder) withoutBoth(a, c, d term, v [3]term) term {
	w := v[2]
	if e, x, y, ok := b.choice(w); ok && e == a {
		w = y
	} else if ok && e == b.not(a) {
		w = x
	}
	switch {
	case b.reduced(c, w) == v[0]:
		return b.ite(d, v[1], w)
	case b.reduced(d, w) == v[1]:
		return b.ite(c, v[0], w)
	case w == v[2]:
		return none
	}
	return b.ite(c, v[0], b.ite(d, v[1], w))
}

// choice takes a conditional apart.
func (b *builder) choice(t term) (c, x, y term, ok bool) {
	n := &b.nodes[t]
	if n.op != form.Ite {
		return none, none, none, false
	}
	return n.args[0], n.args[1], n.args[2], true
}

// fork gives a where c is a && g and d is a && !g, else none.
func (b *builder) fork(c, d term) term {
	x, y := b.nodes[c], b.nodes[d]
	if x.op != form.And || y.op != form.And || len(x.args) != len(y.args) || len(x.args) > wide {
		return none
	}
	b.spend(len(x.args))
	at := -1
	for i, t := range x.args {
		if t == y.args[i] {
			continue
		}
		if at >= 0 || b.neg[t] != y.args[i] {
			return none
		}
		at = i
	}
	if at < 0 {
		return none
	}
	return b.and(slices.Concat(x.args[:at], x.args[at+1:])...)
}

// echoes reports whether c says that y is the constant x, so that c ? x : y is
// y.
func (b *builder) echoes(c, x, y term) bool {
	v, ok := b.value(x)
	l := b.literal(c)
	return ok && l.atom == y && b.nodes[y].kind != form.Bool && l.mask&(l.mask-1) == 0 &&
		b.where(y, func(w int64) bool { return w == v }) == l.mask
}

func (b *builder) iteBool(c, x, y term) term {
	switch {
	case x == yes:
		return b.or(c, y)
	case x == no:
		return b.and(b.not(c), y)
	case y == yes:
		return b.or(b.not(c), x)
	case y == no:
		return b.and(c, x)
	case b.neg[x] == y:
		return b.eq(c, x)
	}
	for _, op := range [...]form.Op{form.And, form.Or} {
		if r := b.shared(op, c, x, y); r != none {
			return r
		}
	}
	return b.intern(form.Ite, form.Bool, 0, 0, 1, c, x, y)
}

// shared takes out of c ? x : y the conjuncts, or disjuncts, of one that the other has as
// well, or says in other words, so that what holds either way stands for itself. It
// returns none when there are none.
func (b *builder) shared(op form.Op, c, x, y term) term {
	xs, ys := b.parts(op, x), b.parts(op, y)
	if len(xs) > wide || len(ys) > wide {
		return none
	}
	b.spend(len(xs) + len(ys))
	said := func(t, by term) bool {
		if op == form.Or {
			t, by = by, t
		}
		return b.implies(by, t, depthOfImplies)
	}
	var common, ownX, ownY []term
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
		return none
	case op == form.And:
		return b.and(append(common, b.ite(c, b.and(ownX...), b.and(ownY...)))...)
	}
	return b.or(append(common, b.ite(c, b.or(ownX...), b.or(ownY...)))...)
}

// follows gives what is seen to follow from pc of c, or of all that it is made of: yes,
// no, or none.
func (b *builder) follows(pc, c term) term {
	n := b.nodes[c]
	if n.op != form.And && n.op != form.Or || len(n.args) > wide {
		return none
	}
	deciding := b.bool(n.op == form.Or)
	r := b.not(deciding)
	for _, t := range n.args {
		switch b.implied(pc, t) {
		case deciding:
			return deciding
		case none:
			r = none
		}
	}
	if r != none {
		return r
	}
	return b.implied(pc, c)
}

// implied gives what one of the conjuncts of pc is seen to imply of c: yes, no, or none.
func (b *builder) implied(pc, c term) term {
	f := b.facts(pc)
	if n := &b.nodes[c]; n.op != form.And && n.op != form.Or {
		return f.decide(c)
	}
	not := b.not(c)
	for _, l := range f.lits {
		b.spend(1)
		switch {
		case b.implies(l, c, depthOfFollows):
			return yes
		case b.implies(l, not, depthOfFollows):
			return no
		}
	}
	return none
}

// reduced gives what a conditional is where c holds, as far as its conditions follow.
func (b *builder) reduced(c, t term) term {
	t = b.simplify(c, t)
	for {
		d, x, y, ok := b.choice(t)
		switch {
		case !ok:
			return t
		case b.follows(c, d) == yes:
			t = x
		case b.follows(c, d) == no:
			t = y
		default:
			return t
		}
	}
}

// How far implies looks.
const (
	depthOfImplies = 6
	depthOfFollows = 24
)

// implies tells whether x is seen to imply y by what they are made of.
func (b *builder) implies(x, y term, fuel int) bool {
	b.work++
	if x == y {
		return true
	}
	k, l := b.literal(x), b.literal(y)
	if k.atom == l.atom {
		return k.mask&^l.mask == 0
	}
	m, n := &b.nodes[x], &b.nodes[y]
	if fuel == 0 || len(m.args) > wide || len(n.args) > wide {
		return false
	}
	to := func(t term) bool { return b.implies(x, t, fuel-1) }
	from := func(t term) bool { return b.implies(t, y, fuel-1) }
	switch {
	case m.op == form.Or:
		return !slices.ContainsFunc(m.args, func(t term) bool { return !from(t) })
	case n.op == form.And:
		return !slices.ContainsFunc(n.args, func(t term) bool { return !to(t) })
	case m.op == form.And && slices.ContainsFunc(m.args, from):
		return true
	case n.op == form.Or:
		return slices.ContainsFunc(n.args, to)
	}
	return false
}

// parts are the conjuncts, or the disjuncts, of t.
func (b *builder) parts(op form.Op, t term) []term {
	if b.nodes[t].op == op {
		return b.nodes[t].args
	}
	return []term{t}
}
