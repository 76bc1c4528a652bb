package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// revise narrows the domains around cell n; false when one becomes empty. It
// may leave work to a further call, for which it queues the cell again.
func (t *net) revise(n int32) bool {
	c := &t.cells[n]
	switch c.op {
	case form.Const, form.Ref, opVar:
		return true
	case form.Not:
		v := t.dom[c.a]
		if !t.narrow(n, interval.Of(1-v.Hi, 1-v.Lo)) {
			return false
		}
		v = t.dom[n]
		return t.narrow(c.a, interval.Of(1-v.Hi, 1-v.Lo))
	case form.And:
		return t.reviseAnd(n, c.a, c.b, 0)
	case form.Or:
		return t.reviseAnd(n, c.a, c.b, 1)
	case form.Ite:
		return t.reviseIte(n, c)
	case form.Eq:
		return t.reviseEq(n, c)
	case form.Lt:
		return t.reviseLt(n, c.a, c.b, 0)
	case form.Le:
		return t.reviseLt(n, c.b, c.a, 1)
	case opMember:
		return t.reviseMember(n, c)
	case opDiffLe:
		return t.reviseDiffLe(c.a, c.b, c.val)
	case opDiffNe:
		return t.reviseDiffNe(c.a, c.b, c.val)
	case opDiffEq:
		return t.reviseDiffEq(c.a, c.b, c.val)
	case opRealized:
		return t.reviseRealized(n, c)
	case opSizes:
		return t.reviseSizes(n, c)
	}
	return t.reviseArith(n, c)
}

// reviseAnd is And; with flip 1 it is Or, where true and false change places.
func (t *net) reviseAnd(n, a, b int32, flip int64) bool {
	yes, no := interval.Of(1-flip, 1-flip), interval.Of(flip, flip)
	x, y := t.dom[a], t.dom[b]
	switch {
	case x == no || y == no:
		return t.narrow(n, no)
	case x == yes && y == yes:
		return t.narrow(n, yes)
	}
	switch v := t.dom[n]; {
	case v == yes:
		return t.narrow(a, yes) && t.narrow(b, yes)
	case v == no && x == yes:
		return t.narrow(b, no)
	case v == no && (y == yes || a == b):
		return t.narrow(a, no)
	}
	return true
}

func (t *net) reviseIte(n int32, c *cell) bool {
	if v := t.dom[n]; t.dom[c.a] == interval.Unknown {
		if v.Disjoint(t.dom[c.b]) && !t.narrow(c.a, interval.Of(0, 0)) {
			return false
		}
		if v.Disjoint(t.dom[c.c]) && !t.narrow(c.a, interval.Of(1, 1)) {
			return false
		}
	}
	switch t.dom[c.a] {
	case interval.Of(1, 1):
		return t.same(n, c.b)
	case interval.Of(0, 0):
		return t.same(n, c.c)
	}
	v := t.dom[n]
	return t.narrow(n, v.Meet(t.dom[c.b]).Hull(v.Meet(t.dom[c.c])))
}

// same makes two domains one.
func (t *net) same(a, b int32) bool {
	if t.dom[a] == t.dom[b] && (a >= t.vars || b >= t.vars) {
		return true
	}
	if !t.narrow(a, t.dom[b]) || !t.narrow(b, t.dom[a]) || !t.narrow(a, t.dom[b]) {
		return false
	}
	if a < t.vars && b < t.vars {
		return t.sameBits(a, b)
	}
	return true
}

func (t *net) sameBits(a, b int32) bool {
	s, u := &t.small[a], &t.small[b]
	if s.bits == 0 || u.bits == 0 {
		return true
	}
	d := s.base - u.base
	set := s.bits & shift(u.bits, -d)
	return t.narrowBits(a, set) && t.narrowBits(b, shift(set, d))
}

// shift moves the bits up by d, or down where d is negative.
func shift(set uint64, d int64) uint64 {
	if d >= 0 {
		return set << uint64(d)
	}
	return set >> -uint64(d)
}

func (t *net) reviseEq(n int32, c *cell) bool {
	if c.a == c.b {
		return t.narrow(n, interval.Of(1, 1))
	}
	x, y := t.dom[c.a], t.dom[c.b]
	v := interval.Equal(x, y)
	if v == interval.Unknown {
		switch {
		case x.Fixed() && !t.has(c.b, x.Lo) || y.Fixed() && !t.has(c.a, y.Lo):
			v = interval.Of(0, 0)
		}
	}
	if !t.narrow(n, v) {
		return false
	}
	switch t.dom[n] {
	case interval.Of(1, 1):
		return t.same(c.a, c.b)
	case interval.Of(0, 0):
		return t.differ(c.a, c.b, 0)
	}
	return true
}

// differ makes a and b + d differ.
func (t *net) differ(a, b int32, d int64) bool {
	if y := t.dom[b]; y.Fixed() {
		x, ok := interval.AddInt(y.Lo, d)
		return !ok || t.remove(a, x)
	}
	if x := t.dom[a]; x.Fixed() {
		y, ok := interval.SubInt(x.Lo, d)
		return !ok || t.remove(b, y)
	}
	return true
}

// reviseLt is a < b; with flip 1 it is its negation.
func (t *net) reviseLt(n, a, b int32, flip int64) bool {
	x, y := t.dom[a], t.dom[b]
	v := interval.Before(x, y)
	if flip == 1 {
		v = interval.Of(1-v.Hi, 1-v.Lo)
	}
	if !t.narrow(n, v) {
		return false
	}
	if v != interval.Unknown || t.dom[n] == interval.Unknown {
		return true
	}
	// As the comparison was not decided by the domains, none of the sums
	// below leaves the int64.
	if t.dom[n].Lo != flip {
		return t.narrow(a, interval.Of(x.Lo, y.Hi-1)) && t.narrow(b, interval.Of(x.Lo+1, y.Hi))
	}
	return t.narrow(b, interval.Of(y.Lo, x.Hi)) && t.narrow(a, interval.Of(y.Lo, x.Hi))
}

func (t *net) reviseMember(n int32, c *cell) bool {
	s := t.small[c.a].bits
	switch {
	case s&c.set == 0:
		return t.narrow(n, interval.Of(0, 0))
	case s&^c.set == 0:
		return t.narrow(n, interval.Of(1, 1))
	}
	switch t.dom[n] {
	case interval.Of(1, 1):
		return t.narrowBits(c.a, s&c.set)
	case interval.Of(0, 0):
		return t.narrowBits(c.a, s&^c.set)
	}
	return true
}

func (t *net) reviseDiffLe(a, b int32, d int64) bool {
	if hi, ok := interval.SubInt(t.dom[b].Hi, d); ok {
		if !t.narrow(a, interval.Of(interval.SignBit, hi)) {
			return false
		}
	} else if d > 0 {
		return false
	}
	if lo, ok := interval.AddInt(t.dom[a].Lo, d); ok {
		return t.narrow(b, interval.Of(lo, ^interval.SignBit))
	}
	return d < 0
}

func (t *net) reviseDiffNe(a, b int32, d int64) bool {
	if t.dom[a].Fixed() && t.dom[b].Fixed() {
		x, ok := interval.AddInt(t.dom[b].Lo, d)
		return !ok || x != t.dom[a].Lo
	}
	return t.differ(a, b, d)
}

// reviseDiffEq: the offsets are such that no sum leaves the int64.
func (t *net) reviseDiffEq(a, b int32, d int64) bool {
	for range 2 {
		y := t.dom[b]
		if !t.narrow(a, interval.Of(y.Lo+d, y.Hi+d)) {
			return false
		}
		x := t.dom[a]
		if !t.narrow(b, interval.Of(x.Lo-d, x.Hi-d)) {
			return false
		}
	}
	s, u := &t.small[a], &t.small[b]
	if s.bits == 0 || u.bits == 0 {
		return true
	}
	by := s.base - d - u.base
	set := s.bits & shift(u.bits, -by)
	return t.narrowBits(a, set) && t.narrowBits(b, shift(set, by))
}

// reviseArith goes forward for every operation and backward for those whose
// inverse is known, where no wrap-around is possible.
func (t *net) reviseArith(n int32, c *cell) bool {
	b := c.b
	if b < 0 {
		b = c.a
	}
	x, y := t.dom[c.a], t.dom[b]
	if !t.narrow(n, interval.OfOp(c.op, c.kind, c.ka, c.kb, x, y)) {
		return false
	}
	switch {
	case x.Fixed() && y.Fixed():
		return true
	case c.a == b && c.op == form.Mul:
		return t.root(c, n)
	case c.a == b && c.op != form.Conv:
		return true
	}
	return t.modular(c, n) && t.cyclic(c, n) && t.bitwise(c, n) && t.inverse(c, t.dom[n], x, y)
}
