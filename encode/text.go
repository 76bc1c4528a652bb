package encode

import (
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// byteAt is s[i].
func (f *frame) byteAt(s *sym.Text, i term.Term) sym.Val {
	f.within(i, s.Length)
	v := term.None
	f.cases(i, len(s.Bytes), func(j int, is term.Term) {
		if v == term.None {
			v = s.Bytes[j]
		} else {
			v = f.B.Ite(is, s.Bytes[j], v)
		}
	})
	if v == term.None {
		f.pc = term.No
		return nil
	}
	return v
}

// substring is s[low:high].
func (f *frame) substring(s *sym.Text, low, high term.Term) sym.Val {
	b := f.B
	f.panics(b.Not(b.And(b.Le(b.Number(0), low), b.Le(low, high), b.Le(high, s.Length))))
	if f.pc == term.No {
		return nil
	}
	n := b.Simplify(f.pc, b.Arith(form.Sub, high, low))
	if _, most := b.Bounds(f.pc, n, term.DepthOfBounds); most < b.Nodes[n].Hi {
		// So that loops that cut strings end.
		n = b.Ite(b.Le(n, b.Constant(form.Int64, most)), n, b.Constant(form.Int64, most))
	}
	if c, ok := b.Value(low); ok && int(c) <= len(s.Bytes) {
		return f.Cut(&sym.Text{Length: n, Bytes: s.Bytes[c:]})
	}
	r := &sym.Text{Length: n}
	_, most := b.Bounds(f.pc, n, term.DepthOfBounds)
	for i := range min(int(max(most, 0)), len(s.Bytes)) {
		v := term.None
		f.cases(low, len(s.Bytes)-i, func(j int, is term.Term) {
			if v == term.None {
				v = s.Bytes[j+i]
			} else {
				v = b.Ite(is, s.Bytes[j+i], v)
			}
		})
		if v == term.None {
			break
		}
		r.Bytes = append(r.Bytes, v)
	}
	return r
}

// runeAt decodes the rune of s at byte i, which is within it.
func (f *frame) runeAt(s *sym.Text, i term.Term) (r, width term.Term) {
	r, width = term.None, term.None
	f.cases(i, len(s.Bytes), func(j int, is term.Term) {
		v, w := f.DecodeRune(s.Bytes[j:], f.Sum(s.Length, -j))
		if r == term.None {
			r, width = v, w
		} else {
			r, width = f.B.Ite(is, v, r), f.B.Ite(is, w, width)
		}
	})
	if r == term.None {
		return f.B.Constant(form.Int32, 0), f.B.Number(1)
	}
	return r, width
}
