package solve

import (
	"math"
	"math/big"
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/smt"
)

// A domain is the set of values of a data variable within the level of a form. Each value has a
// rank, which ascends in the order in which the form enumerates values. The rank is the distance
// from base, or in a zigzag 0 for 0, 1 for 1, 2 for -1, 3 for 2, and so on. The least int64 has the
// greatest uint64.
type domain struct {
	zigzag bool
	// base is the least value of an ascending domain, otherwise 0.
	base int64
	// spans are the domain, as distances from base. In a zigzag they are the values from 0 on, and
	// negs the magnitudes of the negative values.
	spans, negs []ranks
	// width is the number of bits of the greatest rank, at least 1.
	width int
}

// ranks are the numbers from lo to hi.
type ranks struct{ lo, hi uint64 }

// newDomain returns the values of v of at most the given level.
func newDomain(v *form.Var, level int32) domain {
	if v.Level > level {
		return domain{width: 1}
	}
	spans := v.Dom
	if v.ByMagnitude && level < math.MaxInt32 {
		// The greatest level stands for all magnitudes from it on.
		spans = within(v.Kind, v.Dom, int64(level))
	}
	if len(spans) == 0 {
		return domain{width: 1}
	}
	d := domain{zigzag: !v.Ascending && v.Kind.Signed() && spans[0].Lo < 0}
	if v.Ascending {
		d.base = spans[0].Lo
	}
	for _, s := range spans {
		if !d.zigzag {
			d.spans = append(d.spans, ranks{uint64(s.Lo) - uint64(d.base), uint64(s.Hi) - uint64(d.base)})
			continue
		}
		if s.Lo < 0 {
			d.negs = append(d.negs, ranks{-uint64(min(s.Hi, -1)), -uint64(s.Lo)})
		}
		if s.Hi >= 0 {
			d.spans = append(d.spans, ranks{uint64(max(s.Lo, 0)), uint64(s.Hi)})
		}
	}
	var top uint64
	for _, s := range spans {
		top = max(top, d.rank(s.Lo), d.rank(s.Hi))
	}
	d.width = max(1, bits.Len64(top))
	return d
}

// within restricts spans to magnitudes up to n.
func within(k form.Kind, spans []form.Span, n int64) []form.Span {
	var out []form.Span
	for _, s := range spans {
		if k == form.Uint64 && s.Hi < 0 {
			s.Hi = math.MaxInt64
			if s.Lo < 0 {
				continue
			}
		}
		if s.Lo, s.Hi = max(s.Lo, -n), min(s.Hi, n); s.Lo <= s.Hi {
			out = append(out, s)
		}
	}
	return out
}

// ranks returns a range that contains the ranks of all values.
func (d *domain) ranks() ranks { return ranks{0, uint64(1)<<d.width - 1} }

func (d *domain) empty() bool { return len(d.spans)+len(d.negs) == 0 }

// hull returns the interval from the least to the greatest value; the domain must not be empty.
func (d *domain) hull(k form.Kind) interval {
	var out interval
	add := func(lo, hi int64) {
		in := span(number(k, lo), number(k, hi))
		if out.lo == nil {
			out = in
		}
		out = out.hull(in)
	}
	d.each(add)
	return out
}

// each calls f with the ranges of values.
func (d *domain) each(f func(lo, hi int64)) {
	for _, s := range d.negs {
		f(int64(-s.hi), int64(-s.lo))
	}
	for _, s := range d.spans {
		f(int64(s.lo+uint64(d.base)), int64(s.hi+uint64(d.base)))
	}
}

// rank returns the rank of a value of the domain.
func (d *domain) rank(v int64) uint64 {
	switch {
	case !d.zigzag:
		return uint64(v) - uint64(d.base)
	case v == math.MinInt64:
		return math.MaxUint64
	case v > 0:
		return 2*uint64(v) - 1
	}
	return 2 * -uint64(v)
}

// value returns the value of a rank.
func (d *domain) value(rank uint64) int64 {
	switch {
	case !d.zigzag:
		return int64(rank + uint64(d.base))
	case rank&1 == 1:
		return int64(rank>>1 + 1)
	}
	return -int64(rank >> 1)
}

// any reports whether the domain has a value with a rank from lo to hi.
func (d *domain) any(lo, hi uint64) bool {
	if !d.zigzag {
		return anyInside(d.spans, lo, hi)
	}
	// A value v > 0 has rank 2v-1, another one rank -2v, except for the least int64.
	if a, b := lo>>1+1, hi>>1+hi&1; a <= b && anyInside(d.spans, a, b) {
		return true
	}
	if lo == 0 && anyInside(d.spans, 0, 0) {
		return true
	}
	a, b := lo>>1+lo&1, hi>>1
	if hi == math.MaxUint64 {
		b = 1 << 63
	}
	return a <= b && anyInside(d.negs, a, b)
}

func anyInside(spans []ranks, lo, hi uint64) bool {
	return slices.ContainsFunc(spans, func(s ranks) bool { return s.lo <= hi && lo <= s.hi })
}

// next returns the least rank of a value that is at least lo.
func (d *domain) next(lo uint64) (rank uint64, ok bool) {
	if !d.zigzag {
		return from(d.spans, lo)
	}
	if lo == 0 && anyInside(d.spans, 0, 0) {
		return 0, true
	}
	// See any for the ranks.
	v, above := from(d.spans, lo>>1+1)
	m, below := from(d.negs, lo>>1+lo&1)
	up, down := 2*v-1, 2*m
	if m == 1<<63 {
		down = math.MaxUint64
	}
	if above && (!below || up < down) {
		return up, true
	}
	return down, below
}

// from returns the least number in spans that is at least n.
func from(spans []ranks, n uint64) (least uint64, ok bool) {
	for _, s := range spans {
		if s.hi >= n && (!ok || s.lo < least) {
			least, ok = max(s.lo, n), true
		}
	}
	return least, ok
}

// member returns the condition that v, the value of the variable, is in the domain.
func (d *domain) member(b *builder, kind form.Kind, v value) *smt.Term {
	// This condition establishes the interval of v, so it must not yet be used.
	v.in = inBits(v.term.Sort().Width(), v.in.negative())
	var in []*smt.Term
	d.each(func(lo, hi int64) {
		low, high := b.constant(number(kind, lo)), b.constant(number(kind, hi))
		in = append(in, b.And(b.compare(form.Le, low, v), b.compare(form.Le, v, high)))
	})
	return b.Or(in...)
}

// rankTerm returns the rank of v as a bit vector of the domain's width. It is meaningless for
// values outside the domain.
func (d *domain) rankTerm(b *builder, kind form.Kind, v value) *smt.Term {
	w, sort := d.width, smt.BitVec(d.width)
	if !d.zigzag {
		base := b.Number(number(kind, d.base), sort)
		if d.base == 0 {
			return b.fit(v, w)
		}
		return b.Apply(smt.BVSub, b.fit(v, w), base)
	}
	zero := b.constant(new(big.Int))
	double := b.Apply(smt.BVShl, b.fit(v, w), b.Num(1, sort))
	rank := b.Ite(b.compare(form.Lt, zero, v),
		b.Apply(smt.BVSub, double, b.Num(1, sort)),
		b.Apply(smt.BVNeg, double))
	least := b.constant(big.NewInt(math.MinInt64))
	return b.Ite(b.compare(form.Eq, v, least), b.Num(-1, sort), rank)
}
