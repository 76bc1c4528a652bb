package search

import (
	"math"

	"github.com/rtest-dev/rtest/internal/search/interval"
)

// A sum is what a choice variable adds to the size of the input when it is
// realized: the size of its alternative and the sums of the choice variables
// that the alternative realizes. The sum of the whole input has one alternative
// and no variable. A cell opSizes holds the bounds of a sum; as long as the
// variable may turn out not to be realized, they are narrowed from below in the
// tree only.
type sum struct {
	alts []sumAlt
	kids []int32 // the cells of all choice variables that hang on the variable
}

type sumAlt struct {
	key  int64
	size int64
	kids []int32
	// allowed is false when the level excludes the alternative; it is there
	// as the default only.
	allowed bool
}

func (r *rooms) eachEdge(c *cell, f func(from int32)) {
	if c.a >= 0 {
		f(c.a)
		f(c.b)
	}
	for _, k := range r.sums[c.val].kids {
		f(k)
	}
}

// reviseSizes: a is the choice variable, b its opRealized; -1 for the input.
func (t *net) reviseSizes(n int32, c *cell) bool {
	s := &t.rooms.sums[c.val]
	realized := c.a < 0 || t.dom[c.b].Lo == 1
	if !realized && t.dom[c.b].Hi == 0 {
		return true
	}
	d := t.dom[n]
	v := interval.Of(math.MaxInt64, math.MinInt64)
	var last *sumAlt
	var lastSum interval.Interval
	left := 0
	for i := range s.alts {
		alt := &s.alts[i]
		if c.a >= 0 && (!alt.allowed || !t.has(c.a, alt.key)) {
			continue
		}
		w := t.total(alt)
		if realized && w.Disjoint(d) {
			if c.a < 0 || !t.remove(c.a, alt.key) {
				return false
			}
			// A variable that is not small keeps the value among its others;
			// the search finds out when it tries it.
			continue
		}
		v = v.Hull(w)
		left++
		last, lastSum = alt, w
	}
	if left == 0 {
		return !realized
	}
	if !t.narrow(n, v) {
		return !realized
	}
	if !realized || left > 1 || c.a >= 0 && !t.dom[c.a].Fixed() {
		return true
	}
	d = t.dom[n]
	for _, k := range last.kids {
		e := t.dom[k]
		if !t.narrow(k, interval.Of(d.Lo-(lastSum.Hi-e.Hi), d.Hi-(lastSum.Lo-e.Lo))) {
			return false
		}
	}
	return true
}

// total is the bounds of the sum under one alternative.
func (t *net) total(alt *sumAlt) interval.Interval {
	v := interval.Of(alt.size, alt.size)
	for _, k := range alt.kids {
		v.Lo += t.dom[k].Lo
		v.Hi += t.dom[k].Hi
	}
	return v
}
