package search

import (
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// A drawing makes the search try alternatives and values in a random order.
type drawing struct {
	rand    *form.SplitMix
	focus   int64
	focused bool
	// runs makes a variable repeat the value of the one before it, the key last, in most cases.
	// Many equal elements show faults that distinct ones do not. One in runLength variables starts
	// a new run. With runLength 0 a run never ends: only rows that are equal from end to end
	// overflow a counter of equal elements.
	runs, hasLast bool
	runLength     uint64
	last          int64
	// near often gives a variable a value that is equal to, next to, or the opposite of one drawn
	// before for the same kind. Comparisons and bounds are decided there. recent are the last
	// values drawn, as keys, by kind.
	near   bool
	recent [form.Uint64 + 1][]int64
	// partial is set when some variable did not get to try all its values.
	partial bool
}

// order returns the numbers below n in a random order.
func (d *drawing) order(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := int(d.rand.Below(uint64(i + 1)))
		p[i] = p[j]
		p[j] = i
	}
	return p
}

// drawnValues is the number of values tried for one variable in one draw.
const drawnValues = 64

// values returns keys of the domain of variable x of the residual in a random order. If there are
// at most drawnValues, it returns all of them.
func (d *drawing) values(r *residual, x int32) *lottery {
	l := &lottery{spans: r.spans(x)}
	for _, v := range l.spans {
		l.total += uint64(v.Hi-v.Lo) + 1
	}
	var first []int64
	if k := interval.Key(r.net.Cells[x].Kind, d.focus); d.focused && r.net.Has(x, k) && d.rand.Next()&1 == 0 {
		first = append(first, k)
	}
	if l.total != 0 && l.total <= drawnValues {
		l.keys = shuffled(l.spans, int(l.total), d.rand)
	} else {
		d.partial = true
		l.rand, l.drawsLeft = *d.rand, drawnValues
		d.rand.Skip(drawnValues)
		if d.rand.Below(drawEnds) == 0 {
			first = append(first, endKey(l.spans, d.rand))
		}
	}
	if d.runs && d.hasLast && r.net.Has(x, d.last) && (d.runLength == 0 || d.rand.Below(d.runLength) > 0) {
		first = append([]int64{d.last}, first...)
	}
	if k, ok := d.nearRecent(r, x); ok {
		first = append([]int64{k}, first...)
	}
	l.keys, l.yielded = append(first, l.keys...), make([]int64, 0, len(first)+1)
	if k, ok := l.peek(); ok {
		d.last, d.hasLast = k, true
		if d.near {
			had := &d.recent[r.net.Cells[x].Kind]
			*had = append((*had)[max(0, len(*had)-drawKept+1):], k)
		}
	}
	return l
}

// shuffled returns the n keys in spans in a random order.
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

// spans returns the domain of variable x of the residual as ascending spans.
func (r *residual) spans(x int32) []interval.Interval {
	d := r.net.Dom[x]
	s := &r.net.Small[x]
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

// nearRecent returns, in half of the cases, a key near one of those drawn before, if variable x may
// have it.
func (d *drawing) nearRecent(r *residual, x int32) (k int64, ok bool) {
	had := d.recent[r.net.Cells[x].Kind]
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
	return k, r.net.Has(x, k)
}

// endKey returns the least or the greatest key in spans, or the key next to it. A value that a
// precondition allows only just is often at such an end.
func endKey(spans []interval.Interval, rand *form.SplitMix) int64 {
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

// A lottery yields keys in a random order, each once. First come the keys that are given, then keys
// drawn on demand. Usually one is enough.
type lottery struct {
	keys, yielded []int64
	// spans hold the keys to draw from. total is their number; 0 stands for 2^64. drawsLeft is how
	// many draws remain.
	spans     []interval.Interval
	total     uint64
	drawsLeft int
	rand      form.SplitMix
}

// next returns the next key; ok is false at the end.
func (l *lottery) next() (k int64, ok bool) {
	if k, ok = l.peek(); ok {
		l.yielded = append(l.yielded, k)
	}
	return k, ok
}

// peek returns the key that next will return.
func (l *lottery) peek() (k int64, ok bool) {
	for {
		if len(l.keys) == 0 && !l.draw() {
			return 0, false
		}
		if k = l.keys[0]; !slices.Contains(l.yielded, k) {
			return k, true
		}
		l.keys = l.keys[1:]
	}
}

// draw appends a random key. It returns false if no draws remain.
func (l *lottery) draw() bool {
	if l.drawsLeft == 0 || len(l.spans) == 0 {
		return false
	}
	l.drawsLeft--
	at := l.rand.Next()
	if l.total != 0 {
		at, _ = bits.Mul64(at, l.total)
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
