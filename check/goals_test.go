package check_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestGoalsAgainstBruteForce makes random functions of two parameters of 8 bits, some with a
// precondition, and finds out by running compiled Go with all their inputs which sides of
// comparisons are taken, and which statements executed. What is reached must be taken, what is
// impossible must not, and no statement at a warning may be executed.
func TestGoalsAgainstBruteForce(t *testing.T) {
	n := longtest.Cases(30, 600)
	for seed := uint64(1); n > 0 && !t.Failed(); seed++ {
		part := min(n, 60)
		n -= part
		goalsOf(t, seed, part)
	}
}

func goalsOf(t *testing.T, seed uint64, n int) {
	dir := t.TempDir()
	write := func(name string, text []byte) { writeText(t, filepath.Join(dir, name), string(text)) }
	r := rand.New(rand.NewPCG(seed, 5))
	var src strings.Builder
	src.WriteString(claimsHead)
	texts := map[string]string{}
	for i := range n {
		w := &claimWriter{r: r}
		text := w.function(fmt.Sprintf("F%d", i))
		texts[fmt.Sprintf("F%d", i)] = fmt.Sprintf("in line %d:\n%s", strings.Count(src.String(), "\n")+6, text)
		pre := []string{"true", "a >= 0", "b < 200", "int(a) < int(b)"}[r.IntN(4)]
		fmt.Fprintf(&src, "func preF%d(a int8, b uint8) bool { return %s }\n\n", i, pre)
		fmt.Fprintf(&src, "//rtest:requires preF%d(a, b)\n//rtest:ensures true\n//rtest:panics failsF%[1]d(a, b)\n%s\n", i, text)
		fmt.Fprintf(&src, "func failsF%d(a int8, b uint8) (is bool) {\n\tdefer func() { is = recover() != nil }()\n\tF%[1]d(a, b)\n\treturn\n}\n\n", i)
	}
	write("go.mod", []byte("module example.com/claims\n\ngo 1.24\n"))
	write("claims.go", []byte(src.String()))
	taken := takenByAll(t, src.String(), n)
	cfg := config.Defaults()
	cfg.Dir, cfg.Save = dir, false
	cfg.Limits.Depth, cfg.Limits.Beyond, cfg.Limits.Goals = 1, 1, true
	states := map[event.GoalState]int{}
	for e := range check.Run(t.Context(), cfg) {
		switch e := e.(type) {
		case event.Mistake:
			if e.Code == event.CodeUnreachable && taken[fmt.Sprintf("%s %d", e.Function, e.Pos.Line)] {
				t.Errorf("%v: %s, and it is executed\n%s", e.Pos, e.Message, texts[e.Function])
			}
		case event.Fault:
			t.Errorf("%s: %s\n%s", e.Function, e.Message, e.Detail)
		case event.FunctionEnd:
			for _, g := range e.Proof.Goals {
				if states[g.State]++; g.Kind != event.GoalTrue && g.Kind != event.GoalFalse {
					continue
				}
				at := fmt.Sprintf("%s %d:%d", e.Function, g.Pos.Line, g.Pos.Column)
				if !taken[at+" compared"] {
					continue // It is no comparison, or none that is ever made.
				}
				is := taken[at+" "+string(g.Kind)]
				if g.State == event.GoalReached && !is || g.State == event.GoalImpossible && is {
					t.Errorf("%s: %s %s: %s, and it is taken %v\n%s", at, g.Kind, g.State, g.Input, is, texts[e.Function])
				}
			}
		}
	}
	t.Logf("seed %d: %v", seed, states)
	if states[event.GoalReached] < n || states[event.GoalImpossible] < n/10 {
		t.Errorf("of the goals of %d functions are %v", n, states)
	}
}

// takenByAll runs each function with all inputs that it admits, and returns which sides of
// comparisons are taken ("F1 12:5 true", and "F1 12:5 compared"), and on which lines statements
// are executed ("F1 12").
func takenByAll(t *testing.T, src string, n int) map[string]bool {
	dir := t.TempDir()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "claims.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	number := func(i int) ast.Expr { return &ast.BasicLit{Kind: token.INT, Value: fmt.Sprint(i)} }
	hits := func(list []ast.Stmt) (out []ast.Stmt) {
		for _, s := range list {
			call := &ast.CallExpr{Fun: ast.NewIdent("hit"), Args: []ast.Expr{number(fset.Position(s.Pos()).Line)}}
			out = append(out, &ast.ExprStmt{X: call}, s)
		}
		return out
	}
	astutil.Apply(f, nil, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.BinaryExpr:
			switch n.Op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
				p := fset.Position(n.OpPos)
				c.Replace(&ast.CallExpr{Fun: ast.NewIdent("side"), Args: []ast.Expr{number(p.Line), number(p.Column), n}})
			}
		case *ast.BlockStmt:
			n.List = hits(n.List)
		}
		return true
	})
	f.Name.Name = "main"
	f.Comments = nil
	var b bytes.Buffer
	if err := format.Node(&b, fset, f); err != nil {
		t.Fatal(err)
	}
	b.WriteString(`
type key struct {
	function, line, column int
	what                   string
}

var taken = map[key]bool{}
var running int

func hit(line int) { taken[key{running, line, 0, ""}] = true }

func side(line, column int, is bool) bool {
	taken[key{running, line, column, " compared"}] = true
	if is {
		taken[key{running, line, column, " true"}] = true
	} else {
		taken[key{running, line, column, " false"}] = true
	}
	return is
}

func try(f func(int8, uint8) int, a int8, b uint8) {
	defer func() { recover() }()
	f(a, b)
}

func main() {
	for a := -128; a < 128; a++ {
		for b := range 256 {
			running = -1
`)
	for i := range n {
		fmt.Fprintf(&b, "\t\t\tif preF%d(int8(a), uint8(b)) {\n\t\t\t\trunning = %[1]d\n\t\t\t\ttry(F%[1]d, int8(a), uint8(b))\n\t\t\t}\n\t\t\trunning = -1\n", i)
	}
	b.WriteString("\t\t}\n\t}\n\tfor k := range taken {\n\t\tif k.column == 0 {\n\t\t\tfmt.Printf(\"F%d %d\\n\", k.function, k.line)\n\t\t} else {\n\t\t\tfmt.Printf(\"F%d %d:%d%s\\n\", k.function, k.line, k.column, k.what)\n\t\t}\n\t}\n}\n")
	text := strings.Replace(b.String(), "package main\n", "package main\n\nimport \"fmt\"\n", 1)
	for name, text := range map[string]string{"go.mod": "module brute\n\ngo 1.24\n", "main.go": text} {
		writeText(t, filepath.Join(dir, name), text)
	}
	cmd := exec.CommandContext(t.Context(), "go", "run", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	taken := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		taken[strings.TrimSpace(line)] = true
	}
	return taken
}

// TestGoalsBehindPackageVariables looks at branches that are taken only in calls after the first one.
func TestGoalsBehindPackageVariables(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/later\n\ngo 1.24\n", "later.go": `package later

var first *int

//rtest:ensures result
func First(p *int) bool {
	if first == nil {
		first = p
	}
	return true
}

var calls int

//rtest:ensures result
func Second(x int) bool {
	calls++
	if calls > 3 {
		return x == x
	}
	return true
}

var ready = map[string]bool{}

//rtest:ensures result
func Ready(x bool) bool {
	if !ready["x"] {
		ready["x"] = true
	}
	return true
}
`} {
		writeText(t, filepath.Join(dir, name), text)
	}
	cfg := config.Defaults()
	cfg.Dir, cfg.Save = dir, false
	cfg.Limits.Depth, cfg.Limits.Beyond, cfg.Limits.Goals = 1, 1, true
	reached := 0
	for e := range check.Run(t.Context(), cfg) {
		switch e := e.(type) {
		case event.Fault:
			t.Errorf("%s: %s\n%s", e.Function, e.Message, e.Detail)
		case event.FunctionEnd:
			for _, g := range e.Proof.Goals {
				if g.State == event.GoalImpossible {
					t.Errorf("%v: %s is impossible: a later call reaches it", g.Pos, g.Kind)
				} else if g.State == event.GoalReached {
					reached++
				}
			}
		}
	}
	if reached < 2 {
		t.Errorf("%d goals are reached", reached)
	}
}
