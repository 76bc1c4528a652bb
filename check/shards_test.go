package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestShards: the shards of each function have all inputs that brute force has, each
// once, and nearly as many. Without -long there are three shards.
func TestShards(t *testing.T) {
	want, numbers := inputsByHand(), []int{3}
	if longtest.Enabled() {
		numbers = []int{1, 2, 3, 7, 16}
	}
	for _, n := range numbers {
		seen, counts := map[string]map[string]bool{}, map[string][]int64{}
		for i := 1; i <= n; i++ {
			file := filepath.Join(t.TempDir(), "notes")
			t.Setenv("NOTES", file)
			cfg := unlimited(4)
			cfg.Dir, cfg.Patterns, cfg.Shard, cfg.Shards = "testdata/shards", []string{"."}, i, n
			for name, r := range results(t, cfg) {
				name = strings.TrimPrefix(name, "shards.")
				counts[name] = append(counts[name], r.Inputs)
			}
			notes, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(notes)) {
				name, _, _ := strings.Cut(line, " ")
				if seen[name] == nil {
					seen[name] = map[string]bool{}
				}
				seen[name][strings.TrimSuffix(line, "\n")] = true
			}
		}
		for name, inputs := range want {
			var sum int64
			for _, c := range counts[name] {
				sum += c
			}
			// Inputs that the depths share run at each of them and count once.
			if sum != int64(len(inputs)) || len(seen[name]) != len(inputs) {
				t.Errorf("%s: %d shards have %v, %d inputs, and called %d; there are %d", name, n, counts[name], sum, len(seen[name]), len(inputs))
			}
			for _, x := range inputs {
				if !seen[name][x] {
					t.Errorf("%s: %d shards have not called %s", name, n, x)
					break
				}
			}
			if least, most := slices.Min(counts[name]), slices.Max(counts[name]); sum > 2000 && most*10 > least*13 {
				t.Errorf("%s: %d shards have %v inputs", name, n, counts[name])
			}
		}
	}
}

// inputsByHand are the inputs of the functions of testdata/shards.
func inputsByHand() map[string][]string {
	all := map[string][]string{}
	add := func(args ...any) {
		all[args[0].(string)] = append(all[args[0].(string)], strings.TrimSuffix(fmt.Sprintln(args...), "\n"))
	}
	for i := range 9 * 9 * 9 * 9 {
		add("Four", i%9-4, i/9%9-4, i/81%9-4, i/729-4)
	}
	for n := range 7 {
		add("Until", n)
	}
	bools := []bool{false, true}
	for _, k := range []int{3, 5, 8} {
		for n := range 4 {
			for bits := range 1 << n {
				xs := make([]bool, n)
				for i := range xs {
					xs[i] = bits>>i&1 == 1
				}
				add("Listed", k, xs)
			}
		}
	}
	add("Filter", 0)
	for x := -2; x <= 2; x++ {
		for _, a := range bools {
			add("Filter", 1, x, x, a)
			add("Filter", 2, x, x, x, a)
			for y := -2; y <= 2; y++ {
				for _, b := range bools {
					switch {
					case x < y:
						add("Filter", 2, x, y, x, a, y, b)
					case x > y:
						add("Filter", 2, x, y, y, b, x, a)
					}
				}
			}
		}
	}
	for a := 1; a <= 3; a++ {
		for b := 2; b <= 3; b++ {
			add("Greater", a, b)
		}
	}
	for i := range 7 * 7 * 7 {
		xs := []int{i%7 - 3, i/7%7 - 3, i/49 - 3}
		for k, x := range xs {
			if slices.Index(xs, x) == k {
				add("Drawn", xs[0], xs[1], xs[2], x)
			}
		}
	}
	for _, b := range bools {
		add("Plain", []int{}, b)
		for x := -3; x <= 3; x++ {
			add("Plain", []int{x}, b)
			for y := x; y <= 3; y++ {
				add("Plain", []int{x, y}, b)
				for z := y; z <= 3; z++ {
					add("Plain", []int{x, y, z}, b)
				}
			}
		}
	}
	return all
}
