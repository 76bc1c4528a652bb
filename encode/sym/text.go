package sym

import (
	"unicode/utf8"

	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// ConstText returns a constant string.
func (d *Domain) ConstText(s string) *Text {
	t := &Text{Length: d.B.Number(len(s)), Bytes: make([]term.Term, len(s))}
	for i := range len(s) {
		t.Bytes[i] = d.B.Constant(form.Uint8, int64(s[i]))
	}
	return t
}

// Cut drops bytes after the greatest possible length.
func (d *Domain) Cut(t *Text) *Text {
	if n := d.B.Nodes[t.Length].Hi; int64(len(t.Bytes)) > n {
		t.Bytes = t.Bytes[:max(n, 0)]
	}
	return t
}

// Concat returns x + y.
func (d *Domain) Concat(x, y *Text) *Text {
	b := d.B
	n := &b.Nodes[x.Length]
	r := &Text{Length: b.Arith(form.Add, x.Length, y.Length)}
	if n.Lo == n.Hi && int(n.Lo) <= len(x.Bytes) {
		// Bytes after the greatest possible length are dropped; they would grow with each
		// concatenation.
		total := min(int(n.Lo)+len(y.Bytes), int(b.Nodes[r.Length].Hi))
		b.Spend(total)
		r.Bytes = append(append(make([]term.Term, 0, total), x.Bytes[:n.Lo]...), y.Bytes[:total-int(n.Lo)]...)
		return r
	}
	// The bounds of a length may exceed the bytes that exist.
	lo, hi := int(n.Lo), min(int(n.Hi), len(x.Bytes))
	total := min(hi+len(y.Bytes), int(b.Nodes[r.Length].Hi))
	b.Spend(total)
	for i := range total {
		v := term.None
		for l := max(lo, i-len(y.Bytes)+1); l <= min(hi, i); l++ {
			if w := y.Bytes[i-l]; v == term.None {
				v = w
			} else {
				v = b.Ite(b.Eq(x.Length, b.Number(l)), w, v)
			}
		}
		switch {
		case i >= len(x.Bytes):
		case v == term.None:
			v = x.Bytes[i]
		default:
			v = b.Ite(b.Lt(b.Number(i), x.Length), x.Bytes[i], v)
		}
		if v == term.None {
			// No length of x puts a byte here.
			v = b.Constant(form.Uint8, 0)
		}
		r.Bytes = append(r.Bytes, v)
	}
	return r
}

// RuneOf converts a number to a rune. Numbers out of range become -1.
func (d *Domain) RuneOf(x term.Term) term.Term {
	k := d.B.Nodes[x].Kind
	if d.B.Keeps(form.Int32, x) {
		return d.B.Conv(form.Int32, x)
	}
	y := d.B.Conv(form.Int32, x)
	return d.B.Ite(d.B.Eq(d.B.Conv(k, y), x), y, d.B.Constant(form.Int32, -1))
}

// EncodeRune returns string(r) for a rune, in UTF-8.
func (d *Domain) EncodeRune(r term.Term) *Text {
	b := d.B
	r = b.Conv(form.Int64, r)
	bad := b.Or(b.Lt(r, b.Number(0)), b.Lt(b.Number(utf8.MaxRune), r),
		b.And(b.Le(b.Number(0xD800), r), b.Le(r, b.Number(0xDFFF))))
	r = b.Ite(bad, b.Number(utf8.RuneError), r)
	one, two, three := b.Le(r, b.Number(0x7F)), b.Le(r, b.Number(0x7FF)), b.Le(r, b.Number(0xFFFF))
	low := func(shift int) term.Term {
		six := b.Arith(form.BitAnd, b.Arith(form.Shr, r, b.Number(shift)), b.Number(0x3F))
		return b.Conv(form.Uint8, b.Arith(form.BitOr, six, b.Number(0x80)))
	}
	lead := func(shift, mark int) term.Term {
		return b.Conv(form.Uint8, b.Arith(form.BitOr, b.Arith(form.Shr, r, b.Number(shift)), b.Number(mark)))
	}
	n := b.Ite(one, b.Number(1), b.Ite(two, b.Number(2), b.Ite(three, b.Number(3), b.Number(4))))
	t := &Text{Length: n, Bytes: []term.Term{
		b.Ite(one, b.Conv(form.Uint8, r), b.Ite(two, lead(6, 0xC0), b.Ite(three, lead(12, 0xE0), lead(18, 0xF0)))),
		b.Ite(two, low(0), b.Ite(three, low(6), low(12))),
		b.Ite(three, low(0), low(6)),
		low(0),
	}}
	return d.Cut(t)
}

// DecodeRune returns the rune at the start of bytes, and its width. n, at least 1, is how many
// bytes exist. Invalid UTF-8 gives the error rune and width 1.
func (d *Domain) DecodeRune(bytes []term.Term, n term.Term) (r, width term.Term) {
	b := d.B
	one := b.Number(1)
	wide := func(i int) term.Term {
		if i < len(bytes) {
			return b.Conv(form.Int64, bytes[i])
		}
		return b.Number(0)
	}
	c0, c1, c2, c3 := wide(0), wide(1), wide(2), wide(3)
	if b.Nodes[c0].Hi < utf8.RuneSelf {
		return b.Conv(form.Int32, c0), one
	}
	between := func(x term.Term, lo, hi int) term.Term { return b.And(b.Le(b.Number(lo), x), b.Le(x, b.Number(hi))) }
	tail := func(x term.Term) term.Term { return between(x, 0x80, 0xBF) }
	has := func(k int) term.Term { return b.Le(b.Number(k), n) }
	bits := func(x term.Term, mask, shift int) term.Term {
		return b.Arith(form.Shl, b.Arith(form.BitAnd, x, b.Number(mask)), b.Number(shift))
	}
	or := func(x, y term.Term) term.Term { return b.Arith(form.BitOr, x, y) }
	// The bounds of the second byte exclude overlong forms, surrogates and numbers beyond the last
	// rune.
	first3 := b.Or(b.And(b.Eq(c0, b.Number(0xE0)), between(c1, 0xA0, 0xBF)),
		b.And(b.Eq(c0, b.Number(0xED)), between(c1, 0x80, 0x9F)),
		b.And(b.Or(between(c0, 0xE1, 0xEC), between(c0, 0xEE, 0xEF)), tail(c1)))
	first4 := b.Or(b.And(b.Eq(c0, b.Number(0xF0)), between(c1, 0x90, 0xBF)),
		b.And(between(c0, 0xF1, 0xF3), tail(c1)),
		b.And(b.Eq(c0, b.Number(0xF4)), between(c1, 0x80, 0x8F)))
	is1 := b.Lt(c0, b.Number(utf8.RuneSelf))
	is2 := b.And(has(2), between(c0, 0xC2, 0xDF), tail(c1))
	is3 := b.And(has(3), first3, tail(c2))
	is4 := b.And(has(4), first4, tail(c2), tail(c3))
	r2 := or(bits(c0, 0x1F, 6), bits(c1, 0x3F, 0))
	r3 := or(or(bits(c0, 0x0F, 12), bits(c1, 0x3F, 6)), bits(c2, 0x3F, 0))
	r4 := or(or(bits(c0, 0x07, 18), bits(c1, 0x3F, 12)), or(bits(c2, 0x3F, 6), bits(c3, 0x3F, 0)))
	r = b.Ite(is1, c0, b.Ite(is2, r2, b.Ite(is3, r3, b.Ite(is4, r4, b.Number(utf8.RuneError)))))
	width = b.Ite(is2, b.Number(2), b.Ite(is3, b.Number(3), b.Ite(is4, b.Number(4), one)))
	return b.Conv(form.Int32, r), width
}
