package propagate

import (
	"math/bits"
	"sort"

	"github.com/rtest-dev/rtest/internal/search/interval"
)

// Most returns an upper bound for the number of values of variable x, less one.
func (t *Net) Most(x int32) uint64 {
	if s := &t.Small[x]; s.Bits != 0 {
		return uint64(bits.OnesCount64(s.Bits) - 1)
	}
	return t.Dom[x].Width()
}

// EachValue calls f with the values of variable x until f returns true. It reports whether f did.
func (t *Net) EachValue(x int32, f func(k int64) bool) bool {
	if s := &t.Small[x]; s.Bits != 0 {
		for set := s.Bits; set != 0; set &= set - 1 {
			if f(s.Base + int64(bits.TrailingZeros64(set))) {
				return true
			}
		}
		return false
	}
	for k := t.Dom[x].Lo; ; k++ {
		if f(k) {
			return true
		}
		if k == t.Dom[x].Hi {
			return false
		}
	}
}

// Put decides a cell without waking any cells. It returns false if the value is not in its domain.
func (t *Net) Put(n int32, value int64) bool {
	v := t.Dom[n]
	switch {
	case !t.Has(n, value):
		return false
	case v.Fixed():
		return true
	}
	was := Change{N: n, Dom: v}
	if n < t.Vars && t.Small[n].Bits != 0 {
		was.Bits = t.Small[n].Bits
		t.Small[n].Bits = 1 << uint64(value-t.Small[n].Base)
	}
	t.Trail = append(t.Trail, was)
	t.Dom[n] = interval.Of(value, value)
	return true
}

// Has reports whether x is in the domain of n, as far as the domain can express it.
func (t *Net) Has(n int32, x int64) bool {
	if !t.Dom[n].Contains(x) {
		return false
	}
	if n < t.Vars {
		s := &t.Small[n]
		if s.Bits != 0 {
			return s.Bits>>uint64(x-s.Base)&1 != 0
		}
		if s.Spans != nil {
			v := Snap(s.Spans, interval.Of(x, x))
			return v.Lo <= v.Hi
		}
	}
	return true
}

// remove removes one value from the domain of n if the domain can express that. It returns false if
// none is left.
func (t *Net) remove(n int32, x int64) bool {
	d := t.Dom[n]
	if !d.Contains(x) {
		return true
	}
	if n < t.Vars {
		if s := &t.Small[n]; s.Bits != 0 {
			return t.NarrowBits(n, s.Bits&^(1<<uint64(x-s.Base)))
		}
	}
	switch {
	case d.Lo == d.Hi:
		return false
	case x == d.Lo:
		return t.Narrow(n, interval.Of(x+1, d.Hi))
	case x == d.Hi:
		return t.Narrow(n, interval.Of(d.Lo, x-1))
	}
	return true
}

// Snap returns the least interval that contains the values of v in spans, which ascend and are apart.
// It is empty if there are none.
func Snap(spans []interval.Interval, v interval.Interval) interval.Interval {
	// The first span that does not end before v, and the first that begins behind it.
	from := sort.Search(len(spans), func(i int) bool { return spans[i].Hi >= v.Lo })
	to := from + sort.Search(len(spans)-from, func(i int) bool { return spans[from+i].Lo > v.Hi })
	if v.Lo > v.Hi || from == to {
		return interval.Of(1, 0)
	}
	return interval.Of(max(v.Lo, spans[from].Lo), min(v.Hi, spans[to-1].Hi))
}

// BitRun returns the bits lo..hi.
func BitRun(lo, hi uint64) uint64 { return (^uint64(0) << lo) & (^uint64(0) >> (63 - hi)) }

// Shrink removes the values outside w from the domain of variable x without waking any cells. ok is
// false if no value is left.
func (t *Net) Shrink(x int32, w interval.Interval) (changed, ok bool) {
	d := t.Dom[x]
	if w.Lo <= d.Lo && w.Hi >= d.Hi {
		return false, true
	}
	v := d.Meet(w)
	if v.Lo > v.Hi {
		return false, false
	}
	s := &t.Small[x]
	was := Change{N: x, Dom: d}
	switch {
	case s.Bits != 0:
		set := s.Bits & BitRun(uint64(v.Lo-s.Base), uint64(v.Hi-s.Base))
		if set == 0 {
			return false, false
		}
		was.Bits, s.Bits = s.Bits, set
		v = s.Hull()
	case s.Spans != nil:
		if v = Snap(s.Spans, v); v.Lo > v.Hi {
			return false, false
		}
	}
	t.Trail = append(t.Trail, was)
	t.Dom[x] = v
	return true, true
}

// Hull returns the interval from the least to the greatest value of a small domain.
func (s *Small) Hull() interval.Interval {
	return interval.Of(s.Base+int64(bits.TrailingZeros64(s.Bits)), s.Base+int64(63-bits.LeadingZeros64(s.Bits)))
}
