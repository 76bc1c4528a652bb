package propagate

import "github.com/rtest-dev/rtest/internal/search/interval"

// IsDifference reports whether the cell asserts a difference of its arguments.
func (c *Cell) IsDifference() bool { return OpDiffLe <= c.Op && c.Op <= OpDiffEq }

// DifferenceHolds reports whether a difference follows from the domains.
func (t *Net) DifferenceHolds(c *Cell) bool {
	x, y := t.Dom[c.A], t.Dom[c.B]
	switch c.Op {
	case OpDiffLe:
		hi, ok := interval.AddInt(x.Hi, c.Val)
		return ok && hi <= y.Lo
	case OpDiffNe:
		lo, ok1 := interval.AddInt(y.Lo, c.Val)
		hi, ok2 := interval.AddInt(y.Hi, c.Val)
		switch {
		case !ok1 || !ok2:
			return false
		case lo == hi:
			return !t.Has(c.A, lo)
		case x.Fixed():
			return !t.Has(c.B, x.Lo-c.Val)
		}
		return x.Disjoint(interval.Of(lo, hi))
	}
	lo, ok := interval.AddInt(y.Lo, c.Val)
	return x.Fixed() && y.Fixed() && ok && lo == x.Lo
}

func (t *Net) reviseDiffLe(a, b int32, d int64) bool {
	if hi, ok := interval.SubInt(t.Dom[b].Hi, d); ok {
		if !t.Narrow(a, interval.Of(interval.SignBit, hi)) {
			return false
		}
	} else if d > 0 {
		return false
	}
	if lo, ok := interval.AddInt(t.Dom[a].Lo, d); ok {
		return t.Narrow(b, interval.Of(lo, ^interval.SignBit))
	}
	return d < 0
}

func (t *Net) reviseDiffNe(a, b int32, d int64) bool {
	if t.Dom[a].Fixed() && t.Dom[b].Fixed() {
		x, ok := interval.AddInt(t.Dom[b].Lo, d)
		return !ok || x != t.Dom[a].Lo
	}
	return t.differ(a, b, d)
}

// reviseDiffEq narrows a == b + d. No sum of a value and an offset overflows an int64.
func (t *Net) reviseDiffEq(a, b int32, d int64) bool {
	for range 2 {
		y := t.Dom[b]
		if !t.Narrow(a, interval.Of(y.Lo+d, y.Hi+d)) {
			return false
		}
		x := t.Dom[a]
		if !t.Narrow(b, interval.Of(x.Lo-d, x.Hi-d)) {
			return false
		}
	}
	s, u := &t.Small[a], &t.Small[b]
	if s.Bits == 0 || u.Bits == 0 {
		return true
	}
	by := s.Base - d - u.Base
	set := s.Bits & shift(u.Bits, -by)
	return t.NarrowBits(a, set) && t.NarrowBits(b, shift(set, by))
}
