package propagate

import (
	"math"

	"github.com/rtest-dev/rtest/internal/search/interval"
)

// A sum is what a choice variable adds to the size of the input if it is realized: the size of its
// alternative and the sums of the choice variables below that the alternative realizes. The sum of
// the whole input has one alternative and no variable. A cell opSizes holds the bounds of a sum.
// While the variable may turn out not to be realized, only the cells below narrow them.
type sum struct {
	alts []sumAlt
	kids []int32 // the cells of all choice variables directly below
}

type sumAlt struct {
	key  int64
	size int64
	kids []int32
	// allowed is false if the level excludes the alternative, so that it can only be the default.
	allowed bool
}

func (r *hierarchy) eachEdge(c *Cell, f func(from int32)) {
	if c.A >= 0 {
		f(c.A)
		f(c.B)
	}
	for _, k := range r.sums[c.Val].kids {
		f(k)
	}
}

// reviseSizes revises a sum. A is the choice variable and B its opRealized cell; both are -1 for
// the input.
func (t *Net) reviseSizes(n int32, c *Cell) bool {
	s := &t.Hierarchy.sums[c.Val]
	realized := c.A < 0 || t.Dom[c.B].Lo == 1
	if !realized && t.Dom[c.B].Hi == 0 {
		return true
	}
	d := t.Dom[n]
	v := interval.Of(math.MaxInt64, math.MinInt64)
	var last *sumAlt
	var lastSum interval.Interval
	left := 0
	for i := range s.alts {
		alt := &s.alts[i]
		if c.A >= 0 && (!alt.allowed || !t.Has(c.A, alt.key)) {
			continue
		}
		w := t.total(alt)
		if realized && w.Disjoint(d) {
			if c.A < 0 || !t.remove(c.A, alt.key) {
				return false
			}
			// If the variable is not small, the value stays in its domain. The search finds out
			// when it tries it.
			continue
		}
		v = v.Hull(w)
		left++
		last, lastSum = alt, w
	}
	if left == 0 {
		return !realized
	}
	if !t.Narrow(n, v) {
		return !realized
	}
	if !realized || left > 1 || c.A >= 0 && !t.Dom[c.A].Fixed() {
		return true
	}
	d = t.Dom[n]
	for _, k := range last.kids {
		e := t.Dom[k]
		if !t.Narrow(k, interval.Of(d.Lo-(lastSum.Hi-e.Hi), d.Hi-(lastSum.Lo-e.Lo))) {
			return false
		}
	}
	return true
}

// total returns the bounds of the sum under one alternative.
func (t *Net) total(alt *sumAlt) interval.Interval {
	v := interval.Of(alt.size, alt.size)
	for _, k := range alt.kids {
		v.Lo += t.Dom[k].Lo
		v.Hi += t.Dom[k].Hi
	}
	return v
}
