package term_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// TestSimplifyOlder checks that a condition decides terms that are older than it.
func TestSimplifyOlder(t *testing.T) {
	b, vars := builder([]form.Span{{Lo: 0, Hi: 1000}, {Lo: 0, Hi: 1}})
	x := vars[0]
	older := b.Lt(x, b.Number(5))
	flag := b.Eq(vars[1], b.Number(1))
	less := b.Lt(x, b.Number(3))
	for _, c := range []term.Term{less, b.And(less, flag), b.Hold(b.And(less, flag))} {
		if got := b.Simplify(c, older); got != term.Yes {
			t.Errorf("x < 5 under condition %d is term %d, want true", c, got)
		}
		if _, hi := b.Bounds(c, x, term.DepthOfBounds); hi != 2 {
			t.Errorf("x is at most %d under condition %d, want 2", hi, c)
		}
	}
	if got := b.Simplify(flag, older); got != older {
		t.Errorf("x < 5 under a condition about another variable is term %d", got)
	}
}

// TestSimplifyMeans compares random terms with what they are under random conditions, for all values of
// the variables.
func TestSimplifyMeans(t *testing.T) {
	doms := []form.Span{{Lo: 0, Hi: 2}, {Lo: -1, Hi: 1}, {Lo: 0, Hi: 1}, {Lo: 0, Hi: 200}}
	some := [][]int64{{0, 1, 2}, {-1, 0, 1}, {0, 1}, {0, 1, 2, 99, 200}}
	simpler := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		b, numbers := builder(doms)
		conds := []term.Term{term.Yes}
		pick := func(list []term.Term) term.Term { return list[r.IntN(len(list))] }
		for range 60 {
			x, y := pick(numbers), pick(numbers)
			switch r.IntN(9) {
			case 0:
				numbers = append(numbers, b.Ite(pick(conds), x, y))
			case 1:
				numbers = append(numbers, b.Arith(form.Add, x, b.Number(r.IntN(3)-1)))
			case 2:
				conds = append(conds, b.Lt(x, b.Number(r.IntN(4))))
			case 3:
				conds = append(conds, b.Le(x, y))
			case 4:
				conds = append(conds, b.Eq(x, b.Number(r.IntN(3))))
			case 5:
				conds = append(conds, b.And(pick(conds), pick(conds)))
			case 6:
				conds = append(conds, b.Or(pick(conds), pick(conds)))
			case 7:
				conds = append(conds, b.Not(pick(conds)))
			case 8:
				conds = append(conds, b.Hold(pick(conds)))
			}
		}
		var asked []term.Term
		for range 40 {
			c, x := pick(conds), pick(append(numbers, conds...))
			s := b.Simplify(c, x)
			asked = append(asked, c, x, s)
			if s != x {
				simpler++
			}
		}
		f, nodes := b.FormWith(term.Yes, asked, 0)
		each(some, func(values []int64) {
			got, err := f.EvalAt(values, nodes)
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i < len(got); i += 3 {
				if got[i] != 0 && got[i+1] != got[i+2] {
					t.Fatalf("seed %d: for %v, term %d is %d, and %d under condition %d", seed, values, asked[i+1], got[i+1], got[i+2], asked[i])
				}
			}
		})
	}
	if simpler < 100 {
		t.Errorf("only %d terms became simpler", simpler)
	}
}

// builder returns a builder with a variable for each domain.
func builder(doms []form.Span) (b *term.Builder, vars []term.Term) {
	b = term.NewBuilder()
	for i, d := range doms {
		b.Vars = append(b.Vars, form.Var{Name: "v", Kind: form.Int64, Parent: -1, Dom: []form.Span{d}})
		vars = append(vars, b.Ref(i))
	}
	return b, vars
}

// each calls do with every choice of one value of each list.
func each(lists [][]int64, do func([]int64)) {
	values := make([]int64, len(lists))
	var choose func(i int)
	choose = func(i int) {
		if i == len(lists) {
			do(values)
			return
		}
		for _, v := range lists[i] {
			values[i] = v
			choose(i + 1)
		}
	}
	choose(0)
}
