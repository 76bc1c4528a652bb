package lift

import (
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// byteAt is s[i].
func (f *Frame) byteAt(s *sym.Text, i term.Term) sym.Val {
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
		f.PC = term.No
		return nil
	}
	return v
}

// substring is s[low:high].
func (f *Frame) substring(s *sym.Text, low, high term.Term) sym.Val {
	b := f.B
	f.Panics(b.Not(b.And(b.Le(b.Number(0), low), b.Le(low, high), b.Le(high, s.Length))))
	if f.PC == term.No {
		return nil
	}
	n := b.Simplify(f.PC, b.Arith(form.Sub, high, low))
	if _, most := b.Bounds(f.PC, n, term.DepthOfBounds); most < b.Nodes[n].Hi {
		// So that loops that cut strings end.
		n = b.Ite(b.Le(n, b.Constant(form.Int64, most)), n, b.Constant(form.Int64, most))
	}
	if c, ok := b.Value(low); ok && int(c) <= len(s.Bytes) {
		return f.Cut(&sym.Text{Length: n, Bytes: s.Bytes[c:]})
	}
	r := &sym.Text{Length: n}
	_, most := b.Bounds(f.PC, n, term.DepthOfBounds)
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
func (f *Frame) runeAt(s *sym.Text, i term.Term) (r, width term.Term) {
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

// data is unsafe.SliceData: the address of the first element.
func (f *Frame) data(s *sym.Sequence) sym.Val {
	r := &sym.Pointer{}
	for _, w := range f.Windows(s) {
		if w.Obj == nil {
			r.Alts = append(r.Alts, sym.Place{Guard: w.Guard})
			continue
		}
		f.cases(w.Off, f.slots(w)+1, func(j int, is term.Term) {
			r.Alts = append(r.Alts, sym.Place{Guard: f.B.And(w.Guard, is), Obj: w.Obj, Off: w.Base + j*w.Size})
		})
	}
	return r
}

// textAt is unsafe.String: the n bytes from p on.
func (f *Frame) textAt(p *sym.Pointer, n term.Term) sym.Val {
	_, most := f.B.Bounds(f.PC, n, term.DepthOfBounds)
	if f.Options.Exact && most > maxText {
		f.GiveUp("a string whose length is not bounded")
		return nil
	}
	r := &sym.Text{Length: n}
	for i := range int(min(max(most, 0), maxText)) {
		var v sym.Val
		for _, a := range sym.Only(f.B, f.PC, p.Alts) {
			if a.Obj != nil && a.Off+i < len(a.Obj.Cells) {
				v = f.Merge(a.Guard, a.Obj.Cells[a.Off+i], v)
			}
		}
		if v == nil {
			break
		}
		if v = f.Known(v); f.PC == term.No {
			return nil
		}
		r.Bytes = append(r.Bytes, v.(term.Term))
	}
	return r
}

// maxText is the number of bytes up to which strings are followed.
const maxText = 1 << 12
