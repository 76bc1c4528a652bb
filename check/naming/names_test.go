package naming

import (
	"go/constant"
	"go/token"
	"go/types"
	"testing"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/refine"
)

func TestLocal(t *testing.T) {
	own, far := types.NewPackage("example.com/m.v2/p", "p"), types.NewPackage("gopkg.in/yaml.v3", "yaml")
	own.SetImports([]*types.Package{far})
	for s, want := range map[string]string{
		"int":                               "int",
		"example.com/m.v2/p.T":              "T",
		"*[]example.com/m.v2/p.T":           "*[]T",
		"map[gopkg.in/yaml.v3.Node][3]int8": "map[yaml.Node][3]int8",
		"example.com/m.v2/p.Pair[int,gopkg.in/yaml.v3.Node]": "Pair[int, yaml.Node]",
		"other/thing.T":                     "thing.T",
		"struct { X example.com/m.v2/p.T }": "struct { X T }",
	} {
		in := &tree.Value{Kind: tree.Sequence, Type: s, Elems: []*tree.Value{{Kind: tree.Nil, Type: s}}}
		got := Local(&refine.Package{Types: own}, []*tree.Value{in, nil})
		if got[0].Type != want || got[0].Elems[0].Type != want || got[1] != nil {
			t.Errorf("%s: got %s, want %s", s, got[0].Type, want)
		}
		if in.Type != s || in.Elems[0].Type != s {
			t.Errorf("%s: the value itself was changed", s)
		}
	}
}

func TestFunctionNames(t *testing.T) {
	own, far, std := types.NewPackage("example.com/m.v2/p", "p"), types.NewPackage("gopkg.in/yaml.v3", "yaml"), types.NewPackage("cmp", "cmp")
	own.SetImports([]*types.Package{far, std})
	for s, want := range map[string]string{
		"example.com/m.v2/p.IterBad.func1":                 "IterBad.func1",
		"gopkg.in/yaml.v3.Node.Kind-fm":                    "yaml.Node.Kind-fm",
		"gopkg.in/yaml.v3.(*Node).Kind":                    "yaml.(*Node).Kind",
		"cmp.Less[int]":                                    "cmp.Less[int]",
		"example.com/m.v2/p.Map[gopkg.in/yaml.v3.Node]":    "Map[yaml.Node]",
		"other.org/thing.F":                                "other.org/thing.F",
		"func(x int) int { return x }":                     "func(x int) int { return x }",
		"func(x float64) float64 { return x / 2.5 + a.b }": "func(x float64) float64 { return x / 2.5 + a.b }",
		"": "",
	} {
		in := []*tree.Value{{Kind: tree.Function, Text: s}}
		if got := Local(&refine.Package{Types: own}, in)[0].Text; got != want {
			t.Errorf("%s: got %s, want %s", s, got, want)
		}
	}
}

// enums takes all constants of a type for an Enumeration, those of Perm for flags
// and those of Op for some of its values.
type enums struct{ refine.Facts }

func (enums) Constants(t *types.Named) (consts []*types.Const, flags bool) {
	if t.Obj().Name() == "Op" {
		return nil, false
	}
	for _, name := range t.Obj().Pkg().Scope().Names() {
		if c, ok := t.Obj().Pkg().Scope().Lookup(name).(*types.Const); ok && types.Identical(c.Type(), t) {
			consts = append(consts, c)
		}
	}
	return consts, t.Obj().Name() == "Perm"
}

func TestConstants(t *testing.T) {
	own, far := types.NewPackage("example.com/p", "p"), types.NewPackage("example.com/m/fs", "fs")
	own.SetImports([]*types.Package{far})
	declare := func(p *types.Package, name string, kind types.BasicKind, consts map[string]constant.Value) {
		tn := types.NewTypeName(token.NoPos, p, name, nil)
		named := types.NewNamed(tn, types.Typ[kind], nil)
		p.Scope().Insert(tn)
		for c, v := range consts {
			p.Scope().Insert(types.NewConst(token.NoPos, p, c, named, v))
		}
	}
	declare(own, "Perm", types.Uint8, map[string]constant.Value{"R": constant.MakeInt64(1), "W": constant.MakeInt64(2), "X": constant.MakeInt64(128)})
	declare(own, "Mode", types.String, map[string]constant.Value{"Write": constant.MakeString("w\n")})
	declare(far, "Kind", types.Int, map[string]constant.Value{"Dir": constant.MakeInt64(-3), "file": constant.MakeInt64(1)})
	declare(own, "Op", types.Int32, map[string]constant.Value{"Sub": constant.MakeInt64('-')})
	for _, c := range []struct{ typ, text, want string }{
		{"example.com/p.Op", "45", "Sub"},
		{"example.com/p.Op", "46", ""},
		{"example.com/p.Perm", "2", "W"},
		{"example.com/p.Perm", "131", "R | W | X"},
		{"example.com/p.Perm", "0", ""},
		{"example.com/p.Perm", "5", ""},
		{"example.com/p.Mode", `"w\n"`, "Write"},
		{"example.com/p.Mode", `"w"`, ""},
		{"example.com/m/fs.Kind", "-3", "fs.Dir"},
		{"example.com/m/fs.Kind", "1", ""},
		{"example.com/p.None", "1", ""},
		{"int", "1", ""},
	} {
		in := []*tree.Value{{Kind: tree.Scalar, Type: c.typ, Text: c.text}}
		if got := Local(&refine.Package{Types: own, Facts: enums{}}, in)[0].Const; got != c.want {
			t.Errorf("%s %s: got %q, want %q", c.typ, c.text, got, c.want)
		}
	}
}
