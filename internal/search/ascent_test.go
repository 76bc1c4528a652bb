package search

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// TestAscent compares the solutions of random orders of keys, as they are spread,
// with all, and after each decision the domains with those that the net finds.
func TestAscent(t *testing.T) {
	made := 0
	for seed := range 400 {
		r := rand.New(rand.NewSource(int64(seed)))
		b := formtest.New(0, true)
		var keys []int32
		for i := range 3 + r.Intn(3) {
			lo := int64(r.Intn(4)) - 2
			keys = append(keys, b.Ref(b.Key(fmt.Sprint("k", i), -1, form.Span{}, lo, lo+int64(2+r.Intn(4)))))
			b.Vars[i].ByMagnitude, b.Vars[i].Default = false, lo
		}
		perm := r.Perm(len(keys))
		var terms []int32
		for range 1 + r.Intn(2*len(keys)) {
			i, j := r.Intn(len(keys)), r.Intn(len(keys))
			if i > j {
				i, j = j, i
			}
			if i != j {
				terms = append(terms, b.Le(b.Sum(keys[perm[i]], b.Num(int64(r.Intn(3)-1))), keys[perm[j]]))
			}
		}
		if len(terms) < 2 {
			continue
		}
		f := b.Build(b.And(terms...))
		s, err := New(f)
		if err != nil {
			t.Fatal(err)
		}
		var all, spread [][]int64
		for x := range s.Solutions() {
			all = append(all, slices.Clone(x))
		}
		for x := range s.Spread(0, 1<<20) {
			spread = append(spread, slices.Clone(x))
		}
		if !slices.EqualFunc(all, spread, slices.Equal[[]int64]) {
			t.Fatalf("seed %d: %d solutions are spread, want %d\n%v", seed, len(spread), len(all), f)
		}
		made += compareAscent(t, s, r)
	}
	if made < 200 {
		t.Errorf("only %d nets are ascents", made)
	}
}

// compareAscent decides the variables of what was searched last one by one, in both
// ways. It returns 1 where there was something to compare.
func compareAscent(t *testing.T, s *Solver, r *rand.Rand) int {
	net := &s.data.net
	if !s.data.ascent.IsOrdered {
		return 0
	}
	var a propagate.Ascent
	a.Prepare(net)
	net.Undo(0)
	domains := func(propagate func() bool) (string, int) {
		mark := len(net.Trail)
		ok := propagate()
		got := fmt.Sprint(ok)
		if ok {
			got = fmt.Sprint(net.Dom)
		}
		return got, mark
	}
	for x := range net.Vars {
		for range 3 {
			d := net.Dom[x]
			k := d.Lo + r.Int63n(d.Hi-d.Lo+1)
			got, mark := domains(func() bool { return a.Assign(net, x, k) })
			net.Undo(mark)
			want, mark := domains(func() bool { return net.Assign(x, k) })
			net.Undo(mark)
			if got != want {
				t.Fatalf("variable %d is %d: domains %s, want %s", x, k, got, want)
			}
		}
		if !net.Assign(x, net.Dom[x].Lo) {
			break
		}
	}
	net.Undo(0)
	return 1
}
