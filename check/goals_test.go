package check_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
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
// comparisons are taken, which statements executed, and on which lines there are panics. What is reached
// must be so with the input that is shown, what is impossible must not, and no statement at a warning may
// be executed.
func TestGoalsAgainstBruteForce(t *testing.T) {
	n := longtest.Cases(30, 2000)
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
	cfg := config.Defaults()
	cfg.Dir, cfg.Save = dir, false
	cfg.Limits.Depth, cfg.Limits.Beyond, cfg.Limits.Goals = 1, 1, true
	states := map[event.GoalState]int{}
	var goals []shownGoal
	var warned []event.Mistake
	for e := range check.Run(t.Context(), cfg) {
		switch e := e.(type) {
		case event.Mistake:
			if e.Code == event.CodeUnreachable {
				warned = append(warned, e)
			}
		case event.Fault:
			t.Errorf("%s: %s\n%s", e.Function, e.Message, e.Detail)
		case event.FunctionEnd:
			for _, g := range e.Proof.Goals {
				states[g.State]++
				goals = append(goals, shownGoal{e.Function, g})
			}
		}
	}
	taken := takenByAll(t, src.String(), n, goals)
	for _, e := range warned {
		if taken[fmt.Sprintf("%s %s", e.Function, evaluated(t, src.String(), e.Pos))] {
			t.Errorf("%v: %s, and it is executed\n%s", e.Pos, e.Message, texts[e.Function])
		}
	}
	for i, g := range goals {
		if g.Kind != event.GoalPanic && !taken[g.at()+" compared"] || g.Kind == event.GoalClause {
			continue // It is no comparison, or none that is ever made.
		}
		is := taken[g.key()]
		if g.Kind == event.GoalPanic && slices.ContainsFunc(goals, func(o shownGoal) bool { return o.key() == g.key() && o.State != event.GoalImpossible }) {
			is = false // Another operation of the line may panic.
		}
		if g.State == event.GoalImpossible && is {
			t.Errorf("%s is impossible, and an input comes there\n%s", g.key(), texts[g.function])
		}
		if g.State == event.GoalReached && !taken[fmt.Sprint("met ", i)] {
			t.Errorf("%s is not reached by %s\n%s", g.key(), g.Input, texts[g.function])
		}
		floats := strings.Contains(texts[g.function], "float") // Z3 alone solves them, and gives any input.
		if g.State == event.GoalReached && g.Kind != event.GoalPanic && !floats && !taken[fmt.Sprintf("%s first %s", g.key(), g.Input)] {
			t.Errorf("%s: the smallest input is not %s\n%s", g.key(), g.Input, texts[g.function])
		}
	}
	t.Logf("seed %d: %v", seed, states)
	if states[event.GoalReached] < n || states[event.GoalImpossible] < n/10 {
		t.Errorf("of the goals of %d functions are %v", n, states)
	}
}

// evaluated returns what takenByAll reports, without the function, if the innermost comparison or
// statement at this position is evaluated.
func evaluated(t *testing.T, src string, at token.Position) (key string) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "claims.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pos := fset.File(f.Pos()).LineStart(at.Line) + token.Pos(at.Column-1)
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || n.End() <= pos {
			return false
		}
		list := func(stmts []ast.Stmt) {
			for _, s := range stmts {
				if p := fset.Position(s.Pos()); s.Pos() <= pos && pos < s.End() {
					key = fmt.Sprintf("%d:%d", p.Line, p.Column)
				}
			}
		}
		switch n := n.(type) {
		case *ast.BinaryExpr:
			switch n.Op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
				p := fset.Position(n.OpPos)
				key = fmt.Sprintf("%d:%d compared", p.Line, p.Column)
			}
		case *ast.BlockStmt:
			list(n.List)
		case *ast.CaseClause:
			list(n.Body)
		}
		return true
	})
	if key == "" {
		t.Errorf("%v: no statement is there", at)
	}
	return key
}

// A shownGoal is the reported state of a goal of a function.
type shownGoal struct {
	function string
	event.Goal
}

func (g *shownGoal) at() string { return fmt.Sprintf("%s %d:%d", g.function, g.Pos.Line, g.Pos.Column) }

// key returns what takenByAll reports if an input reaches the goal. For panics that is the line.
func (g *shownGoal) key() string {
	if g.Kind == event.GoalPanic {
		return fmt.Sprintf("%s %d:0 panic", g.function, g.Pos.Line)
	}
	return fmt.Sprintf("%s %s", g.at(), g.Kind)
}

// takenByAll runs each function with all inputs that it admits, and returns which sides of
// comparisons are taken ("F1 12:5 true", and "F1 12:5 compared"), which statements are executed
// ("F1 12:5"), on which there are panics ("F1 12:0 panic"), which input does so first ("F1 12:5 true first
// F1(0, 3)"), and which goals the inputs come to that are shown for them ("met 3").
func takenByAll(t *testing.T, src string, n int, goals []shownGoal) map[string]bool {
	dir := t.TempDir()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "claims.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	number := func(i int) ast.Expr { return &ast.BasicLit{Kind: token.INT, Value: fmt.Sprint(i)} }
	hits := func(list []ast.Stmt) (out []ast.Stmt) {
		for _, s := range list {
			p := fset.Position(s.Pos())
			call := &ast.CallExpr{Fun: ast.NewIdent("hit"), Args: []ast.Expr{number(p.Line), number(p.Column)}}
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
		case *ast.CallExpr:
			if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "recover" {
				c.Replace(&ast.CallExpr{Fun: ast.NewIdent("caught"), Args: []ast.Expr{n}})
			}
		case *ast.BlockStmt:
			if len(n.List) > 0 {
				if _, cases := n.List[0].(*ast.CaseClause); cases {
					break
				}
			}
			n.List = hits(n.List)
		case *ast.CaseClause:
			n.Body = hits(n.Body)
		}
		return true
	})
	f.Name.Name = "main"
	f.Comments = nil
	var b bytes.Buffer
	if err := (&printer.Config{Mode: printer.SourcePos, Tabwidth: 8}).Fprint(&b, fset, f); err != nil {
		t.Fatal(err)
	}
	b.WriteString(`
type key struct {
	function, line, column int
	what                   string
}

var taken = map[key]bool{}
var first = map[key][2]int{}
var running int
var now [2]int

func mark(line, column int, what string) {
	k := key{running, line, column, what}
	if !taken[k] {
		taken[k], first[k] = true, now
	}
}

func hit(line, column int) { mark(line, column, "") }

func side(line, column int, is bool) bool {
	mark(line, column, " compared")
	mark(line, column, fmt.Sprint(" ", is))
	return is
}

// caught notes the line of a panic.
func caught(e any) any {
	if e == nil {
		return nil
	}
	var list [64]uintptr
	frames := runtime.CallersFrames(list[:runtime.Callers(1, list[:])])
	for panics := false; ; {
		f, more := frames.Next()
		if panics && !strings.HasPrefix(f.Function, "runtime.") {
			mark(f.Line, 0, " panic")
			return e
		}
		panics = panics || f.Function == "runtime.gopanic"
		if !more {
			return e
		}
	}
}

func try(f func(int8, uint8) int, a int8, b uint8) {
	defer func() { caught(recover()) }()
	f(a, b)
}

// shown reports whether an input comes to a goal.
func shown(i int, number int, f func(int8, uint8) int, a int8, b uint8, goal key) {
	running, taken = number, map[key]bool{}
	try(f, a, b)
	if taken[goal] {
		fmt.Println("met", i)
	}
}

func main() {
	for i := range 256 {
		a := (i + 1) / 2 // 0, 1, -1, 2, -2, …
		if i%2 == 0 {
			a = -a
		}
		if i == 255 {
			a = -128
		}
		for b := range 256 {
			running, now = -1, [2]int{a, b}
`)
	for i := range n {
		fmt.Fprintf(&b, "\t\t\tif preF%d(int8(a), uint8(b)) {\n\t\t\t\trunning = %[1]d\n\t\t\t\ttry(F%[1]d, int8(a), uint8(b))\n\t\t\t}\n\t\t\trunning = -1\n", i)
	}
	b.WriteString("\t\t}\n\t}\n\tfor k := range taken {\n\t\tfmt.Printf(\"F%d %d:%d%s\\n\", k.function, k.line, k.column, k.what)\n\t\tfmt.Printf(\"F%d %d:%d%s first F%[1]d(%[5]d, %[6]d)\\n\", k.function, k.line, k.column, k.what, first[k][0], first[k][1])\n\t}\n")
	for i, g := range goals {
		var number, x, y, line, column int
		if _, err := fmt.Sscanf(g.Input, "F%d(%d, %d)", &number, &x, &y); err != nil {
			continue
		}
		if _, err := fmt.Sscanf(g.key(), g.function+" %d:%d", &line, &column); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "\tshown(%d, %d, F%[2]d, %[3]d, %[4]d, key{%[2]d, %[5]d, %[6]d, \" %[7]s\"})\n", i, number, x, y, line, column, g.Kind)
	}
	b.WriteString("}\n")
	text := strings.Replace(b.String(), "package main\n", "package main\n\nimport (\n\t\"fmt\"\n\t\"runtime\"\n\t\"strings\"\n)\n", 1)
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
