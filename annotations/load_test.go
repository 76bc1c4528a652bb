package annotations

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/refine"
)

func mustLoad(t *testing.T, archive string, cfg Config) (*Program, string) {
	t.Helper()
	cfg.Dir = extract(t, txtar.Parse([]byte(archive)))
	p, err := Load(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return p, cfg.Dir
}

const module = "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n"

// Extra files become part of the package, with imports it did not have, and may
// be added one after the other.
func TestSSAExtra(t *testing.T) {
	p, _ := mustLoad(t, module+`-- m.go --
package m

import "example.com/m/low"

type T struct{ x int }

//rtest:ensures slices.Contains(xs, t.x)
func F(t T, xs []int) int { return low.Twice(t.x) }
-- m_test.go --
package m

import "example.com/m/mid"

func helper(t T) int { return mid.Thrice(t.x) }
-- low/low.go --
package low

func Twice(x int) int { return 2 * x }
-- mid/mid.go --
package mid

import "example.com/m/low"

func Thrice(x int) int { return low.Twice(x) + x }
`, Config{Patterns: []string{"."}})
	pkg := p.Packages[0]
	first := ExtraFile{"one.go", []byte("package m\n\nimport (\n\t\"slices\"\n\t\"unicode/utf8\"\n)\n\nfunc one(t T, xs []int) bool { return slices.Contains(xs, F(t, xs)) && utf8.RuneLen('a') == helper(t) }\n")}
	second := ExtraFile{"two.go", []byte("package m\n\nimport \"example.com/m/low\"\n\nfunc two(t T) bool { return one(t, nil) && low.Twice(1) == 2 }\n")}
	mode := ssa.InstantiateGenerics | ssa.SanityCheckFunctions
	if _, err := p.ssaMode(pkg, []ExtraFile{first}, mode); err != nil {
		t.Fatal(err)
	}
	s, err := p.ssaMode(pkg, []ExtraFile{first, second}, mode)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"F", "helper", "one", "two"} {
		if fn := s.Func(name); fn == nil || len(fn.Blocks) == 0 {
			t.Errorf("%s has no body", name)
		}
	}
	// Every callee has one body, however it is reached.
	twice := callees(s.Func("F"))["Twice"]
	if twice == nil || len(callees(twice)) > 0 || len(twice.Blocks) == 0 || twice != callees(s.Func("two"))["Twice"] || twice != callees(callees(s.Func("helper"))["Thrice"])["Twice"] {
		t.Error("low.Twice is not one function with a body")
	}
	if contains := callees(s.Func("one"))["Contains[[]int, int]"]; contains == nil || len(contains.Blocks) == 0 {
		t.Errorf("slices.Contains has no body: %v", callees(s.Func("one")))
	}
	if _, err := p.SSA(pkg, []ExtraFile{{"one.go", []byte("package m\n")}}); err == nil {
		t.Error("a changed extra file was accepted")
	}
	if _, err := p.SSA(pkg, []ExtraFile{{"bad.go", []byte("package m\n\nfunc three() int { return nope }\n")}}); err == nil || !strings.Contains(err.Error(), "bad.go:3:27: undefined: nope") {
		t.Errorf("wrong error for a bad extra file: %v", err)
	}
}

func callees(fn *ssa.Function) map[string]*ssa.Function {
	out := map[string]*ssa.Function{}
	fn.Pkg.Build()
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok && call.Call.StaticCallee() != nil {
				out[call.Call.StaticCallee().Name()] = call.Call.StaticCallee()
			}
		}
	}
	return out
}

func TestPredicate(t *testing.T) {
	p, _ := mustLoad(t, module+`-- m.go --
package m

//rtest:let n = len(xs)
//rtest:ensures true
func F(xs []int, i int) (int, error) { return i, nil }

//rtest:ensures true
//rtest:with [string]
func G[T any](x T) (y T) { return x }
`, Config{})
	for _, test := range []struct {
		fn   int
		text string
		want string
	}{
		{0, "result > 3 && err != nil && old(xs)[0] == n", "result > 3 && err != nil && old(xs)[0] == n"},
		{0, "reslt > 3", "predicate:1:1: undefined: reslt (did you mean result?)"},
		{0, "i + ", "predicate:1:5: "},
		{1, `y == x && x == T("a")`, `y == x && x == "a"`},
	} {
		cl, ds := p.Predicate(p.Packages[0].Contracts[test.fn], test.text)
		got := ""
		if cl != nil {
			got = refine.Print(cl.Expr, p.Packages[0].Types)
		} else if len(ds) > 0 {
			got = ds[0].Error()
		}
		if cl != nil && got != test.want || cl == nil && !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got %s, want %s", test.text, got, test.want)
		}
	}
	if len(p.Packages[0].Diags) > 0 {
		t.Errorf("diagnostics of a predicate were added to the package: %v", p.Packages[0].Diags)
	}
}

// Overlays, tags, and errors when nothing can be loaded.
func TestConfig(t *testing.T) {
	archive := module + `-- m.go --
package m

//rtest:ensures true
func F() {}
-- tagged.go --
//go:build special

package m

//rtest:ensures true
func Tagged() {}
-- empty/readme.txt --
nothing
`
	p, dir := mustLoad(t, archive, Config{Tags: "special"})
	if n := len(p.Packages[0].Contracts); n != 2 {
		t.Errorf("%d contracts with the tag, want 2", n)
	}
	overlay := map[string][]byte{filepath.Join(dir, "m.go"): []byte("package m\n\n//rtest:ensures nope\nfunc F() {}\n")}
	p, err := Load(Config{Dir: dir, Overlay: overlay})
	if err != nil {
		t.Fatal(err)
	}
	if ds := p.Packages[0].Diags; len(ds) != 1 || ds[0].Message != "undefined: nope" {
		t.Errorf("diagnostics with overlay: %v", ds)
	}
	for _, pattern := range []string{"./nowhere", "./empty", "example.com/unknown"} {
		p, err := Load(Config{Dir: dir, Patterns: []string{pattern}})
		if err == nil && !(len(p.Packages) == 1 && p.Packages[0].Broken && len(p.Packages[0].Diags) == 1) {
			t.Errorf("%s: neither an error nor a broken package", pattern)
		}
	}
	if _, err := Load(Config{Dir: dir, Patterns: []string{"./empty/..."}}); err == nil {
		t.Error("no error for a pattern that matches nothing")
	}
	if _, err := Load(Config{Dir: filepath.Join(dir, "missing")}); err == nil {
		t.Error("no error for a missing directory")
	}
	if _, err := Load(Config{Dir: dir, Env: []string{"PATH=/nowhere"}}); err == nil {
		t.Error("no error without a go command")
	}
}

// Files may be named instead of packages, and packages outside the module.
func TestPatterns(t *testing.T) {
	p, dir := mustLoad(t, module+`-- m.go --
package m

//rtest:ensures result == 2
func F() int { return 2 }
`, Config{Patterns: []string{"m.go"}})
	if len(p.Packages) != 1 || len(p.Packages[0].Contracts) != 1 {
		t.Errorf("packages of a file: %v", p.Packages)
	}
	p, err := Load(Config{Dir: dir, Patterns: []string{"container/ring"}})
	if err != nil || len(p.Packages) != 1 || p.Packages[0].Broken {
		t.Errorf("a package of the standard library: %v", err)
	}
}

// Positions in a file that cgo has rewritten are those of the file.
func TestCgo(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("needs a C compiler")
	}
	p, dir := mustLoad(t, module+`-- m.go --
package m

// static int twice(int x) { return 2 * x; }
import "C"

//rtest:ensures result == 2 * x && nope
func F(x int) int { return int(C.twice(C.int(x))) }
`, Config{})
	pkg := p.Packages[0]
	if len(pkg.Diags) != 1 || pkg.Diags[0].Error() != filepath.Join(dir, "m.go")+":6:36: undefined: nope" {
		t.Errorf("diagnostics: %v", pkg.Diags)
	}
	if len(pkg.Contracts) != 1 || pkg.Contracts[0].Pos.Line != 7 {
		t.Errorf("contracts: %v", pkg.Contracts)
	}
	if _, err := p.SSA(pkg, nil); err != nil {
		t.Error(err)
	}
}

// Syntax and type errors are reported once.
func TestBroken(t *testing.T) {
	p, dir := mustLoad(t, module+`-- m.go --
package m

import "no/such/package"

func F( {
`, Config{})
	pkg := p.Packages[0]
	var got []string
	for _, d := range pkg.Diags {
		got = append(got, strings.TrimPrefix(d.Error(), dir+"/"))
	}
	if !pkg.Broken || len(got) != 1 || !strings.HasPrefix(got[0], "m.go:5:9: ") {
		t.Errorf("broken: %t, diagnostics %q", pkg.Broken, got)
	}
}

// TestNoGo loads packages without a go command.
func TestNoGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := Load(Config{Dir: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "install it from https://go.dev/dl") || strings.Contains(err.Error(), "stderr") {
		t.Errorf("the error is %v", err)
	}
}
