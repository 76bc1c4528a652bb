package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// sharing are the examples whose inputs share memory.
var sharing = []string{"circular", "digraph", "doublylinked", "lru", "overlap", "parenttree", "unionfind"}

// A pasted is a counterexample as the report shows it, and the way in which it fails.
type pasted struct{ folder, function, call, cause string }

// mayHang reports whether the call or the evaluation of a clause behind it may not end.
func (p pasted) mayHang() bool { return p.cause == "timeout" || p.cause == "contract" }

// TestPasted pastes the counterexamples of programs with heaps into Go tests. The tests must compile, and fail
// where contracts are checked at the calls that they make.
func TestPasted(t *testing.T) {
	longtest.Only(t, "tests 9 packages twice")
	dir := t.TempDir()
	written(t, filepath.Join(dir, "go.mod"), "module example.com/pasted\n\ngo 1.26\n")
	folders := []string{"../../internal/oracle/heaps/faults"}
	for _, name := range sharing {
		folders = append(folders, filepath.Join("../../examples", name))
	}
	for _, folder := range folders {
		if err := os.CopyFS(filepath.Join(dir, filepath.Base(folder)), os.DirFS(folder)); err != nil {
			t.Fatal(err)
		}
	}
	names := append(faulty(t, "../../check/testdata/faults/heaps.txtar", dir), refuted(t, dir)...)
	all := counterexamples(t, dir, "^("+strings.Join(names, "|")+")$")
	if len(all) < 40 {
		t.Errorf("only %d counterexamples", len(all))
	}
	tests := map[string]string{}
	for i, p := range all {
		tests[p.folder] += fmt.Sprintf("\n// %s\nfunc TestPasted%d(t *testing.T) {\n\tdefer ends(t)\n\t%s\n}\n", p.function, i, p.call)
	}
	for folder, text := range tests {
		written(t, filepath.Join(dir, folder, "pasted_test.go"), "package "+folder+ends+text)
	}
	_, out := outside(t, dir, "rtest", "test", "-timeout", "1m", "-skip", hanging(all), "-run", "^TestPasted", "./...")
	for i, p := range all {
		if p.mayHang() {
			_, one := outside(t, dir, "rtest", "test", "-timeout", "5s", "-run", fmt.Sprintf("^TestPasted%d$", i), "./"+p.folder)
			if !strings.Contains(one, "test timed out after 5s") {
				t.Errorf("%s: %s ends as a test:\n\t%s\n%s", p.folder, p.function, p.call, one)
			}
		} else if !strings.Contains(out, fmt.Sprintf("--- FAIL: TestPasted%d ", i)) {
			t.Errorf("%s: %s does not fail as a test:\n\t%s", p.folder, p.function, p.call)
		}
	}
}

// ends lets the tests behind one that panics run.
const ends = `

import "testing"

func ends(t *testing.T) {
	if p := recover(); p != nil {
		t.Error(p)
	}
}
`

// hanging is an expression for the tests that may not end.
func hanging(all []pasted) string {
	var names []string
	for i, p := range all {
		if p.mayHang() {
			names = append(names, fmt.Sprint(i))
		}
	}
	return "^TestPasted(" + strings.Join(names, "|") + ")$"
}

// refuted returns the functions of the examples that are refuted, and all functions with planted faults.
func refuted(t *testing.T, dir string) (names []string) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	failing := regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)
	exported := regexp.MustCompile(`(?m)^func ([A-Z]\w*)\(`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		of := exported
		if filepath.Base(file) == "expected.txt" {
			of = failing
		} else if filepath.Base(filepath.Dir(file)) != "faults" {
			continue
		}
		for _, m := range of.FindAllSubmatch(text, -1) {
			names = append(names, regexp.QuoteMeta(string(m[1])))
		}
	}
	return names
}

// faulty writes the packages of an archive, each line with the fault that its comment names. It returns the
// faulty functions.
func faulty(t *testing.T, archive, dir string) (names []string) {
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^.*// fault\d?\(([\w.]+)\):(.*)$`)
	for _, f := range a.Files {
		if !strings.HasSuffix(f.Name, ".go") {
			continue
		}
		for _, m := range line.FindAllSubmatch(f.Data, -1) {
			names = append(names, regexp.QuoteMeta(string(m[1])))
		}
		written(t, filepath.Join(dir, f.Name), line.ReplaceAllString(string(f.Data), "$2"))
	}
	return names
}

// counterexamples returns a call for each failure of functions of a module.
func counterexamples(t *testing.T, dir, names string) []pasted {
	cmd := exec.Command("rtest", "-json", "-save=false", "-prove=false", "-inputs=20000", "-time=0", "-run", names, "./...")
	cmd.Dir = dir
	out, err := cmd.Output()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, out)
	}
	var all []pasted
	for line := range bytes.Lines(out) {
		var e struct {
			Package, Test string
			Rtest         struct {
				Failures []struct{ Call, Cause string }
			}
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		for _, f := range e.Rtest.Failures {
			all = append(all, pasted{filepath.Base(e.Package), e.Test, f.Call, f.Cause})
		}
	}
	return all
}
