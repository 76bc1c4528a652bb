package check_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
)

const manyInputs = `
-- go.mod --
module example.com/m

go 1.26
-- a.go --
package m

type Pair struct{ Weight, Score int }

//rtest:type Pairs = {ps []Pair | Weighted(ps)}

func Weighted(ps []Pair) bool {
	for _, p := range ps {
		if p.Weight <= 0 || p.Score < 0 {
			return false
		}
	}
	return true
}

// Average is right.
//
//rtest:sig (ps Pairs) (int)
//rtest:ints 0..3
//rtest:classify "empty" len(ps) == 0
//rtest:ensures result >= 0
func Average(ps []Pair) int {
	total, weights := 0, 0
	for _, p := range ps {
		total += p.Weight * p.Score
		weights += p.Weight
	}
	if weights < 0 {
		return weights // never
	}
	if weights == 0 {
		return 0
	}
	return total / weights
}

// Best fails in the middle of the last depth.
//
//rtest:sig (ps Pairs) (int)
//rtest:ints 0..3
//rtest:ensures result != 12
func Best(ps []Pair) int {
	best := 0
	for i, p := range ps {
		best += p.Score
		if i == 5 && p.Weight == 3 && p.Score == 2 && best == 11 {
			best++
		}
	}
	if len(ps) < 6 {
		return 0
	}
	if best == 12 && ps[5].Weight != 3 {
		return 0
	}
	return best
}

// Sum panics for a late input.
//
//rtest:sig (ps Pairs) (int)
//rtest:ints 0..3
//rtest:ensures result >= 0
func Sum(ps []Pair) int {
	sum := 0
	for _, p := range ps {
		sum = sum*10 + p.Weight
	}
	if sum == 331213 {
		panic("late")
	}
	return sum
}
`

// TestCores checks that functions with many inputs have the same results for every number of cores.
// Each is in a package of its own, because functions of a package share the cores.
func TestCores(t *testing.T) {
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(manyInputs)).Files {
		writeText(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	var first []string
	numbers := []int{1, 8}
	if longtest.Enabled() {
		numbers = []int{1, 2, 8}
	}
	for _, parallel := range numbers {
		var got []string
		for _, name := range []string{"Average", "Best", "Sum"} {
			cfg := config.Defaults()
			cfg.Limits.Time, cfg.Limits.Inputs, cfg.Limits.Depth, cfg.Limits.Beyond = 0, 0, 6, 0
			cfg.Dir, cfg.Patterns, cfg.Parallel, cfg.Cache, cfg.Save = dir, []string{"."}, parallel, false, false
			cfg.Run = func(_, function string) bool { return function == name }
			for e := range check.Run(context.Background(), cfg) {
				switch e := e.(type) {
				case event.Abort:
					t.Fatal(e.Err)
				case event.FunctionEnd:
					e.Result.Elapsed = 0
					data, err := json.Marshal(e.Result)
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, name+" "+e.Result.Verdict.String()+" "+string(data))
				}
			}
		}
		if first == nil {
			first = got
			for _, text := range got {
				t.Logf("%.300s", text)
			}
		}
		if !slices.Equal(got, first) {
			t.Errorf("with %d cores:\n%q\nwith one:\n%q", parallel, got, first)
		}
	}
	for i, want := range []string{"Average exhausted ", "Best refuted ", "Sum refuted "} {
		if i >= len(first) || len(first[i]) < len(want) || first[i][:len(want)] != want {
			t.Errorf("want %s", want)
		}
	}
}
