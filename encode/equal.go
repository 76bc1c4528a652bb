package encode

import (
	"go/types"

	"github.com/rtest-dev/rtest/internal/form"
)

// equal is x == y: a term, or unknown.
func (m *machine) equal(x, y val) val {
	b := m.b
	if u, ok := x.(*unknown); ok {
		return m.lift(u, func(v val) val { return m.equal(v, y) })
	}
	if u, ok := y.(*unknown); ok {
		return m.lift(u, func(v val) val { return m.equal(x, v) })
	}
	switch x := x.(type) {
	case term:
		return b.eq(x, y.(term))
	case *text:
		return m.sameText(x, y.(*text))
	case *numbers:
		return m.relate(x, y.(*numbers), func(v, w complex128) bool { return v == w })
	case aggregate:
		return m.equalParts(x, y.(aggregate))
	case *pointer:
		return pairs(m, x.alts, y.(*pointer).alts, func(p, q *place) val {
			return b.and(p.guard, q.guard, b.bool(p.obj == q.obj && p.off == q.off))
		})
	case *boxed:
		return pairs(m, x.alts, y.(*boxed).alts, func(p, q *content) val { return m.equalBoxed(p, q) })
	case *sequence:
		// One of the two is nil; so it is for the next two.
		return pairs(m, x.alts, y.(*sequence).alts, func(p, q *window) val {
			return b.and(p.guard, q.guard, b.bool(p.obj == nil && q.obj == nil))
		})
	case *mapping:
		return pairs(m, x.alts, y.(*mapping).alts, func(p, q *tableRef) val {
			return b.and(p.guard, q.guard, b.bool(p.table == nil && q.table == nil))
		})
	case *callable:
		return pairs(m, x.alts, y.(*callable).alts, func(p, q *callee) val {
			return b.and(p.guard, q.guard, b.bool(p.isNil() && q.isNil()))
		})
	}
	return &unknown{guard: yes, why: "this comparison cannot be followed"}
}

// lift applies do to what is known of u.
func (m *machine) lift(u *unknown, do func(v val) val) val {
	if u.rest == nil {
		return &unknown{guard: yes, why: u.why, pos: u.pos}
	}
	return &unknown{u.guard, u.why, u.pos, do(u.rest)}
}

// pairs is the disjunction over all pairs of alternatives.
func pairs[A any](m *machine, xs, ys []A, both func(p, q *A) val) val {
	var r val = no
	for i := range xs {
		for j := range ys {
			r = m.either(r, both(&xs[i], &ys[j]))
		}
	}
	return r
}

// either is x || y, both is x && y, of terms or unknown ones.
func (m *machine) either(x, y val) val {
	if x == yes || y == yes {
		return yes
	}
	return m.negation(m.both(m.negation(x), m.negation(y)))
}

func (m *machine) both(x, y val) val {
	if x == no || y == no {
		return no
	}
	if u, ok := x.(*unknown); ok {
		return m.lift(u, func(v val) val { return m.both(v, y) })
	}
	if u, ok := y.(*unknown); ok {
		return m.lift(u, func(v val) val { return m.both(x, v) })
	}
	return m.b.and(x.(term), y.(term))
}

func (m *machine) equalParts(x, y aggregate) val {
	var r val = yes
	for i := range x {
		r = m.both(r, m.equal(x[i], y[i]))
	}
	return r
}

func (m *machine) equalBoxed(p, q *content) val {
	b := m.b
	both := b.and(p.guard, q.guard)
	switch {
	case both == no:
		return no
	case p.T == nil || q.T == nil:
		return b.and(both, b.bool(p.T == q.T))
	case p.T == panicked || q.T == panicked:
		return &unknown{guard: both, why: whyPanicked, rest: no}
	case !types.Identical(p.T, q.T) || !types.Comparable(p.T):
		return no // See comparing.
	}
	return m.both(both, m.equal(p.v, q.v))
}

// before is x < y, upTo is x <= y.
func (f *frame) before(x, y val) val {
	switch x := x.(type) {
	case term:
		return f.b.lt(x, y.(term))
	case *text:
		return f.textBefore(x, y.(*text))
	case *numbers:
		return f.relate(x, y.(*numbers), func(v, w complex128) bool { return real(v) < real(w) })
	}
	f.giveUp("this comparison cannot be followed")
	return nil
}

func (f *frame) upTo(x, y val) val {
	switch x := x.(type) {
	case term:
		return f.b.le(x, y.(term))
	case *text:
		return f.b.not(f.textBefore(y.(*text), x))
	case *numbers:
		return f.relate(x, y.(*numbers), func(v, w complex128) bool { return real(v) <= real(w) })
	}
	f.giveUp("this comparison cannot be followed")
	return nil
}

// sameText says that two strings have one length and the same bytes in it.
func (m *machine) sameText(x, y *text) term {
	b := m.b
	if x == y {
		return yes
	}
	all := []term{b.eq(x.length, y.length)}
	for i := range min(len(x.bytes), len(y.bytes)) {
		outside := b.le(x.length, b.number(i))
		all = append(all, b.or(outside, b.eq(x.bytes[i], y.bytes[i])))
	}
	return b.and(all...)
}

// textBefore is the order of strings: by the first byte that differs, else by
// the length.
func (m *machine) textBefore(x, y *text) term {
	b := m.b
	r := b.lt(x.length, y.length)
	for i := min(len(x.bytes), len(y.bytes)) - 1; i >= 0; i-- {
		inside := b.and(b.lt(b.number(i), x.length), b.lt(b.number(i), y.length))
		v, w := x.bytes[i], y.bytes[i]
		r = b.ite(inside, b.or(b.lt(v, w), b.and(b.eq(v, w), r)), b.lt(x.length, y.length))
	}
	return r
}

func (m *machine) sum(x term, y int) term {
	return m.b.arith(form.Add, x, m.b.number(y))
}
