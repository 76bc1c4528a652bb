package search

import (
	"maps"
	"math/rand"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
)

// A termTest is a test with the meaning of a term. It reads no more than necessary, in the order of
// the arguments or in reverse.
type termTest struct {
	f    *form.Form
	back bool
	// supposings counts the comparisons whose outcome was supposed.
	supposings int
	// boundaries counts how often a comparison told where its outcome changes.
	boundaries int
}

func (t *termTest) Start(value func(v int32) (int64, bool)) form.Run {
	return &termRun{t: t, value: value}
}

type termRun struct {
	t               *termTest
	value           func(v int32) (int64, bool)
	waits           int32
	saved           []termState
	rejected, alike int64
	steps           int64
	// at is the comparison at which it waits, or -1. supposed are those whose outcome is supposed.
	at       int32
	supposed map[int32]int64
}

// A termState is a saved state of a run.
type termState struct {
	waits, at int32
	supposed  map[int32]int64
}

func (r *termRun) Advance() form.Answer {
	r.steps++
	r.at = -1
	switch x, ok := r.eval(r.t.f.Root); {
	case !ok:
		return form.Waits
	case x == 0:
		return form.Fails
	}
	return form.Holds
}

func (r *termRun) eval(n int32) (int64, bool) {
	node := &r.t.f.Nodes[n]
	args := slices.Clone(node.Args)
	switch node.Op {
	case form.Const:
		return node.Val, true
	case form.Ref:
		x, known := r.value(int32(node.Val))
		if !known {
			r.waits = int32(node.Val)
		}
		return x, known
	case form.And, form.Or:
		if r.t.back {
			slices.Reverse(args)
		}
		for _, a := range args {
			if x, ok := r.eval(a); !ok || x == form.Truth(node.Op == form.Or) {
				return x, ok
			}
		}
		return form.Truth(node.Op == form.And), true
	case form.Ite:
		c, ok := r.eval(args[0])
		if !ok {
			return 0, false
		}
		return r.eval(args[2-c])
	}
	if x, ok := r.supposed[n]; ok {
		return x, true
	}
	var v [3]int64
	for i, a := range args {
		x, ok := r.eval(a)
		if !ok {
			if r.at < 0 && (node.Op == form.Eq || node.Op == form.Lt || node.Op == form.Le) {
				r.at = n
			}
			return 0, false
		}
		v[i] = x
	}
	return form.EvalOp(node.Op, node.Kind, r.t.f.Nodes[args[0]].Kind, v[0], v[1], v[2]), true
}

func (r *termRun) Waits() int32 { return r.waits }
func (r *termRun) Save() int {
	r.saved = append(r.saved, termState{r.waits, r.at, maps.Clone(r.supposed)})
	return len(r.saved) - 1
}
func (r *termRun) Restore(n int) {
	s := r.saved[n]
	r.waits, r.at, r.supposed, r.saved = s.waits, s.at, s.supposed, r.saved[:n]
}
func (r *termRun) Outcome(x int64) (outcome, ok bool) {
	if r.at < 0 {
		return false, false
	}
	with := termRun{t: r.t, at: -1, supposed: r.supposed, value: func(v int32) (int64, bool) {
		if v == r.waits {
			return x, true
		}
		return r.value(v)
	}}
	got, ok := with.eval(r.at)
	return got != 0, ok
}
func (r *termRun) Boundary() (int64, bool) {
	if r.at < 0 {
		return 0, false
	}
	args := r.t.f.Nodes[r.at].Args
	for i, a := range args {
		if n := &r.t.f.Nodes[a]; n.Op == form.Ref && int32(n.Val) == r.waits {
			r.t.boundaries++
			with := termRun{t: r.t, at: -1, supposed: r.supposed, value: r.value}
			return with.eval(args[1-i])
		}
	}
	return 0, false
}
func (r *termRun) Suppose(outcome bool) {
	r.t.supposings++
	if r.supposed == nil {
		r.supposed = map[int32]int64{}
	}
	r.supposed[r.at] = form.Truth(outcome)
}
func (r *termRun) Part() int    { return 0 }
func (r *termRun) Steps() int64 { return r.steps }
func (r *termRun) Spared(_ int, rejected, alike int64) {
	r.rejected, r.alike = r.rejected+rejected, r.alike+alike
}

// widen gives a number of a form so many values that it is no small variable.
func widen(f *form.Form) {
	for i := range f.Vars {
		v := &f.Vars[i]
		if v.Choice != nil || v.Kind == form.Bool {
			continue
		}
		lo, hi := v.Dom[0].Lo, v.Dom[len(v.Dom)-1].Hi
		for range 80 {
			if below := lo - 1; v.Kind.Holds(below) && v.Kind.Less(below, lo) {
				lo = below
			} else if above := hi + 1; v.Kind.Holds(above) && v.Kind.Less(hi, above) {
				hi = above
			}
		}
		v.Dom = []form.Span{{Lo: lo, Hi: hi}}
		return
	}
}

// TestTests compares forms whose terms are tests with the forms themselves: the solutions, their
// order, and the number not tried.
func TestTests(t *testing.T) {
	pruned, supposings, boundaries := int64(0), 0, 0
	for seed := range uint64(1500) {
		f := randomForm(rand.New(rand.NewSource(int64(seed))))
		if seed%3 == 0 {
			widen(f)
		}
		want := collect(t, f, Options{}, tableLimit)
		free := *f
		free.Nodes, free.Root = []form.Node{{Op: form.Const, Kind: form.Bool, Val: 1}}, 0
		all := int64(len(collect(t, &free, Options{}, tableLimit)))
		for _, limit := range []int{1, 3, collectLimit} {
			tested := free
			test := &termTest{f: f, back: seed%2 == 0}
			tested.Test = test
			s, err := New(&tested)
			if err != nil {
				t.Fatal(err)
			}
			s.predicate.limit = limit
			var got [][]int64
			for x := range s.Solutions() {
				got = append(got, slices.Clone(x))
			}
			if !slices.EqualFunc(got, want, slices.Equal[[]int64]) {
				t.Fatalf("seed %d, limit %d: %d solutions with the test, %d with the term\n%v", seed, limit, len(got), len(want), f)
			}
			stats := s.Stats()
			if stats.Rejected+stats.Alike != all-int64(len(want)) {
				t.Fatalf("seed %d, limit %d: %d rejected and %d like them of %d, %d are solutions\n%v", seed, limit, stats.Rejected, stats.Alike, all, len(want), f)
			}
			run := s.predicate.run.(*termRun)
			if run.rejected != stats.Rejected || run.alike != stats.Alike || len(run.saved) != 0 {
				t.Fatalf("seed %d: the run was told %d and %d, %d states are left; %+v", seed, run.rejected, run.alike, len(run.saved), stats)
			}
			pruned += stats.Alike
			supposings += test.supposings
			boundaries += test.boundaries
		}
	}
	if pruned < 10_000 {
		t.Errorf("only %d inputs were pruned", pruned)
	}
	if supposings < 1000 {
		t.Errorf("only %d comparisons were supposed", supposings)
	}
	if boundaries < 50 {
		t.Errorf("only %d comparisons were of variables with many values", boundaries)
	}
}

// TestJudge puts the terms of forms as tests to all assignments.
func TestJudge(t *testing.T) {
	rejected := 0
	for seed := range uint64(200) {
		f := randomForm(rand.New(rand.NewSource(int64(seed))))
		free := *f
		free.Nodes, free.Root = []form.Node{{Op: form.Const, Kind: form.Bool, Val: 1}}, 0
		all := collect(t, &free, Options{}, tableLimit)
		free.Test = &termTest{f: f, back: seed%2 == 0}
		j := NewJudge(&free)
		counted := int64(0)
		for _, x := range all {
			holds, _, _, err := f.Eval(x)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := j.Rejects(x); err != nil || got == holds {
				t.Fatalf("seed %d: Rejects(%v) = %v, %v; that the term holds is %v\n%v", seed, x, got, err, holds, f)
			}
			if !holds {
				counted++
				rejected++
			}
		}
		if run := j.run.(*termRun); run.rejected != counted || len(run.saved) != 0 {
			t.Fatalf("seed %d: the run was told of %d rejected, not %d; %d states are left", seed, run.rejected, counted, len(run.saved))
		}
		if _, err := j.Rejects(make([]int64, len(f.Vars)+1)); err == nil {
			t.Fatalf("seed %d: a stream that is too long is judged", seed)
		}
	}
	if rejected < 1000 {
		t.Errorf("only %d assignments were rejected", rejected)
	}
}

// TestTestsSpread takes some solutions of forms with tests, evenly or drawn.
func TestTestsSpread(t *testing.T) {
	for seed := range uint64(200) {
		f := randomForm(rand.New(rand.NewSource(int64(1000 + seed))))
		want := map[string]bool{}
		for _, x := range collect(t, f, Options{}, tableLimit) {
			want[streamKey(x)] = true
		}
		free := *f
		free.Nodes, free.Root = []form.Node{{Op: form.Const, Kind: form.Bool, Val: 1}}, 0
		free.Test = &termTest{f: f, back: seed%2 == 0}
		s, err := New(&free)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		check := func(how string, x []int64) {
			if !want[streamKey(x)] || seen[streamKey(x)] {
				t.Fatalf("seed %d: %s gives %v, which is no solution or came before", seed, how, x)
			}
			seen[streamKey(x)] = true
		}
		lo, hi := s.Sizes()
		for size := lo; size <= hi; size++ {
			for x := range s.Spread(size, 5) {
				check("Spread", x)
			}
		}
		some := len(seen) > 0
		seen = map[string]bool{}
		streams, all := s.Sample(Draw{Seed: seed, Count: 10, Stall: 300, Work: 1_000_000})
		for _, x := range streams {
			check("Sample", x)
		}
		if len(want) > 0 && (!some || len(seen) == 0) || all && len(seen) != len(want) {
			t.Errorf("seed %d: spread %v, %d drawn (all: %v) of %d", seed, some, len(seen), all, len(want))
		}
	}
}
