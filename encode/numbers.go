package encode

import (
	"go/token"
	"go/types"
	"math"

	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// maxNumbers is how many values a float may have.
const maxNumbers = 256

const whyNumbers = "a float that can have more than 256 values here"

// sameNumber compares the bits.
func sameNumber(x, y complex128) bool {
	same := func(v, w float64) bool { return math.Float64bits(v) == math.Float64bits(w) }
	return same(real(x), real(y)) && same(imag(x), imag(y))
}

func guardOfNumber(p *number) *term.Term { return &p.guard }

// relate is the condition under which two numbers are so related.
func (m *machine) relate(x, y *numbers, so func(v, w complex128) bool) term.Term {
	r := term.No
	for _, p := range x.alts {
		partners := term.No
		for _, q := range y.alts {
			if so(p.v, q.v) {
				partners = m.b.Or(partners, q.guard)
			}
		}
		r = m.b.Or(r, m.b.And(p.guard, partners))
	}
	return r
}

// combine applies do to all pairs of values.
func (m *machine) combine(x, y val, do func(v, w complex128) complex128) val {
	r := &numbers{}
	at := map[[2]uint64]int{}
	for _, p := range x.(*numbers).alts {
		for _, q := range y.(*numbers).alts {
			g := m.b.And(p.guard, q.guard)
			if g == term.No {
				continue
			}
			v := do(p.v, q.v)
			id := [2]uint64{math.Float64bits(real(v)), math.Float64bits(imag(v))}
			if i, ok := at[id]; ok {
				r.alts[i].guard = m.b.Or(r.alts[i].guard, g)
				continue
			}
			at[id] = len(r.alts)
			r.alts = append(r.alts, number{g, v})
			if len(r.alts) > maxNumbers*4 {
				return &unknown{guard: term.Yes, why: whyNumbers}
			}
		}
	}
	return r
}

func (m *machine) mapNumbers(x *numbers, do func(v complex128) complex128) val {
	one := &numbers{[]number{{term.Yes, 0}}}
	return m.combine(x, one, func(v, _ complex128) complex128 { return do(v) })
}

// arithmetic is + - * / of floats and complex numbers of type t.
func (f *frame) arithmetic(op token.Token, t types.Type, x, y *numbers) val {
	x = &numbers{only(f.b, f.pc, x.alts, guardOfNumber)}
	y = &numbers{only(f.b, f.pc, y.alts, guardOfNumber)}
	isComplex := t.Underlying().(*types.Basic).Info()&types.IsComplex != 0
	r := f.combine(x, y, func(v, w complex128) complex128 { return calculate(op, isComplex, isSingle(t), v, w) })
	if n, ok := r.(*numbers); ok && len(n.alts) > maxNumbers {
		f.giveUp(whyNumbers)
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

func (f *frame) extremeNumber(name string, x, y *numbers) val {
	return f.combine(x, y, func(v, w complex128) complex128 {
		if name == "min" {
			return complex(min(real(v), real(w)), 0)
		}
		return complex(max(real(v), real(w)), 0)
	})
}

func (f *frame) complexPart(name string, args []val) val {
	x := args[0].(*numbers)
	switch name {
	case "real":
		return f.mapNumbers(x, func(v complex128) complex128 { return complex(real(v), 0) })
	case "imag":
		return f.mapNumbers(x, func(v complex128) complex128 { return complex(imag(v), 0) })
	}
	return f.combine(x, args[1], func(v, w complex128) complex128 { return complex(real(v), real(w)) })
}

// toFloat converts an integer of few values.
func (f *frame) toFloat(x term.Term, single bool) val {
	x = f.b.Simplify(f.pc, x)
	n := f.b.Count(x)
	if n == 0 {
		f.giveUp("an integer of more than 64 values is converted to a float")
		return nil
	}
	r := &numbers{}
	k := f.b.Nodes[x].Kind
	for i := range n {
		if g := f.b.In(x, 1<<i); g != term.No {
			v := float64(f.b.At(x, i))
			if k == form.Uint64 {
				v = float64(uint64(f.b.At(x, i)))
			}
			if single {
				v = float64(float32(v))
			}
			r.alts = append(r.alts, number{g, complex(v, 0)})
		}
	}
	return r
}

// fromFloat converts a number to an integer; what Go leaves to the machine is
// given up.
func (f *frame) fromFloat(x *numbers, k form.Kind) val {
	r := term.None
	for _, a := range only(f.b, f.pc, x.alts, guardOfNumber) {
		v := math.Trunc(real(a.v))
		if math.IsNaN(v) || math.Abs(v) >= 1<<62 {
			f.giveUpIf(a.guard, "the integer that this float is converted to depends on the machine")
			continue
		}
		c := f.b.Constant(form.Int64, int64(v))
		if !f.b.Keeps(k, c) {
			f.giveUpIf(a.guard, "the integer that this float is converted to depends on the machine")
			continue
		}
		c = f.b.Conv(k, c)
		if r == term.None {
			r = c
		} else {
			r = f.b.Ite(a.guard, c, r)
		}
	}
	if r == term.None {
		f.pc = term.No
		return nil
	}
	return r
}
