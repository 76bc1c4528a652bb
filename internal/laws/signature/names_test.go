package signature

import (
	"go/types"
	"slices"
	"testing"
)

// Types whose usual names are taken get other short ones, and none is named by its Go syntax.
func TestSeries(t *testing.T) {
	tree := types.NewNamed(types.NewTypeName(0, nil, "Tree", nil), types.NewStruct(nil, nil), nil)
	text, any := types.Typ[types.String], types.Universe.Lookup("any").Type()
	all := []types.Type{types.NewPointer(tree), text, any, types.NewSlice(any), types.NewSlice(text)}
	numbers := types.NewArray(types.Typ[types.Uint8], 4)
	all = append(all, numbers, types.NewArray(numbers.Elem(), 16), types.NewArray(numbers.Elem(), 32), types.NewArray(numbers.Elem(), 64), types.NewArray(numbers.Elem(), 128), types.NewArray(numbers.Elem(), 256))
	want := [][]string{{"t"}, {"a", "b", "c"}, {"v"}, {"vs"}, {"ss", "ts", "us"}}
	want = append(want, []string{"is", "js", "ks"}, []string{"ms", "ns", "ls"}, []string{"as", "bs", "cs"}, []string{"vuints"}, []string{"vuint"}, []string{"vuintof10"})
	for i := range all {
		if got := Series(all, i); !slices.Equal(got, want[i]) {
			t.Errorf("variables of %s are %v, want %v", all[i], got, want[i])
		}
	}
}
