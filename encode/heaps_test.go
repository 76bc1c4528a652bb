package encode_test

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/internal/z3"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

// TestHeapsOnce counts the heaps of a type with some pointers and some parameters that point to it. It
// compares them with all assignments of pointers; those that differ by renaming count once.
func TestHeapsOnce(t *testing.T) {
	for _, c := range []struct{ roots, fields, most int }{{1, 1, 4}, {1, 2, 3}, {2, 1, 4}, {2, 2, 3}, {3, 1, 3}, {1, 3, 2}, {3, 2, 2}} {
		t.Run(fmt.Sprint(c.roots, c.fields), func(t *testing.T) {
			shapes, names := heapShapes(t, c.roots, c.fields)
			for n := range c.most + 1 {
				q, err := encode.Encode(t.Context(), encode.Inputs{Names: names, Shapes: shapes}, encode.Options{Depth: n})
				if err != nil {
					t.Fatal(err)
				}
				if err := q.Form.Check(); err != nil {
					t.Fatal(err)
				}
				want := countHeaps(n, c.roots, c.fields)
				if got := len(streams(t, q.Form, 1<<20)); got != want {
					t.Errorf("%d heaps of %d objects, want %d", got, n, want)
				}
			}
		})
	}
}

// heapShapes returns the shapes of parameters of type *T, where T has fields of type *T.
func heapShapes(t *testing.T, roots, fields int) (shapes []value.Shape, names []string) {
	pkg := types.NewPackage("example.com/p", "p")
	named := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "T", nil), nil, nil)
	var vars []*types.Var
	for i := range fields {
		vars = append(vars, types.NewField(token.NoPos, pkg, fmt.Sprint("F", i), types.NewPointer(named), false))
	}
	named.SetUnderlying(types.NewStruct(vars, nil))
	c := &refine.Contract{Name: "f"}
	hints := refine.Hints{ReadsAllFields: true, NilInputs: map[int]bool{}}
	for i := range roots {
		names = append(names, fmt.Sprint("p", i))
		c.Params = append(c.Params, &refine.Variable{Name: names[i], Type: types.NewPointer(named), Index: i})
	}
	shapes, err := shape.Shapes(c, sharedTypes{list: []types.Type{named}}, shape.Options{Package: pkg, Hints: hints})
	if err != nil {
		t.Fatal(err)
	}
	return shapes, names
}

// countHeaps counts the heaps of exactly n objects that the roots reach.
func countHeaps(n, roots, fields int) int {
	seen := map[string]bool{}
	refs := make([]int, roots+n*fields)
	for {
		var text strings.Builder
		numbers := map[int]int{}
		var walk func(ref int)
		walk = func(ref int) {
			number, met := numbers[ref]
			if ref == 0 || met {
				fmt.Fprint(&text, number, " ")
				return
			}
			numbers[ref] = len(numbers) + 1
			text.WriteString("new ")
			for f := range fields {
				walk(refs[roots+(ref-1)*fields+f])
			}
		}
		for _, r := range refs[:roots] {
			walk(r)
		}
		if len(numbers) == n {
			seen[text.String()] = true
		}
		i := 0
		for ; i < len(refs); i++ {
			if refs[i]++; refs[i] <= n {
				break
			}
			refs[i] = 0
		}
		if i == len(refs) {
			return len(seen)
		}
	}
}

// heapTypes are the types over which predicates are made at random.
const heapTypes = `package heaps

type T struct {
	V    int8
	A, B *T
}
`

// A heapMaker makes predicates over heaps.
type heapMaker struct{ *rand.Rand }

// TestRandomHeaps compares random predicates over heaps, lifted and interpreted, with compiled Go on
// all heaps of a small depth, and the solutions of the search with those of Z3.
func TestRandomHeaps(t *testing.T) {
	g := &heapMaker{rand.New(rand.NewPCG(7, 0))}
	src := heapTypes
	for i := range longtest.Cases(24, 400) {
		src += fmt.Sprintf("\n//shared T\nfunc P%d(p, q *T) bool {\n%s}\n", i, g.body())
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module testdata\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "heaps", "heaps.go"), src)
	ps, _ := loadFrom(t, dir)
	agree(t, dir, ps, 2, 2500)
	agreeWithZ3(t, ps)
}

// agreeWithZ3 compares the solutions of the search with those of Z3 for predicates that are lifted
// whole. It returns how many there are, and false if there is no Z3.
func agreeWithZ3(t *testing.T, ps []*predicate) (solved int, ok bool) {
	t.Helper()
	for _, p := range ps {
		q := p.encode(t, 1)
		if len(q.Opaque) > 0 {
			continue
		}
		want := streams(t, q.Form, 1<<12)
		s, err := solve.New(q.Form, solve.Options{})
		if errors.Is(err, z3.ErrNoSolver) {
			return 0, false
		}
		if err != nil {
			t.Fatal(err)
		}
		var got [][]int64
		for x := range s.Solutions() {
			got = append(got, slices.Clone(x))
		}
		s.Close()
		if !slices.EqualFunc(got, want, slices.Equal[[]int64]) {
			t.Errorf("%s: Z3 has %d solutions, the search %d", p.name, len(got), len(want))
		}
		solved += len(got)
	}
	return solved, true
}

// body is a walk over what p and q reach that ends.
func (g *heapMaker) body() string {
	var b strings.Builder
	b.WriteString("seen := map[*T]bool{}\nn := 0\nx, y := p, q\n_, _, _, _ = x, y, n, seen\n")
	for range 1 + g.IntN(3) {
		switch g.IntN(5) {
		case 0:
			fmt.Fprintf(&b, "for x != nil && !seen[x] {\nseen[x] = true\n%sx = x.%s\n}\n", g.check("x"), g.field())
		case 1:
			fmt.Fprintf(&b, "for i := 0; i < %d && y != nil; i++ {\n%sy = y.%s\nn++\n}\n", 1+g.IntN(4), g.check("y"), g.field())
		case 2:
			fmt.Fprintf(&b, "if x != nil {\nx.%s = %s\n}\n", g.field(), g.operand())
		case 3:
			b.WriteString(g.check(""))
		case 4:
			fmt.Fprintf(&b, "x, y = %s, x\n", g.operand())
		}
	}
	fmt.Fprintf(&b, "return %s\n", g.condition("p"))
	return b.String()
}

func (g *heapMaker) check(not string) string {
	return fmt.Sprintf("if %s {\nreturn %v\n}\n", g.condition(not), g.IntN(2) == 0)
}

func (g *heapMaker) field() string { return []string{"A", "B"}[g.IntN(2)] }

// operand is a pointer.
func (g *heapMaker) operand() string { return []string{"p", "q", "x", "y", "nil"}[g.IntN(5)] }

// condition returns a condition that never panics. It mentions set first, unless that is empty.
func (g *heapMaker) condition(set string) string {
	of := []string{"p", "q", "x", "y"}[g.IntN(4)]
	if set != "" {
		of = set
	}
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("%s == %s", of, g.operand())
	case 1:
		return fmt.Sprintf("%[1]s != nil && %[1]s.%s == %s", of, g.field(), g.operand())
	case 2:
		f := g.field()
		return fmt.Sprintf("%[1]s != nil && %[1]s.%[2]s != nil && %[1]s.%[2]s.%[3]s == %[1]s", of, f, g.field())
	case 3:
		return fmt.Sprintf("%[1]s != nil && %[1]s.V > %d", of, g.IntN(2))
	case 4:
		return fmt.Sprintf("len(seen) > %d", g.IntN(3))
	}
	return fmt.Sprintf("!(%s) && n < %d", g.condition(set), 1+g.IntN(3))
}

// TestHeapsOfTwoTypes counts the chains in which values of two types refer to each other in turn; the
// last refers to nil or back.
func TestHeapsOfTwoTypes(t *testing.T) {
	pkg := types.NewPackage("example.com/p", "p")
	var list []types.Type
	for _, name := range []string{"A", "B"} {
		list = append(list, types.NewNamed(types.NewTypeName(token.NoPos, pkg, name, nil), nil, nil))
	}
	for i, n := range list {
		n.(*types.Named).SetUnderlying(types.NewStruct([]*types.Var{types.NewField(token.NoPos, pkg, "F", types.NewPointer(list[1-i]), false)}, nil))
	}
	c := &refine.Contract{Name: "f", Params: []*refine.Variable{{Name: "p", Type: types.NewPointer(list[0])}}}
	shapes, err := shape.Shapes(c, sharedTypes{list: list}, shape.Options{Package: pkg, Hints: refine.Hints{ReadsAllFields: true, NilInputs: map[int]bool{}}})
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range []int{1, 3, 5, 7, 9} {
		q, err := encode.Encode(t.Context(), encode.Inputs{Names: []string{"p"}, Shapes: shapes}, encode.Options{Depth: n})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(streams(t, q.Form, 1<<10)); got != want {
			t.Errorf("%d heaps of up to %d objects of each type, want %d", got, n, want)
		}
	}
}

// TestFewCandidates counts the inputs that the interpreter rejects while it reads structures that
// earlier reads have nearly decided.
func TestFewCandidates(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module testdata\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "heaps", "heaps.go"), `package heaps

type Item struct{ _ int }

type Link struct {
	Next, Prev *Link
	Item       *Item
}

//shared Link Item
func Circle(first *Link) bool {
	l := first
	for i := 0; i < 7; i++ {
		if l == nil || l.Item == nil || l.Next == nil || l.Next.Prev != l || i > 0 && l == first {
			return false
		}
		l = l.Next
	}
	return l == first
}

type Tree struct {
	Parent, Left, Right *Tree
}

func size(t, parent *Tree, most int) int {
	switch {
	case t == nil:
		return 0
	case most == 0 || t.Parent != parent:
		return 100
	}
	left := size(t.Left, t, most-1)
	if left > most {
		return 100
	}
	return 1 + left + size(t.Right, t, most-1-left)
}

//shared Tree
func Parents(t *Tree) bool { return size(t, nil, 7) == 7 }
`)
	ps, _ := loadFrom(t, dir)
	for i, c := range []struct {
		want     int
		rejected int64
	}{{877, 40_000}, {429, 40_000}} {
		q, err := encode.Encode(t.Context(), encode.Inputs{Names: ps[i].names, Shapes: ps[i].shapes, Preds: []encode.Predicate{{Fn: ps[i].fn}}},
			encode.Options{Depth: 7, Interp: &interp.Program{}})
		if err != nil {
			t.Fatal(err)
		}
		s, err := search.New(q.Form)
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for range s.Solutions() {
			got++
		}
		if st := s.Stats(); got != c.want || st.Rejected > c.rejected || q.Form.Renaming == nil {
			t.Errorf("%s: %d inputs, want %d; %d parts rejected, no more than %d expected", ps[i].name, got, c.want, st.Rejected, c.rejected)
		}
	}
}
