package search

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
)

// TestDifferences is the oracle for what the residual is made of: comparisons
// of variables with offsets, under choices, in narrow and wide domains.
func TestDifferences(t *testing.T) {
	some := 0
	const n = 2000
	for seed := range n {
		f := randomDifferences(rand.New(rand.NewSource(int64(seed))))
		if err := f.Check(); err != nil {
			t.Fatalf("seed %d: %v\n%v", seed, err, f)
		}
		if !t.Run(fmt.Sprint(seed), func(t *testing.T) {
			if compareAll(t, f) > 0 {
				some++
			}
		}) {
			t.FailNow()
		}
	}
	if some < n/4 {
		t.Errorf("only %d of %d forms have solutions", some, n)
	}
}

func randomDifferences(r *rand.Rand) *form.Form {
	kind := []form.Kind{form.Int64, form.Int64, form.Int8, form.Uint8, form.Uint64}[r.Intn(5)]
	f := &form.Form{Level: int32(2 + r.Intn(9)), Below: r.Intn(4) > 0}
	f.Vars = append(f.Vars, form.Var{Name: "len", Kind: form.Int64, Parent: -1,
		Choice: []form.Alt{{Value: 3, Level: 2, Size: 1}, {Value: 4, Level: 1, Size: 2}}, Default: 3})
	for i := range int64(4) {
		lo := int64(r.Intn(5))
		if kind.Bounds().Lo < 0 {
			lo -= 3
		}
		v := form.Var{Name: fmt.Sprint("x", i), Kind: kind, Parent: 0, When: form.Span{Lo: i + 1, Hi: 4}, Default: lo,
			Dom: []form.Span{{Lo: lo, Hi: lo + int64(r.Intn(5))}}, ByMagnitude: true, Ascending: r.Intn(3) == 0}
		if r.Intn(4) == 0 {
			v.Dom = append(v.Dom, form.Span{Lo: lo + 90, Hi: lo + 90 + int64(r.Intn(2))})
			v.ByMagnitude = false
		}
		f.Vars = append(f.Vars, v)
	}
	m := &termMaker{r, f, map[form.Kind][]int32{}}
	length := m.add(form.Ref, form.Int64, 0)
	var refs, all []int32
	for i := range 4 {
		refs = append(refs, m.add(form.Ref, kind, int64(i+1)))
	}
	side := func() int32 {
		x := refs[r.Intn(4)]
		switch r.Intn(5) {
		case 0:
			return m.add(form.Add, kind, 0, x, m.add(form.Const, kind, int64(r.Intn(3))))
		case 1:
			return m.add(form.Sub, kind, 0, x, m.add(form.Const, kind, int64(r.Intn(2))))
		case 2:
			c := m.add(form.Lt, form.Bool, 0, length, m.add(form.Const, form.Int64, 4))
			return m.add(form.Ite, kind, 0, c, x, refs[r.Intn(4)])
		}
		return x
	}
	for range 2 + r.Intn(4) {
		c := m.add([]form.Op{form.Eq, form.Eq, form.Lt, form.Le}[r.Intn(4)], form.Bool, 0, side(), side())
		if r.Intn(3) == 0 {
			c = m.add(form.Not, form.Bool, 0, c)
		}
		if r.Intn(4) == 0 {
			c = m.add(form.Or, form.Bool, 0, c, m.add(form.Lt, form.Bool, 0, side(), side()))
		}
		all = append(all, c)
	}
	f.Root = m.add(form.And, form.Bool, 0, all...)
	return f
}
