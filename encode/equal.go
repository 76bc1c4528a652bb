package encode

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/term"
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
	case term.Term:
		return b.Eq(x, y.(term.Term))
	case *text:
		return m.sameText(x, y.(*text))
	case *numbers:
		return m.relate(x, y.(*numbers), func(v, w complex128) bool { return v == w })
	case aggregate:
		return m.equalParts(x, y.(aggregate))
	case *pointer:
		return pairs(m, x.alts, y.(*pointer).alts, func(p, q *place) val {
			return b.And(p.guard, q.guard, b.Bool(p.obj == q.obj && p.off == q.off))
		})
	case *boxed:
		return pairs(m, x.alts, y.(*boxed).alts, func(p, q *content) val { return m.equalBoxed(p, q) })
	case *sequence:
		// One of the two is nil; so it is for the next two.
		return pairs(m, x.alts, y.(*sequence).alts, func(p, q *window) val {
			return b.And(p.guard, q.guard, b.Bool(p.obj == nil && q.obj == nil))
		})
	case *mapping:
		return pairs(m, x.alts, y.(*mapping).alts, func(p, q *tableRef) val {
			return b.And(p.guard, q.guard, b.Bool(p.table == nil && q.table == nil))
		})
	case *callable:
		return pairs(m, x.alts, y.(*callable).alts, func(p, q *callee) val {
			return b.And(p.guard, q.guard, b.Bool(p.isNil() && q.isNil()))
		})
	}
	return &unknown{guard: term.Yes, why: "this comparison cannot be followed"}
}

// lift applies do to what is known of u.
func (m *machine) lift(u *unknown, do func(v val) val) val {
	if u.rest == nil {
		return &unknown{guard: term.Yes, why: u.why, pos: u.pos}
	}
	return &unknown{u.guard, u.why, u.pos, do(u.rest)}
}

// pairs is the disjunction over all pairs of alternatives.
func pairs[A any](m *machine, xs, ys []A, both func(p, q *A) val) val {
	var r val = term.No
	for i := range xs {
		for j := range ys {
			r = m.either(r, both(&xs[i], &ys[j]))
		}
	}
	return r
}

// either is x || y, both is x && y, of terms or unknown ones.
func (m *machine) either(x, y val) val {
	if x == term.Yes || y == term.Yes {
		return term.Yes
	}
	return m.negation(m.both(m.negation(x), m.negation(y)))
}

func (m *machine) both(x, y val) val {
	if x == term.No || y == term.No {
		return term.No
	}
	if u, ok := x.(*unknown); ok {
		return m.lift(u, func(v val) val { return m.both(v, y) })
	}
	if u, ok := y.(*unknown); ok {
		return m.lift(u, func(v val) val { return m.both(x, v) })
	}
	return m.b.And(x.(term.Term), y.(term.Term))
}

func (m *machine) equalParts(x, y aggregate) val {
	m.b.Spend(len(x) / cellsOfWork)
	var r val = term.Yes
	for i := range x {
		r = m.both(r, m.equal(x[i], y[i]))
	}
	return r
}

func (m *machine) equalBoxed(p, q *content) val {
	b := m.b
	both := b.And(p.guard, q.guard)
	switch {
	case both == term.No:
		return term.No
	case p.T == nil || q.T == nil:
		return b.And(both, b.Bool(p.T == q.T))
	case p.T == panicked || q.T == panicked:
		return &unknown{guard: both, why: whyPanicked, rest: term.No}
	case !types.Identical(p.T, q.T) || !types.Comparable(p.T):
		return term.No // See comparing.
	}
	return m.both(both, m.equal(p.v, q.v))
}

// before is x < y, upTo is x <= y.
func (f *frame) before(x, y val) val {
	switch x := x.(type) {
	case term.Term:
		return f.b.Lt(x, y.(term.Term))
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
	case term.Term:
		return f.b.Le(x, y.(term.Term))
	case *text:
		return f.b.Not(f.textBefore(y.(*text), x))
	case *numbers:
		return f.relate(x, y.(*numbers), func(v, w complex128) bool { return real(v) <= real(w) })
	}
	f.giveUp("this comparison cannot be followed")
	return nil
}

// sameText says that two strings have one length and the same bytes in it.
func (m *machine) sameText(x, y *text) term.Term {
	b := m.b
	if x == y {
		return term.Yes
	}
	all := []term.Term{b.Eq(x.length, y.length)}
	for i := range min(len(x.bytes), len(y.bytes)) {
		outside := b.Le(x.length, b.Number(i))
		all = append(all, b.Or(outside, b.Eq(x.bytes[i], y.bytes[i])))
	}
	return b.And(all...)
}

// textBefore is the order of strings: by the first byte that differs, else by
// the length.
func (m *machine) textBefore(x, y *text) term.Term {
	b := m.b
	r := b.Lt(x.length, y.length)
	for i := min(len(x.bytes), len(y.bytes)) - 1; i >= 0; i-- {
		inside := b.And(b.Lt(b.Number(i), x.length), b.Lt(b.Number(i), y.length))
		v, w := x.bytes[i], y.bytes[i]
		r = b.Ite(inside, b.Or(b.Lt(v, w), b.And(b.Eq(v, w), r)), b.Lt(x.length, y.length))
	}
	return r
}

func (m *machine) sum(x term.Term, y int) term.Term {
	return m.b.Arith(form.Add, x, m.b.Number(y))
}
