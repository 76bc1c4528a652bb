package check_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A depths is what brute force finds for a function of testdata/depths.
type depths struct {
	Counts []int // inputs up to each depth
	At     int   // the depth of the counterexample, -1 for none
	Fails  int   // how many fail at that depth, 0 where it was not counted
	Say    string
	Solver bool // only Z3 finds all inputs
}

// A found is what rtest says of one.
type found struct {
	Verdict  string
	Inputs   int
	Depth    int
	Failures []struct {
		Call  string
		Count int
	}
}

// TestDepths compares the inputs that rtest counts at each depth, and the depth
// and number of failures, with those of brute force, for functions that use each
// construct of the contract language.
func TestDepths(t *testing.T) {
	if testing.Short() {
		t.Skip("runs rtest on two hundred functions")
	}
	var want map[string]depths
	if err := json.Unmarshal(run(t, "testdata/depths", "go", "run", "."), &want); err != nil {
		t.Fatal(err)
	}
	rtest := filepath.Join(t.TempDir(), "rtest")
	run(t, ".", "go", "build", "-o", rtest, "../cmd/rtest")
	for depth := range 6 {
		names := map[string]bool{}
		for name, d := range want {
			if depth < len(d.Counts) {
				_, short, _ := strings.Cut(name, ".")
				names[regexp.QuoteMeta(short)] = true
			}
		}
		engines := []string{"search"}
		if depth == 2 {
			engines = []string{"auto", "z3"}
		}
		for _, engine := range engines {
			got := askDepth(t, rtest, engine, depth, names)
			for name, d := range want {
				if depth < len(d.Counts) && !(d.Solver && engine == "search") {
					d.compare(t, fmt.Sprintf("%s at depth %d (%s)", name, depth, engine), depth, got[name])
				}
			}
		}
	}
}

// askDepth runs rtest on functions to a depth, and returns what it says of each.
func askDepth(t *testing.T, rtest, engine string, depth int, names map[string]bool) map[string]*found {
	var list []string
	for name := range names {
		list = append(list, name)
	}
	slices.Sort(list)
	out := run(t, "testdata/depths", rtest, "-json", "-depth", fmt.Sprint(depth), "-beyond", "0", "-inputs", "0", "-time", "5m",
		"-save=false", "-engine", engine, "-run", "^("+strings.Join(list, "|")+")$", "./...")
	answers := map[string]*found{}
	for line := range bytes.Lines(out) {
		var e struct {
			Package, Test string
			Rtest         *found
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if e.Test != "" && e.Rtest != nil {
			answers[filepath.Base(e.Package)+"."+e.Test] = e.Rtest
		}
	}
	return answers
}

func (d depths) compare(t *testing.T, name string, depth int, a *found) {
	if a == nil {
		t.Errorf("%s: rtest says nothing", name)
		return
	}
	verdict, inputs := "exhausted", d.Counts[depth]
	switch {
	case d.At >= 0 && d.At <= depth:
		verdict, inputs = "refuted", d.Counts[d.At]
	case inputs == 0:
		verdict = "vacuous"
	}
	if a.Verdict != verdict || a.Inputs != inputs {
		t.Errorf("%s: %s with %d inputs, brute force has %d: %s", name, a.Verdict, a.Inputs, inputs, verdict)
	}
	if verdict != "refuted" || len(a.Failures) == 0 {
		return
	}
	f := a.Failures[0]
	if a.Depth != d.At || d.Fails > 0 && f.Count != d.Fails {
		t.Errorf("%s: %d fail at depth %d, with brute force %d at depth %d", name, f.Count, a.Depth, d.Fails, d.At)
	}
	if d.Say != "" && f.Call != d.Say {
		t.Errorf("%s: %s, want %s", name, f.Call, d.Say)
	}
}
