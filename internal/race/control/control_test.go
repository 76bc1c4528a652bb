package control

import (
	"encoding/json"
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
)

const schedulerPath = "github.com/rtest-dev/rtest/internal/harness/rt/sched"

// rewrite returns a file before and after it is rewritten.
func rewrite(t *testing.T, name string) (*Writer, []byte, []byte) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	w, out := rewriteText(t, name, text, false)
	return w, text, out
}

// rewriteText rewrites the text of a file, as that of a package of another module if it is copied.
func rewriteText(t *testing.T, name string, text []byte, copied bool) (*Writer, []byte) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
	}
	pkg, err := (&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}).Check("main", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	w := &Writer{}
	p := Package{Types: pkg, Info: info, Fset: fset, Ours: func(q *types.Package) bool { return q == pkg }, Scheduler: schedulerPath, Copied: copied}
	return w, w.Rewrite(p, File{Name: name, Syntax: f, Text: text})
}

// TestConstructs compares the output of a program with its output when it is rewritten and run by the
// scheduler.
func TestConstructs(t *testing.T) {
	name, err := filepath.Abs(filepath.Join("testdata", "constructs.go"))
	if err != nil {
		t.Fatal(err)
	}
	w, text, out := rewrite(t, name)
	if len(w.Uncontrolled) > 0 {
		t.Errorf("not controlled: %v", w.Uncontrolled)
	}
	if got, want := strings.Count(string(out), "\n"), strings.Count(string(text), "\n"); got < want {
		t.Errorf("it has %d lines, and had %d", got, want)
	}
	out = append(out, "\nfunc init() {\n\tdriver = func(f func()) {\n\t\tx := &rtestg_sched.Exploration{Main: f}\n\t\tx.Level(func() bool { return false })\n\t\tif e := rtestg_sched.End(); e != 0 {\n\t\t\tpanic(fmt.Sprint(\"the schedule ended as \", e, rtestg_sched.Panics(), rtestg_sched.Left()))\n\t\t}\n\t}\n}\n"...)
	copied := filepath.Join(t.TempDir(), "rewritten.go")
	if err := os.WriteFile(copied, out, 0o666); err != nil {
		t.Fatal(err)
	}
	over, err := json.Marshal(map[string]any{"Replace": map[string]string{name: copied}})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(overlay, over, 0o666); err != nil {
		t.Fatal(err)
	}
	want := goRun(t, name)
	got := goRun(t, "-overlay="+overlay, name)
	if got != want {
		t.Errorf("rewritten it writes\n%s\nand not\n%s", got, want)
	}
}

func goRun(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"run"}, args...)...).CombinedOutput()
	if err != nil {
		t.Errorf("go run %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// TestLinesStay compares the lines at which functions begin.
func TestLinesStay(t *testing.T) {
	_, text, out := rewrite(t, filepath.Join("testdata", "constructs.go"))
	before, after := strings.Split(string(text), "\n"), strings.Split(string(out), "\n")
	for i, line := range before {
		if strings.HasPrefix(line, "func ") && !strings.HasPrefix(after[i], line[:8]) {
			t.Errorf("line %d is %q, and was %q", i+1, after[i], line)
		}
	}
}

// TestPlacesOfCopies compares the places of functions in a package of another module, which is copied, with those in its own files.
func TestPlacesOfCopies(t *testing.T) {
	for _, head := range []string{"", "//go:build go1.18\n\n", "// Copyright.\n\n//go:build !windows\n// +build !windows\n\n"} {
		text := head + "// Package p is copied.\npackage p\n\n// F does nothing.\nfunc F() {}\n"
		_, out := rewriteText(t, "/m/p.go", []byte(text), true)
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "/copy/p.go", out, 0)
		if err != nil {
			t.Fatal(err)
		}
		want := token.Position{Filename: "/m/p.go", Line: strings.Count(text[:strings.Index(text, "func F")], "\n") + 1, Column: 1}
		if got := fset.Position(f.Scope.Lookup("F").Pos()); got.Filename != want.Filename || got.Line != want.Line {
			t.Errorf("after %q F is at %s, and not at %s:\n%s", head, got, want, out)
		}
		if !strings.Contains(string(out), "//go:build go1.") {
			t.Errorf("after %q the copy names no language version:\n%s", head, out)
		}
	}
}
