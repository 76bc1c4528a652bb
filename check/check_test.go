package check

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

func TestLimits(t *testing.T) {
	file := event.Limits{Depth: 3, Inputs: 10, Timeout: time.Second, Ints: []value.Range{{Lo: 0, Hi: 1}}}
	directive := refine.Bounds{Depth: 5, Inputs: 20, Timeout: time.Minute, Ints: []value.Range{{Lo: 7, Hi: 7}}}
	none := refine.NoBounds()
	unlimited := refine.NoBounds()
	unlimited.Inputs = 0
	for _, c := range []struct {
		name   string
		fixed  config.Fixed
		bounds refine.Bounds
		want   string
		inputs int64
	}{
		{"nothing says otherwise", config.Fixed{}, none, "depth 3, ints 0..1", 10},
		{"a directive beats the file", config.Fixed{}, directive, "depth 5, ints 7..7", 20},
		{"a flag beats the directive", config.Fixed{Depth: true, Ints: true, Inputs: true}, directive, "depth 3, ints 0..1", 10},
		{"each by itself", config.Fixed{Ints: true}, directive, "depth 5, ints 0..1", 20},
		{"a directive takes the limit away", config.Fixed{}, unlimited, "depth 3, ints 0..1", 0},
		{"a directive only lowers the limit", config.Fixed{Most: true}, directive, "depth 3, ints 7..7", 10},
		{"no limit is not lower", config.Fixed{Most: true}, unlimited, "depth 3, ints 0..1", 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := config.Config{Limits: file, Fixed: c.fixed}
			_, got := cfg.Bounded(&refine.Contract{Bounds: c.bounds})
			if got.String() != c.want || got.Inputs != c.inputs {
				t.Errorf("got %v, %d inputs; want %s, %d", got, got.Inputs, c.want, c.inputs)
			}
		})
	}
}

func TestExplicitFlagsBeatThoseOfAParameter(t *testing.T) {
	b := refine.NoBounds()
	b.PerParam = map[int]refine.Bounds{1: {Depth: 2, Ints: []value.Range{{Lo: 1, Hi: 2}}}}
	cfg := config.Config{Limits: event.Limits{Depth: 3}, Fixed: config.Fixed{Depth: true}}
	got, _ := cfg.Bounded(&refine.Contract{Bounds: b})
	if p := got.Bounds.PerParam[1]; p.Depth != -1 || p.Ints == nil {
		t.Errorf("bounds of the parameter are %+v", p)
	}
	if b.PerParam[1].Depth != 2 {
		t.Error("the contract itself was changed")
	}
}

func TestDepthsOfParameters(t *testing.T) {
	b := refine.NoBounds()
	b.PerParam = map[int]refine.Bounds{1: {Depth: 6}, 2: {Depth: -1}, 3: {Depth: 0}}
	vs := []*refine.Variable{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}}
	for _, c := range []struct {
		fixed    bool
		params   []*refine.Variable
		greatest int
		want     []int
	}{
		{false, vs, 6, []int{3, 6, 3, 0}},
		{true, vs, 3, []int{3, 3, 3, 3}},
		{false, vs[:1], 3, []int{3}},
		{false, nil, 3, []int{}},
	} {
		cfg := config.Config{Limits: event.Limits{Depth: 3}, Fixed: config.Fixed{Depth: c.fixed}}
		bound, limits := cfg.Bounded(&refine.Contract{Bounds: b, Params: c.params})
		got := config.InputDepths(bound, bound.Bounds.Depth)
		if limits.Depth != c.greatest || !slices.Equal(got, c.want) {
			t.Errorf("%d parameters: depth %d, %v; want %d, %v", len(c.params), limits.Depth, got, c.greatest, c.want)
		}
	}
}

func TestInOrder(t *testing.T) {
	const n = 40
	for _, parallel := range []int{1, 3, 100} {
		var got []int
		work := func(i int) int {
			// Later ones are done sooner.
			for range (n - i) * 100 {
				_ = i
			}
			return i
		}
		all := ordering[int, struct{}]{n: n, parallel: parallel, work: work, quit: func() {},
			use: func(i int) bool { got = append(got, i); return true }}
		if done := all.run(); !done || len(got) != n || !slices.IsSorted(got) {
			t.Errorf("with %d at once: %v", parallel, got)
		}
	}
}

// TestInOrderPanics checks that a panic of a worker reaches its waiter, and that the other workers
// have returned.
func TestInOrderPanics(t *testing.T) {
	for _, parallel := range []int{1, 3} {
		var got []int
		work := func(i int) int {
			if i == 5 {
				panic("broken")
			}
			return i
		}
		_, err := prepare.Caught(func() (bool, error) {
			all := ordering[int, struct{}]{n: 10, parallel: parallel, work: work, quit: func() {},
				use: func(i int) bool { got = append(got, i); return true }}
			return all.run(), nil
		})
		if _, ok := errors.AsType[*fault.Panic](err); !ok || !slices.Equal(got, []int{0, 1, 2, 3, 4}) {
			t.Errorf("with %d at once: %v, %v", parallel, err, got)
		}
	}
}

func TestInOrderStops(t *testing.T) {
	var begun atomic.Int64
	quit := false
	all := ordering[int, struct{}]{n: 1000, parallel: 2, work: func(i int) int { begun.Add(1); return i },
		use: func(i int) bool { return i < 3 }, quit: func() { quit = true }}
	if done := all.run(); done || !quit || begun.Load() < 4 {
		t.Errorf("done %v, quit %v, %d begun", done, quit, begun.Load())
	}
}
