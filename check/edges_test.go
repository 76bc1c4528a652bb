package check_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestEdgesAgainstBruteForce checks the functions of testdata/edges, with contracts about the least
// and the greatest result and about panics. Compiled Go finds the truth for all inputs. Proved claims
// must be true, refuted ones false.
func TestEdgesAgainstBruteForce(t *testing.T) {
	longtest.Only(t, "it solves some 500 contracts")
	dir := t.TempDir()
	source, err := os.ReadFile("testdata/edges/edges.go")
	if err != nil {
		t.Fatal(err)
	}
	writeText(t, filepath.Join(dir, "go.mod"), "module example.com/edges\n\ngo 1.24\n")
	writeText(t, filepath.Join(dir, "edges.go"), string(source))
	list := edgesOf(t, source)
	facts := edgeFacts(t, dir, list)
	holds := writeEdgeContracts(t, dir, list, facts)
	cfg := config.Defaults()
	cfg.Dir, cfg.Save = dir, false
	cfg.Limits.Prove = event.ProveOnly
	var truths, proved, refuted int
	for e := range check.Run(t.Context(), cfg) {
		switch e := e.(type) {
		case event.Fault:
			t.Errorf("%s: %s\n%s", e.Function, e.Message, e.Detail)
		case event.FunctionEnd:
			holds := holds[e.Function]
			if holds {
				truths++
			}
			if e.Proof.Disagreed > 0 {
				t.Errorf("%s: an input was solved to fail and did not", e.Function)
			}
			if e.Proof.Proved != "" {
				if proved++; !holds {
					t.Errorf("%s is proved, and its contract is false", e.Function)
				}
			}
			if e.Verdict == event.Refuted {
				if refuted++; holds {
					t.Errorf("%s is refuted, and its contract is true", e.Function)
				}
			}
		}
	}
	t.Logf("of %d true contracts %d are proved, of %d false ones %d refuted", truths, proved, len(holds)-truths, refuted)
	if proved < truths*3/4 || refuted < (len(holds)-truths)*3/4 {
		t.Error("these are too few")
	}
}

// An edge is a function of testdata/edges, with its arguments and the loops over all of them.
type edge struct{ name, params, args, open, end, clone string }

var edgeName = regexp.MustCompile(`^[A-Z]\d{3}$`)

// edgesOf are the functions of a source.
func edgesOf(t *testing.T, source []byte) (list []edge) {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !edgeName.MatchString(f.Name.Name) {
			continue
		}
		e := edge{name: f.Name.Name}
		for _, p := range f.Type.Params.List {
			for _, n := range p.Names {
				of := types.ExprString(p.Type)
				e.params += ", " + n.Name + " " + of
				e.args += ", " + n.Name
				e.open += edgeLoops[of] + "func(" + n.Name + " " + of + ") { "
				e.end += "}); "
			}
		}
		e.params, e.args = e.params[2:], e.args[2:]
		e.clone = strings.ReplaceAll(e.args, "xs", "append([]int8(nil), xs...)")
		list = append(list, e)
	}
	return list
}

var edgeLoops = map[string]string{"int8": "each(", "uint8": "eachByte(", "[]int8": "eachSlice(", "string": "eachString("}

type edgeFact struct {
	least, most int
	panics      bool
}

// edgeFacts runs each function with all inputs.
func edgeFacts(t *testing.T, dir string, list []edge) []edgeFact {
	var b strings.Builder
	b.WriteString(edgeMain)
	for _, e := range list {
		fmt.Fprintf(&b, "\tf = newFact()\n\t%s f.try(func() int { r := %s; return r }) %s\n\tfmt.Println(f.least, f.most, f.panics)\n", e.open, "result(p."+e.name+"("+e.args+"))", e.end)
	}
	b.WriteString("}\n")
	if err := os.MkdirAll(filepath.Join(dir, "brute"), 0o777); err != nil {
		t.Fatal(err)
	}
	writeText(t, filepath.Join(dir, "brute", "main.go"), b.String())
	out := runBrute(t, dir)
	facts := make([]edgeFact, len(list))
	for i, line := range strings.Split(out, "\n") {
		if _, err := fmt.Sscan(line, &facts[i].least, &facts[i].most, &facts[i].panics); err != nil {
			t.Fatal(err)
		}
	}
	return facts
}

const edgeMain = `package main

import (
	"fmt"
	p "example.com/edges"
)

func result(x int, _ ...int) int { return x }

func each(do func(int8)) {
	for x := -128; x < 128; x++ {
		do(int8(x))
	}
}

func eachByte(do func(uint8)) { each(func(x int8) { do(uint8(x)) }) }

func eachSlice(do func([]int8)) {
	do(nil)
	do([]int8{})
	each(func(x int8) { do([]int8{x}) })
	each(func(x int8) { each(func(y int8) { do([]int8{x, y}) }) })
}

func eachString(do func(string)) {
	eachSlice(func(list []int8) {
		var b []byte
		for _, x := range list {
			b = append(b, byte(x))
		}
		do(string(b))
	})
}

type fact struct {
	least, most int
	panics      bool
}

func newFact() *fact { return &fact{least: 1 << 62, most: -1 << 62} }

func (f *fact) try(call func() int) {
	defer func() {
		if recover() != nil {
			f.panics = true
		}
	}()
	x := call()
	f.least, f.most = min(f.least, x), max(f.most, x)
}

func main() {
	var f *fact
`

// writeEdgeContracts writes the contracts, and returns which of them hold.
func writeEdgeContracts(t *testing.T, dir string, list []edge, facts []edgeFact) map[string]bool {
	holds := map[string]bool{}
	var b strings.Builder
	b.WriteString("package edges\n\nfunc first(x int, _ ...int) int { return x }\n\n")
	for i, e := range list {
		fact := facts[i]
		requires := ""
		if fact.panics {
			requires = fmt.Sprintf("//rtest:requires !panics%s(%s)\n", e.name, e.clone)
			fmt.Fprintf(&b, "func panics%s(%s) (is bool) {\n\tdefer func() { is = recover() != nil }()\n\t%[1]s(%[3]s)\n\treturn\n}\n\n", e.name, e.params, e.args)
		}
		contract := func(name, clauses string, is bool) {
			holds[name] = is
			fmt.Fprintf(&b, "//rtest:depth 2\n%sfunc %s(%s) int { return first(%s(%s)) }\n\n", clauses, name, e.params, e.name, e.args)
		}
		if fact.least <= fact.most {
			contract(e.name+"True", fmt.Sprintf("%s//rtest:ensures %d <= result && result <= %d\n", requires, fact.least, fact.most), true)
			contract(e.name+"Less", fmt.Sprintf("%s//rtest:ensures result < %d\n", requires, fact.most), false)
			contract(e.name+"More", fmt.Sprintf("%s//rtest:ensures result > %d\n", requires, fact.least), false)
		}
		if fact.panics {
			contract(e.name+"Panics", "//rtest:ensures true\n", false)
		}
	}
	writeText(t, filepath.Join(dir, "contracts.go"), b.String())
	return holds
}

// runBrute runs the program in folder brute of a module, removes the folder, and returns what the program
// writes, without space around it.
func runBrute(t *testing.T, dir string) string {
	t.Helper()
	cmd := exec.Command("go", "run", "./brute")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.RemoveAll(filepath.Join(dir, "brute")); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
