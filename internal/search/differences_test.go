package search

import (
	"fmt"
	"math/rand"
	"testing"
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

func randomDifferences(r *rand.Rand) *Form {
	kind := []Kind{Int64, Int64, Int8, Uint8, Uint64}[r.Intn(5)]
	f := &Form{Level: int32(2 + r.Intn(9)), Below: r.Intn(4) > 0}
	f.Vars = append(f.Vars, Var{Name: "len", Kind: Int64, Parent: -1,
		Choice: []Alt{{Value: 3, Level: 2, Size: 1}, {Value: 4, Level: 1, Size: 2}}, Default: 3})
	for i := range int64(4) {
		lo := int64(r.Intn(5))
		if kind.Bounds().Lo < 0 {
			lo -= 3
		}
		v := Var{Name: fmt.Sprint("x", i), Kind: kind, Parent: 0, When: Span{i + 1, 4}, Default: lo,
			Dom: []Span{{lo, lo + int64(r.Intn(5))}}, ByMagnitude: true, Ascending: r.Intn(3) == 0}
		if r.Intn(4) == 0 {
			v.Dom = append(v.Dom, Span{lo + 90, lo + 90 + int64(r.Intn(2))})
			v.ByMagnitude = false
		}
		f.Vars = append(f.Vars, v)
	}
	m := &termMaker{r, f, map[Kind][]int32{}}
	length := m.add(Ref, Int64, 0)
	var refs, all []int32
	for i := range 4 {
		refs = append(refs, m.add(Ref, kind, int64(i+1)))
	}
	side := func() int32 {
		x := refs[r.Intn(4)]
		switch r.Intn(5) {
		case 0:
			return m.add(Add, kind, 0, x, m.add(Const, kind, int64(r.Intn(3))))
		case 1:
			return m.add(Sub, kind, 0, x, m.add(Const, kind, int64(r.Intn(2))))
		case 2:
			c := m.add(Lt, Bool, 0, length, m.add(Const, Int64, 4))
			return m.add(Ite, kind, 0, c, x, refs[r.Intn(4)])
		}
		return x
	}
	for range 2 + r.Intn(4) {
		c := m.add([]Op{Eq, Eq, Lt, Le}[r.Intn(4)], Bool, 0, side(), side())
		if r.Intn(3) == 0 {
			c = m.add(Not, Bool, 0, c)
		}
		if r.Intn(4) == 0 {
			c = m.add(Or, Bool, 0, c, m.add(Lt, Bool, 0, side(), side()))
		}
		all = append(all, c)
	}
	f.Root = m.add(And, Bool, 0, all...)
	return f
}
