package check

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/harness"
)

const coveredSource = `package p

//rtest:depth 3
//rtest:ensures true
func Classify(xs []int, k int) int {
	n := 0
	for i, x := range xs {
		switch {
		case x < k && i > 0:
			n++
		case x == k:
			n += 2
		case x > 2:
			n += 3
		}
	}
	if n > 4 || k < -2 {
		return -1
	}
	return n
}

//rtest:depth 3
//rtest:requires sorted(xs)
//rtest:ensures true
func Search(xs []int, x int) int {
	lo, hi := 0, len(xs)
	for lo < hi {
		if mid := (lo + hi) / 2; xs[mid] < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

//rtest:depth 3
//rtest:ensures true
func First(s string, ok bool) byte {
	if ok && len(s) > 1 {
		return s[1]
	}
	if len(s) == 0 {
		return 0
	}
	return s[0]
}
`

// TestCoverIsIrredundant checks the inputs of -select cover: together they reach every counter that
// any input within the bounds reaches, each of them adds something, and a second run gives the same.
func TestCoverIsIrredundant(t *testing.T) {
	ctx := t.Context()
	c, u := chooserOf(t, coveredSource, ByCover)
	for _, p := range u.Plans {
		t.Run(p.Contract.Name, func(t *testing.T) {
			out, err := c.function(ctx, u, p)
			if err != nil {
				t.Fatal(err)
			}
			runner := u.Binary.Runner()
			defer runner.Close()
			all := map[int]bool{}
			for depth := range p.Limits.Depth + 1 {
				q, err := p.Function.Pose(ctx, depth)
				if err != nil {
					t.Fatal(err)
				}
				tally, err := runner.Run(ctx, harness.Job{Target: p.Function.Index, AfterFailure: -1, Form: q.Form})
				if err != nil {
					t.Fatal(err)
				}
				for _, in := range tally.Covered {
					addAll(all, in.Counters)
				}
			}
			goals := make([]map[[2]int]bool, len(out.Inputs))
			k := &cover{chooser: c, subject: loop.NewSubject(p.Function, u.Targets), numbers: map[string]int{}, pairs: map[[2]int]int{}}
			union := map[int]bool{}
			for i, in := range out.Inputs {
				goals[i] = map[[2]int]bool{}
				counters := counted(t, ctx, runner, p.Function.Index, in.Stream)
				addAll(union, counters)
				kinds := k.of(in.Stream)
				for what, list := range [][]int{counters, kinds.single, kinds.pairs} {
					for _, n := range list {
						goals[i][[2]int{what, n}] = true
					}
				}
			}
			if !maps.Equal(union, all) {
				t.Errorf("%d inputs reach %v, all reach %v", len(out.Inputs), slices.Sorted(maps.Keys(union)), slices.Sorted(maps.Keys(all)))
			}
			for i := range goals {
				if !adds(goals, i) {
					t.Errorf("without input %d, %v, nothing is missing", i, out.Inputs[i].Stream)
				}
			}
			again, err := c.function(ctx, u, p)
			if err != nil {
				t.Fatal(err)
			}
			same := func(a, b Input) bool { return slices.Equal(a.Stream, b.Stream) }
			if !slices.EqualFunc(out.Inputs, again.Inputs, same) {
				t.Error("chosen again they are others")
			}
		})
	}
}

// chooserOf prepares to choose inputs of the functions of a package.
func chooserOf(t *testing.T, src string, by Criterion) (*chooser, *prepare.Unit) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/p\n\ngo 1.24\n", "p.go": src} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cfg := config.Defaults()
	cfg.Dir, cfg.Patterns, cfg.Engine, cfg.Limits.Time = dir, []string{"."}, engine.Search, 0
	prog, err := prepare.Load(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	c := &chooser{Selection: Selection{By: by}}
	c.Package = &prepare.Package{Config: cfg, Prog: prog, Pkg: prog.Packages[0], Contracts: prog.Packages[0].Contracts, Watch: by.watched(), Yield: c.note}
	u, err := c.Assemble(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(u.Close)
	return c, u
}

// TestCoverLeavesWhatHangs checks that -select cover waits for a few calls only if most of them hang.
func TestCoverLeavesWhatHangs(t *testing.T) {
	c, u := chooserOf(t, `package p

//rtest:depth 1
//rtest:ints -50..50
//rtest:ensures true
func Wait(n int) int {
	for n > 3 {
		n += 0
	}
	return n
}
`, ByCover)
	p := u.Plans[0]
	p.Limits.Timeout = 30 * time.Millisecond
	out, err := c.function(t.Context(), u, p)
	if err != nil {
		t.Fatal(err)
	}
	if out.Verdict != event.Spent {
		t.Error("all calls that hang were waited for")
	}
	hangs := func(in Input) bool { return in.Cause == harness.CauseTimeout }
	if !slices.ContainsFunc(out.Inputs, hangs) || slices.IndexFunc(out.Inputs, hangs) == 0 {
		t.Errorf("chosen are %v", out.Inputs)
	}
}

// counted returns the counters of one input.
func counted(t *testing.T, ctx context.Context, runner *harness.Runner, target int, stream []int64) []int {
	t.Helper()
	job := harness.Job{Target: target, AfterFailure: -1, Streams: func(yield func([]int64) bool) { yield(stream) }}
	tally, err := runner.Run(ctx, job)
	if err != nil {
		t.Fatal(err)
	}
	if len(tally.Covered) != 1 {
		t.Fatalf("the input %v is covered %d times", stream, len(tally.Covered))
	}
	return tally.Covered[0].Counters
}

// adds reports whether one of the sets has something that no other has.
func adds(sets []map[[2]int]bool, i int) bool {
	for goal := range sets[i] {
		alone := true
		for j, other := range sets {
			alone = alone && (i == j || !other[goal])
		}
		if alone {
			return true
		}
	}
	return false
}
