package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestBenchmarks compares the numbers of inputs of the programs in bench with
// those of the enumerators that are written by hand there, for each engine.
func TestBenchmarks(t *testing.T) {
	longtest.Only(t, "runs rtest eighteen times")
	dir := t.TempDir()
	module, err := filepath.Abs(filepath.Join("..", "..", "bench"))
	if err != nil {
		t.Fatal(err)
	}
	build := func(name, dir, pkg string) {
		t.Helper()
		cmd := exec.Command("go", "build", "-o", name, pkg)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go build %s: %v\n%s", pkg, err, out)
		}
	}
	rtest, enumerate := filepath.Join(dir, "rtest"), filepath.Join(dir, "enumerate")
	build(rtest, ".", ".")
	build(enumerate, module, "./enumerate")
	for _, name := range []string{"list.Insert", "redblack.Insert", "redblack.Size", "balanced.Delete", "heap.Max", "marks.Average"} {
		want, err := exec.Command(enumerate, name, "3").Output()
		if err != nil {
			t.Fatalf("enumerate %s: %v\n%s", name, err, want)
		}
		pkg, function, _ := strings.Cut(name, ".")
		for _, engine := range []string{"auto", "search", "z3"} {
			args := []string{"-v", "-count=1", "-save=false", "-beyond=0", "-prove=false", "-inputs=0", "-time=0", "-depth=3", "-engine", engine, "-run", "^" + function + "$"}
			if pkg == "heap" {
				args = append(args, "-ints=0..3")
			}
			cmd := exec.Command(rtest, append(args, "./"+pkg)...)
			cmd.Dir = module
			out, err := cmd.CombinedOutput()
			if engine == "z3" && strings.Contains(string(out), "-engine z3:") {
				continue // there is no solver
			}
			if err != nil {
				t.Errorf("rtest %s: %v\n%s", args, err, out)
				continue
			}
			m := benchInputs.FindStringSubmatch(string(out))
			if m == nil || m[1] != strings.TrimSpace(string(want)) {
				t.Errorf("rtest %s: want %s inputs\n%s", fmt.Sprint(args), strings.TrimSpace(string(want)), out)
			}
		}
	}
}

var benchInputs = regexp.MustCompile(`(?m)^ok\s.*\b(\d+) inputs, exhausted to depth 3$`)
