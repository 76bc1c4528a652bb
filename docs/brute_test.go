package docs

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestCounts compares the counts sections of the archives with brute force: the plain programs in
// brute and the values below, which share nothing with rtest. A line whose count is explained in a
// comment above it needs none.
func TestCounts(t *testing.T) {
	used := map[string]bool{}
	for _, name := range archives(t) {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(filepath.Base(name), ".txtar")
		for _, f := range a.Files {
			if f.Name != "counts" && !strings.HasPrefix(f.Name, "counts ") {
				continue
			}
			for _, c := range parseCounts(t, string(f.Data)) {
				key := base + "." + c.function
				used[key] = true
				n, ok := brute[key]
				if !ok || strings.HasPrefix(c.rest, "spent") {
					if !c.reasoned {
						t.Errorf("%s: %s is neither explained nor counted by brute force", name, c.function)
					}
					continue
				}
				depth := c.exhausted
				if strings.HasPrefix(c.rest, "refuted") {
					// The depth of the finding is tried to its end.
					depth++
				}
				if got := n(depth); got != c.inputs {
					t.Errorf("%s: %s has %d inputs at depth %d, the archive says %d", name, c.function, got, depth, c.inputs)
				}
			}
		}
	}
	for key := range brute {
		if !used[key] {
			t.Errorf("there is no %s", key)
		}
	}
}

// These are the values of types at depth d, as bounds.md says.

var bools = []bool{false, true}

func ints(d int) []int {
	var all []int
	for i := -d; i <= d; i++ {
		all = append(all, i)
	}
	return all
}

func floats(d int) []float64 {
	var all []float64
	for i := -2 * d; i <= 2*d; i++ {
		all = append(all, float64(i)/2)
	}
	if d >= 3 {
		all = append(all, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), math.SmallestNonzeroFloat64, math.MaxFloat64)
	}
	return all
}

// lists are the slices of up to n elements.
func lists[T any](elems []T, n int) [][]T {
	all := [][]T{nil}
	last := all
	for range n {
		var next [][]T
		for _, xs := range last {
			for _, e := range elems {
				next = append(next, append(slices.Clip(xs), e))
			}
		}
		all = append(all, next...)
		last = next
	}
	return all
}

// texts are the strings of up to n of the characters.
func texts(chars string, n int) []string {
	var all []string
	for _, rs := range lists([]rune(chars), n) {
		all = append(all, string(rs))
	}
	return all
}

// tables are the maps of up to n entries, nil and the empty one among them.
func tables[K comparable, V any](keys []K, vals []V, n int) []map[K]V {
	all := []map[K]V{nil}
	var grow func(m map[K]V, from int)
	grow = func(m map[K]V, from int) {
		all = append(all, m)
		if len(m) == n {
			return
		}
		for i := from; i < len(keys); i++ {
			for _, v := range vals {
				next := map[K]V{keys[i]: v}
				for k, v := range m {
					next[k] = v
				}
				grow(next, i+1)
			}
		}
	}
	grow(map[K]V{}, 0)
	return all
}

// A tree is a binary tree with keys.
type tree struct {
	left, right *tree
	key         int
}

// trees are those of height n or less, nil among them.
func trees(keys []int, n int) []*tree {
	all := []*tree{nil}
	if n == 0 {
		return all
	}
	below := trees(keys, n-1)
	for _, l := range below {
		for _, r := range below {
			for _, k := range keys {
				all = append(all, &tree{l, r, k})
			}
		}
	}
	return all
}

func (t *tree) keys() []int {
	if t == nil {
		return nil
	}
	return slices.Concat(t.left.keys(), []int{t.key}, t.right.keys())
}

// ordered says that t is a search tree: its keys ascend from left to right.
func (t *tree) ordered() bool {
	ks := t.keys()
	return slices.IsSorted(ks) && len(slices.Compact(ks)) == len(ks)
}

func one[A any](as []A, ok func(A) bool) int {
	n := 0
	for _, a := range as {
		if ok(a) {
			n++
		}
	}
	return n
}

func two[A, B any](as []A, bs []B, ok func(A, B) bool) int {
	n := 0
	for _, a := range as {
		n += one(bs, func(b B) bool { return ok(a, b) })
	}
	return n
}

func three[A, B, C any](as []A, bs []B, cs []C, ok func(A, B, C) bool) int {
	n := 0
	for _, a := range as {
		n += two(bs, cs, func(b B, c C) bool { return ok(a, b, c) })
	}
	return n
}

// bool1 and the like count inputs of one sort.

func int1(ok func(x int) bool) func(int) int {
	return func(d int) int { return one(ints(d), ok) }
}

func int2(ok func(x, y int) bool) func(int) int {
	return func(d int) int { return two(ints(d), ints(d), ok) }
}

func list1(ok func(xs []int) bool) func(int) int {
	return func(d int) int { return one(lists(ints(d), d), ok) }
}

func list2(ok func(xs, ys []int) bool) func(int) int {
	return func(d int) int { return two(lists(ints(d), d), lists(ints(d), d), ok) }
}

func bool2(ok func(a, b bool) bool) func(int) int {
	return func(int) int { return two(bools, bools, ok) }
}

func bool3(ok func(a, b, c bool) bool) func(int) int {
	return func(int) int { return three(bools, bools, bools, ok) }
}
