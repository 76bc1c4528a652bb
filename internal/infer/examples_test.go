package infer

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestExamples infers what the functions of the examples promise that have a faulty version, which is named
// like them with Wrong at the end. The proposals must hold for the right version, and refute the faulty one.
// Postconditions are removed before; what is said of types and of inputs stays.
func TestExamples(t *testing.T) {
	longtest.Only(t, "it infers and checks contracts of eight packages")
	names, err := filepath.Glob("../../examples/*/*.go")
	if err != nil || len(names) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	tried := 0
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range versions(t, string(data)) {
			tried++
			t.Run(filepath.Base(filepath.Dir(name))+"/"+v.name, func(t *testing.T) { refutes(t, v) })
		}
	}
	if tried < 8 {
		t.Errorf("there are %d faulty versions among the examples", tried)
	}
}

// A version is the source of a package in which a function has no postcondition and no faulty version. Right
// and wrong are the bodies of both.
type version struct{ name, source, right, wrong string }

// versions finds the functions of a file that have a faulty version.
func versions(t *testing.T, source string) (list []version) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	at := func(p token.Pos) int { return fset.Position(p).Offset }
	functions := map[string]*ast.FuncDecl{}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			functions[fn.Name.Name] = fn
		}
	}
	for name, bad := range functions {
		right, ok := strings.CutSuffix(name, "Wrong")
		if !ok {
			continue
		}
		good := functions[right]
		if good == nil {
			good = functions[right+"Left"] // RotateWrong belongs to RotateLeft.
		}
		body := func(fn *ast.FuncDecl) string { return source[at(fn.Body.Pos()):at(fn.Body.End())] }
		without := source[:at(bad.Doc.Pos())] + source[at(bad.End()):]
		doc := source[at(good.Doc.Pos()):at(good.Doc.End())]
		var kept []string
		for line := range strings.SplitSeq(doc, "\n") {
			if !strings.HasPrefix(line, "//rtest:ensures") {
				kept = append(kept, line)
			}
		}
		v := version{name: good.Name.Name, source: strings.Replace(without, doc, strings.Join(kept, "\n"), 1), right: body(good)}
		if v.wrong = strings.ReplaceAll(body(bad), name+"(", good.Name.Name+"("); good.Recv != nil {
			ast.Inspect(good.Recv.List[0].Type, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					v.name = id.Name + "." + good.Name.Name
				}
				return true
			})
		}
		list = append(list, v)
	}
	return list
}

func refutes(t *testing.T, v version) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.go")
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.24\n")
	write(t, file, v.source)
	r, err := Run(context.Background(), Request{Config: settings(dir), Functions: []string{v.name}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Write(); err != nil {
		t.Fatal(err)
	}
	cfg := settings(dir)
	cfg.Run = func(_, function string) bool { return function == v.name }
	for _, f := range refuted(t, cfg) {
		t.Errorf("false of the right version: %s", f)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, strings.Replace(string(data), v.right, v.wrong, 1))
	if len(refuted(t, cfg)) == 0 {
		t.Errorf("the faulty version is not refuted by\n%s", r.Text(dir))
	}
}
