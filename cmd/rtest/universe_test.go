package main

import (
	"fmt"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// A declaring package declares all of Go's predeclared names in one way. Each of its
// functions has a precondition that says x >= 1, and fails for 3 alone.
type declaring struct {
	name string
	// source declares the name %[1]s, and the function F_%[1]s.
	source string
	// hides says that the names are those of the package.
	hides bool
}

var declarings = []declaring{
	{"types", "type %[1]s struct{ X t.Int }\n\n//rtest:requires x.X >= 1\n//rtest:ensures result\nfunc F_%[1]s(x %[1]s) t.Bool { return x.X != 3 }\n", true},
	{"variables", "var %[1]s t.Int = t.One\n\n//rtest:requires x >= %[1]s\n//rtest:ensures result\nfunc F_%[1]s(x t.Int) t.Bool { return x != 3 }\n", true},
	{"constants", "const %[1]s t.Int = t.One\n\n//rtest:requires x >= %[1]s\n//rtest:ensures result\nfunc F_%[1]s(x t.Int) t.Bool { return x != 3 }\n", true},
	{"functions", "func %[1]s(x t.Int) t.Bool { return x >= t.One }\n\n//rtest:requires %[1]s(x)\n//rtest:ensures result\nfunc F_%[1]s(x t.Int) t.Bool { return x != 3 }\n", true},
	{"parameters", "//rtest:requires %[1]s >= 1\n//rtest:ensures result\nfunc F_%[1]s(%[1]s t.Int) t.Bool { return %[1]s != 3 }\n", false},
	{"fields", "type S_%[1]s struct{ %[1]s t.Int }\n\n//rtest:requires x.%[1]s >= 1\n//rtest:ensures result\nfunc F_%[1]s(x S_%[1]s) t.Bool { return x.%[1]s != 3 }\n", false},
	{"methods", "type S_%[1]s struct{ X t.Int }\n\nfunc (s S_%[1]s) %[1]s() t.Bool { return s.X >= t.One }\n\n//rtest:requires x.%[1]s()\n//rtest:ensures result\nfunc F_%[1]s(x S_%[1]s) t.Bool { return x.X != 3 }\n", false},
	{"parametric", "//rtest:requires x >= 1\n//rtest:ensures result\nfunc F_%[1]s[%[1]s t.Integer](x %[1]s) t.Bool { return x != 3 }\n", false},
	{"bound", "//rtest:requires forall %[1]s in 0..0: x > %[1]s\n//rtest:let %[1]s = x\n//rtest:ensures result && %[1]s > 0\nfunc F_%[1]s(x t.Int) t.Bool { return x != 3 }\n", false},
	{"imports", "import %[1]s \"example.com/universe/t\"\n\n//rtest:requires x >= %[1]s.One\n//rtest:ensures result\nfunc F_%[1]s(x %[1]s.Int) %[1]s.Bool { return x != 3 }\n", false},
}

// TestUniverse tests packages that redeclare all predeclared names of Go, in each kind of declaration.
// rtest and the tests that it writes must not depend on these names.
func TestUniverse(t *testing.T) {
	longtest.Only(t, "tests all predeclared names, declared in ten ways")
	dir := t.TempDir()
	bin := filepath.Join(dir, "rtest")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/universe\n\ngo 1.24\n")
	write("t/t.go", "// Package t has what the others hide.\npackage t\n\ntype (\n\tInt = int\n\tBool = bool\n\tInteger interface{ ~int }\n)\n\nconst One = 1\n")
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput() // The text shows whether something failed.
		return string(out)
	}
	names := types.Universe.Names()
	for _, d := range declarings {
		if d.name == "imports" {
			for _, n := range names {
				write(d.name+"/"+n+".go", "package imports\n\n"+fmt.Sprintf(d.source, n))
			}
		} else {
			var b strings.Builder
			fmt.Fprintf(&b, "package %s\n\nimport \"example.com/universe/t\"\n", d.name)
			for _, n := range names {
				b.WriteString("\n" + fmt.Sprintf(d.source, n))
			}
			write(d.name+"/"+d.name+".go", b.String())
		}
		out := run(bin, "-count=1", "-v", "-save=false", "-time=0", "-beyond=0", "./"+d.name)
		tests := run(bin, "gen", "-time=0", "./"+d.name)
		tested := run("go", "test", "-vet=off", "./"+d.name)
		for _, n := range names {
			test := `(?m)^--- FAIL: TestF` + strings.ToUpper(n[:1]) + n[1:] + `Contract `
			text := tested
			if d.hides {
				// No test can be written that needs the type string.
				test, text = `(?m): F_`+n+`: no test is written: package `+d.name+` declares string,`, tests
			}
			for _, c := range []struct{ text, want string }{
				{out, `(?m)^    F_` + n + `\(.*3.*\) = false$`},
				{out, `(?m)^--- FAIL: F_` + n + ` \(.*\)\trefuted: 3 inputs, `},
				{text, test},
			} {
				if !regexp.MustCompile(c.want).MatchString(c.text) {
					t.Errorf("%s: %s: %s is not in what is said", d.name, n, c.want)
				}
			}
		}
		if t.Failed() {
			t.Fatalf("%s\n%s\n%s", out, tests, tested)
		}
	}
}
