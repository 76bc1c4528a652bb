package place

import (
	"math"
	"slices"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/internal/form"
)

// SpecialFloats is the least depth that has floating-point numbers other than multiples of one half:
// -0, NaN, the infinities and the extremes.
const SpecialFloats = 3

// float makes a choice among the multiples of one half within the depth and, from depth 3 on, the
// special numbers. It is a choice variable because the level of a value does not follow from its bits.
func (p *Placer) float(at spot, single bool) sym.Val {
	type leveled struct {
		v     float64
		level int
	}
	list := []leveled{{0, 0}}
	depth := p.depth
	if p.beyond != nil {
		depth = p.beyond.Within
	}
	for i := 1; i <= 2*depth; i++ {
		h := float64(i) / 2
		list = append(list, leveled{h, (i + 1) / 2}, leveled{-h, (i + 1) / 2})
	}
	if depth >= SpecialFloats {
		least, most := math.SmallestNonzeroFloat64, math.MaxFloat64
		if single {
			least, most = math.SmallestNonzeroFloat32, math.MaxFloat32
		}
		for _, v := range []float64{math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), least, most} {
			list = append(list, leveled{v, SpecialFloats})
		}
	}
	if p.beyond != nil {
		near := func(v float64) bool {
			return slices.ContainsFunc(list, func(l leveled) bool { return math.Float64bits(l.v) == math.Float64bits(v) })
		}
		for _, v := range p.beyond.farFloats(single, near) {
			list = append(list, leveled{v, depth + 1})
		}
	}
	v := form.Var{Kind: form.Int64}
	for _, x := range list {
		v.Choice = append(v.Choice, form.Alt{Value: int64(math.Float64bits(x.v)), Level: int32(max(at.cost, x.level))})
	}
	t := p.B.Ref(int(p.add(at, v)))
	r := &sym.Numbers{}
	for _, x := range list {
		is := p.B.Eq(t, p.B.Constant(form.Int64, int64(math.Float64bits(x.v))))
		r.Alts = append(r.Alts, sym.Number{Guard: is, Value: complex(x.v, 0)})
	}
	return r
}

// wholeFloat makes any floating-point number. One NaN stands for all, because executions do not tell
// them apart.
func (p *Placer) wholeFloat(at spot, single bool) sym.Val {
	const infinity, negative = 0x7FF << 52, math.MinInt64
	nan := form.Uint64.NaN()
	v := form.Var{Kind: form.Uint64, Ascending: true, Level: int32(at.cost), Dom: []form.Span{{Lo: 0, Hi: infinity}, {Lo: nan, Hi: nan}, {Lo: negative, Hi: negative | infinity}}}
	x := p.B.Ref(int(p.add(at, v)))
	if !single {
		return &sym.Float{Bits: x}
	}
	y := p.B.Float(form.FConv, form.Uint32, x)
	p.Laws = append(p.Laws, p.B.Eq(p.B.Float(form.FConv, form.Uint64, y), x))
	return &sym.Float{Bits: y}
}
