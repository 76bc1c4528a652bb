package solve

import (
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
)

// Solutions far between are found in order, without a check for each bit.
func TestRareSolutions(t *testing.T) {
	// An odd factor permutes the numbers of 32 bits: its inverse gives the
	// arguments of the products below 40.
	const factor = 2654435769
	inverse := uint32(1)
	for range 5 {
		inverse *= 2 - factor*inverse
	}
	var want [][]int64
	for p := range uint32(40) {
		want = append(want, []int64{int64(p * inverse)})
	}
	slices.SortFunc(want, slices.Compare)
	x := form.Var{Name: "x", Kind: form.Uint32, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: 1<<32 - 1}}}
	fm := arithmetic(x, func(f *former, x int32) int32 {
		product := f.node(form.Mul, form.Uint32, 0, x, f.num(form.Uint32, factor))
		return f.pred(form.Lt, product, f.num(form.Uint32, int64(len(want))))
	})
	for _, leaf := range []int{1, 100, 0} {
		e := open(t, fm, Options{Leaf: leaf})
		if got := first(t, e, Part{}, -1); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("leaf %d: %d, want %d", leaf, got, want)
		}
		if checks := e.Stats().Checks; checks > int64(10*len(want)) {
			t.Errorf("leaf %d: %d checks for %d solutions", leaf, checks, len(want))
		}
	}
}

// With two variables, the second has rarely a value for the first.
func TestRarePairs(t *testing.T) {
	v := form.Var{Name: "x", Kind: form.Uint16, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: 1<<16 - 1}}}
	fm := arithmetic(v, func(f *former, x int32) int32 {
		v.Name = "y"
		y := f.ref(f.add(v))
		product := f.node(form.Mul, form.Uint16, 0, x, y)
		return f.pred(form.And,
			f.pred(form.Eq, product, f.num(form.Uint16, 4242)),
			f.pred(form.Lt, x, f.num(form.Uint16, 60)))
	})
	var want [][]int64
	for x := range uint16(60) {
		for y := range 1 << 16 {
			if x*uint16(y) == 4242 {
				want = append(want, []int64{int64(x), int64(y)})
			}
		}
	}
	for _, leaf := range []int{1, 50, 0} {
		if got := first(t, open(t, fm, Options{Leaf: leaf}), Part{}, -1); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("leaf %d: %d, want %d", leaf, got, want)
		}
	}
}
