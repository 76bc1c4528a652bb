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
	"github.com/rtest-dev/rtest/internal/longtest"
)

// mutated are the packages whose generated tests are tried on mutants of their
// functions, but for those that are wrong as they are. What becomes of it is in
// testdata/mutants.txt: the tests that fail for the functions that are wrong, how
// many mutants there are, and which survive.
var mutated = []struct{ name, functions string }{
	{"bst", "Has Insert Delete"},
	{"grades", "RescaleRange AveragePositive BestOf"},
	{"heap", "Push Pop down"},
	{"sortedlist", "Insert"},
	{"redblack", "insert balance"},
	{"zipper", "Next InsertNew"},
	{"functions", "Search Merge Partition Rotate Filter Fold Runs Clamp Median Remove Push Pop Window Digits"},
}

// TestMutants generates the tests of the examples, and of functions that are
// written for this. They fail for the functions that are wrong, pass for the
// others, and kill mutants of these.
func TestMutants(t *testing.T) {
	longtest.Only(t, "builds hundreds of mutants")
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "examples"))); err != nil {
		t.Fatal(err)
	}
	functions, err := os.ReadFile(filepath.Join("testdata", "functions.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "functions"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "functions", "functions.go"), functions, 0o644); err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString("Mutants of right functions, and how many of them the generated tests kill.\n\n")
	all, killed := 0, 0
	var details strings.Builder
	for _, e := range mutated {
		t.Run(e.name, func(t *testing.T) {
			pkg := filepath.Join(dir, e.name)
			if err := os.RemoveAll(filepath.Join(pkg, "testdata")); err != nil {
				t.Fatal(err)
			}
			generate(t, pkg, 4, check.Selection{By: check.ByCover}, emit.Options{})
			vetted(t, pkg)
			failing := allFailures(t, pkg)
			mutants, survivors := mutate(t, pkg, strings.Fields(e.functions), failing)
			all, killed = all+mutants, killed+mutants-len(survivors)
			fmt.Fprintf(&table, "%-12s%4d of %4d\n", e.name, mutants-len(survivors), mutants)
			fmt.Fprintf(&details, "\n%s\n", e.name)
			for _, name := range failing {
				fmt.Fprintf(&details, "    fails: %s\n", name)
			}
			for _, what := range survivors {
				fmt.Fprintf(&details, "    survives: %s\n", what)
			}
		})
	}
	fmt.Fprintf(&table, "%-12s%4d of %4d\n%s", "all", killed, all, details.String())
	golden := filepath.Join("testdata", "mutants.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(table.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if table.String() != string(want) {
		t.Errorf("mutants:\n%s\nwant\n%s", table.String(), want)
	}
}

// allFailures returns all failures, even if a test that panics ends the following ones.
func allFailures(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	for {
		out, _ := goCommand(dir, "test", "-vet=off", "-skip=^("+strings.Join(all, "|")+")$", ".")
		found := failed.FindAllSubmatch(out, -1)
		if len(found) == 0 {
			slices.Sort(all)
			return all
		}
		for _, m := range found {
			all = append(all, string(m[1]))
		}
	}
}

// mutantHelpers is added to a package whose operators are mutated. Mutant n is active if the process
// is started with n.
const mutantHelpers = `package %s

import (
	"cmp"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync/atomic"
	"time"
)

var mutant, _ = strconv.Atoi(os.Getenv("MUTANT"))

var mutantSteps atomic.Int64

// mutantStep ends a mutant that does not come to an end. In all their tests
// the functions take less than 1<<15 steps.
func mutantStep() {
	if mutantSteps.Add(1) > 1<<18 {
		os.Exit(3)
	}
}

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

// mutate changes the operators in the functions one at a time, and runs the tests except the failing
// ones. It returns the number of mutants, and the positions of those that survive.
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
			m.removable(fn.Body)
			m.repeated(fn.Body)
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
		cmd := exec.CommandContext(ctx, program, "-test.failfast", "-test.skip=^("+strings.Join(failing, "|")+")$")
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
	// removes has the statements that a mutant may leave out.
	removes map[ast.Node]bool
	// repeats has the blocks that may be run without an end.
	repeats map[ast.Node]bool
}

// repeated finds the bodies of loops and functions.
func (m *mutator) repeated(body *ast.BlockStmt) {
	m.repeats = map[ast.Node]bool{body: true}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			m.repeats[n.Body] = true
		case *ast.RangeStmt:
			m.repeats[n.Body] = true
		case *ast.FuncLit:
			m.repeats[n.Body] = true
		}
		return true
	})
}

// removable finds the statements that may be left out.
func (m *mutator) removable(body *ast.BlockStmt) {
	m.removes = map[ast.Node]bool{}
	list := func(stmts []ast.Stmt) {
		for _, s := range stmts {
			switch s := s.(type) {
			case *ast.AssignStmt:
				m.removes[s] = s.Tok != token.DEFINE
			case *ast.IncDecStmt, *ast.ExprStmt:
				m.removes[s] = true
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			list(n.List)
		case *ast.CaseClause:
			list(n.Body)
		}
		return true
	})
}

// statement returns a statement that a mutant leaves out.
func (m *mutator) statement(n ast.Node) string {
	at := m.fset.Position(n.Pos())
	number := len(m.what) + 1
	m.what = append(m.what, fmt.Sprintf("%s:%d:%d: the statement is left out", filepath.Base(at.Filename), at.Line, at.Column))
	delete(m.removes, n)
	return fmt.Sprintf("if mutant != %d { %s }", number, m.node(n))
}

func (m *mutator) offset(p token.Pos) int { return m.fset.Position(p).Offset }

// node returns the source of a node with the expressions in it mutated.
func (m *mutator) node(n ast.Node) []byte {
	var out bytes.Buffer
	at := n.Pos()
	ast.Inspect(n, func(x ast.Node) bool {
		if m.repeats[x] {
			begin := x.Pos() + token.Pos(len("{"))
			out.Write(m.src[m.offset(at):m.offset(begin)])
			out.WriteString("mutantStep();")
			at = begin
			return true
		}
		if m.removes[x] {
			out.Write(m.src[m.offset(at):m.offset(x.Pos())])
			out.WriteString(m.statement(x))
			at = x.End()
			return false
		}
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

// operand is node for an expression that may be mutated itself.
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
