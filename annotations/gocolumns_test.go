package annotations

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What the expressions of testdata/gocolumns.txt may mention.
const (
	columnsHead = `package p

import "io"

var _ io.Reader

type T struct{ a int }

func (t T) Get() int { return t.a }

func (t *T) Put(x int) {}

type Color int

const (
	Red Color = iota
	Green
)

type G[K comparable, V any] struct{ m map[K]V }

func two() (int, string) { return 1, "a" }

func none() {}

func id[X any](x X) X { return x }

func variadic(x int, ys ...string) bool { return true }

`
	columnsParams = "(x, y int, i8 int8, u uint, b bool, s string, r rune, xs []int, ys []string, " +
		"m map[string]int, e any, rd io.Reader, t T, pp **T, f func(int) int) bool "
)

// TestColumnsOfGo has wrong Go expressions checked by go/parser and go/types in
// a function's body, and by rtest in its contract: the mistakes must be found
// at the same places of the expression, and as many.
func TestColumnsOfGo(t *testing.T) {
	data, err := os.ReadFile("testdata/gocolumns.txt")
	if err != nil {
		t.Fatal(err)
	}
	var exprs []string
	src := strings.Builder{}
	src.WriteString(columnsHead)
	first := strings.Count(columnsHead, "\n") + 1
	for _, line := range strings.Split(string(data), "\n") {
		if line != "" && !strings.HasPrefix(line, "#") {
			fmt.Fprintf(&src, "//rtest:requires %s\nfunc F%d%s{ return true }\n\n", line, len(exprs), columnsParams)
			exprs = append(exprs, line)
		}
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/p\n\ngo 1.26\n", "p.go": src.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Load(Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if p.Packages[0].Broken {
		t.Fatal(p.Packages[0].Diags)
	}
	got := map[int][]int{}
	for _, d := range p.Packages[0].Diags {
		got[d.Pos.Line] = append(got[d.Pos.Line], d.Pos.Column-len("//rtest:requires "))
	}
	imp := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for i, expr := range exprs {
		want := columnsOf(imp, expr)
		if len(want) == 0 {
			t.Errorf("%s: Go finds no mistake", expr)
		}
		if cols := got[first+3*i]; !slices.Equal(slices.Compact(cols), want) {
			t.Errorf("%s: mistakes in columns %v, Go finds them in %v", expr, cols, want)
		}
	}
}

// columnsOf returns the positions of Go's errors in an expression that a function returns: the first
// syntax error, or all type errors. An error at the end of the text is after its last character.
func columnsOf(imp types.Importer, expr string) []int {
	head := columnsHead + "func F" + columnsParams + "{\n\treturn "
	var cols []int
	add := func(offset int) { cols = append(cols, min(offset-len(head), len(expr))+1) }
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", head+expr+"\n}\n", parser.SkipObjectResolution)
	if list, ok := errors.AsType[scanner.ErrorList](err); ok {
		add(list[0].Pos.Offset)
		return cols
	}
	conf := types.Config{Importer: imp, Error: func(err error) {
		if e, ok := errors.AsType[types.Error](err); ok {
			add(fset.Position(e.Pos).Offset)
		}
	}}
	// The errors are collected by the handler.
	_, _ = conf.Check("example.com/p", fset, []*ast.File{f}, nil)
	slices.Sort(cols)
	return slices.Compact(cols)
}
