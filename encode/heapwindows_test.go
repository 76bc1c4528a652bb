package encode_test

import (
	"fmt"
	"go/token"
	"go/types"
	"testing"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

// TestAliasedHeaps counts slices of pointers to a shared type that may also be windows of one array, and
// compares with all of them.
func TestAliasedHeaps(t *testing.T) {
	pkg := types.NewPackage("example.com/p", "p")
	named := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "T", nil), nil, nil)
	named.SetUnderlying(types.NewStruct([]*types.Var{types.NewField(token.NoPos, pkg, "F", types.NewPointer(named), false)}, nil))
	list := types.NewSlice(types.NewPointer(named))
	c := &refine.Contract{
		Name:   "f",
		Params: []*refine.Variable{{Name: "xs", Type: list}, {Name: "ys", Type: list, Index: 1}},
		Shared: []refine.SharedInputs{{Inputs: []int{0, 1}}},
	}
	shapes, err := shape.Shapes(c, sharedTypes{list: []types.Type{named}}, shape.Options{Package: pkg, Hints: refine.Hints{ReadsAllFields: true, NilInputs: map[int]bool{}}})
	if err != nil {
		t.Fatal(err)
	}
	for depth := range 3 {
		q, err := encode.Encode(t.Context(), encode.Inputs{Names: []string{"xs", "ys"}, Shapes: shapes}, encode.Options{Depth: depth})
		if err != nil {
			t.Fatal(err)
		}
		q.Form.Below = true
		if got, want := len(streams(t, q.Form, 1<<16)), countWindows(depth); got != want {
			t.Errorf("%d inputs up to depth %d, want %d", got, depth, want)
		}
	}
}

// countWindows counts two slices of up to n pointers to up to n objects, apart and as windows of one
// array that hold the same where they overlap.
func countWindows(n int) (count int) {
	for p := range n + 1 {
		for q := range n + 1 {
			seen := map[string]bool{}
			refs := make([]int, p+q+n) // those of the slices, then of the objects
			for more := true; more; more = next(refs, n) {
				numbers := map[int]int{0: 0}
				var met []int
				name := func(ref int) int {
					if _, known := numbers[ref]; !known {
						met = append(met, ref)
						numbers[ref] = len(met)
					}
					return numbers[ref]
				}
				var text []int
				for _, r := range refs[:p+q] {
					text = append(text, name(r))
				}
				for i := 0; i < len(met); i++ {
					text = append(text, name(refs[p+q+met[i]-1]))
				}
				if key := fmt.Sprint(text); !seen[key] {
					seen[key] = true
					count += 1 + windows(refs[:p], refs[p:p+q])
				}
			}
		}
	}
	return count
}

// windows counts the offsets at which two slices may be in one array.
func windows(xs, ys []int) (n int) {
	for o := -len(ys); o <= len(xs); o++ {
		fits := max(o, -o) < max(len(xs), o+len(ys))-min(0, o)
		for i, y := range ys {
			fits = fits && (o+i < 0 || o+i >= len(xs) || xs[o+i] == y)
		}
		if fits {
			n++
		}
	}
	return n
}

// next counts refs up to most in each place. It returns false after the last combination.
func next(refs []int, most int) bool {
	for i := range refs {
		if refs[i]++; refs[i] <= most {
			return true
		}
		refs[i] = 0
	}
	return false
}
