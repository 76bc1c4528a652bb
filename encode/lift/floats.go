package lift

import (
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// arithmetic executes + - * / of floats and complex numbers.
func (f *Frame) arithmetic(in *ssa.BinOp, x, y sym.Val) sym.Val {
	t := in.Type()
	isComplex := t.Underlying().(*types.Basic).Info()&types.IsComplex != 0
	if f.Options.Exact && (isComplex && in.Op != token.ADD && in.Op != token.SUB || fusible(in)) {
		const why = "whether a product is rounded before it is added depends on the machine"
		if isComplex || f.follow != nil && f.follow.whole != nil || !f.assumes(why) {
			f.GiveUp(why)
			return nil
		}
	}
	if v, w, ok := f.Floats(x, y); ok {
		return f.calculated(in.Op, v, w)
	}
	a, is := x.(*sym.Numbers)
	b, also := y.(*sym.Numbers)
	if !is || !also {
		f.GiveUp("this arithmetic cannot be followed")
		return nil
	}
	a = &sym.Numbers{Alts: sym.Only(f.B, f.PC, a.Alts)}
	b = &sym.Numbers{Alts: sym.Only(f.B, f.PC, b.Alts)}
	if k := sym.KindOfFloat(sym.IsSingle(t)); f.Options.Exact && !isComplex && len(a.Alts)*len(b.Alts) > sym.MaxNumbers {
		return f.calculated(in.Op, f.FloatBits(a, k), f.FloatBits(b, k))
	}
	r := f.Combine(a, b, func(v, w complex128) complex128 { return sym.Calculate(in.Op, isComplex, sym.IsSingle(t), v, w) })
	if n, ok := r.(*sym.Numbers); ok && len(n.Alts) > sym.MaxNumbers {
		f.GiveUp(sym.WhyNumbers)
		return nil
	}
	return r
}

// fusible reports whether an operation adds or subtracts a product. Compilers may round such an
// expression once. Go's compiler does so on some machines, and leaves out the rounding between the two
// operations.
func fusible(in *ssa.BinOp) bool {
	if in.Op != token.ADD && in.Op != token.SUB {
		return false
	}
	return isProduct(in.X) || isProduct(in.Y)
}

func isProduct(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.BinOp:
		return v.Op == token.MUL
	case *ssa.UnOp:
		return v.Op == token.SUB && isProduct(v.X)
	case *ssa.ChangeType:
		return isProduct(v.X)
	}
	return false
}

var floatOps = map[token.Token]form.Op{token.ADD: form.FAdd, token.SUB: form.FSub, token.MUL: form.FMul, token.QUO: form.FDiv}

func (f *Frame) calculated(op token.Token, x, y term.Term) sym.Val {
	return &sym.Float{Bits: f.B.Float(floatOps[op], f.B.Nodes[x].Kind, x, y)}
}

// negated returns -x.
func (f *Frame) negated(x *sym.Float) sym.Val {
	k := f.B.Nodes[x.Bits].Kind
	return &sym.Float{Bits: f.B.Arith(form.BitXor, x.Bits, f.B.Constant(k, signBit(k)))}
}

func signBit(k form.Kind) int64 {
	if k == form.Uint32 {
		return 1 << 31
	}
	return math.MinInt64
}

func (f *Frame) extremeNumber(name string, x, y *sym.Numbers) sym.Val {
	return f.Combine(x, y, func(v, w complex128) complex128 {
		if name == "min" {
			return complex(min(real(v), real(w)), 0)
		}
		return complex(max(real(v), real(w)), 0)
	})
}

const whyOutside = "the integer that this float is converted to depends on the machine"

// integerPart converts a float to an integer. It gives up where the type has no such integer.
func (f *Frame) integerPart(x *sym.Float, k form.Kind) sym.Val {
	b := f.B
	of := b.Nodes[x.Bits].Kind
	least, beyond := 0.0, math.Ldexp(1, k.Bits())
	if k.Signed() {
		least, beyond = -beyond/2, beyond/2
	}
	bound := func(v float64) term.Term {
		return f.FloatBits(&sym.Numbers{Alts: []sym.Number{{Guard: term.Yes, Value: complex(v, 0)}}}, of)
	}
	cut := b.Float(form.FTrunc, of, x.Bits)
	in := b.And(b.Float(form.FLe, form.Bool, bound(least), cut), b.Float(form.FLt, form.Bool, cut, bound(beyond)))
	f.GiveUpIf(b.Not(in), whyOutside)
	if f.PC == term.No {
		return nil
	}
	return b.Float(form.FToInt, k, cut)
}

// toFloat converts an integer to a float.
func (f *Frame) toFloat(x term.Term, single bool) sym.Val {
	x = f.B.Simplify(f.PC, x)
	n := f.B.Count(x)
	if n == 0 && f.Options.Exact {
		return &sym.Float{Bits: f.B.Float(form.FOfInt, sym.KindOfFloat(single), x)}
	}
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

// fromFloat converts a float to an integer. It gives up where Go leaves the result to the
// implementation.
func (f *Frame) fromFloat(x *sym.Numbers, k form.Kind) sym.Val {
	r := term.None
	for _, a := range sym.Only(f.B, f.PC, x.Alts) {
		v := math.Trunc(real(a.Value))
		if math.IsNaN(v) || math.Abs(v) >= 1<<62 {
			f.GiveUpIf(a.Guard, whyOutside)
			continue
		}
		c := f.B.Constant(form.Int64, int64(v))
		if !f.B.Keeps(k, c) {
			f.GiveUpIf(a.Guard, whyOutside)
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
