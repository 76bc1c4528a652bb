package search

import "github.com/rtest-dev/rtest/internal/search/interval"

// The rooms of a net say where its variables live: under which value of which
// parent, with which domain once they are realized, and what they add to the
// size of the input.
type rooms struct {
	homes []home
	sums  []sum
	drops *drops
}

// A home is the place of one variable. A variable that may still turn out not
// to be realized has its default in its domain; the home is the domain without
// it, of the values that the level of the form allows.
type home struct {
	when     interval.Interval // keys of the parent
	whenBits uint64            // the same as bits of a small parent
	bits     uint64            // the domain when realized, of a small variable
	spans    []interval.Interval
	hull     interval.Interval
	empty    bool  // cannot be realized within the level
	def      int64 // key of the default
}

// reviseRealized is the cell that is true when variable a is realized, b being
// its parent and c the same cell of the parent; b and c are -1 at the top.
func (t *net) reviseRealized(n int32, c *cell) bool {
	h := &t.rooms.homes[c.val]
	if c.b >= 0 && t.rooms.drops.gone[c.b] {
		return t.dom[n].Lo == 0
	}
	if h.empty && !t.narrow(n, interval.Of(0, 0)) {
		return false
	}
	if c.b >= 0 && !t.reviseParent(n, c, h) {
		return false
	}
	if t.dom[n] == interval.Unknown {
		if !t.has(c.a, h.def) && !t.narrow(n, interval.Of(1, 1)) {
			return false
		}
		if !t.meets(c.a, h.bits, h.hull) && !t.narrow(n, interval.Of(0, 0)) {
			return false
		}
	}
	switch t.dom[n] {
	case interval.Of(0, 0):
		return t.drop(c.a)
	case interval.Of(1, 1):
		if s := &t.small[c.a]; s.bits != 0 {
			return t.narrowBits(c.a, s.bits&h.bits)
		}
		v := snap(h.spans, t.dom[c.a])
		return v.Lo <= v.Hi && t.narrow(c.a, v)
	}
	return true
}

// reviseParent ties the cell to the value of the parent.
func (t *net) reviseParent(n int32, c *cell, h *home) bool {
	s := &t.small[c.b]
	var inside bool // every value of the parent realizes the variable
	if s.bits != 0 {
		inside = s.bits&^h.whenBits == 0
	} else {
		inside = t.dom[c.b].Within(h.when)
	}
	switch up := t.dom[c.c]; {
	case up.Hi == 0 || !t.meets(c.b, h.whenBits, h.when):
		return t.narrow(n, interval.Of(0, 0))
	case up.Lo == 1 && inside:
		return t.narrow(n, interval.Of(1, 1))
	}
	switch t.dom[n] {
	case interval.Of(1, 1):
		if !t.narrow(c.c, interval.Of(1, 1)) {
			return false
		}
		if s.bits != 0 {
			return t.narrowBits(c.b, s.bits&h.whenBits)
		}
		return t.narrow(c.b, h.when)
	case interval.Of(0, 0):
		if t.dom[c.c].Lo == 1 {
			return t.avoid(c.b, h)
		}
		if inside {
			return t.narrow(c.c, interval.Of(0, 0))
		}
	}
	return true
}

// avoid takes the values of h.when from the parent.
func (t *net) avoid(parent int32, h *home) bool {
	if s := &t.small[parent]; s.bits != 0 {
		return t.narrowBits(parent, s.bits&^h.whenBits)
	}
	d := t.dom[parent]
	switch {
	case d.Within(h.when):
		return false
	case d.Lo >= h.when.Lo && d.Lo <= h.when.Hi:
		return t.narrow(parent, interval.Of(h.when.Hi+1, d.Hi))
	case d.Hi <= h.when.Hi && d.Hi >= h.when.Lo:
		return t.narrow(parent, interval.Of(d.Lo, h.when.Lo-1))
	}
	return true
}

// meets reports whether variable n may have a value among bits or, when it is
// not small, in v.
func (t *net) meets(n int32, bits uint64, v interval.Interval) bool {
	if s := &t.small[n]; s.bits != 0 {
		return s.bits&bits != 0
	}
	if t.dom[n].Disjoint(v) {
		return false
	}
	if spans := t.small[n].spans; spans != nil {
		w := snap(spans, t.dom[n].Meet(v))
		return w.Lo <= w.Hi
	}
	return true
}
