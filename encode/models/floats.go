package models

import (
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// floatBits is the model of math.Float64bits. The bits of NaN depend on the machine.
func floatBits(f *lift.Frame, args []sym.Val) sym.Val { return bitsIn(f, args[0], form.Uint64) }

func floatBits32(f *lift.Frame, args []sym.Val) sym.Val { return bitsIn(f, args[0], form.Uint32) }

func bitsIn(f *lift.Frame, x sym.Val, k form.Kind) sym.Val {
	if n, ok := x.(*sym.Numbers); ok {
		x = &sym.Numbers{Alts: sym.Only(f.B, f.PC, n.Alts)}
	}
	bits := f.FloatBits(x, k)
	if f.Options.Exact {
		f.GiveUpIf(f.B.IsNaN(bits), "which bits a NaN has depends on the machine")
	}
	return bits
}

// fromBits is the model of math.Float64frombits.
func fromBits(f *lift.Frame, args []sym.Val) sym.Val {
	if !f.Options.Exact {
		f.GiveUp("the conversion of unsafe.Pointer to a pointer to a float cannot be followed")
		return nil
	}
	return &sym.Float{Bits: args[0].(term.Term)}
}

// onFloat makes a model of a function of one float64. It computes the function for each value that the
// argument may have.
func onFloat(do func(float64) float64) maker {
	return model(func(f *lift.Frame, args []sym.Val) sym.Val {
		x, ok := args[0].(*sym.Numbers)
		if !ok {
			f.GiveUp("this function of any floating-point number cannot be followed")
			return nil
		}
		return f.MapNumbers(x, func(v complex128) complex128 { return complex(do(real(v)), 0) })
	})
}

// rounding is onFloat for a function that is also an operation of forms.
func rounding(op form.Op, do func(float64) float64) maker {
	listed := onFloat(do)
	return func(fn *ssa.Function) lift.Model {
		return func(f *lift.Frame, args []sym.Val) sym.Val {
			if x, ok := args[0].(*sym.Float); ok {
				return &sym.Float{Bits: f.B.Float(op, form.Uint64, x.Bits)}
			}
			return listed(fn)(f, args)
		}
	}
}

// absolute returns the model of math.Abs.
func absolute(fn *ssa.Function) lift.Model {
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		if x, ok := args[0].(*sym.Float); ok {
			return &sym.Float{Bits: f.B.Arith(form.BitAnd, x.Bits, f.B.Constant(form.Uint64, math.MaxInt64))}
		}
		return onFloat(math.Abs)(fn)(f, args)
	}
}

// mathExtreme makes the model of math.Max or math.Min. They return an infinity even if the other
// argument is NaN.
func mathExtreme(name string, sign int) maker {
	return model(func(f *lift.Frame, args []sym.Val) sym.Val {
		b := f.B
		if !f.Options.Exact {
			f.GiveUp("the source of math.arch" + name + " is not available")
			return nil
		}
		x, y := f.FloatBits(args[0], form.Uint64), f.FloatBits(args[1], form.Uint64)
		best := b.Constant(form.Uint64, int64(math.Float64bits(math.Inf(sign))))
		is := b.Or(b.Float(form.FEq, form.Bool, x, best), b.Float(form.FEq, form.Bool, y, best))
		return &sym.Float{Bits: b.Ite(is, best, f.ExtremeFloat(name == "Max", x, y))}
	})
}
