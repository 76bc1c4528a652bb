package search

import (
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
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
	if k := interval.Key(r.t.Cells[x].Kind, d.focus); d.focused && r.t.Has(x, k) && d.rand.Next()&1 == 0 {
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
	if d.runs && d.some && r.t.Has(x, d.last) && (d.breaks == 0 || d.rand.Below(d.breaks) > 0) {
		first = append([]int64{d.last}, first...)
	}
	if k, ok := d.beside(r, x); ok {
		first = append([]int64{k}, first...)
	}
	l.keys, l.given = append(first, l.keys...), make([]int64, 0, len(first)+1)
	if k, ok := l.peek(); ok {
		d.last, d.some = k, true
		if d.near {
			had := &d.had[r.t.Cells[x].Kind]
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
	d := r.t.Dom[x]
	s := &r.t.Small[x]
	if s.Bits == 0 {
		if s.Spans == nil {
			return []interval.Interval{d}
		}
		var out []interval.Interval
		for _, v := range s.Spans {
			if w := v.Meet(d); w.Lo <= w.Hi {
				out = append(out, w)
			}
		}
		return out
	}
	var out []interval.Interval
	for b := s.Bits; b != 0; {
		i := bits.TrailingZeros64(b)
		n := bits.TrailingZeros64(^(b >> i))
		out = append(out, interval.Of(s.Base+int64(i), s.Base+int64(i+n-1)))
		b &^= propagate.BitRun(uint64(i), uint64(i+n-1))
	}
	return out
}

// beside gives, every other time, a key of the domain of variable x that is near
// one of those drawn before.
func (d *drawing) beside(r *residual, x int32) (k int64, ok bool) {
	had := d.had[r.t.Cells[x].Kind]
	if len(had) == 0 || d.rand.Next()&1 == 0 {
		return 0, false
	}
	k = had[d.rand.Below(uint64(len(had)))]
	switch d.rand.Below(5) {
	case 0:
		k--
	case 1:
		k++
	case 2:
		k = -k
	}
	return k, r.t.Has(x, k)
}

// end gives the least or the greatest of what spans hold, or what is next to it:
// what a precondition confines fails there.
func end(spans []interval.Interval, rand *form.SplitMix) int64 {
	n, first, last := len(spans), spans[0], spans[len(spans)-1]
	switch at := rand.Below(4); {
	case at == 0:
		return first.Lo
	case at == 1:
		return last.Hi
	case at == 2 && first.Lo < first.Hi:
		return first.Lo + 1
	case at == 2:
		return spans[min(1, n-1)].Lo
	case last.Lo < last.Hi:
		return last.Hi - 1
	}
	return spans[max(0, n-2)].Hi
}

// A lottery gives keys in a random order, each once: some that are known, then
// some that are drawn when they are asked for. Most often one is enough.
type lottery struct {
	keys, given []int64
	// From spans, which have all keys together, 0 for 2^64, left are still drawn.
	spans []interval.Interval
	all   uint64
	left  int
	rand  form.SplitMix
}

// next gives the next key; not ok at the end.
func (l *lottery) next() (k int64, ok bool) {
	if k, ok = l.peek(); ok {
		l.given = append(l.given, k)
	}
	return k, ok
}

// peek gives the key that is next, without going past it.
func (l *lottery) peek() (k int64, ok bool) {
	for {
		if len(l.keys) == 0 && !l.draw() {
			return 0, false
		}
		if k = l.keys[0]; !slices.Contains(l.given, k) {
			return k, true
		}
		l.keys = l.keys[1:]
	}
}

// draw adds a key, where one is left to be drawn.
func (l *lottery) draw() bool {
	if l.left == 0 || len(l.spans) == 0 {
		return false
	}
	l.left--
	at := l.rand.Next()
	if l.all != 0 {
		at, _ = bits.Mul64(at, l.all)
	}
	for _, v := range l.spans {
		w := uint64(v.Hi - v.Lo)
		if at <= w {
			l.keys = append(l.keys, v.Lo+int64(at))
			break
		}
		at -= w + 1
	}
	return true
}
