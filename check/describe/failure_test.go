package describe

import (
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/decode/tree"
)

// TestVariadicArguments passes elements one by one, unless they share memory with an input.
func TestVariadicArguments(t *testing.T) {
	node := func(id int) *tree.Value {
		return &tree.Value{Kind: tree.Address, Type: "*Node", ID: id, Elems: []*tree.Value{{Kind: tree.Compound, Type: "Node"}}}
	}
	again := &tree.Value{Kind: tree.Shared, Type: "*Node", ID: 1}
	list := func(vs ...*tree.Value) *tree.Value {
		return &tree.Value{Kind: tree.Sequence, Type: "[]*Node", Elems: vs}
	}
	tests := []struct {
		name   string
		inputs []*tree.Value
		want   []string
	}{
		{"apart", []*tree.Value{list(node(1), node(2))}, []string{"&Node{}", "&Node{}"}},
		{"twice", []*tree.Value{list(node(1), again)}, []string{"[]*Node{v1, v1}..."}},
		{"an input before", []*tree.Value{node(1), list(again)}, []string{"[]*Node{v1}..."}},
	}
	for _, tt := range tests {
		_, exprs := tree.Named([]string{"p"}, tt.inputs)
		if got := variadicArguments(tt.inputs, exprs[len(exprs)-1]); !slices.Equal(got, tt.want) {
			t.Errorf("%s: the arguments are %q, not %q", tt.name, got, tt.want)
		}
	}
}
