package search

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form/formtest"
)

// TestTrees compares solutions drawn of random forms with all solutions: they are among them, in their
// order, without repetition.
func TestTrees(t *testing.T) {
	drawn, several, whole, found := 0, 0, 0, 0
	for seed := range 5000 {
		r := rand.New(rand.NewSource(int64(seed)))
		f := randomForm(r)
		all := naive(t, f)
		s, err := New(f)
		if err != nil {
			t.Fatal(err)
		}
		s.treesLeast = 0
		s.automate()
		lo, hi := s.Sizes()
		for size := lo; size <= hi && len(all) > 0; size++ {
			at := -1
			n := int64(1 + r.Intn(3*sharedData))
			s.spreadTrees(size, n, func(x []int64) bool {
				i := slices.IndexFunc(all, func(y []int64) bool { return slices.Equal(x, y) })
				if i <= at {
					t.Fatalf("seed %d: %v is solution %d, behind %d\n%v", seed, x, i, at, f)
				}
				if got, _ := parts(t, f, x); got != size {
					t.Fatalf("seed %d: %v has size %d, want %d", seed, x, got, size)
				}
				at = i
				drawn++
				return true
			})
			if s.trees != nil && len(s.trees.Of) > 2 {
				several++
				whole += compareTrees(t, s, size, all)
				found += compareGrown(t, s, size, all)
			}
		}
	}
	if drawn < 3000 || several < 1500 || whole < 5000 || found < 5000 {
		t.Errorf("%d solutions were drawn, %d times from several classes; %d of whole trees, %d of all trees", drawn, several, whole, found)
	}
}

// compareTrees draws trees and compares all solutions of each with those among all
// that have its choices and its data. It returns how many there are.
func compareTrees(t *testing.T, s *Solver, size int32, all [][]int64) int {
	seen := map[string]bool{}
	var texts []string
	for range 20 {
		if x := s.trees.Draw(size); x != "" && !seen[x] {
			seen[x] = true
			texts = append(texts, x)
		}
	}
	slices.Sort(texts)
	var want [][]int64
	for _, x := range all {
		vals := make([]int64, len(s.form.Vars))
		if _, got, err := s.form.Assign(x, vals); err != nil || got != size {
			continue
		}
		if slices.ContainsFunc(texts, func(text string) bool {
			is := true
			s.trees.Each(s.form, text,
				func(v int32, alt int) { is = is && vals[v] == s.form.Vars[v].Choice[alt].Value },
				func(v int32, value int64) { is = is && vals[v] == value })
			return is
		}) {
			want = append(want, x)
		}
	}
	var got [][]int64
	d := &drawnTrees{solver: s, texts: texts, left: 1 << 40, yield: func(x []int64) bool {
		got = append(got, slices.Clone(x))
		return true
	}}
	d.shareEach(texts)
	s.withSharing(size, &sharing{size: size}, d.take, func() { d.run(size) })
	if !slices.EqualFunc(got, want, slices.Equal[[]int64]) {
		t.Fatalf("%d trees of size %d have %v, want %v\n%v", len(texts), size, got, want, s.form)
	}
	return len(want)
}

// compareGrown compares all trees of a size with all solutions, each of which has the
// choices and the data of one, and with those that are drawn. It returns how many
// solutions there are.
func compareGrown(t *testing.T, s *Solver, size int32, all [][]int64) int {
	texts, ok := s.trees.All(size, 1<<20)
	if !ok {
		t.Fatalf("there are more than %d trees of size %d", len(texts), size)
	}
	if _, ok := s.trees.All(size, len(texts)-1); ok && len(texts) > 0 {
		t.Fatalf("%d trees of size %d are found where one less is asked for", len(texts), size)
	}
	slices.Sort(texts)
	for range 20 {
		if x := s.trees.Draw(size); x != "" && !slices.Contains(texts, x) {
			t.Fatalf("a tree of size %d was drawn that is none of all\n%v", size, s.form)
		}
	}
	found := 0
	for _, x := range all {
		vals := make([]int64, len(s.form.Vars))
		if _, got, err := s.form.Assign(x, vals); err != nil || got != size {
			continue
		}
		found++
		if !slices.ContainsFunc(texts, func(text string) bool {
			is := true
			s.trees.Each(s.form, text,
				func(v int32, alt int) { is = is && vals[v] == s.form.Vars[v].Choice[alt].Value },
				func(v int32, value int64) { is = is && vals[v] == value })
			return is
		}) {
			t.Fatalf("%v of size %d has none of the %d trees\n%v", x, size, len(texts), s.form)
		}
	}
	return found
}

// TestTreesEven spreads over middling sizes of trees of height 5: if there are fewer shapes than
// wanted, each has its share, otherwise no shape occurs twice.
func TestTreesEven(t *testing.T) {
	s, err := New(formtest.HighTrees(5))
	if err != nil {
		t.Fatal(err)
	}
	s.automate()
	for _, size := range []int32{11, 14, 17, 20} {
		for _, n := range []int64{10, 300, 3000} {
			shapes, found := map[string]int64{}, int64(0)
			for x := range s.Spread(size, n) {
				_, shape := parts(t, s.form, x)
				shapes[fmt.Sprint(shape)]++
				found++
			}
			most := int64(0)
			for _, k := range shapes {
				most = max(most, k)
			}
			all := int64(len(shapes))
			if s.trees == nil || found < n-n/10 || most > 2*(n/all)+2 || n == 10 && all < n {
				t.Errorf("size %d: %d of %d trees, of %d shapes, %d of one of these", size, found, n, all, most)
			}
		}
	}
}

// TestTreesDeep draws trees of height 6: all are solutions, in their order, of many
// shapes.
func TestTreesDeep(t *testing.T) {
	f := formtest.HighTrees(6)
	s, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int32{32, 40, 50, 60} {
		const n = 400
		shapes, found := map[string]bool{}, 0
		var last []int64
		for x := range s.Spread(size, n) {
			found++
			ok, level, got, err := f.Eval(x)
			if err != nil || !ok || !f.Admits(level) || got != size {
				t.Fatalf("%v: %v, level %d, size %d: %v", x, ok, level, got, err)
			}
			_, shape := parts(t, f, x)
			if slices.Compare(last, shape) > 0 {
				t.Fatalf("shape %v behind %v", shape, last)
			}
			last = shape
			shapes[fmt.Sprint(shape)] = true
		}
		if found != n || len(shapes) < n/8 {
			t.Errorf("size %d: %d trees of %d shapes", size, found, len(shapes))
		}
		if s.trees == nil {
			t.Errorf("size %d: none were drawn", size)
		}
	}
}
