package effects

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/code"
)

// TestInterrupted analyzes a function until the run is over: from then on, nothing is known of a function that was not
// looked at.
func TestInterrupted(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", "package p\n\nfunc F(n int) int { return G(n) }\n\nfunc G(n int) int { return n }\n", parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	pkg, err := (&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	p := code.New(fset, &code.Package{Path: "p", Main: true, Module: "p", Types: pkg, Files: []*ast.File{file}, Info: info})
	fn := pkg.Scope().Lookup("F").(*types.Func)
	if got := NewIndex(p).Of(fn); got != "" {
		t.Errorf("F has the effect %q", got)
	}
	over := false
	p.Ended = func() bool { return over }
	x := NewIndex(p)
	over = true
	if got := x.Of(fn); !strings.Contains(got, "interrupted") {
		t.Errorf("of F it says %q after an interrupt", got)
	}
	if x := NewIndex(p); len(x.visited) > 0 {
		t.Errorf("%d functions were looked at after an interrupt", len(x.visited))
	}
}
