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
	want := [][]string{{"t"}, {"a", "b", "c"}, {"v"}, {"vs"}, {"ss", "ts", "us"}}
	for i := range all {
		if got := Series(all, i); !slices.Equal(got, want[i]) {
			t.Errorf("variables of %s are %v, want %v", all[i], got, want[i])
		}
	}
}
