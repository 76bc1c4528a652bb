package search

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
)

// The shards of a form partition its solutions, in order.
func TestShards(t *testing.T) {
	for seed := range 3000 {
		r := rand.New(rand.NewSource(int64(seed)))
		checkShards(t, randomForm(r), 1+r.Intn(5))
	}
	for _, f := range []*form.Form{formtest.RedBlackTrees(3, true, 8), formtest.SearchTrees(3, true, 7), formtest.PairLists(3, true, 3, -2, 2), formtest.SortedLists(6, true, 6, -6, 6, "x")} {
		checkShards(t, f, 7)
	}
}

func checkShards(t *testing.T, f *form.Form, n int) {
	t.Helper()
	all := collect(t, f, Options{}, 0)
	for i := 1; i <= n; i++ {
		shard := form.Shard{Index: i, Of: n}
		var want [][]int64
		for _, x := range all {
			if shard.Has(f, x) {
				want = append(want, x)
			}
		}
		for _, tables := range []int{0, narrowed, automated} {
			if got := collect(t, f, Options{Shard: shard}, tables); !slices.EqualFunc(got, want, slices.Equal[[]int64]) {
				t.Fatalf("shard %v: got %v, want %v\n%v", shard, got, want, f)
			}
		}
	}
}

// If a search stalls, so does one of the shards that stand for it.
func TestJoint(t *testing.T) {
	stalls := 0
	check := func(f *form.Form, stall int64, n int) {
		t.Helper()
		search := func(o Options) bool {
			s, err := New(f)
			if err != nil {
				t.Fatal(err)
			}
			s.Options = o
			for range s.Solutions() {
			}
			return s.Stalled() != nil
		}
		if !search(Options{Stall: stall, Steady: true}) {
			return
		}
		stalls++
		for i := 1; i <= n; i++ {
			if search(Options{Stall: stall, Shard: form.Shard{Index: i, Of: n}, Joint: true}) {
				return
			}
		}
		t.Fatalf("the search stalls after %d failures, and none of %d shards does\n%v", stall, n, f)
	}
	for seed := range 4000 {
		r := rand.New(rand.NewSource(int64(seed)))
		f := randomForm(r)
		for _, stall := range []int64{1, 3, 10, 40} {
			check(f, stall, 2+r.Intn(7))
		}
	}
	for _, stall := range []int64{20, 100, 300} {
		for n := 2; n < 8; n++ {
			check(formtest.Pigeons(5, 4), stall, n)
			check(formtest.Pigeons(6, 6), stall, n)
			check(formtest.SearchTrees(3, true, 7), stall, n)
		}
	}
	if stalls < 100 {
		t.Errorf("only %d searches stall", stalls)
	}
	t.Log(stalls, "searches stall")
}

// The shards of great forms are nearly equal, and each costs its part.
func TestShardsAreEqual(t *testing.T) {
	for name, f := range map[string]*form.Form{
		"trees": formtest.RedBlackTrees(4, true, 9),
		"lists": formtest.SortedLists(8, true, 7, -7, 7, "x"),
	} {
		var all, least, most, decisions int64
		whole := statsOf(t, f, Options{})
		for i := 1; i <= 4; i++ {
			s := statsOf(t, f, Options{Shard: form.Shard{Index: i, Of: 4}})
			all += s.Solutions
			decisions = max(decisions, s.Decisions)
			if i == 1 {
				least = s.Solutions
			}
			least, most = min(least, s.Solutions), max(most, s.Solutions)
		}
		t.Logf("%s: %d solutions, shards %d to %d; %d decisions, a shard at most %d", name, all, least, most, whole.Decisions, decisions)
		if all != whole.Solutions || most > least*6/5 {
			t.Errorf("%s: %d of %d solutions in shards of %d to %d", name, all, whole.Solutions, least, most)
		}
	}
}

func statsOf(t *testing.T, f *form.Form, o Options) Stats {
	t.Helper()
	s, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	s.Options = o
	for range s.Solutions() {
	}
	return s.Stats()
}

// For short solutions, too, each part costs in proportion: the part is known before the whole solution
// is decided.
func TestShardsCostTheirPart(t *testing.T) {
	f := formtest.PairLists(4, true, 4, -3, 3)
	whole := statsOf(t, f, Options{})
	for i := 1; i <= 8; i++ {
		s := statsOf(t, f, Options{Shard: form.Shard{Index: i, Of: 8}})
		if s.Decisions > whole.Decisions/6 {
			t.Errorf("shard %d takes %d of %d decisions, for %d of %d solutions", i, s.Decisions, whole.Decisions, s.Solutions, whole.Solutions)
		}
	}
}

// Shards are distinguished also if much of the beginning follows from the rest, as ranks and colors
// do.
func TestShardsOfFewBeginnings(t *testing.T) {
	f := &form.Form{Nodes: []form.Node{{Op: form.Const, Kind: form.Bool, Val: 1}}}
	for i := range 16 {
		v := form.Var{Name: "x", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 1, Hi: 1}}, Default: 1}
		if i >= 11 {
			v.Dom[0].Hi = 9
		}
		f.Vars = append(f.Vars, v)
	}
	n := make([]int64, 4)
	for i := range n {
		n[i] = statsOf(t, f, Options{Shard: form.Shard{Index: i + 1, Of: len(n)}}).Solutions
	}
	if least, most := slices.Min(n), slices.Max(n); most > least*6/5 {
		t.Errorf("shards of %d solutions", n)
	}
}
