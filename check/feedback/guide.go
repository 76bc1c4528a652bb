// Package feedback makes inputs from those that made the code do something new, generation by
// generation.
package feedback

import (
	"cmp"
	"slices"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/refine"
)

// A Guide records what the code did with the inputs so far.
type Guide struct {
	// Trail is the recorded trail of an input.
	Trail harness.Trail
	// best has the smallest input for each thing that some input did.
	best map[int]*seed
	// young are the seeds since the last request. admitted are others that satisfy the
	// preconditions. fresh says that some input did something new.
	young, admitted []*seed
	fresh           bool
}

// A seed is an input from which others are made.
type seed struct {
	stream []int64
	roots  []*decode.Node
	// spent is the cost of the inputs made from it.
	spent int
	// best counts the things for which it is the smallest input. kept says that it stays,
	// admitted that it satisfies the preconditions.
	best           int
	kept, admitted bool
}

// For returns the guide of a contract, or nil. Code that may behave differently the next
// time has none, because its trail has no meaning.
func For(t *codegen.Target, h *refine.Hints) *Guide {
	if !t.Guided {
		return nil
	}
	random := func(c refine.Chance) bool { return c.Kind == refine.Randomness || c.Kind == refine.SelectCase }
	switch {
	case slices.ContainsFunc(h.Chances, random):
		return nil
	case len(h.Chances) > 0 || h.Waits:
		return &Guide{Trail: harness.TrailPlaces}
	}
	return &Guide{Trail: harness.TrailSteps}
}

// Learn records what the inputs of a job did. A nil guide learns nothing.
func (g *Guide) Learn(t harness.Tally) {
	if g == nil {
		return
	}
	if g.best == nil {
		g.best = map[int]*seed{}
	}
	for _, c := range t.Covered {
		s := &seed{stream: c.Stream, admitted: c.Admitted}
		for _, k := range c.Counters {
			old := g.best[k]
			if old != nil && len(old.stream) <= len(c.Stream) {
				continue
			}
			if old != nil {
				old.best--
			}
			g.fresh = g.fresh || old == nil
			g.best[k] = s
			s.best++
		}
		if s.best > 0 {
			g.young = append(g.young, s)
		} else if c.Admitted {
			g.admitted = append(g.admitted, s)
		}
	}
}

// Streams returns those of the seeds, the longest first: they came farthest.
func (g *Guide) Streams() (list [][]int64) {
	if g == nil {
		return nil
	}
	for _, s := range g.best {
		list = append(list, s.stream)
	}
	slices.SortFunc(list, func(a, b []int64) int { return cmp.Or(len(b)-len(a), slices.Compare(a, b)) })
	return slices.CompactFunc(list, slices.Equal)
}
