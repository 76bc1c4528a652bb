package lift

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// convert is a conversion that changes how a value is represented.
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
			return f.EncodeRune(f.runeOf(x))
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
			return f.notNil(f.bytesOf(x))
		}
		return f.notNil(f.runesOf(x))
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

// runeOf makes numbers that are no runes -1.
func (f *Frame) runeOf(x term.Term) term.Term {
	k := f.B.Nodes[x].Kind
	if f.B.Keeps(form.Int32, x) {
		return f.B.Conv(form.Int32, x)
	}
	y := f.B.Conv(form.Int32, x)
	return f.B.Ite(f.B.Eq(f.B.Conv(k, y), x), y, f.B.Constant(form.Int32, -1))
}

// bytesOf returns the bytes of a string as a slice that is nil when empty.
func (f *Frame) bytesOf(s *sym.Text) *sym.Sequence {
	return f.sliceOf(s.Length, sym.Terms(s.Bytes))
}

func (f *Frame) sliceOf(n term.Term, cells sym.Aggregate) *sym.Sequence {
	o := f.NewVariable(f.PC, cells)
	zero := f.B.Number(0)
	return &sym.Sequence{Alts: []sym.Window{{Guard: term.Yes, Obj: o, Size: 1, Off: zero, Length: n, Room: n, Age: zero}}}
}

// notNil is for conversions, whose room is not defined.
func (f *Frame) notNil(s *sym.Sequence) sym.Val {
	o := s.Alts[0].Obj
	o.Grown, o.Fill = true, []sym.Val{f.B.Constant(form.Int32, 0)}
	o.Date(f.B)
	if len(o.Cells) > 0 {
		o.Fill = []sym.Val{f.B.Constant(f.B.Nodes[o.Cells[0].(term.Term)].Kind, 0)}
	}
	return s
}

// runesOf decodes a string.
func (f *Frame) runesOf(s *sym.Text) *sym.Sequence {
	b := f.B
	var cells sym.Aggregate
	at, n := b.Number(0), b.Number(0)
	// What is simplified holds where there were runes so far, so only all of it
	// together says that there is one more.
	more := term.Yes
	pc := f.PC
	for range s.Bytes {
		more = b.And(more, b.Simplify(f.PC, b.Lt(at, s.Length)))
		if f.PC = b.And(pc, more); f.PC == term.No {
			break
		}
		r, width := f.runeAt(s, at)
		cells = append(cells, r)
		n = b.Ite(more, f.Sum(n, 1), n)
		at = b.Ite(more, b.Arith(form.Add, at, width), at)
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
