package search

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
)

// TestDifferences checks the residual: comparisons of variables with offsets, under choices, in narrow
// and wide domains.
func TestDifferences(t *testing.T) {
	some, before := 0, collectedInLoops
	const n = 2000
	for seed := range n {
		f := randomDifferences(rand.New(rand.NewSource(int64(seed))))
		if err := f.Check(); err != nil {
			t.Fatalf("seed %d: %v\n%v", seed, err, f)
		}
		if !t.Run(fmt.Sprint(seed), func(t *testing.T) {
			all := compareAll(t, f)
			if all > 0 {
				some++
			}
			for _, o := range []Options{{Skip: int64(all / 3)}, {Shard: form.Shard{Index: 1 + seed%2, Of: 2}, Joint: seed%3 > 0}} {
				collect(t, f, o, 0)
			}
		}) {
			t.FailNow()
		}
	}
	if some < n/4 {
		t.Errorf("only %d of %d forms have solutions", some, n)
	}
	if in := collectedInLoops - before; in < 10*n {
		t.Errorf("only %d solutions are those of loops", in)
	}
}

// TestLoops compares loops with the search without them if there are many solutions: chains, trees and
// pigeons of numbers, some of which lead nowhere.
func TestLoops(t *testing.T) {
	for seed := range 300 {
		r := rand.New(rand.NewSource(int64(seed)))
		f := &form.Form{Level: int32(3 + r.Intn(3)), Below: r.Intn(2) > 0}
		m := &termMaker{r, f, map[form.Kind][]int32{}}
		root := m.add(form.Const, form.Bool, 1)
		vars := 2 + r.Intn(5)
		for i := range vars {
			f.Vars = append(f.Vars, form.Var{Name: fmt.Sprint("x", i), Kind: form.Int64, Parent: -1,
				Dom: []form.Span{{Lo: int64(-r.Intn(4)), Hi: int64(r.Intn(6))}}, ByMagnitude: r.Intn(3) > 0, Ascending: r.Intn(3) == 0})
			x := m.add(form.Ref, form.Int64, int64(i))
			for range r.Intn(3) {
				if i == 0 {
					break
				}
				y := m.add(form.Add, form.Int64, 0, m.add(form.Ref, form.Int64, int64(r.Intn(i))), m.add(form.Const, form.Int64, int64(r.Intn(5)-2)))
				c := m.add([]form.Op{form.Le, form.Lt, form.Eq}[r.Intn(3)], form.Bool, 0, x, y)
				if r.Intn(2) == 0 || f.Nodes[c].Op == form.Eq && r.Intn(4) > 0 {
					c = m.add(form.Not, form.Bool, 0, c)
				}
				root = m.add(form.And, form.Bool, 0, root, c)
			}
		}
		f.Root = root
		if err := f.Check(); err != nil {
			t.Fatalf("seed %d: %v\n%v", seed, err, f)
		}
		collect(t, f, Options{}, 0)
		collect(t, f, Options{Shard: form.Shard{Index: 1 + seed%3, Of: 3}, Joint: true}, 0)
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
