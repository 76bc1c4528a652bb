package search

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// A drawing makes a search try alternatives and values in a random order.
type drawing struct {
	rand    *form.SplitMix
	focus   int64
	focused bool
	// runs says that a variable gets the value of the one before it more often
	// than not, where it can have it: last, as a key. Elements that differ all
	// do not show what is wrong with many equal ones. One of breaks variables does
	// not; 0 is none, as only rows that are equal from end to end are longer than what
	// a count of equal ones has room for.
	runs, some bool
	breaks     uint64
	last       int64
	// near says that a variable often gets a value that is equal to one of its kind
	// drawn before, next to it, or its opposite: as numbers that are compared, and
	// bounds, are where it matters. Had are the last of these, as keys.
	near bool
	had  [form.Uint64 + 1][]int64
	// partial says that not all values of some variable were tried.
	partial bool
}

// order gives the indices of n alternatives in a random order.
func (d *drawing) order(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := int(d.rand.Below(uint64(i + 1)))
		p[i] = p[j]
		p[j] = i
	}
	return p
}

// drawnValues is how many values of one variable are tried in one draw.
const drawnValues = 64

// values gives keys of the domain of variable x of the residual in a random
// order: all of them when there are few.
func (d *drawing) values(r *residual, x int32) *lottery {
	l := &lottery{spans: r.spans(x)}
	for _, v := range l.spans {
		l.all += uint64(v.Hi-v.Lo) + 1
	}
	var first []int64
	if k := interval.Key(r.t.cells[x].kind, d.focus); d.focused && r.t.has(x, k) && d.rand.Next()&1 == 0 {
		first = append(first, k)
	}
	if l.all != 0 && l.all <= drawnValues {
		l.keys = shuffled(l.spans, int(l.all), d.rand)
	} else {
		d.partial = true
		l.rand, l.left = *d.rand, drawnValues
		d.rand.Skip(drawnValues)
		if d.rand.Below(drawEnds) == 0 {
			first = append(first, end(l.spans, d.rand))
		}
	}
	if d.runs && d.some && r.t.has(x, d.last) && (d.breaks == 0 || d.rand.Below(d.breaks) > 0) {
		first = append([]int64{d.last}, first...)
	}
	if k, ok := d.beside(r, x); ok {
		first = append([]int64{k}, first...)
	}
	l.keys, l.given = append(first, l.keys...), make([]int64, 0, len(first)+1)
	if k, ok := l.peek(); ok {
		d.last, d.some = k, true
		if d.near {
			had := &d.had[r.t.cells[x].kind]
			*had = append((*had)[max(0, len(*had)-drawKept+1):], k)
		}
	}
	return l
}

// shuffled gives the n keys of spans in a random order.
func shuffled(spans []interval.Interval, n int, rand *form.SplitMix) []int64 {
	out := make([]int64, 0, n)
	for _, v := range spans {
		for k := v.Lo; ; k++ {
			out = append(out, k)
			if k == v.Hi {
				break
			}
		}
	}
	for i := len(out) - 1; i > 0; i-- {
		j := rand.Below(uint64(i + 1))
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// spans gives the domain of variable x of the residual as ascending spans.
func (r *residual) spans(x int32) []interval.Interval {
	d := r.t.dom[x]
	s := &r.t.small[x]
	if s.bits == 0 {
		if s.spans == nil {
			return []interval.Interval{d}
		}
		var out []interval.Interval
		for _, v := range s.spans {
			if w := v.Meet(d); w.Lo <= w.Hi {
				out = append(out, w)
			}
		}
		return out
	}
	var out []interval.Interval
	for b := s.bits; b != 0; {
		i := bits.TrailingZeros64(b)
		n := bits.TrailingZeros64(^(b >> i))
		out = append(out, interval.Of(s.base+int64(i), s.base+int64(i+n-1)))
		b &^= run(uint64(i), uint64(i+n-1))
	}
	return out
}
