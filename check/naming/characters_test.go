package naming

import (
	"go/ast"
	"go/importer"
	goparser "go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/refine"
)

// TestShown writes values whose types are spelled byte and rune.
func TestShown(t *testing.T) {
	const source = `package p
type Tok struct { Kind byte; Of map[rune]uint8; In any }
var ( b byte; n uint8; r rune; a [2]byte; s []byte; m map[rune]int; p *Tok; i any; f func(rune) []byte; g Grade )
type Grade byte
func each(func(rune, byte) bool) {}
var it = each`
	fset := token.NewFileSet()
	file, err := goparser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	own, err := (&types.Config{Importer: importer.Default()}).Check("example.com/p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	scalar := func(of, text string) *tree.Value { return &tree.Value{Kind: tree.Scalar, Type: of, Text: text} }
	seven, hash := scalar("uint8", "55"), scalar("int32", "35")
	tok := &tree.Value{Kind: tree.Compound, Type: "example.com/p.Tok", Names: []string{"Kind", "Of", "In"}, Elems: []*tree.Value{
		seven, {Kind: tree.Mapping, Type: "map[int32]uint8", Elems: []*tree.Value{hash, seven}}, {Kind: tree.Boxed, Elems: []*tree.Value{seven}},
	}}
	for _, c := range []struct {
		name        string
		v           *tree.Value
		want, plain string
	}{
		{"b", seven, "'7'", "55"},
		{"b", scalar("uint8", "200"), "200", "200"},
		{"b", scalar("uint8", "85"), "85", "85"},
		{"n", seven, "55", "55"},
		{"r", scalar("int32", "-1"), "-1", "-1"},
		{"a", &tree.Value{Kind: tree.Sequence, Type: "[2]uint8", Elems: []*tree.Value{seven, scalar("uint8", "0")}}, "[2]byte{55, 0}", "[2]byte{55, 0}"},
		{"s", &tree.Value{Kind: tree.Sequence, Type: "[]byte", Elems: []*tree.Value{seven, scalar("uint8", "0")}}, "[]byte{55, 0}", "[]byte{55, 0}"},
		{"m", &tree.Value{Kind: tree.Mapping, Type: "map[int32]int", Elems: []*tree.Value{hash, scalar("int", "35")}}, "map[rune]int{'#': 35}", "map[rune]int{35: 35}"},
		{
			"p", &tree.Value{Kind: tree.Address, Type: "*example.com/p.Tok", Elems: []*tree.Value{tok}},
			"&Tok{Kind: '7', Of: map[rune]uint8{'#': 55}, In: uint8(55)}", "&Tok{Kind: 55, Of: map[rune]uint8{35: 55}, In: uint8(55)}",
		},
		{
			"i", &tree.Value{Kind: tree.Boxed, Type: "interface {}", Elems: []*tree.Value{tok}},
			"Tok{Kind: '7', Of: map[rune]uint8{'#': 55}, In: uint8(55)}", "Tok{Kind: 55, Of: map[rune]uint8{35: 55}, In: uint8(55)}",
		},
		{"g", scalar("example.com/p.Grade", "55"), "'7'", "55"},
		{
			"f", &tree.Value{Kind: tree.Answering, Type: "func(int32) []uint8", Text: "…", Elems: []*tree.Value{
				{Kind: tree.Sequence, Elems: []*tree.Value{hash}}, {Kind: tree.Sequence, Elems: []*tree.Value{{Kind: tree.Nil, Type: "[]byte"}}},
			}},
			"func(rune) []byte{'#': nil, …}", "func(rune) []byte{35: nil, …}",
		},
		{
			"it", &tree.Value{Kind: tree.Yielded, Type: "func(func(int32, uint8) bool)", Elems: []*tree.Value{{Kind: tree.Sequence, Elems: []*tree.Value{hash, seven}}}},
			"func(func(rune, byte) bool){'#': '7'}", "func(func(rune, byte) bool){35: 55}",
		},
	} {
		of := []*refine.Variable{{Name: c.name, Type: own.Scope().Lookup(c.name).Type()}}
		about := &refine.Hints{Alphabet: []rune("ab68#")}
		pkg := &refine.Package{Types: own}
		if got := tree.Literal(Shown(pkg, about, of, []*tree.Value{c.v})[0]); got != c.want {
			t.Errorf("%s is %s, want %s", c.name, got, c.want)
		}
		if got := tree.Literal(Shown(pkg, &refine.Hints{}, of, []*tree.Value{c.v})[0]); got != c.plain {
			t.Errorf("%s is %s where the code has no characters, want %s", c.name, got, c.plain)
		}
	}
}
