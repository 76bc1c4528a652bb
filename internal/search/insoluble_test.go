package search

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
)

// TestInsoluble: what propagation alone takes long to refute, or does not.
func TestInsoluble(t *testing.T) {
	for _, c := range []struct {
		name string
		form *form.Form
		want int
	}{
		{"pigeons", formtest.Pigeons(14, 13), 0},
		{"pigeons behind a number", prefixed(12, 11), 0},
		{"pigeons behind a wide number", prefixed(12, 1<<40), 0},
		{"a sum of even numbers", equation(1000, 7, 2, 4, 6, 8), 0},
		{"a sum of multiples of 9", equation(300, 6, 9, 18, 27, 36), 0},
		{"remainders in a circle", circle(3, 0, 1000), 0},
		{"remainders in a circle of ten", circle(11, 0, 1000), 0},
		{"exclusive or in a circle", exclusive(61), 0},
		{"an order said step by step", ladder(40, 39), 0},
		{"an order said in three ways", threefold(40, 39), 0},
		{"a square", square(1234 * 1234), 1},
		{"no square", square(1234*1234 + 1), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := New(c.form)
			if err != nil {
				t.Fatalf("%v\n%v", err, c.form)
			}
			s.Options.Stall = 1000
			n := 0
			for range s.Solutions() {
				n++
			}
			if s.Stalled() != nil || n != c.want {
				t.Errorf("%d solutions, want %d; stalled %v; %+v", n, c.want, s.Stalled(), s.Stats())
			}
		})
	}
}

// TestInsolubleSound compares forms full of differences and remainders with
// brute force.
func TestInsolubleSound(t *testing.T) {
	none, some := 0, 0
	for seed := range 3000 {
		f := randomLost(rand.New(rand.NewSource(int64(seed))))
		if err := f.Check(); err != nil {
			t.Fatalf("seed %d: %v\n%v", seed, err, f)
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			if compareAll(t, f) > 0 {
				some++
			} else {
				none++
			}
		})
		if t.Failed() {
			return
		}
	}
	if none < 300 || some < 300 {
		t.Errorf("%d forms without and %d with solutions", none, some)
	}
}

// prefixed is n pigeons in n-1 holes, the first of which is at least a number from 0 to hi.
func prefixed(n, hi int64) *form.Form {
	b := formtest.New(0, true)
	x := b.Top("x", 0, hi)
	var all, holes []int32
	for i := range n {
		h := b.Top(fmt.Sprintf("h%d", i), 1, n-1)
		for _, g := range holes {
			all = append(all, b.Not(b.Eq(h, g)))
		}
		holes = append(holes, h)
	}
	return b.Build(b.And(append(all, b.Le(x, holes[0]))...))
}

// equation is a sum of numbers from -hi to hi, times each factor.
func equation(hi, is int64, factors ...int64) *form.Form {
	b := formtest.New(0, true)
	sum := b.Num(0)
	for i, f := range factors {
		sum = b.Arith(form.Add, sum, b.Arith(form.Mul, b.Num(f), b.Top(fmt.Sprintf("x%d", i), -hi, hi)))
	}
	return b.Build(b.Eq(sum, b.Num(is)))
}

// circle is n numbers in which each pair of neighbours has an even sum, except the last and the first.
func circle(n int, lo, hi int64) *form.Form {
	b := formtest.New(0, true)
	var xs, all []int32
	for i := range n {
		xs = append(xs, b.Top(fmt.Sprintf("x%d", i), lo, hi))
	}
	for i := range xs {
		even := b.Eq(b.Arith(form.Rem, b.Arith(form.Add, xs[i], xs[(i+1)%n]), b.Num(2)), b.Num(0))
		if i == n-1 {
			even = b.Not(even)
		}
		all = append(all, even)
	}
	return b.Build(b.And(all...))
}

// exclusive is n truths, an odd number, around a circle: whether two of them
// differ says whether two others do not.
func exclusive(n int) *form.Form {
	b := formtest.New(0, true)
	var xs, all []int32
	for i := range n {
		xs = append(xs, b.Ref(b.Variable(form.Var{Name: fmt.Sprintf("x%d", i), Kind: form.Bool, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: 1}}})))
	}
	for i := range xs {
		all = append(all, b.Eq(b.Eq(xs[i], xs[(i+9)%n]), b.Eq(xs[(i+1)%n], b.Not(xs[(i+17)%n]))))
	}
	return b.Build(b.And(all...))
}

// ladder is n ascending numbers below most, as a loop demands that continues while what it compares
// ascends.
func ladder(n int, most int64) *form.Form {
	b := formtest.New(0, true)
	xs := b.Tops(n, most)
	ends := []int32{b.Le(xs[1], xs[0])}
	all := []int32{b.Lt(xs[0], xs[1])}
	for i := 1; i < n-1; i++ {
		all = append(all, b.Or(append(slices.Clone(ends), b.Lt(xs[i], xs[i+1]))...))
		ends = append(ends, b.Le(xs[i+1], xs[i]))
	}
	return b.Build(b.And(all...))
}

// threefold is n numbers below most that ascend in three ways.
func threefold(n int, most int64) *form.Form {
	b := formtest.New(0, true)
	xs := b.Tops(n, most)
	var up, down, shifted []int32
	for i := range n - 1 {
		up = append(up, b.Lt(xs[i], xs[i+1]))
		down = append(down, b.Lt(xs[i+1], xs[i]))
		shifted = append(shifted, b.Lt(xs[(i+3)%n], xs[(i+4)%n]))
	}
	return b.Build(b.Or(b.And(up...), b.And(down...), b.And(shifted...)))
}

// square asks for the roots of a number among many.
func square(z int64) *form.Form {
	b := formtest.New(0, true)
	x := b.Top("x", 0, 1<<31)
	return b.Build(b.Eq(b.Arith(form.Mul, x, x), b.Num(z)))
}

// randomLost makes a form of few numbers that differ and have remainders.
func randomLost(r *rand.Rand) *form.Form {
	b := formtest.New(0, true)
	kind := kinds[r.Intn(len(kinds))]
	num := func(x int64) int32 { return b.Add(form.Node{Op: form.Const, Kind: kind, Val: kind.Wrap(x)}) }
	var xs []int32
	for i := range 3 + r.Intn(3) {
		lo := int64(r.Intn(3))
		if kind.Bounds().Lo != 0 {
			lo -= 2
		}
		v := form.Var{Name: fmt.Sprintf("x%d", i), Kind: kind, Parent: -1, Default: lo, Dom: []form.Span{{Lo: lo, Hi: lo + 1 + int64(r.Intn(4))}}}
		if r.Intn(4) == 0 && kind.Holds(lo+100) {
			v.Dom = append(v.Dom, form.Span{Lo: lo + 100, Hi: lo + 100})
		}
		xs = append(xs, b.Ref(b.Variable(v)))
	}
	all := []int32{b.Truth(true), b.Truth(true)}
	for i, x := range xs {
		for _, y := range xs[:i] {
			if r.Intn(3) == 0 {
				all = append(all, b.Not(b.Eq(x, y)))
			}
		}
	}
	for range r.Intn(5) {
		sum := num(int64(r.Intn(3)))
		for _, x := range xs {
			switch r.Intn(6) {
			case 0:
				sum = b.Arith([]form.Op{form.Add, form.Sub}[r.Intn(2)], sum, x)
			case 1, 2:
				sum = b.Arith([]form.Op{form.Add, form.Sub}[r.Intn(2)], sum, b.Arith(form.Mul, x, num(int64(r.Intn(9)-2))))
			case 3:
				sum = b.Arith([]form.Op{form.BitXor, form.Shl, form.Rem, form.BitAnd}[r.Intn(4)], sum, []int32{x, num(int64(1 + r.Intn(7)))}[r.Intn(2)])
			}
		}
		k := int64(2 + r.Intn(8))
		e := b.Eq(b.Arith(form.Rem, sum, num(k)), num(int64(r.Intn(int(k)))))
		if r.Intn(4) == 0 {
			e = b.Not(e)
		}
		all = append(all, e)
	}
	return b.Build(b.And(all...))
}
