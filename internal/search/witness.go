package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// A witness enforces the exact level: some realized variable must have an alternative or a value of
// the form's level. It watches two holders that may still have one. So backtracking needs no work,
// as with the watched literals of Chaff (Moskewicz and others, 2001).
type witness struct {
	holders []levelHolder
	watch   [2]int
	needed  bool
}

// A levelHolder is a variable that has the level if it is realized and has one of the given values.
type levelHolder struct {
	variable, realized int32
	bits               uint64  // the values, for a small variable
	values             []int64 // the keys of the values, for another variable
	all                bool    // every value has the level
}

type levelStatus int

const (
	witnessed levelStatus = iota // some variable has the level, or at least two may have it
	forced                       // the last holder was narrowed to have it
	unreachable
)

func newWitness(f *form.Form, p *propagate.Program) witness {
	w := witness{needed: !f.Below && f.Level > 0, watch: [2]int{0, 1}}
	for i := range f.Vars {
		v := &f.Vars[i]
		c := levelHolder{variable: int32(i), realized: p.Realized[i]}
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
			w.holders = append(w.holders, c)
		}
	}
	return w
}

func (c *levelHolder) possible(t *propagate.Net) bool {
	if t.Dom[c.realized].Hi == 0 || t.Hierarchy.Drops.DroppedAbove(c.variable) >= 0 {
		return false
	}
	if c.all {
		return true
	}
	if s := &t.Small[c.variable]; s.Bits != 0 {
		return s.Bits&c.bits != 0
	}
	for _, k := range c.values {
		if t.Has(c.variable, k) {
			return true
		}
	}
	return false
}

// check looks at the watched holders; the net t must be at a fixpoint.
func (w *witness) check(t *propagate.Net) levelStatus {
	if !w.needed {
		return witnessed
	}
	n := len(w.holders)
	for i := range w.watch {
		other := w.watch[1-i]
		for range n {
			if w.watch[i] < n && w.watch[i] != other && w.holders[w.watch[i]].possible(t) {
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
		return unreachable
	case a != nil && b != nil && a != b:
		return witnessed
	case a == nil:
		a = b
	}
	return a.force(t)
}

func (w *witness) at(i int, t *propagate.Net) *levelHolder {
	if w.watch[i] < len(w.holders) {
		if c := &w.holders[w.watch[i]]; c.possible(t) {
			return c
		}
	}
	return nil
}

// force narrows the last holder to have the level.
func (c *levelHolder) force(t *propagate.Net) levelStatus {
	before := len(t.Trail)
	ok := t.Narrow(c.realized, interval.Of(1, 1))
	if ok && !c.all {
		if s := &t.Small[c.variable]; s.Bits != 0 {
			ok = t.NarrowBits(c.variable, s.Bits&c.bits)
		} else {
			var left []interval.Interval
			for _, k := range c.values {
				if t.Has(c.variable, k) {
					left = append(left, interval.Of(k, k))
				}
			}
			v := left[0]
			for _, l := range left {
				v = v.Hull(l)
			}
			ok = t.Narrow(c.variable, v)
		}
	}
	switch {
	case !ok:
		return unreachable
	case len(t.Trail) == before:
		return witnessed
	}
	return forced
}

// isDecided reports whether a decided variable already has the level.
func (w *witness) isDecided(t *propagate.Net) bool {
	for i := range w.holders {
		if c := &w.holders[i]; t.Dom[c.realized].Lo == 1 && (c.all || t.Dom[c.variable].Fixed() && c.possible(t)) {
			return true
		}
	}
	return false
}
