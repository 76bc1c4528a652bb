package gosource_test

import (
	"flag"
	"fmt"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

var update = flag.Bool("update", false, "write the golden parts of the tests' data")

// TestContracts loads the modules testdata/print/*.txtar, checks and prints
// every contract (section contract), prints it as Go (section go), and runs
// that Go: the clauses of functions named True… must hold, those of False… must
// not; the invariants of package-level variables named Good… must hold, those
// of Bad… must not.
func TestContracts(t *testing.T) {
	files, err := filepath.Glob("testdata/print/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no tests", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { checkModule(t, file) })
	}
}

func checkModule(t *testing.T, file string) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "go.mod"), "module p\n\ngo 1.26\n")
	put(t, filepath.Join(dir, "p.go"), string(ar.Files[0].Data))
	prog, err := annotations.Load(annotations.Config{Dir: dir, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	pkg := prog.Packages[0]
	for _, d := range pkg.Diags {
		if d.Severity == diag.Error {
			t.Error(d.Error())
		}
	}
	if t.Failed() {
		return
	}
	contracts, source, runner := printModule(t, pkg)
	compare(t, file, ar, map[string]string{"contract": contracts, "go": source})
	if err := os.CopyFS(filepath.Join(dir, "rt"), os.DirFS("../../internal/oracle/testdata/world/rt")); err != nil {
		t.Fatal(err)
	}
	equal, err := os.ReadFile("../../internal/harness/rt/memory/equal.go")
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "rt", "equal.go"), strings.Replace(string(equal), "package memory", "package rt", 1))
	put(t, filepath.Join(dir, "generated.go"), source)
	put(t, filepath.Join(dir, "run_test.go"), runner)
	cmd := exec.Command("go", "test", "-vet=off", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// printModule returns the contracts, their Go, and a test that runs it.
func printModule(t *testing.T, pkg *refine.Package) (contracts, source, runner string) {
	f := gosource.New(pkg.Types, gosource.Options{Runtime: "p/rt", Version: "go1.26"})
	var list, run strings.Builder
	run.WriteString("package p\n\nimport \"testing\"\n\nfunc TestRun(t *testing.T) {\n")
	names := func(v *refine.Variable) string { return "rtest_" + v.Name }
	old := func(v *refine.Variable) string { return "rtest_old_" + v.Name }
	for _, c := range pkg.Contracts {
		list.WriteString(c.String())
		for i, cl := range c.Post {
			name := fmt.Sprintf("rtest_%s_%d", c.Name, i)
			var params []gosource.Param
			for _, v := range append(c.Inputs(), c.Results...) {
				params = append(params, gosource.Param{Name: names(v), Type: f.Type(v.Type)}, gosource.Param{Name: old(v), Type: f.Type(v.Type)})
			}
			f.Func(name, params, "bool", "return "+f.Expr(cl.Expr, names, old))
			if len(params) == 0 {
				want := strings.HasPrefix(c.Name, "True")
				fmt.Fprintf(&run, "if %s() != %t {\nt.Error(%q)\n}\n", name, want, cl.Text)
			}
		}
	}
	scope := pkg.Types.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if !ok {
			continue
		}
		invariant(t, f, pkg.Facts, v, &run)
	}
	run.WriteString("}\n")
	src, err := f.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return list.String(), string(src), run.String()
}

func invariant(t *testing.T, f *gosource.File, facts refine.Facts, v *types.Var, run *strings.Builder) {
	good := strings.HasPrefix(v.Name(), "Good")
	if !good && !strings.HasPrefix(v.Name(), "Bad") {
		return
	}
	out, ok := gosource.InvariantFunc(f, facts, v.Type(), true)
	clause, ok2 := gosource.InvariantCheck(f, facts, v.Type())
	if !ok || !ok2 {
		t.Errorf("%s has no invariants", v.Name())
		return
	}
	fmt.Fprintf(run, "if n, of := %s(%s); %s(%s) != %t || (n < 0) != %t || (of == nil) != %t {\nt.Error(%q)\n}\n", clause, v.Name(), out, v.Name(), good, good, good, v.Name())
	if strings.Contains(v.Name(), "Cyclic") {
		return
	}
	in, _ := gosource.InvariantFunc(f, facts, v.Type(), false)
	fmt.Fprintf(run, "if %s(%s) != %t {\nt.Error(%q)\n}\n", in, v.Name(), good, v.Name())
}

// compare compares golden sections, or writes them.
func compare(t *testing.T, file string, ar *txtar.Archive, got map[string]string) {
	t.Helper()
	for i, f := range ar.Files[1:] {
		text, ok := got[f.Name]
		if !ok {
			t.Fatalf("no section %s is made", f.Name)
		}
		switch {
		case *update:
			ar.Files[i+1].Data = []byte(text)
			put(t, file, string(txtar.Format(ar)))
		case string(f.Data) != text:
			t.Errorf("section %s, got:\n%s", f.Name, text)
		}
	}
}
