package descent_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/descent"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// An equations makes forms about floating-point numbers and integers.
type equations struct{ *formtest.Builder }

func begin() equations { return equations{formtest.New(0, true)} }

// variable returns a variable with all values of its kind.
func (e equations) variable(k form.Kind) int32 {
	return e.Ref(e.Variable(form.Var{Name: "x", Kind: k, Parent: -1, Dom: []form.Span{k.Bounds()}}))
}

func (e equations) constant(x float64) int32 {
	return e.Add(form.Node{Op: form.Const, Kind: form.Uint64, Val: int64(math.Float64bits(x))})
}

func (e equations) op(op form.Op, args ...int32) int32 {
	k := form.Uint64
	if op == form.FEq || op == form.FLt || op == form.FLe {
		k = form.Bool
	}
	return e.Add(form.Node{Op: op, Kind: k, Args: args})
}

// TestFind solves equations that are in code as it is written.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		name string
		root func(e equations) int32
		want []float64
	}{
		{"(x-32)*5/9 == 37.5", func(e equations) int32 {
			x := e.op(form.FSub, e.variable(form.Uint64), e.constant(32))
			return e.op(form.FEq, e.op(form.FDiv, e.op(form.FMul, x, e.constant(5)), e.constant(9)), e.constant(37.5))
		}, []float64{99.5}},
		{"x > 10 && x/y == 0.75", func(e equations) int32 {
			x, y := e.variable(form.Uint64), e.variable(form.Uint64)
			return e.And(e.op(form.FLt, e.constant(10), x), e.op(form.FEq, e.op(form.FDiv, x, y), e.constant(0.75)))
		}, []float64{15, 20}},
		{"1000 < 1/(x-3) && 1/(x-3) < 1001", func(e equations) int32 {
			y := e.op(form.FDiv, e.constant(1), e.op(form.FSub, e.variable(form.Uint64), e.constant(3)))
			return e.And(e.op(form.FLt, e.constant(1000), y), e.op(form.FLt, y, e.constant(1001)))
		}, nil},
		{"x*x*x-6*x*x+11*x == 30", func(e equations) int32 {
			x := e.variable(form.Uint64)
			square := e.op(form.FMul, x, x)
			y := e.op(form.FSub, e.op(form.FMul, square, x), e.op(form.FMul, e.constant(6), square))
			return e.op(form.FEq, e.op(form.FAdd, y, e.op(form.FMul, e.constant(11), x)), e.constant(30))
		}, []float64{5}},
		{"(x+y+z)/3 == 77.25 && x >= z", func(e equations) int32 {
			x, y, z := e.variable(form.Uint64), e.variable(form.Uint64), e.variable(form.Uint64)
			sum := e.op(form.FAdd, e.op(form.FAdd, x, y), z)
			return e.And(e.op(form.FEq, e.op(form.FDiv, sum, e.constant(3)), e.constant(77.25)), e.op(form.FLe, z, x))
		}, []float64{231.75, 0, 0}},
		{"sqrt(x) == 12 || false", func(e equations) int32 {
			return e.Or(e.op(form.FEq, e.op(form.FSqrt, e.variable(form.Uint64)), e.constant(12)), e.Truth(false))
		}, []float64{144}},
	} {
		e := begin()
		f := e.Build(c.root(e))
		if err := f.Check(); err != nil {
			t.Fatal(err)
		}
		x := descent.Find(f, 1_000_000, nil)
		if x == nil {
			t.Errorf("%s: no solution is found", c.name)
			continue
		}
		if ok, _, _, err := f.Eval(x); err != nil || !ok {
			t.Errorf("%s: %v is no solution", c.name, x)
		}
		var got []float64
		for _, v := range x {
			got = append(got, math.Float64frombits(uint64(v)))
		}
		if c.want != nil && !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, and not %v", c.name, got, c.want)
		}
		if again := descent.Find(f, 1_000_000, nil); !slices.Equal(again, x) {
			t.Errorf("%s: %v, then %v", c.name, x, again)
		}
	}
}

// TestPlanted solves random equations with a known solution, some behind a choice. What is found is a solution, and most are found.
func TestPlanted(t *testing.T) {
	n := longtest.Cases(300, 20_000)
	found := 0
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 3))
		f := planted(r)
		if err := f.Check(); err != nil {
			t.Fatal(err)
		}
		x := descent.Find(f, 300_000, nil)
		if x == nil {
			continue
		}
		found++
		if ok, level, _, err := f.Eval(x); err != nil || !ok || !f.Admits(level) {
			t.Fatalf("seed %d: %v is no solution of\n%v", seed, x, f)
		}
	}
	t.Logf("%d of %d are found", found, n)
	if found < n*8/10 {
		t.Errorf("only %d of %d are found", found, n)
	}
}

// planted is a form with one or two equations between terms of variables and their values for some numbers.
func planted(r *rand.Rand) *form.Form {
	e := begin()
	vars := make([]int64, 0, 4)
	var refs []int32
	if r.IntN(3) == 0 {
		c := e.Variable(form.Var{Name: "c", Kind: form.Int64, Parent: -1, Choice: []form.Alt{{Value: 0}, {Value: 1, Size: 1}}})
		refs = append(refs, e.Ref(e.Variable(form.Var{Name: "y", Kind: form.Uint64, Parent: c, When: form.Span{Lo: 1, Hi: 1}, Dom: []form.Span{form.Uint64.Bounds()}})))
		vars = append(vars, 1, int64(math.Float64bits(float64(r.IntN(2000)-1000)/4)))
	}
	for range 1 + r.IntN(2) {
		refs = append(refs, e.variable(form.Uint64))
		vars = append(vars, int64(math.Float64bits(float64(r.IntN(2000)-1000)/4)))
	}
	var roots []int32
	for range 1 + r.IntN(2) {
		x := refs[r.IntN(len(refs))]
		for range 1 + r.IntN(3) {
			op := []form.Op{form.FAdd, form.FSub, form.FMul, form.FDiv}[r.IntN(4)]
			y := e.constant(float64(r.IntN(40) + 1))
			if r.IntN(3) == 0 {
				y = refs[r.IntN(len(refs))]
			}
			x = e.op(op, x, y)
		}
		values := make([]int64, len(e.Nodes))
		for i := range e.Nodes {
			values[i] = e.Value(&e.Nodes[i], vars, values)
		}
		if v := math.Float64frombits(uint64(values[x])); v == v {
			roots = append(roots, e.op(form.FEq, x, e.constant(v)))
		}
	}
	return e.Build(e.And(append(roots, e.Truth(true), e.Truth(true))...))
}

// BenchmarkFind spends all work on a form that has no solution.
func BenchmarkFind(b *testing.B) {
	e := begin()
	x, y := e.variable(form.Uint64), e.variable(form.Uint64)
	sum := e.op(form.FAdd, e.op(form.FMul, x, x), e.op(form.FMul, y, y))
	f := e.Build(e.op(form.FLt, sum, e.constant(-1)))
	for b.Loop() {
		if descent.Find(f, 1_000_000, nil) != nil {
			b.Fatal("a sum of squares is negative")
		}
	}
}
