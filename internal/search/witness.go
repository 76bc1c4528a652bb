package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// A witness enforces the exact level: some realized variable must have an alternative or a value of
// the form's level. It watches two candidates that may still have one. So backtracking needs no
// work, as with the watched literals of Chaff (Moskewicz and others, 2001).
type witness struct {
	candidates []candidate
	watch      [2]int
	needed     bool
}

// A candidate is a variable that has the level if it is realized and has one of the given values.
type candidate struct {
	x, realized int32
	bits        uint64  // the values, for a small variable
	values      []int64 // the keys of the values, for another variable
	all         bool    // every value has the level
}

type verdict int

const (
	witnessed verdict = iota // some variable has the level, or at least two may have it
	forced                   // the last candidate was narrowed to have it
	lost
)

func newWitness(f *form.Form, p *propagate.Program) witness {
	w := witness{needed: !f.Below && f.Level > 0, watch: [2]int{0, 1}}
	for i := range f.Vars {
		v := &f.Vars[i]
		c := candidate{x: int32(i), realized: p.Realized[i]}
		c.all = len(v.Choice) == 0 && v.Level == f.Level
		for _, a := range v.Choice {
			if a.Level == f.Level {
				c.values = append(c.values, interval.Key(v.Kind, a.Value))
			}
		}
		if len(v.Choice) == 0 && v.ByMagnitude && !c.all && v.Level < f.Level {
			c.values = interval.Extremes(v, f.Level)
		}
		if s := &p.Net.Small[i]; s.Bits != 0 {
			for _, k := range c.values {
				c.bits |= s.Encode([]interval.Interval{{Lo: k, Hi: k}})
			}
		}
		if c.all || len(c.values) > 0 {
			w.candidates = append(w.candidates, c)
		}
	}
	return w
}

func (c *candidate) possible(t *propagate.Net) bool {
	if t.Dom[c.realized].Hi == 0 || t.Rooms.Drops.Dropped(c.x) >= 0 {
		return false
	}
	if c.all {
		return true
	}
	if s := &t.Small[c.x]; s.Bits != 0 {
		return s.Bits&c.bits != 0
	}
	for _, k := range c.values {
		if t.Has(c.x, k) {
			return true
		}
	}
	return false
}

// check looks at the watched candidates; t must be at a fixpoint.
func (w *witness) check(t *propagate.Net) verdict {
	if !w.needed {
		return witnessed
	}
	n := len(w.candidates)
	for i := range w.watch {
		other := w.watch[1-i]
		for range n {
			if w.watch[i] < n && w.watch[i] != other && w.candidates[w.watch[i]].possible(t) {
				break
			}
			if w.watch[i]++; w.watch[i] >= n {
				w.watch[i] = 0
			}
		}
	}
	a, b := w.at(0, t), w.at(1, t)
	switch {
	case a == nil && b == nil:
		return lost
	case a != nil && b != nil && a != b:
		return witnessed
	case a == nil:
		a = b
	}
	return a.force(t)
}

func (w *witness) at(i int, t *propagate.Net) *candidate {
	if w.watch[i] < len(w.candidates) {
		if c := &w.candidates[w.watch[i]]; c.possible(t) {
			return c
		}
	}
	return nil
}

// force narrows the last candidate to have the level.
func (c *candidate) force(t *propagate.Net) verdict {
	before := len(t.Trail)
	ok := t.Narrow(c.realized, interval.Of(1, 1))
	if ok && !c.all {
		if s := &t.Small[c.x]; s.Bits != 0 {
			ok = t.NarrowBits(c.x, s.Bits&c.bits)
		} else {
			var left []interval.Interval
			for _, k := range c.values {
				if t.Has(c.x, k) {
					left = append(left, interval.Of(k, k))
				}
			}
			v := left[0]
			for _, l := range left {
				v = v.Hull(l)
			}
			ok = t.Narrow(c.x, v)
		}
	}
	switch {
	case !ok:
		return lost
	case len(t.Trail) == before:
		return witnessed
	}
	return forced
}

// given reports whether a decided variable already has the level.
func (w *witness) given(t *propagate.Net) bool {
	for i := range w.candidates {
		if c := &w.candidates[i]; t.Dom[c.realized].Lo == 1 && (c.all || t.Dom[c.x].Fixed() && c.possible(t)) {
			return true
		}
	}
	return false
}
