package encode

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// canonical returns a term with the values of t that is simpler or older, if
// there are few enough of them to tell: a constant, a statement about one
// variable, or a term that was there before.
func (b *builder) canonical(t term, rows int) term {
	n := &b.nodes[t]
	if n.op == form.Const || n.op == form.Ref || n.op == opHold {
		return t
	}
	s := b.exact.support(t)
	if s == tooMany || b.exact.supports[s].rows > rows {
		return t
	}
	c := b.exact.column(t)
	if c == nil {
		return t
	}
	if !slices.ContainsFunc(c, func(v int64) bool { return v != c[0] }) {
		return b.constant(n.kind, c[0])
	}
	if n.kind != form.Bool {
		b.tighten(t, c)
	}
	if r := b.aboutOne(t, s, c); r != none {
		return r
	}
	if n.op == form.And || n.op == form.Or {
		// What they are made of is more use to those who look for facts.
		return t
	}
	key := hashNode(form.Ref, n.kind, int64(s), c) | 1
	first, ok := b.byColumn.get(key)
	if !ok {
		b.byColumn.set(key, int32(t))
		return t
	}
	// Hashes that are equal by chance are rare, and the term is then left as it is.
	if old := term(first); b.nodes[old].kind == n.kind && b.exact.support(old) == s && slices.Equal(b.exact.column(old), c) {
		return min(old, t)
	}
	return t
}

// tighten narrows the bounds of t to the values that it has, before a mask or a support
// speaks of them.
func (b *builder) tighten(t term, values []int64) {
	n := &b.nodes[t]
	n.lo, n.hi = values[0], values[0]
	for _, v := range values {
		if less(n.kind, v, n.lo) {
			n.lo = v
		}
		if less(n.kind, n.hi, v) {
			n.hi = v
		}
	}
}

// aboutOne returns the statement about one variable that t is, or none.
func (b *builder) aboutOne(t term, s int32, c []int64) term {
	parts := b.exact.supports[s].parts
	if b.nodes[t].kind != form.Bool || len(parts) != 1 || parts[0] < 0 {
		return none
	}
	ref := b.ref(int(parts[0]))
	if b.nodes[ref].kind == form.Bool || b.count(ref) == 0 || ref > t || b.nodes[t].op == opIn && b.nodes[t].args[0] == ref {
		return none
	}
	values := b.exact.values(parts[0])
	return b.in(ref, b.where(ref, func(v int64) bool {
		i := slices.Index(values, v)
		return i >= 0 && c[i] != 0
	}))
}

// settle returns the constant that c is where pc holds, if listing the cases
// tells, else c.
func (b *builder) settle(pc, c term) term {
	if c <= yes {
		return c
	}
	for _, l := range []*lister{b.exact, b.coarse} {
		if r := l.settle(pc, c); r != none {
			return r
		}
	}
	return c
}

// settle goes through the rows of the support of c and of what pc says of it.
func (l *lister) settle(pc, c term) term {
	s := l.support(c)
	if s != tooMany && len(l.supports[s].parts) == 1 && l.supports[s].parts[0] == ^int32(c) {
		// It is taken for a variable; here that does not help.
		s = l.arguments(c)
	}
	if s == tooMany {
		return none
	}
	facts := l.choose(pc, &s)
	x := l.over(c, s)
	if x == nil {
		return none
	}
	ok := make([]bool, l.supports[s].rows)
	for i := range ok {
		ok[i] = true
	}
	for _, t := range facts {
		col := l.column(t)
		if col == nil {
			continue
		}
		for r, from := range l.move(l.support(t), s) {
			ok[r] = ok[r] && col[from] != 0
		}
	}
	var can [2]bool
	for r, v := range x {
		if ok[r] {
			can[v] = true
		}
	}
	switch {
	case !can[1]:
		return no
	case !can[0]:
		return yes
	}
	return none
}

// over returns the values of t by the rows of a support that holds its own, or
// nil when they are not listed.
func (l *lister) over(t term, s int32) []int64 {
	if l.b.nodes[t].op != form.Ref {
		if !l.prepare(t, s) {
			return nil
		}
		c := make([]int64, l.supports[s].rows)
		l.compute(c, t, s)
		return c
	}
	own := l.column(t)
	if own == nil {
		return nil
	}
	c := make([]int64, l.supports[s].rows)
	for r, from := range l.move(l.support(t), s) {
		c[r] = own[from]
	}
	return c
}

// choose returns the conjuncts of pc that are about the support s, widened by
// theirs as far as that goes.
func (l *lister) choose(pc term, s *int32) []term {
	var chosen []term
	open := l.b.flatten(pc)
	for changed := true; changed; {
		changed = false
		rest := open[:0]
		for _, t := range open {
			own := l.support(t)
			wider := l.union(*s, own)
			switch {
			case wider == *s:
				chosen = append(chosen, t)
			case wider != tooMany && l.overlap(*s, own):
				chosen, *s, changed = append(chosen, t), wider, true
			default:
				rest = append(rest, t)
			}
		}
		open = rest
	}
	return chosen
}

func (l *lister) overlap(x, y int32) bool {
	for _, p := range l.supports[y].parts {
		if slices.Contains(l.supports[x].parts, p) {
			return true
		}
	}
	return false
}

// maxConjuncts is how many conjunctions that stand in each other are taken apart: of
// what a long run knows, parts stand in many others.
const maxConjuncts = 1 << 10

// flatten returns the conjuncts of c, those that are held included. Each conjunction in
// it is taken apart once; where there are very many, the last are left whole.
func (b *builder) flatten(c term) []term {
	var out []term
	var seen map[term]bool
	var visit func(c term)
	visit = func(c term) {
		n := &b.nodes[c]
		if n.op != form.And && n.op != opHold {
			out = append(out, c)
			return
		}
		if seen[c] {
			return
		}
		if seen == nil {
			seen = map[term]bool{}
		}
		seen[c] = true
		if len(seen) > maxConjuncts {
			out = append(out, c)
			return
		}
		b.pass(len(n.args))
		for _, a := range n.args {
			visit(a)
		}
	}
	visit(c)
	return out
}
