package encode_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode"
)

// TestClaimsWork checks that the preconditions of a claim take no more work than the function itself
// may. With integers of the whole range their loops may be endless.
func TestClaimsWork(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module random\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "last.go"), `package random

import "slices"

func IsLast(n, k, r int) bool {
	var ring []int
	for i := range n {
		ring = append(ring, i)
	}
	i := 0
	for len(ring) > 1 {
		i = (i + k - 1) % len(ring)
		ring = slices.Delete(ring, i, i+1)
	}
	return ring[0] == r
}

func Any(n, k, r int) bool { return true }
`)
	ps, _ := loadFrom(t, dir)
	const most = 1_000_000
	trial := encode.Trial{Call: ps[1].fn, Property: true, Own: func(*ssa.Function) bool { return true }}
	in := encode.Inputs{Names: ps[0].names, Shapes: ps[0].shapes, Preds: []encode.Predicate{{Fn: ps[0].fn}}}
	c, err := encode.Prove(t.Context(), in, trial, encode.Options{Depth: 4, Whole: true, Limits: encode.Limits{MaxNodes: 60_000, MaxSteps: 200_000, MaxWork: most}})
	if err != nil {
		t.Fatal(err)
	}
	if c.B.Work < most/2 || c.B.Work > 3*most {
		t.Errorf("it takes %d steps of work, of %d for each function", c.B.Work, most)
	}
}
