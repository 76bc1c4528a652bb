package lift

import (
	"go/token"
	"go/types"
	"math"
	"runtime"

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

// arithmetic is + - * / of floats and complex numbers of type t.
func (f *Frame) arithmetic(op token.Token, t types.Type, x, y *sym.Numbers) sym.Val {
	if f.Options.Exact && op == token.MUL && !roundsProducts {
		f.GiveUp("whether a product is rounded before it is added depends on the machine")
		return nil
	}
	x = &sym.Numbers{Alts: sym.Only(f.B, f.PC, x.Alts)}
	y = &sym.Numbers{Alts: sym.Only(f.B, f.PC, y.Alts)}
	isComplex := t.Underlying().(*types.Basic).Info()&types.IsComplex != 0
	r := f.Combine(x, y, func(v, w complex128) complex128 { return calculate(op, isComplex, sym.IsSingle(t), v, w) })
	if n, ok := r.(*sym.Numbers); ok && len(n.Alts) > sym.MaxNumbers {
		f.GiveUp(sym.WhyNumbers)
		return nil
	}
	return r
}

// roundsProducts says that the compiler does not fuse a product with a sum.
const roundsProducts = runtime.GOARCH == "amd64"

func calculate(op token.Token, isComplex, single bool, v, w complex128) complex128 {
	var r complex128
	switch {
	case isComplex && single:
		r = complex128(calculateOn(op, complex64(v), complex64(w)))
	case isComplex:
		r = calculateOn(op, v, w)
	case single:
		r = complex(float64(calculateOn(op, float32(real(v)), float32(real(w)))), 0)
	default:
		r = complex(calculateOn(op, real(v), real(w)), 0)
	}
	return r
}

func calculateOn[T float32 | float64 | complex64 | complex128](op token.Token, v, w T) T {
	switch op {
	case token.ADD:
		return v + w
	case token.SUB:
		return v - w
	case token.MUL:
		return v * w
	}
	return v / w
}

func (f *Frame) extremeNumber(name string, x, y *sym.Numbers) sym.Val {
	return f.Combine(x, y, func(v, w complex128) complex128 {
		if name == "min" {
			return complex(min(real(v), real(w)), 0)
		}
		return complex(max(real(v), real(w)), 0)
	})
}

func (f *Frame) complexPart(name string, args []sym.Val) sym.Val {
	x := args[0].(*sym.Numbers)
	switch name {
	case "real":
		return f.MapNumbers(x, func(v complex128) complex128 { return complex(real(v), 0) })
	case "imag":
		return f.MapNumbers(x, func(v complex128) complex128 { return complex(imag(v), 0) })
	}
	return f.Combine(x, args[1], func(v, w complex128) complex128 { return complex(real(v), real(w)) })
}

// toFloat converts an integer of few values.
func (f *Frame) toFloat(x term.Term, single bool) sym.Val {
	x = f.B.Simplify(f.PC, x)
	n := f.B.Count(x)
	if n == 0 {
		f.GiveUp("an integer of more than 64 values is converted to a float")
		return nil
	}
	r := &sym.Numbers{}
	k := f.B.Nodes[x].Kind
	for i := range n {
		if g := f.B.In(x, 1<<i); g != term.No {
			v := float64(f.B.At(x, i))
			if k == form.Uint64 {
				v = float64(uint64(f.B.At(x, i)))
			}
			if single {
				v = float64(float32(v))
			}
			r.Alts = append(r.Alts, sym.Number{Guard: g, Value: complex(v, 0)})
		}
	}
	return r
}

// fromFloat converts a number to an integer; what Go leaves to the machine is
// given up.
func (f *Frame) fromFloat(x *sym.Numbers, k form.Kind) sym.Val {
	r := term.None
	for _, a := range sym.Only(f.B, f.PC, x.Alts) {
		v := math.Trunc(real(a.Value))
		if math.IsNaN(v) || math.Abs(v) >= 1<<62 {
			f.GiveUpIf(a.Guard, "the integer that this float is converted to depends on the machine")
			continue
		}
		c := f.B.Constant(form.Int64, int64(v))
		if !f.B.Keeps(k, c) {
			f.GiveUpIf(a.Guard, "the integer that this float is converted to depends on the machine")
			continue
		}
		c = f.B.Conv(k, c)
		if r == term.None {
			r = c
		} else {
			r = f.B.Ite(a.Guard, c, r)
		}
	}
	if r == term.None {
		f.PC = term.No
		return nil
	}
	return r
}
