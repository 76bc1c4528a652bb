package automaton

import "encoding/binary"

// All returns the trees of a size as texts, as Draw does, unordered and with duplicates. ok is
// false if there are more than most.
func (t *Trees) All(size int32, most int) (texts []string, ok bool) {
	top := int32(len(t.a.places) - 1)
	g := &growth{Trees: t, most: most}
	t.alts, t.tuples = t.alts[:0], t.tuples[:0]
	for q, s := range t.Of[t.a.places[top].class] {
		if !t.a.need && s.all.has(int(size)) || t.a.need && s.exact.has(int(size)) {
			if !g.grow(&bud{at: top, state: int16(q), size: size, exact: t.a.need}) {
				return g.texts, false
			}
		}
	}
	return g.texts, true
}

// A growth makes all trees of a size.
type growth struct {
	*Trees
	texts []string
	most  int
}

// A bud is a place where the current tree continues, with the state and size that it must have
// there. exact says that a part there must have the exact level. next is the bud after it.
type bud struct {
	at    int32
	state int16
	size  int32
	exact bool
	next  *bud
}

// grow makes all trees that continue with the buds of b. It returns false if there are too many.
func (g *growth) grow(b *bud) bool {
	t := g.Trees
	if t.ends() {
		return false
	}
	if b == nil {
		if len(g.texts) == g.most {
			return false
		}
		g.texts = append(g.texts, string(append(t.alts[:len(t.alts):len(t.alts)], t.tuples...)))
		return true
	}
	c := t.a.places[b.at].class
	t.a.Work++
	for _, o := range t.list(c, b.state, b.size, b.exact) {
		alt := &c.alts[o.rule.alt]
		n := len(t.tuples)
		t.alts = binary.BigEndian.AppendUint16(t.alts, uint16(o.rule.alt))
		t.tuples = append(t.tuples, byte(alt.transitions[int(o.rule.at)+c.width-2]))
		f := &fork{growth: g, bud: b, class: c, rule: o.rule, kids: c.realized(o.rule)}
		ok := f.split(0, b.size-alt.size, b.exact && !alt.level)
		t.alts, t.tuples = t.alts[:2*n], t.tuples[:n]
		if !ok {
			return false
		}
	}
	return true
}

// A fork divides a size among the parts of a transition in all ways.
type fork struct {
	*growth
	*bud
	class *class
	rule  rule
	kids  []int
	parts []bud
}

// split goes through the sizes of the parts from the i-th on.
func (f *fork) split(i int, size int32, exact bool) bool {
	if i == len(f.kids) {
		return f.onward()
	}
	part := func(size int32, exact bool) {
		kid := f.kids[i]
		state := f.class.alts[f.rule.alt].transitions[int(f.rule.at)+kid]
		f.parts = append(f.parts[:i], bud{at: f.a.places[f.at].kids[kid], state: state, size: size, exact: exact})
	}
	if i == len(f.kids)-1 {
		part(size, exact)
		return f.onward()
	}
	ok := true
	f.splits(f.part(f.class, f.rule, f.kids[i]), f.rest(f.class, f.rule, f.kids, i+1), size, exact, func(n int32, first bool) bool {
		part(n, exact && first)
		ok = f.split(i+1, size-n, exact && !first)
		return ok
	})
	return ok
}

// onward makes the trees with the current parts.
func (f *fork) onward() bool {
	next := f.next
	for i := len(f.parts) - 1; i >= 0; i-- {
		b := f.parts[i]
		b.next = next
		next = &b
	}
	return f.grow(next)
}
