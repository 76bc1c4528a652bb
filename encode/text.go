package encode

import (
	"unicode/utf8"

	"github.com/rtest-dev/rtest/internal/form"
)

// maxText is the number of bytes up to which strings are followed.
const maxText = 1 << 12

// str returns a constant string.
func (m *machine) str(s string) *text {
	t := &text{length: m.b.number(len(s)), bytes: make([]term, len(s))}
	for i := range len(s) {
		t.bytes[i] = m.b.constant(form.Uint8, int64(s[i]))
	}
	return t
}

// cut drops bytes behind the greatest length.
func (m *machine) cut(t *text) *text {
	if n := m.b.nodes[t.length].hi; int64(len(t.bytes)) > n {
		t.bytes = t.bytes[:max(n, 0)]
	}
	return t
}

// concat is x + y.
func (m *machine) concat(x, y *text) *text {
	b := m.b
	n := &b.nodes[x.length]
	r := &text{length: b.arith(form.Add, x.length, y.length)}
	if n.lo == n.hi && int(n.lo) <= len(x.bytes) {
		// What stands behind the greatest length is not kept: it would grow with
		// each concatenation.
		total := min(int(n.lo)+len(y.bytes), int(b.nodes[r.length].hi))
		b.spend(total)
		r.bytes = append(append(make([]term, 0, total), x.bytes[:n.lo]...), y.bytes[:total-int(n.lo)]...)
		return r
	}
	// The bounds of a length may be wider than what there is.
	lo, hi := int(n.lo), min(int(n.hi), len(x.bytes))
	total := min(hi+len(y.bytes), int(b.nodes[r.length].hi))
	b.spend(total)
	for i := range total {
		v := none
		for l := max(lo, i-len(y.bytes)+1); l <= min(hi, i); l++ {
			if w := y.bytes[i-l]; v == none {
				v = w
			} else {
				v = b.ite(b.eq(x.length, b.number(l)), w, v)
			}
		}
		switch {
		case i >= len(x.bytes):
		case v == none:
			v = x.bytes[i]
		default:
			v = b.ite(b.lt(b.number(i), x.length), x.bytes[i], v)
		}
		if v == none {
			// No length of x puts anything here.
			v = b.constant(form.Uint8, 0)
		}
		r.bytes = append(r.bytes, v)
	}
	return r
}

// byteAt is s[i].
func (f *frame) byteAt(s *text, i term) val {
	f.within(i, s.length)
	v := none
	f.cases(i, len(s.bytes), func(j int, is term) {
		if v == none {
			v = s.bytes[j]
		} else {
			v = f.b.ite(is, s.bytes[j], v)
		}
	})
	if v == none {
		f.pc = no
		return nil
	}
	return v
}

// substring is s[low:high].
func (f *frame) substring(s *text, low, high term) val {
	b := f.b
	f.panics(b.not(b.and(b.le(b.number(0), low), b.le(low, high), b.le(high, s.length))))
	if f.pc == no {
		return nil
	}
	n := b.simplify(f.pc, b.arith(form.Sub, high, low))
	if _, most := b.bounds(f.pc, n, depthOfBounds); most < b.nodes[n].hi {
		// So that loops that cut strings end.
		n = b.ite(b.le(n, b.constant(form.Int64, most)), n, b.constant(form.Int64, most))
	}
	if c, ok := b.value(low); ok && int(c) <= len(s.bytes) {
		return f.cut(&text{length: n, bytes: s.bytes[c:]})
	}
	r := &text{length: n}
	_, most := b.bounds(f.pc, n, depthOfBounds)
	for i := range min(int(max(most, 0)), len(s.bytes)) {
		v := none
		f.cases(low, len(s.bytes)-i, func(j int, is term) {
			if v == none {
				v = s.bytes[j+i]
			} else {
				v = b.ite(is, s.bytes[j+i], v)
			}
		})
		if v == none {
			break
		}
		r.bytes = append(r.bytes, v)
	}
	return r
}

// encodeRune is string(r) of a rune, in UTF-8.
func (m *machine) encodeRune(r term) *text {
	b := m.b
	r = b.conv(form.Int64, r)
	bad := b.or(b.lt(r, b.number(0)), b.lt(b.number(utf8.MaxRune), r),
		b.and(b.le(b.number(0xD800), r), b.le(r, b.number(0xDFFF))))
	r = b.ite(bad, b.number(utf8.RuneError), r)
	one, two, three := b.le(r, b.number(0x7F)), b.le(r, b.number(0x7FF)), b.le(r, b.number(0xFFFF))
	low := func(shift int) term {
		six := b.arith(form.BitAnd, b.arith(form.Shr, r, b.number(shift)), b.number(0x3F))
		return b.conv(form.Uint8, b.arith(form.BitOr, six, b.number(0x80)))
	}
	lead := func(shift, mark int) term {
		return b.conv(form.Uint8, b.arith(form.BitOr, b.arith(form.Shr, r, b.number(shift)), b.number(mark)))
	}
	n := b.ite(one, b.number(1), b.ite(two, b.number(2), b.ite(three, b.number(3), b.number(4))))
	t := &text{length: n, bytes: []term{
		b.ite(one, b.conv(form.Uint8, r), b.ite(two, lead(6, 0xC0), b.ite(three, lead(12, 0xE0), lead(18, 0xF0)))),
		b.ite(two, low(0), b.ite(three, low(6), low(12))),
		b.ite(three, low(0), low(6)),
		low(0),
	}}
	return m.cut(t)
}

// decodeRune returns the rune at the start of bytes, of which n are there, at
// least one, and how many it takes: the error rune and 1 where they are no
// UTF-8.
func (m *machine) decodeRune(bytes []term, n term) (r, width term) {
	b := m.b
	one := b.number(1)
	wide := func(i int) term {
		if i < len(bytes) {
			return b.conv(form.Int64, bytes[i])
		}
		return b.number(0)
	}
	c0, c1, c2, c3 := wide(0), wide(1), wide(2), wide(3)
	if b.nodes[c0].hi < utf8.RuneSelf {
		return b.conv(form.Int32, c0), one
	}
	between := func(x term, lo, hi int) term { return b.and(b.le(b.number(lo), x), b.le(x, b.number(hi))) }
	tail := func(x term) term { return between(x, 0x80, 0xBF) }
	has := func(k int) term { return b.le(b.number(k), n) }
	bits := func(x term, mask, shift int) term {
		return b.arith(form.Shl, b.arith(form.BitAnd, x, b.number(mask)), b.number(shift))
	}
	or := func(x, y term) term { return b.arith(form.BitOr, x, y) }
	// The second byte is bounded so that no shorter form, surrogate or number
	// beyond the last rune gets through.
	first3 := b.or(b.and(b.eq(c0, b.number(0xE0)), between(c1, 0xA0, 0xBF)),
		b.and(b.eq(c0, b.number(0xED)), between(c1, 0x80, 0x9F)),
		b.and(b.or(between(c0, 0xE1, 0xEC), between(c0, 0xEE, 0xEF)), tail(c1)))
	first4 := b.or(b.and(b.eq(c0, b.number(0xF0)), between(c1, 0x90, 0xBF)),
		b.and(between(c0, 0xF1, 0xF3), tail(c1)),
		b.and(b.eq(c0, b.number(0xF4)), between(c1, 0x80, 0x8F)))
	is1 := b.lt(c0, b.number(utf8.RuneSelf))
	is2 := b.and(has(2), between(c0, 0xC2, 0xDF), tail(c1))
	is3 := b.and(has(3), first3, tail(c2))
	is4 := b.and(has(4), first4, tail(c2), tail(c3))
	r2 := or(bits(c0, 0x1F, 6), bits(c1, 0x3F, 0))
	r3 := or(or(bits(c0, 0x0F, 12), bits(c1, 0x3F, 6)), bits(c2, 0x3F, 0))
	r4 := or(or(bits(c0, 0x07, 18), bits(c1, 0x3F, 12)), or(bits(c2, 0x3F, 6), bits(c3, 0x3F, 0)))
	r = b.ite(is1, c0, b.ite(is2, r2, b.ite(is3, r3, b.ite(is4, r4, b.number(utf8.RuneError)))))
	width = b.ite(is2, b.number(2), b.ite(is3, b.number(3), b.ite(is4, b.number(4), one)))
	return b.conv(form.Int32, r), width
}

// runeAt decodes the rune of s at byte i, which is within it.
func (f *frame) runeAt(s *text, i term) (r, width term) {
	r, width = none, none
	f.cases(i, len(s.bytes), func(j int, is term) {
		v, w := f.decodeRune(s.bytes[j:], f.sum(s.length, -j))
		if r == none {
			r, width = v, w
		} else {
			r, width = f.b.ite(is, v, r), f.b.ite(is, w, width)
		}
	})
	if r == none {
		return f.b.constant(form.Int32, 0), f.b.number(1)
	}
	return r, width
}
