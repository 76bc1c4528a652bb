package encode

import (
	"go/token"
	"go/types"
	"math"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// arithmetic is + - * / of floats and complex numbers of type t.
func (f *frame) arithmetic(op token.Token, t types.Type, x, y *sym.Numbers) sym.Val {
	x = &sym.Numbers{Alts: sym.Only(f.B, f.pc, x.Alts)}
	y = &sym.Numbers{Alts: sym.Only(f.B, f.pc, y.Alts)}
	isComplex := t.Underlying().(*types.Basic).Info()&types.IsComplex != 0
	r := f.Combine(x, y, func(v, w complex128) complex128 { return calculate(op, isComplex, sym.IsSingle(t), v, w) })
	if n, ok := r.(*sym.Numbers); ok && len(n.Alts) > sym.MaxNumbers {
		f.giveUp(sym.WhyNumbers)
		return nil
	}
	return r
}

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

func (f *frame) extremeNumber(name string, x, y *sym.Numbers) sym.Val {
	return f.Combine(x, y, func(v, w complex128) complex128 {
		if name == "min" {
			return complex(min(real(v), real(w)), 0)
		}
		return complex(max(real(v), real(w)), 0)
	})
}

func (f *frame) complexPart(name string, args []sym.Val) sym.Val {
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
func (f *frame) toFloat(x term.Term, single bool) sym.Val {
	x = f.B.Simplify(f.pc, x)
	n := f.B.Count(x)
	if n == 0 {
		f.giveUp("an integer of more than 64 values is converted to a float")
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
func (f *frame) fromFloat(x *sym.Numbers, k form.Kind) sym.Val {
	r := term.None
	for _, a := range sym.Only(f.B, f.pc, x.Alts) {
		v := math.Trunc(real(a.Value))
		if math.IsNaN(v) || math.Abs(v) >= 1<<62 {
			f.giveUpIf(a.Guard, "the integer that this float is converted to depends on the machine")
			continue
		}
		c := f.B.Constant(form.Int64, int64(v))
		if !f.B.Keeps(k, c) {
			f.giveUpIf(a.Guard, "the integer that this float is converted to depends on the machine")
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
		f.pc = term.No
		return nil
	}
	return r
}
