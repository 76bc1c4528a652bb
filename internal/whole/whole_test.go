// Package whole tests rtest on packages that are made at random: types, contracts
// and functions, together with a program that enumerates the inputs by plain loops
// and is written from the text of the contract language alone. The numbers of
// inputs, the verdicts and the smallest counterexamples must be the same.
package whole

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

var (
	firstSeed = flag.Uint64("from", 1, "the seed of the first package")
	packages  = flag.Int("packages", 0, "how many packages are made; one where it is 0, and two with -long")
	keep      = flag.String("keep", "", "a folder in which packages that are not tested alike are kept")
	thorough  = flag.Bool("thorough", false, "compare engines and shards as well")
	tool      = flag.String("rtest", "", "the rtest that is tested, built from this tree without it")
)

//go:embed testdata/brute/*.go
var loops embed.FS

// A truth is what brute force finds; see testdata/brute.
type truth struct {
	Name   string
	Depth  int
	Counts []int
	At     int
	Clause []string
	Fails  map[string]int
	First  map[string]int
	Least  []string
}

// An answer is what rtest says of a function.
type answer struct {
	Verdict   string
	Inputs    int
	Depth     int
	Exhausted int
	Message   string
	Failures  []struct {
		Cause, Clause, Call string
		Depth, Count        int
		Args                map[string]string
	}
}

// TestWhole compares what rtest says of random packages with brute force.
func TestWhole(t *testing.T) {
	rtest := *tool
	if rtest == "" {
		rtest = filepath.Join(t.TempDir(), "rtest")
		run(t, ".", "go", "build", "-o", rtest, "../../cmd/rtest")
	}
	for n := range cmp.Or(*packages, longtest.Cases(1, 2)) {
		seed := *firstSeed + uint64(n)
		t.Run(fmt.Sprint(seed), func(t *testing.T) { onePackage(t, rtest, seed) })
	}
}

func onePackage(t *testing.T, rtest string, seed uint64) {
	g := newGenerator(seed, 24)
	dir := t.TempDir()
	defer func() {
		if t.Failed() && *keep != "" {
			kept := filepath.Join(*keep, fmt.Sprint(seed))
			if err := errors.Join(os.RemoveAll(kept), os.CopyFS(kept, os.DirFS(dir))); err != nil {
				t.Log(err)
			}
		}
	}()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/whole\n\ngo 1.26\n")
	lib, err := fs.Sub(loops, "testdata/brute")
	if err == nil {
		err = os.CopyFS(filepath.Join(dir, "brute"), lib)
	}
	if err != nil {
		t.Fatal(err)
	}
	g.vars.write(t, dir)
	text, err := g.source("main")
	write(t, filepath.Join(dir, "loops/p.go"), text)
	if err != nil {
		t.Fatalf("the package that was made is no Go: %v", err)
	}
	write(t, filepath.Join(dir, "loops/main.go"), g.brute(6000, 3))
	var truths []truth
	if err := json.Unmarshal(run(t, dir, "go", "run", "./loops"), &truths); err != nil {
		t.Fatal(err)
	}
	for i, b := range truths {
		g.fns[i].depth = b.Depth
	}
	text, err = g.source("target")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "target/p.go"), text)
	if text := g.contracts(); text != "" {
		write(t, filepath.Join(dir, "contracts/p.go"), text)
	}
	answers := ask(t, rtest, dir)
	for _, b := range truths {
		b.compare(t, answers[b.Name])
	}
	leastOnes(t, dir, g, truths, answers)
	if *thorough {
		alike(t, rtest, dir, g, truths, answers)
	}
}

// leastOnes compares the counterexamples with the smallest inputs that brute force
// finds to fail, by a program into which they are pasted.
func leastOnes(t *testing.T, dir string, g *generator, truths []truth, answers map[string]*answer) {
	text, err := g.source("main")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "pasted/p.go"), text)
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"fmt\"\n\t\"math\"\n\n\t\"example.com/whole/brute\"\n)\n\nvar _ = math.Inf\n\nfunc main() {\n\tvar text string\n")
	for i, truth := range truths {
		a := answers[truth.Name]
		if a == nil || len(a.Failures) == 0 {
			continue
		}
		b.WriteString("\ttext = \"\"\n\tfunc() {\n")
		for _, p := range g.fns[i].params {
			if p.t.kind != function && p.t.kind != sequence {
				// What is drawn may speak of those before it.
				fmt.Fprintf(&b, "\t\tvar %s %s = %s\n\t\ttext += brute.Dump(%[1]s) + \"; \"\n", p.c, p.t.inst(), strings.ReplaceAll(a.Failures[0].Args[p.c], "target.", ""))
			}
		}
		fmt.Fprintf(&b, "\t}()\n\tfmt.Printf(\"%%s\\t%%s\\n\", %q, text)\n", truth.Name)
	}
	b.WriteString("}\n")
	write(t, filepath.Join(dir, "pasted/main.go"), b.String())
	least := map[string][]string{}
	for _, b := range truths {
		least[b.Name] = b.Least
	}
	for line := range strings.Lines(string(run(t, dir, "go", "run", "./pasted"))) {
		name, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !slices.Contains(least[name], text) {
			t.Errorf("%s: the counterexample %s is none of the smallest ones: %v", name, text, least[name][:min(len(least[name]), 4)])
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// ask runs rtest on the package and returns what it says of each function.
func ask(t *testing.T, rtest, dir string, flags ...string) map[string]*answer {
	t.Helper()
	return read(t, run(t, dir, rtest, slices.Concat([]string{"-json", "-beyond", "0", "-inputs", "0", "-time", "5m", "-save=false"}, flags, tested(dir))...))
}

// read returns what a report says of each function.
func read(t *testing.T, report []byte) map[string]*answer {
	t.Helper()
	answers := map[string]*answer{}
	for line := range bytes.Lines(report) {
		var e struct {
			Test  string
			Rtest *answer
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if e.Test == "" || e.Rtest == nil {
			continue
		}
		answers[short(e.Test)] = e.Rtest
	}
	return answers
}

// compare reports where rtest and brute force differ.
func (b truth) compare(t *testing.T, a *answer) {
	t.Helper()
	if a == nil {
		t.Errorf("%s: rtest says nothing", b.Name)
		return
	}
	verdict, inputs, depth := "exhausted", 0, b.Depth
	if b.Depth < 0 {
		verdict = "skipped"
	} else if b.At >= 0 {
		verdict, depth = "refuted", b.At
	}
	if depth >= 0 {
		inputs = b.Counts[depth]
		if inputs == 0 {
			verdict = "vacuous"
		}
	}
	if a.Verdict != verdict || a.Inputs != inputs {
		t.Errorf("%s: %s with %d inputs at depth %d, brute force has %d: %s at depth %d %s", b.Name, a.Verdict, a.Inputs, a.Depth, inputs, verdict, depth, a.Message)
		return
	}
	if verdict != "refuted" || len(a.Failures) == 0 {
		return
	}
	f := a.Failures[0]
	if a.Depth != b.At {
		t.Errorf("%s: fails at depth %d, with brute force at depth %d", b.Name, a.Depth, b.At)
	}
	if !slices.ContainsFunc(b.Clause, func(c string) bool { return b.Fails[c] == f.Count }) {
		t.Errorf("%s: %s: %d fail in %s %s, with brute force %v, first %v", b.Name, f.Call, f.Count, f.Cause, f.Clause, b.Fails, b.Clause)
	}
}

// run returns the output of a command; rtest exits with 1 when something fails.
func run(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil && (cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 || stderr.Len() > 0) {
		t.Fatalf("%s %s: %v\n%s%s", name, args, err, faults(out.Bytes()), stderr.Bytes())
	}
	return out.Bytes()
}

// faults are the lines of an output that speak of a fault of rtest, where there are
// such.
func faults(out []byte) []byte {
	var lines []byte
	for line := range bytes.Lines(out) {
		if bytes.Contains(line, []byte("internal error")) {
			lines = append(lines, line...)
		}
	}
	if lines == nil {
		return out
	}
	return lines
}
