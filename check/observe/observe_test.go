package observe

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/pace"
	"github.com/rtest-dev/rtest/refine"
)

const source = `package p

import (
	"errors"
	"os"
)

//rtest:requires 0 <= n && n < 6
//rtest:ensures result != 4
func F(n int) int {
	switch n {
	case 1:
		panic("one")
	case 2:
		os.Exit(3)
	case 3:
		for {
		}
	}
	return n
}

//rtest:requires 0 <= n && n < 6
func Lists(n int) ([]int, map[int]bool, error, *int) {
	switch n {
	case 0:
		return nil, nil, nil, &n
	case 1:
		return []int{}, map[int]bool{}, errors.New("a"), &n
	case 2:
		return make([]int, 0, 7), nil, errors.New("a"), &n
	}
	return []int{n, n}[:1], map[int]bool{1: true, 2: true}, errors.New("b"), nil
}

//rtest:requires len(xs) < 3
func Change(xs []int) {
	for i := range xs {
		xs[i] = 0
	}
}
`

// prepared builds the process of the package above.
func prepared(t *testing.T) *Functions {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/p\n\ngo 1.24\n", "p.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cfg := config.Defaults()
	cfg.Dir = dir
	cfg.Limits.Depth, cfg.Limits.Time, cfg.Limits.Timeout = 6, 0, time.Second
	prog, err := prepare.Load(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := Only(prog)
	if err != nil {
		t.Fatal(err)
	}
	var contracts []*refine.Contract
	for _, name := range []string{"F", "Lists", "Change"} {
		c, err := ContractOf(prog, pkg, name)
		if err != nil {
			t.Fatal(err)
		}
		contracts = append(contracts, c)
	}
	f, err := NewPackage(cfg, prog, pkg).Prepare(context.Background(), contracts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

// TestObserve compares inputs and observations with the functions above.
func TestObserve(t *testing.T) {
	ctx := context.Background()
	all := prepared(t).All()
	f := all[0]
	inputs, complete, err := f.Inputs(ctx)
	if err != nil || !complete {
		t.Fatalf("complete: %v, %v", complete, err)
	}
	var streams [][]int64
	for _, in := range inputs {
		streams = append(streams, in.Stream)
	}
	if want := [][]int64{{0}, {1}, {2}, {3}, {4}, {5}}; !slices.EqualFunc(streams, want, slices.Equal) {
		t.Fatalf("inputs %v, want %v", streams, want)
	}
	seen, err := f.Run(ctx, append(streams, []int64{9}), harness.ObserveAll, 0)
	if err != nil {
		t.Fatal(err)
	}
	causes := map[int]harness.Cause{2: harness.CauseCrash, 3: harness.CauseTimeout}
	for i, o := range seen {
		want := harness.EndReturned
		switch {
		case i == 1:
			want = harness.EndPanicked
		case i == 6 || causes[i] != "":
			want = harness.EndNone
		}
		if o.End != want || o.Cause != causes[i] || o.Rejected != (i == 6) || o.Fails() != (0 < i && i < 5) || o.Unknown {
			t.Errorf("F(%d): %+v", i, o)
		}
	}
	x := &event.Failure{}
	if err := f.Explain(ctx, x, streams, streams[4:]); err != nil {
		t.Fatal(err)
	}
	if x.General == nil || x.General.Cond != "n > 3" && x.General.Cond != "n >= 4" {
		t.Errorf("what 4 and 5 have in common: %+v", x.General)
	}
	some, err := f.Run(ctx, streams, harness.ObserveAll, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !some[4].Unknown || some[1].Unknown {
		t.Errorf("behind the last death that is waited for: %+v", some)
	}
}

// TestPrints checks which results count as equal.
func TestPrints(t *testing.T) {
	ctx := context.Background()
	all := prepared(t).All()
	lists := [][]int64{{0}, {1}, {2}, {3}, {4}}
	for _, how := range []harness.Observing{harness.ObserveAll, harness.ObserveElements} {
		seen, err := all[1].Run(ctx, lists, how, 0)
		if err != nil {
			t.Fatal(err)
		}
		same := func(result, i, k int) bool { return seen[i].Prints[result] == seen[k].Prints[result] }
		strict := how == harness.ObserveAll
		for _, c := range []struct {
			result, i, k int
			want         bool
		}{
			{0, 0, 1, !strict}, {0, 1, 2, true}, {0, 3, 4, false}, {1, 0, 1, !strict}, {1, 0, 2, true}, {1, 3, 4, true},
			{2, 1, 2, true}, {2, 0, 1, false}, {2, 2, 3, false}, {3, 0, 1, false}, {3, 3, 4, true}, {3, 0, 3, false},
		} {
			if got := same(c.result, c.i, c.k); got != c.want {
				t.Errorf("how %d: result %d of %d and %d: same %v, want %v", how, c.result, c.i, c.k, got, c.want)
			}
		}
		if seen[0].Prints[2] != 0 {
			t.Errorf("no error is %d", seen[0].Prints[2])
		}
	}
	inputs, _, err := all[2].Inputs(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var streams [][]int64
	for _, in := range inputs {
		streams = append(streams, in.Stream)
	}
	seen, err := all[2].Run(ctx, streams, harness.ObserveAll, 0)
	if err != nil {
		t.Fatal(err)
	}
	distinct := map[uint64]bool{}
	for _, o := range seen {
		distinct[o.Prints[0]] = true
	}
	if len(streams) < 10 || len(distinct) != 3 { // nil, one zero, two
		t.Errorf("%d inputs, and %d arguments behind the calls", len(streams), len(distinct))
	}
}

// TestListingBudget has a listing that takes longer than its share: two thirds of the time are left.
func TestListingBudget(t *testing.T) {
	b := NewBudget(30 * time.Millisecond)
	over := b.list(&pace.Clock{})
	time.Sleep(60 * time.Millisecond)
	if over(); b.left != 20*time.Millisecond {
		t.Errorf("%v are left for calls, want 20ms", b.left)
	}
	var none *Budget
	none.list(nil)()
}
