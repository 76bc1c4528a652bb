package search

import (
	"math"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
)

// TestLeap checks that values far between are found one after the other, all of
// them, and that hardly any others are tried.
func TestLeap(t *testing.T) {
	b := formtest.New(0, true)
	x := b.Variable(form.Var{Name: "x", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: -100000, Hi: 150000}}})
	rem := b.Add(form.Node{Op: form.Rem, Kind: form.Int64, Args: []int32{b.Ref(x), b.Num(1000)}})
	f := b.Build(b.Eq(rem, b.Num(-7)))
	s, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []int64
	for x := range s.Solutions() {
		got = append(got, x[0])
	}
	for k := int64(-7); k >= -100000; k -= 1000 {
		want = append(want, k)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d solutions: %v", len(got), got)
	}
	if n := s.Stats().Decisions; n > 10*int64(len(want)) {
		t.Errorf("%d values tried for %d solutions", n, len(want))
	}
}

// TestModular checks that an equation whose numbers wrap around is solved for the
// one number that is open, not tried.
func TestModular(t *testing.T) {
	b := formtest.New(0, true)
	full := []form.Span{{Lo: math.MinInt64, Hi: math.MaxInt64}}
	x := b.Variable(form.Var{Name: "x", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: 200}}})
	y := b.Variable(form.Var{Name: "y", Kind: form.Int64, Parent: -1, Dom: full})
	op := func(o form.Op, l, r int32) int32 {
		return b.Add(form.Node{Op: o, Kind: form.Int64, Args: []int32{l, r}})
	}
	// 3x - 5(y^77) == 1000000007
	sum := op(form.Sub, op(form.Mul, b.Num(3), b.Ref(x)), op(form.Mul, op(form.BitXor, b.Ref(y), b.Num(77)), b.Num(5)))
	s, err := New(b.Build(b.Eq(sum, b.Num(1000000007))))
	if err != nil {
		t.Fatal(err)
	}
	n := int64(0)
	for z := range s.Solutions() {
		if z[0] != n || 3*z[0]-5*(z[1]^77) != 1000000007 {
			t.Errorf("solution %d is %v", n, z)
		}
		n++
	}
	if st := s.Stats(); n != 201 || st.Failures > 0 {
		t.Errorf("%d solutions, %+v", n, st)
	}
}
