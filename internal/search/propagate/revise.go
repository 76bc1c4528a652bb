package propagate

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// revise narrows the domains around cell n; false if one becomes empty. It may leave work to a
// further call, for which it queues the cell again.
func (t *Net) revise(n int32) bool {
	c := &t.Cells[n]
	return propagators[c.Op](t, n, c)
}

// reviseAnd revises And. With flip 1 it revises Or, which is And with true and false exchanged.
func (t *Net) reviseAnd(n, a, b int32, flip int64) bool {
	yes, no := interval.Of(1-flip, 1-flip), interval.Of(flip, flip)
	x, y := t.Dom[a], t.Dom[b]
	switch {
	case x == no || y == no:
		return t.Narrow(n, no)
	case x == yes && y == yes:
		return t.Narrow(n, yes)
	}
	switch v := t.Dom[n]; {
	case v == yes:
		return t.Narrow(a, yes) && t.Narrow(b, yes)
	case v == no && x == yes:
		return t.Narrow(b, no)
	case v == no && (y == yes || a == b):
		return t.Narrow(a, no)
	}
	return true
}

func (t *Net) reviseIte(n int32, c *Cell) bool {
	if v := t.Dom[n]; t.Dom[c.A] == interval.Unknown {
		if v.Disjoint(t.Dom[c.B]) && !t.Narrow(c.A, interval.Of(0, 0)) {
			return false
		}
		if v.Disjoint(t.Dom[c.C]) && !t.Narrow(c.A, interval.Of(1, 1)) {
			return false
		}
	}
	switch t.Dom[c.A] {
	case interval.Of(1, 1):
		return t.same(n, c.B)
	case interval.Of(0, 0):
		return t.same(n, c.C)
	}
	v := t.Dom[n]
	return t.Narrow(n, v.Meet(t.Dom[c.B]).Hull(v.Meet(t.Dom[c.C])))
}

// same makes a and b have one domain.
func (t *Net) same(a, b int32) bool {
	if t.Dom[a] == t.Dom[b] && (a >= t.Vars || b >= t.Vars) {
		return true
	}
	if !t.Narrow(a, t.Dom[b]) || !t.Narrow(b, t.Dom[a]) || !t.Narrow(a, t.Dom[b]) {
		return false
	}
	if a < t.Vars && b < t.Vars {
		return t.sameBits(a, b)
	}
	return true
}

func (t *Net) sameBits(a, b int32) bool {
	s, u := &t.Small[a], &t.Small[b]
	if s.Bits == 0 || u.Bits == 0 {
		return true
	}
	d := s.Base - u.Base
	set := s.Bits & shift(u.Bits, -d)
	return t.NarrowBits(a, set) && t.NarrowBits(b, shift(set, d))
}

// shift shifts the bits up by d, or down if d is negative.
func shift(set uint64, d int64) uint64 {
	if d >= 0 {
		return set << uint64(d)
	}
	return set >> -uint64(d)
}

func (t *Net) reviseEq(n int32, c *Cell) bool {
	if c.A == c.B {
		return t.Narrow(n, interval.Of(1, 1))
	}
	x, y := t.Dom[c.A], t.Dom[c.B]
	v := interval.Equal(x, y)
	if v == interval.Unknown {
		switch {
		case x.Fixed() && !t.Has(c.B, x.Lo) || y.Fixed() && !t.Has(c.A, y.Lo):
			v = interval.Of(0, 0)
		}
	}
	if !t.Narrow(n, v) {
		return false
	}
	switch t.Dom[n] {
	case interval.Of(1, 1):
		return t.same(c.A, c.B)
	case interval.Of(0, 0):
		return t.differ(c.A, c.B, 0)
	}
	return true
}

// differ narrows a and b so that a != b + d.
func (t *Net) differ(a, b int32, d int64) bool {
	if y := t.Dom[b]; y.Fixed() {
		x, ok := interval.AddInt(y.Lo, d)
		return !ok || t.remove(a, x)
	}
	if x := t.Dom[a]; x.Fixed() {
		y, ok := interval.SubInt(x.Lo, d)
		return !ok || t.remove(b, y)
	}
	return true
}

// reviseLt revises n == (a < b), or its negation with flip 1.
func (t *Net) reviseLt(n, a, b int32, flip int64) bool {
	x, y := t.Dom[a], t.Dom[b]
	v := interval.Before(x, y)
	if flip == 1 {
		v = interval.Of(1-v.Hi, 1-v.Lo)
	}
	if !t.Narrow(n, v) {
		return false
	}
	if v != interval.Unknown || t.Dom[n] == interval.Unknown {
		return true
	}
	// The domains do not decide the comparison, so none of the sums below overflows an int64.
	if t.Dom[n].Lo != flip {
		return t.Narrow(a, interval.Of(x.Lo, y.Hi-1)) && t.Narrow(b, interval.Of(x.Lo+1, y.Hi))
	}
	return t.Narrow(b, interval.Of(y.Lo, x.Hi)) && t.Narrow(a, interval.Of(y.Lo, x.Hi))
}

func (t *Net) reviseMember(n int32, c *Cell) bool {
	s := t.Small[c.A].Bits
	switch {
	case s&c.Set == 0:
		return t.Narrow(n, interval.Of(0, 0))
	case s&^c.Set == 0:
		return t.Narrow(n, interval.Of(1, 1))
	}
	switch t.Dom[n] {
	case interval.Of(1, 1):
		return t.NarrowBits(c.A, s&c.Set)
	case interval.Of(0, 0):
		return t.NarrowBits(c.A, s&^c.Set)
	}
	return true
}

// reviseArith goes forward for every operation, and backward for those with a known inverse.
func (t *Net) reviseArith(n int32, c *Cell) bool {
	b := c.B
	if b < 0 {
		b = c.A
	}
	x, y := t.Dom[c.A], t.Dom[b]
	if !t.Narrow(n, interval.OfOp(c.Op, c.Kind, c.KindA, c.KindB, x, y)) {
		return false
	}
	switch {
	case x.Fixed() && y.Fixed():
		return true
	case c.A == b && c.Op == form.Mul:
		return t.root(c, n)
	case c.A == b && c.Op != form.Conv:
		return true
	}
	return t.modular(c, n) && t.cyclic(c, n) && t.bitwise(c, n) && t.inverse(c, t.Dom[n], x, y)
}

// Wraps reports whether the result of an operation may differ from that over the integers.
func (t *Net) Wraps(c *Cell) bool {
	x, ok := interval.Numbers(c.KindA, t.Dom[c.A])
	if !ok {
		return true
	}
	y := x
	if c.B >= 0 {
		if y, ok = interval.Numbers(c.KindB, t.Dom[c.B]); !ok {
			return true
		}
	}
	z, ok := interval.Exact(c.Op, x, y)
	if !ok {
		return true
	}
	_, ok = interval.Keys(c.Kind, z)
	return !ok
}
