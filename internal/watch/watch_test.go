package watch_test

import (
	"bytes"
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
	"github.com/rtest-dev/rtest/internal/watch"
)

// TestCopies runs a program and its copies: they print the same, and all functions with
// something to watch are watched.
func TestCopies(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "program.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	p, all := load(t, text)
	want := run(t, text, nil)
	h := rewrite.Helper{Path: "example.com/m/help", Name: "help_"}
	for name, observe := range map[string]func(rewrite.Package, rewrite.Helper, map[*ast.FuncDecl]bool) (*watch.Copy, error){
		"boundaries": watch.Boundaries, "paths": watch.Paths, "flows": watch.Flows, "calls": watch.Calls,
		"mutants": func(p rewrite.Package, h rewrite.Helper, all map[*ast.FuncDecl]bool) (*watch.Copy, error) {
			set, err := mutants.Make(p, h, all)
			return &watch.Copy{Files: set.Files, Helper: mutants.Source()}, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := observe(p, h, all)
			if err != nil {
				t.Fatal(err)
			}
			copied := c.Files["m.go"]
			if name != "mutants" {
				copied = bytes.Replace(copied, []byte("func main() {"), []byte("func main() { help_.Begin(); defer help_.Reached();"), 1)
			}
			if got := run(t, copied, c.Helper); got != want {
				t.Errorf("the copy prints\n%s\nwant\n%s", got, want)
			}
			if strings.Count(string(copied), "\n") != strings.Count(string(text), "\n") && name != "mutants" {
				t.Error("the copy has other lines")
			}
			for fn := range all {
				if name == "boundaries" && !compares(p, fn) || name == "calls" && !callsOthers(p, fn) {
					continue
				}
				if !strings.Contains(body(t, copied, rewrite.Key(fn)), "help_.") {
					t.Errorf("%s is not watched", rewrite.Key(fn))
				}
			}
		})
	}
}

// callsOthers reports whether a function uses one of another package.
func callsOthers(p rewrite.Package, fn *ast.FuncDecl) (found bool) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			f, isFunc := p.Info.Uses[id].(*types.Func)
			found = found || isFunc && f.Pkg() != nil && f.Pkg() != p.Types && f.Signature().Results().Len() > 0
		}
		return true
	})
	return found
}

// compares reports whether a function compares what has a boundary.
func compares(p rewrite.Package, fn *ast.FuncDecl) (found bool) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.LSS || b.Op == token.GTR || b.Op == token.GEQ) {
			found = true
		}
		return true
	})
	return found
}

// body is the text of the body of a function.
func body(t *testing.T, text []byte, key string) string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "m.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && rewrite.Key(fn) == key {
			return string(text[fset.Position(fn.Body.Pos()).Offset:fset.Position(fn.Body.End()).Offset])
		}
	}
	return ""
}

func load(t *testing.T, text []byte) (rewrite.Package, map[*ast.FuncDecl]bool) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "m.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
	}
	pkg, err := (&types.Config{Importer: importer.Default()}).Check("example.com/m", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	all := map[*ast.FuncDecl]bool{}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name != "main" {
			all[fn] = true
		}
	}
	return rewrite.Package{Types: pkg, Info: info, Fset: fset, Files: []rewrite.File{{Name: "m.go", Syntax: f, Text: text}}}, all
}

// run runs a program with the package that it calls, and returns its output.
func run(t *testing.T, text, helper []byte) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string][]byte{"go.mod": []byte("module example.com/m\n\ngo 1.24\n"), "m.go": text}
	if helper != nil {
		files["help/help.go"] = helper
	}
	for name, data := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}
