package check

import (
	"go/types"
	"testing"

	"github.com/rtest-dev/rtest/internal/value"
)

func TestLocal(t *testing.T) {
	own, far := types.NewPackage("example.com/m.v2/p", "p"), types.NewPackage("gopkg.in/yaml.v3", "yaml")
	own.SetImports([]*types.Package{far})
	for s, want := range map[string]string{
		"int":                               "int",
		"example.com/m.v2/p.T":              "T",
		"*[]example.com/m.v2/p.T":           "*[]T",
		"map[gopkg.in/yaml.v3.Node][3]int8": "map[yaml.Node][3]int8",
		"example.com/m.v2/p.Pair[int,gopkg.in/yaml.v3.Node]": "Pair[int,yaml.Node]",
		"other/thing.T":                     "thing.T",
		"struct { X example.com/m.v2/p.T }": "struct { X T }",
	} {
		in := &value.Value{Kind: value.Sequence, Type: s, Elems: []*value.Value{{Kind: value.Nil, Type: s}}}
		got := local(own, []*value.Value{in, nil})
		if got[0].Type != want || got[0].Elems[0].Type != want || got[1] != nil {
			t.Errorf("%s: got %s, want %s", s, got[0].Type, want)
		}
		if in.Type != s || in.Elems[0].Type != s {
			t.Errorf("%s: the value itself was changed", s)
		}
	}
}
