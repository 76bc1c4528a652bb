package mutants_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/mutants"
	"github.com/rtest-dev/rtest/internal/rewrite"
)

var update = flag.Bool("update", false, "write the golden files")

// TestMake lists the mutants of a file that has each kind of operator and statement. Each
// of them compiles, and so does the copy that holds all of them.
func TestMake(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "kinds.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	p := load(t, text)
	all := map[*ast.FuncDecl]bool{}
	for _, d := range p.Files[0].Syntax.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			all[fn] = true
		}
	}
	set, err := mutants.Make(p, rewrite.Helper{Path: "example.com/m/mutate", Name: "mutate_"}, all)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i, m := range set.Mutants {
		if m.Number != i+1 {
			t.Errorf("mutant %d has the number %d", i+1, m.Number)
		}
		fmt.Fprintf(&b, "%d:%d: %s: %s\n", m.Pos.Line, m.Pos.Column, m.Func, m.What)
		compile(t, map[string][]byte{"m.go": m.Apply(text)}, m.What)
	}
	compile(t, map[string][]byte{"m.go": set.Files["m.go"], "mutate/mutate.go": mutants.Source()}, "all")
	golden := filepath.Join("testdata", "kinds.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("mutants are\n%s\nwant\n%s", b.String(), want)
	}
}

// load type-checks a package of one file.
func load(t *testing.T, text []byte) rewrite.Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "m.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{},
	}
	pkg, err := (&types.Config{Importer: importer.Default()}).Check("example.com/m", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	return rewrite.Package{Types: pkg, Info: info, Fset: fset, Files: []rewrite.File{{Name: "m.go", Syntax: f, Text: text}}}
}

// compile vets the files of a package with the compiler.
func compile(t *testing.T, files map[string][]byte, what string) {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = []byte("module example.com/m\n\ngo 1.24\n")
	for name, text := range files {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "build", "./...")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", what, err, out)
	}
}
