package sym

import (
	"go/token"
	"math"

	"github.com/rtest-dev/rtest/encode/term"
)

// Relate returns the condition that so holds for the values of x and y.
func (d *Domain) Relate(x, y *Numbers, so func(v, w complex128) bool) term.Term {
	r := term.No
	for _, p := range x.Alts {
		partners := term.No
		for _, q := range y.Alts {
			if so(p.Value, q.Value) {
				partners = d.B.Or(partners, q.Guard)
			}
		}
		r = d.B.Or(r, d.B.And(p.Guard, partners))
	}
	return r
}

// Combine applies do to all pairs of values.
func (d *Domain) Combine(x, y Val, do func(v, w complex128) complex128) Val {
	r := &Numbers{}
	at := map[[2]uint64]int{}
	for _, p := range x.(*Numbers).Alts {
		for _, q := range y.(*Numbers).Alts {
			g := d.B.And(p.Guard, q.Guard)
			if g == term.No {
				continue
			}
			v := do(p.Value, q.Value)
			id := [2]uint64{math.Float64bits(real(v)), math.Float64bits(imag(v))}
			if i, ok := at[id]; ok {
				r.Alts[i].Guard = d.B.Or(r.Alts[i].Guard, g)
				continue
			}
			at[id] = len(r.Alts)
			r.Alts = append(r.Alts, Number{g, v})
			if len(r.Alts) > MaxNumbers*4 {
				return &Unknown{Guard: term.Yes, Why: WhyNumbers}
			}
		}
	}
	return r
}

// MapNumbers applies a function to each of the constants.
func (d *Domain) MapNumbers(x *Numbers, do func(v complex128) complex128) Val {
	one := &Numbers{[]Number{{term.Yes, 0}}}
	return d.Combine(x, one, func(v, _ complex128) complex128 { return do(v) })
}

// sameNumber reports whether two numbers have the same bits.
func sameNumber(x, y complex128) bool {
	same := func(v, w float64) bool { return math.Float64bits(v) == math.Float64bits(w) }
	return same(real(x), real(y)) && same(imag(x), imag(y))
}

// MaxNumbers is how many values a float may have.
const MaxNumbers = 256

// WhyNumbers is the reason for giving up on a float with more values.
const WhyNumbers = "a float that can have more than 256 values here"

// Calculate returns x + y, x - y, x * y or x / y of floating-point or complex numbers. Single means that they are rounded to the
// smaller of the two types.
func Calculate(op token.Token, isComplex, single bool, v, w complex128) complex128 {
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
