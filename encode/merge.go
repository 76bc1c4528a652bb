package encode

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/encode/term"
)

// merge returns the value that is x where c is true and y elsewhere.
func (m *machine) merge(c term.Term, x, y val) val {
	m.b.Pass(1)
	switch {
	case c == term.Yes || y == nil:
		return x
	case c == term.No || x == nil:
		return y
	}
	if u, ok := x.(*unknown); ok {
		return m.mergeUnknown(c, u, y)
	}
	if u, ok := y.(*unknown); ok {
		return m.mergeUnknown(m.b.Not(c), u, x)
	}
	switch x := x.(type) {
	case term.Term:
		return m.b.Ite(c, x, y.(term.Term))
	case aggregate:
		return aggregate(m.mergeAll(c, x, y.(aggregate)))
	case tuple:
		return tuple(m.mergeAll(c, x, y.(tuple)))
	case *text:
		return m.mergeText(c, x, y.(*text))
	case *iteration:
		return mergeIterations(x, y.(*iteration))
	}
	if x == y {
		return x
	}
	return m.mergeAlternatives(c, x, y)
}

func (m *machine) mergeAlternatives(c term.Term, x, y val) val {
	switch x := x.(type) {
	case *pointer:
		return &pointer{mergeAlts(m.b, c, x.alts, y.(*pointer).alts, alternatives[place]{
			guard: func(p *place) *term.Term { return &p.guard },
			same:  func(p, q *place) bool { return p.obj == q.obj && p.off == q.off },
		})}
	case *sequence:
		return &sequence{mergeAlts(m.b, c, x.alts, y.(*sequence).alts, alternatives[window]{
			guard: func(p *window) *term.Term { return &p.guard },
			same: func(p, q *window) bool {
				return p.obj == q.obj && p.base == q.base && p.size == q.size && p.count == q.count
			},
			join: func(p, q *window) { m.mergeWindow(c, p, q) },
		})}
	case *mapping:
		return &mapping{mergeAlts(m.b, c, x.alts, y.(*mapping).alts, alternatives[tableRef]{
			guard: func(p *tableRef) *term.Term { return &p.guard },
			same:  func(p, q *tableRef) bool { return p.table == q.table },
		})}
	case *boxed:
		return &boxed{mergeAlts(m.b, c, x.alts, y.(*boxed).alts, alternatives[content]{
			guard: func(p *content) *term.Term { return &p.guard },
			same: func(p, q *content) bool {
				return p.T == q.T || p.T != nil && q.T != nil && types.Identical(p.T, q.T)
			},
			join: func(p, q *content) { p.v = m.merge(c, p.v, q.v) },
		})}
	case *callable:
		return &callable{mergeAlts(m.b, c, x.alts, y.(*callable).alts, alternatives[callee]{
			guard: func(p *callee) *term.Term { return &p.guard },
			same:  func(p, q *callee) bool { return p.fn == q.fn && p.do == nil && q.do == nil },
			join:  func(p, q *callee) { p.binds = m.mergeAll(c, p.binds, q.binds) },
		})}
	case *numbers:
		return &numbers{mergeAlts(m.b, c, x.alts, y.(*numbers).alts, alternatives[number]{
			guard: func(p *number) *term.Term { return &p.guard },
			same:  func(p, q *number) bool { return sameNumber(p.v, q.v) },
		})}
	}
	panic(fmt.Sprintf("merge of %T", x))
}

func (m *machine) mergeAll(c term.Term, x, y []val) []val {
	r := make([]val, len(x))
	for i := range x {
		r[i] = m.merge(c, x[i], y[i])
	}
	return r
}

// mergeUnknown returns u where c is true, else y.
func (m *machine) mergeUnknown(c term.Term, u *unknown, y val) val {
	if v, ok := y.(*unknown); ok {
		guard := m.b.Ite(c, u.guard, v.guard)
		return &unknown{guard, u.why, u.pos, m.merge(c, u.rest, v.rest)}
	}
	return &unknown{m.b.And(c, u.guard), u.why, u.pos, m.merge(c, u.rest, y)}
}

// alternatives are how those of a kind of value are merged: each has a guard, same
// tells which of them are one, and join merges what else they hold; nil where that
// is nothing.
type alternatives[A any] struct {
	guard func(*A) *term.Term
	same  func(p, q *A) bool
	join  func(p, q *A)
}

// mergeAlts merges the alternatives of two values: those of x where c is true, of y
// where it is false.
func mergeAlts[A any](b *term.Builder, c term.Term, x, y []A, of alternatives[A]) []A {
	out := make([]A, 0, len(x)+1)
	used := make([]bool, len(y))
	for i := range x {
		p := x[i]
		other := term.No
		for j := range y {
			if !used[j] && of.same(&p, &y[j]) {
				used[j] = true
				other = *of.guard(&y[j])
				if of.join != nil {
					of.join(&p, &y[j])
				}
				break
			}
		}
		if g := b.Ite(c, *of.guard(&p), other); g != term.No {
			*of.guard(&p) = g
			out = append(out, p)
		}
	}
	for j := range y {
		if used[j] {
			continue
		}
		q := y[j]
		if g := b.And(b.Not(c), *of.guard(&q)); g != term.No {
			*of.guard(&q) = g
			out = append(out, q)
		}
	}
	return out
}

func (m *machine) mergeWindow(c term.Term, p, q *window) {
	if p.obj == nil {
		return
	}
	p.off = m.b.Ite(c, p.off, q.off)
	p.length = m.b.Ite(c, p.length, q.length)
	p.room = m.b.Ite(c, p.room, q.room)
	p.age = m.b.Ite(c, p.age, q.age)
}

func (m *machine) mergeText(c term.Term, x, y *text) val {
	if x == y {
		return x
	}
	r := &text{length: m.b.Ite(c, x.length, y.length), bytes: make([]term.Term, max(len(x.bytes), len(y.bytes)))}
	for i := range r.bytes {
		switch {
		case i >= len(x.bytes):
			r.bytes[i] = y.bytes[i]
		case i >= len(y.bytes):
			r.bytes[i] = x.bytes[i]
		default:
			r.bytes[i] = m.b.Ite(c, x.bytes[i], y.bytes[i])
		}
	}
	return r
}

// only returns the alternatives that are possible where the condition pc is
// true, with their guards simplified.
func only[A any](b *term.Builder, pc term.Term, alts []A, guard func(*A) *term.Term) []A {
	if len(alts) == 1 {
		return alts
	}
	out := make([]A, 0, len(alts))
	for _, a := range alts {
		g := b.Simplify(pc, *guard(&a))
		if g == term.No || b.And(pc, g) == term.No {
			continue
		}
		*guard(&a) = g
		if g == term.Yes {
			return []A{a}
		}
		out = append(out, a)
	}
	return out
}
