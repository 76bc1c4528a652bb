package models

import (
	"math"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

func floatBits(f *lift.Frame, args []sym.Val) sym.Val {
	return bitsOfNumbers(f, args[0].(*sym.Numbers), form.Uint64, func(v float64) int64 { return int64(math.Float64bits(v)) })
}

func floatBits32(f *lift.Frame, args []sym.Val) sym.Val {
	return bitsOfNumbers(f, args[0].(*sym.Numbers), form.Uint32, func(v float64) int64 { return int64(math.Float32bits(float32(v))) })
}

func bitsOfNumbers(f *lift.Frame, x *sym.Numbers, k form.Kind, bits func(float64) int64) sym.Val {
	r := term.None
	for _, a := range sym.Only(f.B, f.PC, x.Alts) {
		c := f.B.Constant(k, bits(real(a.Value)))
		if r == term.None {
			r = c
		} else {
			r = f.B.Ite(a.Guard, c, r)
		}
	}
	return r
}

// onFloat is the model of a function on one float64: it is computed for each value that
// the argument can have.
func onFloat(do func(float64) float64) maker {
	return model(func(f *lift.Frame, args []sym.Val) sym.Val {
		return f.MapNumbers(args[0].(*sym.Numbers), func(v complex128) complex128 { return complex(do(real(v)), 0) })
	})
}
