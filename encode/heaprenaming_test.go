package encode_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/search"
)

// renamedTypes are two kinds of objects, the first of which refers to the second, and predicates over
// them.
const renamedTypes = `
type Item struct{ N int8 }

type U struct {
	P [2]*U
	I *Item
}

//shared T
func Any(p, q *T) bool { return p == nil || q == nil || p.V <= q.V }

//shared U Item
func Kinds(p *U, i *Item) bool {
	return p == nil || p.I == i || p.P[1] != nil && p.P[1].I == p.I && i != nil && i.N > 0
}

//shared U Item
func Listed(all []*U, i *Item) bool {
	return len(all) < 2 || all[0] == all[1] || all[1] != nil && all[1].P[0] == all[0] && (i == nil || all[1].I != i)
}

// A V is an object with choices: how many edges it has.
type V struct {
	Out []*V
	N   int8
}

// A W and an X refer to each other.
type W struct {
	Xs map[bool]*X
	W  *W
}

type X struct{ W *W }

//shared V
func Edges(v *V) bool {
	return v == nil || len(v.Out) < 2 || v.Out[0] == v || v.Out[1] != nil && len(v.Out[1].Out) > 0 && v.Out[1].Out[0] != v.Out[0]
}

//shared V
func Degrees(v, w *V) bool {
	return w != nil && (len(w.Out) == 0 || w.Out[0] == v || w.Out[0] != nil && w.Out[0].N >= w.N && len(w.Out[0].Out) > len(w.Out))
}

//shared W X
func Mutual(w *W) bool {
	return w != nil && (w.Xs[true] == nil || w.Xs[true].W == w.W || w.W != nil && w.W.Xs[false] == w.Xs[true])
}

//shared W X
func Crossed(x *X, w *W) bool {
	return x == nil || x.W != nil && (x.W.W == w || x.W.Xs[true] == x) || w == nil
}

// A Y and a Z refer to each other, and there are many at depth 3.
type Y struct{ A, B *Z }

type Z struct {
	Y *Y
	B bool
}

//shared Y Z
func Many(y *Y, z *Z) bool { return y == nil || y.B == nil || y.B.Y != y || y.B.B }

//shared U Item
func Mapped(of map[bool]*U, p *U) bool {
	return of[true] != nil && of[true].P[0] == of[false] || of[false] == p
}
`

// TestRenaming compares random predicates over heaps, interpreted while the search numbers objects as
// it meets them, with the same predicates under forms that fix the numbers: the inputs and their order
// agree.
func TestRenaming(t *testing.T) {
	g := &heapMaker{rand.New(rand.NewPCG(11, 0))}
	src := heapTypes + renamedTypes
	for i := range longtest.Cases(30, 400) {
		src += fmt.Sprintf("\n//shared T\nfunc P%d(p, q *T) bool {\n%s}\n", i, g.body())
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module testdata\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "heaps", "heaps.go"), src)
	ps, _ := loadFrom(t, dir)
	found, most, renamed := 0, 0, 0
	for i, p := range ps {
		for depth := range 4 {
			// Depth 3 takes long: it has some of the predicates.
			many := p.name == "heaps.Any" || p.name == "heaps.Many"
			if some := longtest.Enabled() && p.shared.list[0].String() == "testdata/heaps.T" && i%10 == 0; depth == 3 && !many && !some {
				continue
			}
			q, err := encode.Encode(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes, Preds: []encode.Predicate{{Fn: p.fn}}},
				encode.Options{Depth: depth, Interp: &interp.Program{}, Unlifted: true})
			if err != nil {
				t.Fatal(err)
			}
			if err := q.Form.Check(); err != nil {
				t.Fatal(err)
			}
			if q.Form.Renaming != nil {
				renamed++
			}
			got := streams(t, q.Form, 1<<20)
			numbered := *q.Form
			numbered.Renaming = nil
			want := streams(t, &numbered, 1<<20)
			if !slices.EqualFunc(got, want, slices.Equal[[]int64]) {
				t.Errorf("%s at depth %d: %d inputs, want %d", p.name, depth, len(got), len(want))
			}
			if depth < 3 {
				checkShards(t, p.name, q.Form, got)
			}
			found, most = found+len(got), max(most, len(got))
		}
	}
	if found < 10_000 || most <= 1<<14 || renamed < len(ps) {
		t.Errorf("only %d inputs, %d of them at a time, of %d forms", found, most, renamed)
	}
}

// checkShards compares the solutions of each shard of a form with those of the whole form.
func checkShards(t *testing.T, name string, f *form.Form, all [][]int64) {
	t.Helper()
	for i := range 3 {
		s, err := search.New(f)
		if err != nil {
			t.Fatal(err)
		}
		s.Options.Shard = form.Shard{Index: i + 1, Of: 3}
		var got, want [][]int64
		for x := range s.Solutions() {
			got = append(got, slices.Clone(x))
		}
		for _, x := range all {
			if s.Options.Shard.Has(f, x) {
				want = append(want, x)
			}
		}
		if !slices.EqualFunc(got, want, slices.Equal[[]int64]) {
			t.Errorf("%s: %d inputs in shard %d, want %d", name, len(got), i+1, len(want))
		}
	}
}
