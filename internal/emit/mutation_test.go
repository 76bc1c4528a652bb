package emit_test

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/internal/emit"
)

// examples are the packages whose generated tests are tried, with the tests
// that fail because the function is wrong, how many mutants of the right functions
// there are, and which survive: those that are no faults.
var examples = []struct {
	name     string
	failing  []string
	mutated  []string
	mutants  int
	survived []string
}{
	{
		name:    "bst",
		failing: []string{"TestDeleteWrongContract"},
		mutated: []string{"Has", "Insert", "Delete"},
		mutants: 19,
		survived: []string{
			"bst.go:38:8: < becomes its neighbour", // The keys differ there.
		},
	},
	{
		name:    "heap",
		failing: []string{"TestPopWrongContract"},
		mutated: []string{"Push", "Pop", "down"},
		mutants: 15,
		survived: []string{
			"heap.go:21:25: > becomes its neighbour",  // The root is its own parent.
			"heap.go:23:12: <= becomes its neighbour", // Equal elements may change places.
			"heap.go:66:34: < becomes its neighbour",  // Likewise.
		},
	},
	{
		name:    "sortedlist",
		failing: []string{"TestInsertOnceContract", "TestInsertWrongContract"},
		mutated: []string{"Insert"},
		mutants: 4,
		survived: []string{
			"list.go:35:19: <= becomes its neighbour", // Equal elements may change places.
		},
	},
	{
		name:    "redblack",
		failing: []string{"TestInsertRedRootContract", "TestInsertSwappedContract", "TestInsertThreeCasesContract", "TestInsertUnbalancedContract"},
		mutated: []string{"insert", "balance"},
		mutants: 18,
	},
	{
		name:    "zipper",
		failing: []string{"TestInsertContract", "TestSwapContract"},
		mutated: []string{"Next", "InsertNew"},
		mutants: 2,
	},
}

// TestExamples generates the tests of the examples. They fail for the functions
// that are wrong, pass for the others, and kill mutants of these.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the examples")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples"))); err != nil {
		t.Fatal(err)
	}
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			pkg := filepath.Join(dir, e.name)
			if err := os.RemoveAll(filepath.Join(pkg, "testdata")); err != nil {
				t.Fatal(err)
			}
			generate(t, pkg, 4, check.Selection{Cover: true}, emit.Options{})
			vetted(t, pkg)
			if got := failures(t, pkg); !slices.Equal(got, e.failing) {
				t.Errorf("failing: %v, want %v", got, e.failing)
			}
			mutants, survivors := mutate(t, pkg, e.mutated, e.failing)
			if mutants != e.mutants || !slices.Equal(survivors, e.survived) {
				t.Errorf("of %d mutants survive %q, want of %d %q", mutants, survivors, e.mutants, e.survived)
			}
		})
	}
}

// mutantHelpers are laid beside a package whose operators are mutated: mutant n
// is the one with which the process is started.
const mutantHelpers = `package %s

import (
	"cmp"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"
)

var mutant, _ = strconv.Atoi(os.Getenv("MUTANT"))

func init() {
	debug.SetMaxStack(16 << 20)
	go func() {
		for {
			var m runtime.MemStats
			if runtime.ReadMemStats(&m); m.HeapAlloc > 256<<20 {
				os.Exit(3)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
}

func mutateOrder[T cmp.Ordered](n int, op string, x, y T) bool {
	less, equal := x < y, x == y
	value := map[string]bool{"<": less, "<=": less || equal, ">": !less && !equal, ">=": !less}
	other := map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
	switch mutant {
	case n:
		return value[other[op]]
	case n + 1:
		return !value[op]
	}
	return value[op]
}

func mutateNot(n int, c bool) bool { return c != (mutant == n) }

func mutateLogic(n int, op string, x, y func() bool) bool {
	if (op == "&&") != (mutant == n) {
		return x() && y()
	}
	return x() || y()
}

func mutateSum[T cmp.Ordered](n int, plus, minus func() T) T {
	if mutant == n {
		return minus()
	}
	return plus()
}
`

// mutate flips the operators in the functions, one at a time, and runs the
// tests but for the failing ones. It returns how many mutants there are, and
// the positions of those that no test fails.
func mutate(t *testing.T, dir string, functions, failing []string) (mutants int, survivors []string) {
	t.Helper()
	m := &mutator{fset: token.NewFileSet()}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	name := ""
	for _, path := range names {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(m.fset, path, src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		name = f.Name.Name
		m.src = src
		var out []byte
		at := 0
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !slices.Contains(functions, fn.Name.Name) {
				continue
			}
			out = append(append(out, src[at:m.offset(fn.Body.Pos())]...), m.node(fn.Body)...)
			at = m.offset(fn.Body.End())
		}
		if err := os.WriteFile(path, append(out, src[at:]...), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "mutant.go"), fmt.Appendf(nil, mutantHelpers, name), 0o644); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "mutants.test")
	if out, err := goCommand(dir, "test", "-c", "-vet=off", "-o", program, "."); err != nil {
		t.Fatalf("go test -c: %v\n%s", err, out)
	}
	run := func(n int) error {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, program, "-test.timeout=3s", "-test.failfast", "-test.skip=^("+strings.Join(failing, "|")+")$")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), fmt.Sprint("MUTANT=", n))
		return cmd.Run()
	}
	if err := run(0); err != nil {
		t.Fatalf("without a mutation: %v", err)
	}
	for i, what := range m.what {
		if run(i+1) == nil {
			survivors = append(survivors, what)
		}
	}
	return len(m.what), survivors
}

// A mutator writes code in which operators depend on the mutant.
type mutator struct {
	fset *token.FileSet
	src  []byte
	// what has the position and the mutation of each mutant.
	what []string
}

func (m *mutator) offset(p token.Pos) int { return m.fset.Position(p).Offset }

// node returns the source of a node with the expressions in it mutated.
func (m *mutator) node(n ast.Node) []byte {
	var out bytes.Buffer
	at := n.Pos()
	ast.Inspect(n, func(x ast.Node) bool {
		b, ok := x.(*ast.BinaryExpr)
		if !ok || b == n {
			return true
		}
		text := m.binary(b)
		if text == "" {
			return true
		}
		out.Write(m.src[m.offset(at):m.offset(b.Pos())])
		out.WriteString(text)
		at = b.End()
		return false
	})
	out.Write(m.src[m.offset(at):m.offset(n.End())])
	return out.Bytes()
}

// operand is node for an expression, which may be mutated itself.
func (m *mutator) operand(x ast.Expr) string {
	if b, ok := x.(*ast.BinaryExpr); ok {
		if text := m.binary(b); text != "" {
			return text
		}
	}
	return string(m.node(x))
}

// mutants numbers the mutants of an operator.
func (m *mutator) mutants(b *ast.BinaryExpr, what ...string) int {
	n, at := len(m.what)+1, m.fset.Position(b.OpPos)
	for _, w := range what {
		m.what = append(m.what, fmt.Sprintf("%s:%d:%d: %s becomes %s", filepath.Base(at.Filename), at.Line, at.Column, b.Op, w))
	}
	return n
}

func (m *mutator) binary(b *ast.BinaryExpr) string {
	switch b.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		n := m.mutants(b, "its neighbour", "its negation")
		return fmt.Sprintf("mutateOrder(%d, %q, %s, %s)", n, b.Op, m.operand(b.X), m.operand(b.Y))
	case token.EQL, token.NEQ:
		n := m.mutants(b, "its negation")
		return fmt.Sprintf("mutateNot(%d, %s %s %s)", n, m.operand(b.X), b.Op, m.operand(b.Y))
	case token.LAND, token.LOR:
		n := m.mutants(b, "the other")
		return fmt.Sprintf("mutateLogic(%d, %q, func() bool { return %s }, func() bool { return %s })", n, b.Op, m.operand(b.X), m.operand(b.Y))
	case token.ADD, token.SUB:
		n := m.mutants(b, "the other")
		x, y := m.operand(b.X), m.operand(b.Y)
		other := map[token.Token]string{token.ADD: "-", token.SUB: "+"}[b.Op]
		return fmt.Sprintf("mutateSum(%d, func() int { return %s %s %s }, func() int { return %s %s %s })", n, x, b.Op, y, x, other, y)
	}
	return ""
}
