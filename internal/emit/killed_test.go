package emit_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/internal/emit"
	"github.com/rtest-dev/rtest/internal/longtest"
)

const killedSource = `package m

// Insert puts x into the sorted list xs.
//
//rtest:requires sorted(xs)
//rtest:ensures sorted(result)
//rtest:ensures permutation(result, append(old(xs), x))
func Insert(xs []int, x int) []int {
	i := search(xs, x)
	out := make([]int, 0, len(xs)+1)
	out = append(out, xs[:i]...)
	out = append(out, x)
	return append(out, xs[i:]...)
}

func search(xs []int, x int) int {
	lo, hi := 0, len(xs)
	for lo < hi {
		mid := (lo + hi) / 2
		if xs[mid] < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

//rtest:requires x >= 0
//rtest:ensures 2*result <= x
func Half(x int) int { return x / 2 }

//rtest:requires 0 <= i
//rtest:panics i >= len(s)
//rtest:ensures result == s[i]
func At(s string, i int) byte {
	if i >= len(s) {
		panic("out of range")
	}
	return s[i]
}
`

// TestKilled compares the fate of each mutant with the result of go test for the written tests, when
// the mutant replaces the source.
func TestKilled(t *testing.T) {
	longtest.Only(t, "compiles a test program for each mutant")
	for _, by := range []check.Criterion{check.BySpread, check.ByCover, check.ByMutants} {
		t.Run(fmt.Sprint("criterion", by), func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "m.go")
			for name, text := range map[string]string{file: killedSource, filepath.Join(dir, "go.mod"): "module example.com/m\n\ngo 1.24\n"} {
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			fates := map[check.Fate]int{}
			for _, m := range mutantsOf(t, dir, check.Selection{By: by, Spread: 2, Mutate: true, Blank: emit.Blank}) {
				fates[m.Fate]++
				err := testWith(t, dir, file, m.Apply([]byte(killedSource)))
				if killed := err != nil; killed != (m.Fate == check.Killed) {
					t.Errorf("%s: %s: fate %d, go test: %v", m.Pos, m.What, m.Fate, err)
				}
			}
			if fates[check.Killed] == 0 || fates[check.Same]+fates[check.Equivalent] == 0 || fates[check.Admitted] == 0 {
				t.Errorf("the fates of the mutants are %v", fates)
			}
			if missed := fates[check.Missed]; (missed > 0) != (by == check.BySpread) {
				t.Errorf("%d mutants are missed", missed)
			}
		})
	}
}

// mutantsOf writes the tests of the package in dir and returns what becomes of its mutants.
func mutantsOf(t *testing.T, dir string, sel check.Selection) []check.Mutant {
	t.Helper()
	cfg := config.Defaults()
	cfg.Dir, cfg.Patterns, cfg.Engine, cfg.Limits.Time = dir, []string{"."}, engine.Search, 0
	var all []check.Mutant
	for c, err := range check.Inputs(t.Context(), cfg, sel) {
		if err != nil {
			t.Fatal(err)
		}
		files, _, err := emit.Files(c, emit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if err := os.WriteFile(f.Path, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, c.Mutants...)
	}
	return all
}

// testWith runs the tests in dir with another text of a file.
func testWith(t *testing.T, dir, file string, text []byte) error {
	t.Helper()
	other := filepath.Join(t.TempDir(), "mutant.go")
	if err := os.WriteFile(other, text, 0o644); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(map[string]map[string]string{"Replace": {file: other}})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(filepath.Dir(other), "overlay.json")
	if err := os.WriteFile(overlay, data, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = goCommand(dir, "test", "-vet=off", "-timeout=10s", "-overlay="+overlay, ".")
	return err
}
