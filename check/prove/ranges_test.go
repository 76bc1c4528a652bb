package prove

import (
	"math/rand/v2"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestCompress checks random forms over 8-bit variables that are mostly compared: a compressed form
// has a solution exactly if the form has one, and has no others.
func TestCompress(t *testing.T) {
	smaller, solvable := 0, 0
	n := longtest.Cases(300, 20_000)
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		f := randomForm(r)
		c := compress(f)
		if err := c.Check(); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, c)
		}
		of, some := solutions(t, f), solutions(t, c)
		if (len(of) > 0) != (len(some) > 0) {
			t.Fatalf("seed %d: %d solutions, compressed %d\n%s\n%s", seed, len(of), len(some), f, c)
		}
		for x := range some {
			if !of[x] {
				t.Fatalf("seed %d: %v is no solution", seed, x)
			}
		}
		smaller += truth(len(some) < len(of))
		solvable += truth(len(of) > 0)
	}
	if smaller < n/4 || solvable < n/4 || solvable > n*19/20 {
		t.Errorf("of %d forms %d become smaller, %d have solutions", n, smaller, solvable)
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// solutions returns the solutions of a form by enumerating all values of two variables.
func solutions(t *testing.T, f *form.Form) map[[2]int64]bool {
	found := map[[2]int64]bool{}
	for _, d := range f.Vars[0].Dom {
		for x := d.Lo; x <= d.Hi; x++ {
			for _, e := range f.Vars[1].Dom {
				for y := e.Lo; y <= e.Hi; y++ {
					ok, _, _, err := f.Eval([]int64{x, y})
					if err != nil {
						t.Fatal(err)
					}
					if ok {
						found[[2]int64{x, y}] = true
					}
				}
			}
		}
	}
	return found
}

// randomForm has two variables of one kind of 8 bits.
func randomForm(r *rand.Rand) *form.Form {
	kind := []form.Kind{form.Int8, form.Uint8}[r.IntN(2)]
	all := kind.Bounds()
	f := &form.Form{Below: true}
	for i := range 2 {
		v := form.Var{Name: []string{"x", "y"}[i], Kind: kind, Parent: -1, Dom: []form.Span{all}}
		if r.IntN(3) == 0 {
			lo := all.Lo + int64(r.IntN(100))
			v.Dom = []form.Span{{Lo: lo, Hi: lo + int64(r.IntN(50))}, {Lo: lo + 60, Hi: lo + 60 + int64(r.IntN(30))}}
			v.Default = lo
		}
		f.Vars = append(f.Vars, v)
	}
	node := func(n form.Node) int32 {
		f.Nodes = append(f.Nodes, n)
		return int32(len(f.Nodes) - 1)
	}
	numbers := []int32{node(form.Node{Op: form.Ref, Kind: kind, Val: 0}), node(form.Node{Op: form.Ref, Kind: kind, Val: 1})}
	seen := map[int64]bool{}
	for range r.IntN(3) {
		if c := all.Lo + int64(r.IntN(256)); !seen[c] {
			seen[c] = true
			numbers = append(numbers, node(form.Node{Op: form.Const, Kind: kind, Val: c}))
		}
	}
	pick := func(of []int32) int32 { return of[r.IntN(len(of))] }
	var facts []int32
	for range 3 + r.IntN(5) {
		op := []form.Op{form.Eq, form.Lt, form.Le, form.Ite, form.Add, form.And, form.Not}[r.IntN(7)]
		switch {
		case op == form.Add && r.IntN(2) == 0:
			numbers = append(numbers, node(form.Node{Op: op, Kind: kind, Args: []int32{pick(numbers), pick(numbers)}}))
		case op == form.Ite && len(facts) > 0:
			numbers = append(numbers, node(form.Node{Op: op, Kind: kind, Args: []int32{pick(facts), pick(numbers), pick(numbers)}}))
		case op == form.And && len(facts) > 1:
			facts = append(facts, node(form.Node{Op: op, Args: []int32{pick(facts), pick(facts)}}))
		case op == form.Not && len(facts) > 0:
			facts = append(facts, node(form.Node{Op: op, Args: []int32{pick(facts)}}))
		default:
			op = []form.Op{form.Eq, form.Lt, form.Le}[r.IntN(3)]
			facts = append(facts, node(form.Node{Op: op, Args: []int32{pick(numbers), pick(numbers)}}))
		}
	}
	f.Root = node(form.Node{Op: form.And, Args: []int32{pick(facts), pick(facts)}})
	return f
}
