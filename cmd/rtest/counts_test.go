package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rtest-dev/rtest/check"
)

// known are the numbers of structures of depth 1, 2, …: lists of length ≤ n,
// trees of height ≤ n, with numbers in -n..n; heaps of length ≤ n over 0..n.
var known = map[string][]int64{
	"Strict":      {4, 16, 64, 256, 1024},
	"StrictSlice": {4, 16, 64, 256, 1024},
	"Weak":        {4, 21, 120, 715, 4368},
	"WeakSlice":   {4, 21, 120, 715, 4368},
	"BST":         {4, 36, 590, 12682, 298235},
	"RedBlack":    {7, 61, 827, 6753, 51242},
	"AVL":         {4, 36, 380, 2706, 20267},
	"StoredAVL":   {4, 36, 380, 2706, 20267},
	"Heap":        {3, 10, 45, 216, 1379},
}

// TestCounts compares the numbers of inputs with the known numbers of the
// structures that the preconditions describe, for each engine.
func TestCounts(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "rtest")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	engines := map[string]int{"auto": 5, "search": 5}
	if _, err := check.SolverVersion(); err != nil {
		t.Logf("-engine z3 is not compared: %v", err)
	} else {
		engines["z3"] = 4
	}
	for engine, deepest := range engines {
		for depth := 1; depth <= deepest; depth++ {
			t.Run(fmt.Sprintf("%s/%d", engine, depth), func(t *testing.T) { counts(t, bin, engine, depth) })
		}
	}
}

func counts(t *testing.T, bin, engine string, depth int) {
	cmd := exec.Command(bin, "-json", "-inputs=0", "-beyond=0", "-time=0", "-count=1", "-engine="+engine, fmt.Sprint("-depth=", depth))
	cmd.Dir = filepath.Join("testdata", "counts")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	found := map[string]bool{}
	for line := range bytes.Lines(out) {
		var e struct {
			Test  string
			Rtest *struct {
				Verdict string
				Inputs  int64
				Opaque  []any
			}
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		if e.Rtest == nil {
			continue
		}
		found[e.Test] = true
		want := known[e.Test][depth-1]
		if e.Rtest.Verdict != "exhausted" || e.Rtest.Inputs != want || len(e.Rtest.Opaque) > 0 {
			t.Errorf("%s: %s with %d inputs, opaque %v; want exhausted with %d", e.Test, e.Rtest.Verdict, e.Rtest.Inputs, e.Rtest.Opaque, want)
		}
	}
	if len(found) != len(known) {
		t.Errorf("functions %v, want all of %d", found, len(known))
	}
}
