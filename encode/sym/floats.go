package sym

import (
	"math"

	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// KindOfFloat returns the kind of the bits of a floating-point number.
func KindOfFloat(single bool) form.Kind {
	if single {
		return form.Uint32
	}
	return form.Uint64
}

// FloatBits returns the bits of a number as a term of kind k.
func (d *Domain) FloatBits(x Val, k form.Kind) term.Term {
	switch x := x.(type) {
	case *Float:
		return x.Bits
	case *Numbers:
		r := term.None
		for _, a := range x.Alts {
			c := d.B.Constant(k, bitsOf(real(a.Value), k))
			if r == term.None {
				r = c
			} else {
				r = d.B.Ite(a.Guard, c, r)
			}
		}
		return r
	}
	return term.None
}

func bitsOf(v float64, k form.Kind) int64 {
	switch {
	case v != v:
		return k.NaN()
	case k == form.Uint32:
		return int64(math.Float32bits(float32(v)))
	}
	return int64(math.Float64bits(v))
}

// Floats returns the bits of two numbers. ok is false if both are lists of constants.
func (d *Domain) Floats(x, y Val) (v, w term.Term, ok bool) {
	k := form.Bool
	for _, z := range []Val{x, y} {
		if f, is := z.(*Float); is {
			k = d.B.Nodes[f.Bits].Kind
		}
	}
	if k == form.Bool {
		return term.None, term.None, false
	}
	v, w = d.FloatBits(x, k), d.FloatBits(y, k)
	return v, w, v != term.None && w != term.None
}

// CompareFloats returns x op y, where op is FEq, FLt or FLe. ok is that of Floats.
func (d *Domain) CompareFloats(op form.Op, x, y Val) (is term.Term, ok bool) {
	v, w, ok := d.Floats(x, y)
	if !ok {
		return term.None, false
	}
	return d.B.Float(op, form.Bool, v, w), true
}

// ExtremeFloat returns min or max of two numbers. It is NaN if one of them is, and -0 is less than 0.
func (d *Domain) ExtremeFloat(greatest bool, x, y term.Term) term.Term {
	b := d.B
	k := b.Nodes[x].Kind
	less, zero := b.Float(form.FLt, form.Bool, x, y), b.Arith(form.BitOr, x, y)
	if greatest {
		less, zero = b.Float(form.FLt, form.Bool, y, x), b.Arith(form.BitAnd, x, y)
	}
	r := b.Ite(less, x, b.Ite(b.Float(form.FEq, form.Bool, x, y), zero, y))
	return b.Ite(b.Or(b.IsNaN(x), b.IsNaN(y)), b.Constant(k, k.NaN()), r)
}
