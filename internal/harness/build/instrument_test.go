package build

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestInstrument puts counters into a program with every kind of statement. It must print the same as
// without them, on the same lines.
func TestInstrument(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("testdata", "instrument", "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "main.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if _, err := (&types.Config{}).Check("main", fset, []*ast.File{f}, info); err != nil {
		t.Fatal(err)
	}
	for _, known := range []*types.Info{info, nil} {
		in := &instrumenter{hits: countersPackage{path: "example.com/m/hits"}}
		out := in.file(fset, f, known, src)
		if got, want := bytes.Count(out, []byte("\n")), bytes.Count(src, []byte("\n")); got != want {
			t.Errorf("%d lines became %d", want, got)
		}
		plain, counted := goRun(t, src, nil), goRun(t, out, in)
		if plain != counted {
			t.Errorf("without counters it prints\n%s\nwith them\n%s\nof\n%s", plain, counted, out)
		}
	}
}

// goRun builds and runs a program, with the package of its counters if it has
// some.
func goRun(t *testing.T, src []byte, in *instrumenter) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "main.go": string(src)}
	if in != nil {
		files["hits/hits.go"] = string(hitsFile(in.counters, true))
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, src)
	}
	return string(out)
}

// TestCounters looks at which counters are reached: each statement and each
// outcome of a condition once, and whether more than once.
func TestCounters(t *testing.T) {
	const src = `package main

import "example.com/m/hits"

func f(n int, b bool) int {
	for i := 0; i < n; i++ {
		if i > 0 && b {
			return 1
		}
	}
	switch n {
	case 0:
		return 2
	}
	return 3
}

func main() {
	f(0, false)
	show()
	f(2, true)
	show()
	f(1, true)
	show()
}

func show() {
	for _, n := range hits.At {
		print(n)
	}
	println()
	clear(hits.At[:])
}
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "main.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.Decls = f.Decls[:2] // Only f.
	in := &instrumenter{hits: countersPackage{path: "example.com/m/hits"}}
	out := in.file(fset, f, nil, []byte(src))
	// The body of f; i < n, the body of the loop; i > 0, b, the body of the
	// if; the other cases of the switch, its first case.
	const want = "1 01 0 00 00 0 0 1\n1 30 3 11 10 1 0 0\n1 11 1 01 00 0 1 0\n"
	if got := goRun(t, out, in); got != strings.ReplaceAll(want, " ", "") {
		t.Errorf("counters are\n%s\nwant\n%s\nof\n%s", got, want, out)
	}
}

// TestOutcomes checks what the counters of conditions and cases mean.
func TestOutcomes(t *testing.T) {
	src := `package p

func F(x int, ok bool) int {
	if x < 0 || ok {
		return 1
	}
	switch x {
	case 1,
		2:
		return 2
	}
	for range x {
	}
	return 3
}
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	in := &instrumenter{}
	in.file(fset, f, nil, []byte(src))
	var got []string
	for _, n := range slices.Sorted(maps.Keys(in.outcomes)) {
		o := in.outcomes[n]
		got = append(got, fmt.Sprintf("%s:%d %s %s", o.Func, o.Pos.Line, o.Text, o.Is))
	}
	want := []string{
		"F:4 x < 0 is true", "F:4 x < 0 is false", "F:4 ok is true", "F:4 ok is false",
		"F:11 switch takes no case", "F:8 case 1, 2 is taken", "F:12 for range x enters the loop",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the outcomes are %q, want %q", got, want)
	}
}
