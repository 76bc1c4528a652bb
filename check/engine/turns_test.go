package engine

import (
	"context"
	"iter"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/z3"
)

// triples is the form of sides of right triangles, 0 < x < y < z <= most. The search has to skip many
// pairs without a solution.
func triples(most int64) *form.Form {
	f := &form.Form{Below: true}
	for _, name := range []string{"x", "y", "z"} {
		f.Vars = append(f.Vars, form.Var{Name: name, Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 1, Hi: most}}, Default: 1})
	}
	add := func(n form.Node) int32 {
		f.Nodes = append(f.Nodes, n)
		return int32(len(f.Nodes) - 1)
	}
	var v, squares [3]int32
	for i := range v {
		v[i] = add(form.Node{Op: form.Ref, Kind: form.Int64, Val: int64(i)})
	}
	for i := range v {
		squares[i] = add(form.Node{Op: form.Mul, Kind: form.Int64, Args: []int32{v[i], v[i]}})
	}
	sum := add(form.Node{Op: form.Add, Kind: form.Int64, Args: []int32{squares[0], squares[1]}})
	is := add(form.Node{Op: form.Eq, Kind: form.Bool, Args: []int32{sum, squares[2]}})
	a := add(form.Node{Op: form.Lt, Kind: form.Bool, Args: []int32{v[0], v[1]}})
	b := add(form.Node{Op: form.Lt, Kind: form.Bool, Args: []int32{v[1], v[2]}})
	f.Root = add(form.Node{Op: form.And, Kind: form.Bool, Args: []int32{is, a, b}})
	return f
}

// TestTurns has the search stall soon, so that Z3 and the search take turns: together
// they give what the search alone does, in its order.
func TestTurns(t *testing.T) {
	if _, err := z3.Version(); err != nil {
		t.Skip(err)
	}
	const most = 60
	f := triples(100_000)
	first := func(solutions iter.Seq[[]int64]) (list [][]int64) {
		for x := range solutions {
			if list = append(list, slices.Clone(x)); len(list) == most {
				break
			}
		}
		return list
	}
	s, err := search.New(f)
	if err != nil {
		t.Fatal(err)
	}
	want := first(s.Solutions())
	p := &partSolver{form: f, ctx: context.Background()}
	defer p.close()
	got := first(p.merged(stallLeast))
	if p.err != nil || p.handed == 0 || !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%d parts were left to Z3, %v:\ngot  %v\nwant %v", p.handed, p.err, got, want)
	}
}

// products is the form of four factors, 0 < x <= most, of a number.
func products(of, most int64) *form.Form {
	f := &form.Form{Below: true}
	add := func(n form.Node) int32 {
		f.Nodes = append(f.Nodes, n)
		return int32(len(f.Nodes) - 1)
	}
	product := add(form.Node{Op: form.Const, Kind: form.Int64, Val: 1})
	for i, name := range []string{"a", "b", "c", "d"} {
		f.Vars = append(f.Vars, form.Var{Name: name, Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 1, Hi: most}}, Default: 1})
		v := add(form.Node{Op: form.Ref, Kind: form.Int64, Val: int64(i)})
		product = add(form.Node{Op: form.Mul, Kind: form.Int64, Args: []int32{product, v}})
	}
	number := add(form.Node{Op: form.Const, Kind: form.Int64, Val: of})
	f.Root = add(form.Node{Op: form.Eq, Kind: form.Bool, Args: []int32{product, number}})
	return f
}

// TestSteady checks that a search that keeps finding solutions finds the last of them itself.
func TestSteady(t *testing.T) {
	count := func(opt search.Options) (n int, stalled bool) {
		s, err := search.New(products(30030, 100))
		if err != nil {
			t.Fatal(err)
		}
		s.Options = opt
		for range s.Solutions() {
			n++
		}
		return n, s.Stalled() != nil
	}
	want, _ := count(search.Options{})
	if n, stalled := count(search.Options{Stall: stallLeast}); !stalled || n == 0 {
		t.Errorf("it finds %d solutions, stalled %v", n, stalled)
	}
	if n, stalled := count(search.Options{Stall: stallLeast, Steady: true}); stalled || n != want {
		t.Errorf("a steady search finds %d of %d solutions, stalled %v", n, want, stalled)
	}
}
