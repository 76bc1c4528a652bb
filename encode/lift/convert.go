package lift

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// convert executes a conversion that changes the representation of a value.
func (f *Frame) convert(from, to types.Type, v ssa.Value) sym.Val {
	x := f.use(v)
	if f.PC == term.No {
		return nil
	}
	k, isInt := layout.KindOf(to)
	basic, _ := to.Underlying().(*types.Basic)
	switch x := x.(type) {
	case term.Term:
		switch {
		case isInt:
			return f.B.Conv(k, x)
		case basic != nil && basic.Info()&types.IsString != 0:
			return f.EncodeRune(f.RuneOf(x))
		case basic != nil && basic.Info()&types.IsFloat != 0:
			return f.toFloat(x, sym.IsSingle(to))
		}
	case *sym.Float:
		switch {
		case isInt:
			return f.integerPart(x, k)
		case basic != nil && basic.Info()&types.IsFloat != 0:
			return &sym.Float{Bits: f.B.Float(form.FConv, sym.KindOfFloat(sym.IsSingle(to)), x.Bits)}
		}
	case *sym.Numbers:
		if isInt {
			return f.fromFloat(x, k)
		}
		if basic != nil && sym.IsSingle(to) {
			return f.MapNumbers(x, func(v complex128) complex128 { return complex128(complex64(v)) })
		}
		return x
	case *sym.Text:
		slice, ok := to.Underlying().(*types.Slice)
		if !ok {
			return x
		}
		if k, _ := layout.KindOf(slice.Elem()); k == form.Uint8 {
			return f.notNil(f.bytesOf(x), form.Uint8)
		}
		return f.notNil(f.runesOf(x), form.Int32)
	case *sym.Sequence:
		if basic != nil && basic.Info()&types.IsString != 0 {
			slice := from.Underlying().(*types.Slice)
			if k, _ := layout.KindOf(slice.Elem()); k == form.Uint8 {
				return f.textOfBytes(x, slice.Elem())
			}
			return f.textOfRunes(x, slice.Elem())
		}
		return x
	case *sym.Pointer:
		if basic != nil && !(isInt && f.Options.Exact) {
			return x
		}
		// What an unsafe.Pointer points to may have another type.
	}
	f.GiveUp("the conversion of " + from.String() + " to " + to.String() + " cannot be followed")
	return nil
}

// bytesOf returns the bytes of a string as a slice, which is nil if the string is empty.
func (f *Frame) bytesOf(s *sym.Text) *sym.Sequence {
	return f.sliceOf(s.Length, sym.Terms(s.Bytes))
}

func (f *Frame) sliceOf(n term.Term, cells sym.Aggregate) *sym.Sequence {
	o := f.NewVariable(f.PC, cells)
	zero := f.B.Number(0)
	return &sym.Sequence{Alts: []sym.Window{{Guard: term.Yes, Obj: o, Size: 1, Off: zero, Length: n, Room: n, Age: zero}}}
}

// notNil makes s the result of a conversion: it is not nil, its elements have kind k, and its capacity
// is not defined.
func (f *Frame) notNil(s *sym.Sequence, k form.Kind) sym.Val {
	o := s.Alts[0].Obj
	o.Grown, o.Fill = true, []sym.Val{f.B.Constant(k, 0)}
	o.Date(f.B)
	return s
}

// runesOf returns the runes of a string as a slice.
func (f *Frame) runesOf(s *sym.Text) *sym.Sequence {
	b := f.B
	var cells sym.Aggregate
	if s.Runes != nil {
		for _, r := range s.Runes {
			cells = append(cells, r.Value)
		}
		return f.sliceOf(b.Ite(b.Le(b.Number(0), s.Count), s.Count, b.Number(0)), cells)
	}
	at, n := b.Number(0), b.Number(0)
	// A simplified condition holds only if the earlier runes exist. So the conjunction of all of them
	// says that another one exists.
	more := term.Yes
	pc := f.PC
	for range s.Bytes {
		more = b.And(more, b.Simplify(f.PC, b.Lt(at, s.Length)))
		if f.PC = b.And(pc, more); f.PC == term.No {
			break
		}
		r := f.runeAt(s, at)
		cells = append(cells, r.Value)
		n = b.Ite(more, f.Sum(n, 1), n)
		at = b.Ite(more, b.Arith(form.Add, at, r.Width), at)
	}
	f.PC = pc
	return f.sliceOf(n, cells)
}

func (f *Frame) textOfBytes(x *sym.Sequence, elem types.Type) sym.Val {
	t := &sym.Text{Length: f.Length(x)}
	for _, v := range f.Items(x, elem) {
		v := f.Known(v)
		if f.PC == term.No {
			return nil
		}
		t.Bytes = append(t.Bytes, v.(term.Term))
	}
	return t
}

func (f *Frame) textOfRunes(x *sym.Sequence, elem types.Type) sym.Val {
	t := f.ConstText("")
	n := f.Length(x)
	for i, v := range f.Items(x, elem) {
		v := f.Known(v)
		if f.PC == term.No {
			return nil
		}
		c := f.EncodeRune(v.(term.Term))
		c.Length = f.B.Ite(f.B.Lt(f.B.Number(i), n), c.Length, f.B.Number(0))
		t = f.Concat(t, c)
	}
	return t
}

func (f *Frame) complexPart(name string, args []sym.Val) sym.Val {
	x, listed := args[0].(*sym.Numbers)
	if _, also := args[len(args)-1].(*sym.Numbers); !listed || !also {
		f.GiveUp("a complex number of any floating-point numbers cannot be followed")
		return nil
	}
	switch name {
	case "real":
		return f.MapNumbers(x, func(v complex128) complex128 { return complex(real(v), 0) })
	case "imag":
		return f.MapNumbers(x, func(v complex128) complex128 { return complex(imag(v), 0) })
	}
	return f.Combine(x, args[1], func(v, w complex128) complex128 { return complex(real(v), real(w)) })
}

// byteAt executes s[i].
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

// substring executes s[low:high].
func (f *Frame) substring(s *sym.Text, low, high term.Term) sym.Val {
	b := f.B
	f.Panics(b.Not(b.And(b.Le(b.Number(0), low), b.Le(low, high), b.Le(high, s.Length))))
	if f.PC == term.No {
		return nil
	}
	n := b.Simplify(f.PC, b.Arith(form.Sub, high, low))
	if _, most := b.Bounds(f.PC, n, term.DepthOfBounds); most < b.Nodes[n].Hi {
		// The bound lets loops that shorten strings end.
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

// runeAt decodes the rune of s at byte i, which is within s.
func (f *Frame) runeAt(s *sym.Text, i term.Term) sym.Rune {
	r := sym.Rune{Value: f.B.Constant(form.Int32, 0), Width: f.B.Number(1)}
	first := true
	f.cases(i, len(s.Bytes), func(j int, is term.Term) {
		v, w := f.DecodeRune(s.Bytes[j:], f.Sum(s.Length, -j))
		if !first {
			v, w = f.B.Ite(is, v, r.Value), f.B.Ite(is, w, r.Width)
		}
		r, first = sym.Rune{Value: v, Width: w}, false
	})
	return r
}

// data executes unsafe.SliceData: it returns the address of the first element.
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

// textAt executes unsafe.String: it returns the n bytes that begin at p.
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

// maxText is the greatest length in bytes of a string made by unsafe.String.
const maxText = 1 << 12
