package effects

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestManyOrigins follows an address that comes to the same values on very many ways: each case of the switch is one, and each
// round of the loop has all of them.
func TestManyOrigins(t *testing.T) {
	var cases strings.Builder
	for i := range 50 {
		fmt.Fprintf(&cases, "\t\tcase %d:\n\t\t\ta, b = b[%d:], a\n", i, i)
	}
	src := "package p\n\nfunc F(a, b, c []int, ns []int) {\n\tfor _, n := range ns {\n\t\tswitch n {\n" + cases.String() + "\t\t}\n\t\ta[0] = n\n\t}\n\t_ = c\n}\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", ""), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := &writeSet{params: map[int]bool{}, captured: map[int]bool{}}
	for _, b := range pkg.Func("F").Blocks {
		for _, in := range b.Instrs {
			if s, ok := in.(*ssa.Store); ok {
				out.write(s.Addr, s.Pos(), false)
			}
		}
	}
	if got := slices.Sorted(maps.Keys(out.params)); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("inputs %v are written, want 0 and 1", got)
	}
}
