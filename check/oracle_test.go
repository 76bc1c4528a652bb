package check_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A truth is what brute force finds for a program; see testdata/oracle/brute.
type truth struct {
	Name      string
	Depth     int
	Inputs    int
	FailDepth int
	Smallest  []string
}

// An answer is what rtest says of one.
type answer struct {
	Verdict  string
	Inputs   int
	Failures []struct {
		Depth int
		Call  string
	}
	Opaque []any
}

// opaque are the programs whose preconditions are not followed everywhere: the
// counts must be right all the same.
var opaque = map[string]bool{
	"Cached":  true, // depends on a package variable that calls change
	"Printed": true, // fmt.Sprint
	// More terms than an attempt to lift may take: interpreted.
	"Replaced": true,
	// What the running program knows: the values of a type, what pointers reach.
	"ExistsType": true,
	"Reached":    true,
	"Within":     true, // strings.Count, whose end no bounds tell
}

// TestOracle compares the inputs and the smallest counterexamples that rtest
// finds in the programs of testdata/oracle with those of brute force.
func TestOracle(t *testing.T) {
	if testing.Short() {
		t.Skip("runs rtest on two hundred programs")
	}
	truths := brute(t)
	rtest := filepath.Join(t.TempDir(), "rtest")
	run(t, ".", "go", "build", "-o", rtest, "../cmd/rtest")
	for _, engine := range []string{"search", "auto", "z3"} {
		t.Run(engine, func(t *testing.T) {
			byDepth := map[int][]string{}
			for name, b := range truths {
				if engine != "z3" || b.Depth <= 3 && b.Inputs <= 1000 {
					byDepth[b.Depth] = append(byDepth[b.Depth], name)
				}
			}
			for depth, names := range byDepth {
				slices.Sort(names)
				answers := ask(t, rtest, engine, depth, names)
				for _, name := range names {
					compare(t, engine, truths[name], answers[name])
				}
			}
		})
	}
}

func brute(t *testing.T) map[string]truth {
	var list []truth
	out := run(t, "testdata/oracle", "go", "run", "./brute")
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatal(err)
	}
	truths := map[string]truth{}
	for _, b := range list {
		truths[b.Name] = b
	}
	return truths
}

// ask runs rtest on programs to a depth, and returns what it says of each.
func ask(t *testing.T, rtest, engine string, depth int, names []string) map[string]*answer {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = regexp.QuoteMeta(name)
	}
	out := run(t, "testdata/oracle", rtest, "-json", "-depth", fmt.Sprint(depth), "-beyond", "0", "-inputs", "0", "-time", "5m",
		"-save=false", "-engine", engine, "-run", "^("+strings.Join(quoted, "|")+")$", "./progs")
	answers := map[string]*answer{}
	for line := range bytes.Lines(out) {
		var e struct {
			Test  string
			Rtest *answer
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if e.Test != "" && e.Rtest != nil {
			answers[e.Test] = e.Rtest
		}
	}
	return answers
}

func compare(t *testing.T, engine string, b truth, a *answer) {
	switch {
	case a == nil:
		t.Errorf("%s: rtest says nothing", b.Name)
		return
	case b.FailDepth < 0 && (a.Verdict != "exhausted" || a.Inputs != b.Inputs):
		t.Errorf("%s: %s with %d inputs, brute force has %d", b.Name, a.Verdict, a.Inputs, b.Inputs)
	case b.FailDepth >= 0 && len(a.Failures) == 0:
		t.Errorf("%s: %s, brute force fails with %s", b.Name, a.Verdict, b.Smallest[0])
	case b.FailDepth >= 0:
		f := a.Failures[0]
		call := strings.ReplaceAll(f.Call, "example.com/oracle/progs.", "")
		if f.Depth != b.FailDepth || !slices.Contains(b.Smallest, call) {
			t.Errorf("%s: %s at depth %d, brute force has %s at depth %d", b.Name, call, f.Depth, b.Smallest[0], b.FailDepth)
		}
	}
	if len(a.Opaque) > 0 && !opaque[b.Name] {
		t.Errorf("%s: opaque: %v", b.Name, a.Opaque)
	}
}

// run returns the output of a command; rtest exits with 1 when something fails.
func run(t *testing.T, dir, name string, args ...string) []byte {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil && (cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1) {
		t.Fatalf("%s %s: %v\n%s%s", name, args, err, out.Bytes(), stderr.Bytes())
	}
	return out.Bytes()
}
