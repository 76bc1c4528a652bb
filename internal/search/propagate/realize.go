package propagate

import "github.com/rtest-dev/rtest/internal/search/interval"

// The hierarchy of a net holds what is known about each of its variables: under which value of its
// parent it is realized, and its domain then. It also holds what it adds to the size of the input.
type hierarchy struct {
	Vars  []varInfo
	sums  []sum
	Drops *drops
}

// A varInfo holds these facts for one variable. While a variable may still turn out not to be
// realized, its domain includes its default. A varInfo has the domain without it: the values that
// the level of the form allows.
type varInfo struct {
	When       interval.Interval // keys of the parent's values that realize it
	whenBits   uint64            // the same as bits, for a small parent
	Bits       uint64            // the domain when realized, for a small variable
	Spans      []interval.Interval
	hull       interval.Interval
	empty      bool  // cannot be realized within the level
	defaultKey int64 // key of the default
}

// reviseRealized revises a cell that is true if variable A is realized. B is its parent, C the same
// cell of the parent; both are -1 at the top.
func (t *Net) reviseRealized(n int32, c *Cell) bool {
	h := &t.Hierarchy.Vars[c.Val]
	if c.B >= 0 && t.Hierarchy.Drops.IsDropped[c.B] {
		return t.Dom[n].Lo == 0
	}
	if h.empty && !t.Narrow(n, interval.Of(0, 0)) {
		return false
	}
	if c.B >= 0 && !t.reviseParent(n, c, h) {
		return false
	}
	if t.Dom[n] == interval.Unknown {
		if !t.Has(c.A, h.defaultKey) && !t.Narrow(n, interval.Of(1, 1)) {
			return false
		}
		if !t.meets(c.A, h.Bits, h.hull) && !t.Narrow(n, interval.Of(0, 0)) {
			return false
		}
	}
	switch t.Dom[n] {
	case interval.Of(0, 0):
		return t.drop(c.A)
	case interval.Of(1, 1):
		if s := &t.Small[c.A]; s.Bits != 0 {
			return t.NarrowBits(c.A, s.Bits&h.Bits)
		}
		v := Snap(h.Spans, t.Dom[c.A])
		return v.Lo <= v.Hi && t.Narrow(c.A, v)
	}
	return true
}

// reviseParent ties the cell to the value of the parent.
func (t *Net) reviseParent(n int32, c *Cell, h *varInfo) bool {
	s := &t.Small[c.B]
	var inside bool // every value of the parent realizes the variable
	if s.Bits != 0 {
		inside = s.Bits&^h.whenBits == 0
	} else {
		inside = t.Dom[c.B].Within(h.When)
	}
	switch up := t.Dom[c.C]; {
	case up.Hi == 0 || !t.meets(c.B, h.whenBits, h.When):
		return t.Narrow(n, interval.Of(0, 0))
	case up.Lo == 1 && inside:
		return t.Narrow(n, interval.Of(1, 1))
	}
	switch t.Dom[n] {
	case interval.Of(1, 1):
		if !t.Narrow(c.C, interval.Of(1, 1)) {
			return false
		}
		if s.Bits != 0 {
			return t.NarrowBits(c.B, s.Bits&h.whenBits)
		}
		return t.Narrow(c.B, h.When)
	case interval.Of(0, 0):
		if t.Dom[c.C].Lo == 1 {
			return t.avoid(c.B, h)
		}
		if inside {
			return t.Narrow(c.C, interval.Of(0, 0))
		}
	}
	return true
}

// avoid removes the values of h.When from the domain of the parent.
func (t *Net) avoid(parent int32, h *varInfo) bool {
	if s := &t.Small[parent]; s.Bits != 0 {
		return t.NarrowBits(parent, s.Bits&^h.whenBits)
	}
	d := t.Dom[parent]
	switch {
	case d.Within(h.When):
		return false
	case d.Lo >= h.When.Lo && d.Lo <= h.When.Hi:
		return t.Narrow(parent, interval.Of(h.When.Hi+1, d.Hi))
	case d.Hi <= h.When.Hi && d.Hi >= h.When.Lo:
		return t.Narrow(parent, interval.Of(d.Lo, h.When.Lo-1))
	}
	return true
}

// meets reports whether variable n may have a value in bits or, if it is not small, in v.
func (t *Net) meets(n int32, bits uint64, v interval.Interval) bool {
	if s := &t.Small[n]; s.Bits != 0 {
		return s.Bits&bits != 0
	}
	if t.Dom[n].Disjoint(v) {
		return false
	}
	if spans := t.Small[n].Spans; spans != nil {
		w := Snap(spans, t.Dom[n].Meet(v))
		return w.Lo <= w.Hi
	}
	return true
}
