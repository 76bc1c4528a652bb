package check_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// A depths is what brute force finds for a function of testdata/depths.
type depths struct {
	Counts []int // inputs up to each depth
	At     int   // the depth of the counterexample, -1 for none
	Fails  int64 // number of failures at that depth, 0 if not counted
	Say    string
	Solver bool // only Z3 finds all inputs
}

// TestDepths compares the inputs that rtest counts at each depth, and the depth
// and number of failures, with those of brute force, for functions that use each
// construct of the contract language. Those that brute force counts to less than
// depth 3 have that depth by a directive, so that one build serves all runs to it.
// Without -long only predicates are compared, at depth 2, for the search alone.
func TestDepths(t *testing.T) {
	var want map[string]depths
	if err := json.Unmarshal(goRun(t, "testdata/depths", "."), &want); err != nil {
		t.Fatal(err)
	}
	pattern := "./..."
	if !longtest.Enabled() {
		pattern = "./predicates"
		maps.DeleteFunc(want, func(name string, _ depths) bool { return !strings.HasPrefix(name, "predicates.") })
	}
	for depth := range 6 {
		if depth != 2 && !longtest.Enabled() {
			continue
		}
		engines := []engine.Kind{engine.Search}
		if depth == 2 && longtest.Enabled() {
			engines = []engine.Kind{engine.Auto, engine.Z3}
		}
		for _, kind := range engines {
			t.Run(fmt.Sprintf("%d %s", depth, kind), func(t *testing.T) {
				cfg := unlimited(depth)
				cfg.Dir, cfg.Patterns, cfg.Engine = "testdata/depths", []string{pattern}, kind
				cfg.Fixed.Depth = depth < 2
				cfg.Run = deeper(want, depth)
				got := results(t, cfg)
				for name, d := range want {
					counted := cfg.Run == nil || depth < len(d.Counts)
					if counted && !(d.Solver && kind == engine.Search) {
						d.compare(t, name, min(depth, len(d.Counts)-1), got[name])
					}
				}
			})
		}
	}
}

// deeper selects the functions that brute force counts to a depth, where these
// are not all.
func deeper(want map[string]depths, depth int) func(pkg, function string) bool {
	if depth <= 3 {
		return nil
	}
	var names []string
	for name, d := range want {
		if _, function, _ := strings.Cut(name, "."); depth < len(d.Counts) {
			names = append(names, function)
		}
	}
	return func(_, function string) bool { return slices.Contains(names, function) }
}

func (d depths) compare(t *testing.T, name string, depth int, r *event.Result) {
	if r == nil {
		t.Errorf("%s: rtest says nothing", name)
		return
	}
	verdict, inputs := event.Exhausted, int64(d.Counts[depth])
	switch {
	case d.At >= 0 && d.At <= depth:
		verdict, inputs = event.Refuted, int64(d.Counts[d.At])
	case inputs == 0:
		verdict = event.Vacuous
	}
	if r.Verdict != verdict || r.Inputs != inputs {
		t.Errorf("%s at depth %d: %s with %d inputs, brute force has %d: %s", name, depth, r.Verdict, r.Inputs, inputs, verdict)
	}
	if verdict != event.Refuted || len(r.Failures) == 0 {
		return
	}
	f := r.Failures[0]
	if r.Depth != d.At || d.Fails > 0 && f.Count != d.Fails {
		t.Errorf("%s at depth %d: %d fail at depth %d, with brute force %d at depth %d", name, depth, f.Count, r.Depth, d.Fails, d.At)
	}
	if d.Say != "" && f.Call != d.Say {
		t.Errorf("%s at depth %d: %s, want %s", name, depth, f.Call, d.Say)
	}
}
