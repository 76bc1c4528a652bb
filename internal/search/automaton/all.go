package automaton

import "encoding/binary"

// All returns the trees of a size as texts, as Draw does, unordered and with duplicates. ok is
// false if there are more than most.
func (t *Trees) All(size int32, most int) (texts []string, ok bool) {
	top := int32(len(t.automaton.places) - 1)
	g := &growth{Trees: t, most: most}
	t.alts, t.tuples = t.alts[:0], t.tuples[:0]
	for q, s := range t.Of[t.automaton.places[top].class] {
		if !t.automaton.need && s.all.has(int(size)) || t.automaton.need && s.exact.has(int(size)) {
			if !g.grow(&openPlace{place: top, state: int16(q), size: size, exact: t.automaton.need}) {
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

// An openPlace is a place where the current tree continues, with the state and size that it must
// have there. exact says that a part there must have the exact level. next is the open place after
// it.
type openPlace struct {
	place int32
	state int16
	size  int32
	exact bool
	next  *openPlace
}

// grow makes all trees that continue with the open places from b on. It returns false if there are
// too many.
func (g *growth) grow(b *openPlace) bool {
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
	c := t.automaton.places[b.place].class
	t.automaton.Work++
	for _, o := range t.list(c, b.state, b.size, b.exact) {
		alt := &c.alts[o.rule.alt]
		n := len(t.tuples)
		t.alts = binary.BigEndian.AppendUint16(t.alts, uint16(o.rule.alt))
		t.tuples = append(t.tuples, byte(alt.transitions[int(o.rule.at)+c.width-2]))
		f := &sizeSplit{growth: g, openPlace: b, class: c, rule: o.rule, kids: c.realized(o.rule)}
		ok := f.split(0, b.size-alt.size, b.exact && !alt.level)
		t.alts, t.tuples = t.alts[:2*n], t.tuples[:n]
		if !ok {
			return false
		}
	}
	return true
}

// A sizeSplit divides a size among the parts of a transition in all ways.
type sizeSplit struct {
	*growth
	*openPlace
	class *class
	rule  rule
	kids  []int
	parts []openPlace
}

// split goes through the sizes of the parts from the i-th on.
func (f *sizeSplit) split(i int, size int32, exact bool) bool {
	if i == len(f.kids) {
		return f.onward()
	}
	part := func(size int32, exact bool) {
		kid := f.kids[i]
		state := f.class.alts[f.rule.alt].transitions[int(f.rule.at)+kid]
		f.parts = append(f.parts[:i], openPlace{place: f.automaton.places[f.place].kids[kid], state: state, size: size, exact: exact})
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
func (f *sizeSplit) onward() bool {
	next := f.next
	for i := len(f.parts) - 1; i >= 0; i-- {
		b := f.parts[i]
		b.next = next
		next = &b
	}
	return f.grow(next)
}
