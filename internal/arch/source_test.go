package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A source is a Go file of this module that is no test.
type source struct {
	// name and pkg are relative to the module's root, with slashes.
	name, pkg string
	fset      *token.FileSet
	syntax    *ast.File
}

// sources parses the module's Go files but for tests, testdata and modules of
// their own.
func sources(t *testing.T) []source {
	t.Helper()
	root := filepath.Join("..", "..")
	fset := token.NewFileSet()
	var all []source
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if path != root && skipped(path, d.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		all = append(all, source{name: name, pkg: strings.TrimSuffix(name, "/"+filepath.Base(path)), fset: fset, syntax: f})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("no Go files found")
	}
	return all
}

func skipped(path, name string) bool {
	if strings.HasPrefix(name, ".") || name == "testdata" || name == "bin" {
		return true
	}
	mods, err := filepath.Glob(filepath.Join(path, "go.mod"))
	return err != nil || len(mods) > 0
}

const (
	fileLines     = 400
	functionLines = 60
)

// TestLengths keeps a file one concept and a function one thought.
func TestLengths(t *testing.T) {
	for _, f := range sources(t) {
		tf := f.fset.File(f.syntax.FileStart)
		if n := tf.LineCount(); n > fileLines {
			t.Errorf("%s has %d lines, more than %d: is it one concept?", f.name, n, fileLines)
		}
		for _, d := range f.syntax.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			from, to := f.fset.Position(fn.Pos()), f.fset.Position(fn.End())
			if n := to.Line - from.Line + 1; n > functionLines {
				t.Errorf("%s: %s has %d lines, more than %d: split it where its thought turns", from, fn.Name.Name, n, functionLines)
			}
		}
	}
}

// TestOutput restricts standard output to its owners. internal/harness/rt, which runs in the process
// under test, handles that process's output for the code under test.
func TestOutput(t *testing.T) {
	for _, f := range sources(t) {
		if f.pkg == "internal/report" || strings.HasPrefix(f.pkg, "internal/harness/rt") || strings.HasPrefix(f.pkg, "cmd/") {
			continue
		}
		forbid(t, f, "fmt", "only internal/report and cmd write to standard output", "Print", "Println", "Printf")
		forbid(t, f, "os", "only internal/report and cmd write to standard output", "Stdout")
	}
}

// TestProcesses restricts starting processes to the harness: nothing else may run code under test.
// (go/packages runs the go command for annotations, and doctor asks it for its version. Diff asks git
// and the go command for sources. Rtestvet runs go vet, gotest runs go test for the user.)
func TestProcesses(t *testing.T) {
	for _, f := range sources(t) {
		if f.pkg == "internal/harness/build" || f.pkg == "internal/harness/process" || f.pkg == "cmd/rtestvet" || f.name == "cmd/rtest/doctor.go" || f.name == "internal/diff/sources.go" || f.name == "internal/gotest/command.go" {
			continue
		}
		forbid(t, f, "exec", "only internal/harness starts processes", "Command", "CommandContext")
		forbid(t, f, "os", "only internal/harness starts processes", "StartProcess")
	}
}

// TestGoroutines keeps a panic of rtest in any goroutine from ending the process
// as the runtime does: they are started by package fault. In the process under
// test (internal/harness/rt) that is otherwise.
func TestGoroutines(t *testing.T) {
	for _, f := range sources(t) {
		if f.pkg == "internal/fault" || strings.HasPrefix(f.pkg, "internal/harness/rt") {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if g, ok := n.(*ast.GoStmt); ok {
				t.Errorf("%s: a go statement; use fault.Go, or fault.Group", f.fset.Position(g.Pos()))
			}
			return true
		})
		forbid(t, f, "sync", "use fault.Group", "WaitGroup")
	}
}

// TestNoInit keeps what a program does in the places that are called. (A plugin of golangci-lint
// registers itself.)
func TestNoInit(t *testing.T) {
	for _, f := range sources(t) {
		if f.pkg == "rtestvet/golangci" {
			continue
		}
		for _, d := range f.syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s: an init function", f.fset.Position(fn.Pos()))
			}
		}
	}
}

// forbid reports the selections pkg.Name of the given names.
func forbid(t *testing.T, f source, pkg, why string, names ...string) {
	t.Helper()
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok && x.Name == pkg && slices.Contains(names, sel.Sel.Name) {
			t.Errorf("%s: %s.%s: %s", f.fset.Position(sel.Pos()), pkg, sel.Sel.Name, why)
		}
		return true
	})
}
