package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// known are the numbers of structures of depth 1, 2, …: lists of length ≤ n,
// trees of height ≤ n, with numbers in -n..n; heaps of length ≤ n over 0..n.
var known = map[string][]int64{
	"Strict":       {4, 16, 64, 256, 1024},
	"StrictSlice":  {4, 16, 64, 256, 1024},
	"Weak":         {4, 21, 120, 715, 4368},
	"WeakSlice":    {4, 21, 120, 715, 4368},
	"BST":          {4, 36, 590, 12682, 298235},
	"RedBlack":     {7, 61, 827, 6753, 51242},
	"AVL":          {4, 36, 380, 2706, 20267},
	"StoredAVL":    {4, 36, 380, 2706, 20267},
	"Heap":         {3, 10, 45, 216, 1379},
	"Whole.Unlink": {1, 1, 1, 1, 1},
}

// TestCounts compares the numbers of inputs with the known numbers of the
// structures that the preconditions describe, for each engine; without -long those of
// depth 3.
func TestCounts(t *testing.T) {
	engines := map[string]int{"auto": 5, "search": 5}
	if _, err := engine.SolverVersion(); err != nil {
		t.Logf("-engine z3 is not compared: %v", err)
	} else {
		engines["z3"] = 4
	}
	for engine, deepest := range engines {
		for depth := 1; depth <= deepest; depth++ {
			if depth != 3 && !longtest.Enabled() {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", engine, depth), func(t *testing.T) { counts(t, engine, depth) })
		}
	}
}

func counts(t *testing.T, engine string, depth int) {
	found := structures(t, "-engine="+engine, fmt.Sprint("-depth=", depth))
	for name, s := range found {
		if want := known[name][depth-1]; s.Verdict != "exhausted" || s.Inputs != want || len(s.Opaque) > 0 {
			t.Errorf("%s: %s with %d inputs, opaque %v; want exhausted with %d", name, s.Verdict, s.Inputs, s.Opaque, want)
		}
	}
}

// A tested is the result of rtest for a function in testdata/counts.
type tested struct {
	Verdict string
	Inputs  int64
	Opaque  []any
}

// structures tests all that are known, with all inputs.
func structures(t *testing.T, flags ...string) map[string]tested {
	t.Helper()
	cmd := exec.Command("rtest", append([]string{"-json", "-inputs=0", "-beyond=0", "-time=0", "-count=1"}, flags...)...)
	cmd.Dir = filepath.Join("testdata", "counts")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	found := map[string]tested{}
	for line := range bytes.Lines(out) {
		var e struct {
			Test  string
			Rtest *tested
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		if e.Rtest != nil {
			found[e.Test] = *e.Rtest
		}
	}
	if len(found) != len(known) {
		t.Errorf("functions %v, want all of %d", found, len(known))
	}
	return found
}

// TestShards checks that the parts of a run together have all inputs, and that no part of many inputs
// has much more than its share.
func TestShards(t *testing.T) {
	longtest.Only(t, "runs rtest twelve times")
	const depth = 4
	for _, n := range []int64{2, 3, 7} {
		all, greatest := map[string]int64{}, map[string]int64{}
		for i := int64(1); i <= n; i++ {
			for name, s := range structures(t, fmt.Sprint("-depth=", depth), fmt.Sprintf("-shard=%d/%d", i, n)) {
				if s.Verdict != "exhausted" {
					t.Errorf("%s, shard %d/%d: %s", name, i, n, s.Verdict)
				}
				all[name] += s.Inputs
				greatest[name] = max(greatest[name], s.Inputs)
			}
		}
		for name, counts := range known {
			if all[name] != counts[depth-1] {
				t.Errorf("%s: %d shards with %d inputs in all, want %d", name, n, all[name], counts[depth-1])
			}
			share := float64(greatest[name]) * float64(n) / float64(all[name])
			t.Logf("%s: the greatest of %d shards has %.2f times its share of %d", name, n, share, all[name])
			if all[name] > 100*n && share > 1.5 {
				t.Errorf("%s: the greatest of %d shards has %.2f times its share", name, n, share)
			}
		}
	}
}
