package search

import (
	"math"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/ways"
)

// A wide variable has too many keys to try each. If the test waits to compare it with a number, the
// comparison gives the same for all keys below the number and for all above. So the search advances
// once for each outcome, and rejects the spans with an outcome under which the test fails.

// divide returns the spans of a wide variable by what the comparison gives at which the test waits.
// ok is false if it waits at no comparison of the variable, or if the domain has gaps.
func (c *collection) divide(x int32) (spans [2][]interval.Interval, ok bool) {
	r := c.residual
	e := r.solver.predicate
	if r.solver.drawing != nil || r.net.Small[x].Spans != nil || e.renaming != nil && e.renaming.Refers(r.vars[x]) {
		return spans, false
	}
	at, ok := e.run.Boundary()
	if !ok {
		return spans, false
	}
	kind, d := r.net.Cells[x].Kind, r.net.Dom[x]
	k := interval.Key(kind, at)
	parts := []interval.Interval{d.Meet(interval.Of(k, k))}
	if k > math.MinInt64 {
		parts = append(parts, d.Meet(interval.Of(math.MinInt64, k-1)))
	}
	if k < math.MaxInt64 {
		parts = append(parts, d.Meet(interval.Of(k+1, math.MaxInt64)))
	}
	for _, part := range parts {
		if part.Lo > part.Hi {
			continue
		}
		holds, ok := e.run.Outcome(interval.Key(kind, part.Lo))
		if !ok {
			return spans, false
		}
		side := &spans[0]
		if !holds {
			side = &spans[1]
		}
		*side = append(*side, part)
	}
	return spans, true
}

// decideSpans decides a wide variable among the spans for which the comparison at which the test waits
// holds, then among those for which it does not.
func (c *collection) decideSpans(x int32, spans [2][]interval.Interval) bool {
	e := c.residual.solver.predicate
	for i, side := range spans {
		if len(side) == 0 {
			continue
		}
		state := e.run.Save()
		e.run.Suppose(i == 0)
		answer, ok := e.run.Advance(), true
		for _, span := range side {
			e.answer = answer
			if ok = c.decideSpan(x, span); !ok || c.tooMany {
				break
			}
		}
		e.run.Restore(state)
		e.answer = form.Waits
		if !ok || c.tooMany {
			return ok
		}
	}
	return true
}

// decideSpan continues with a span of a wide variable under which the test has advanced.
func (c *collection) decideSpan(x int32, span interval.Interval) bool {
	r, e, ok := c.residual, c.residual.solver.predicate, true
	if e.answer == form.Fails {
		all, below := c.openBut(x)
		n, under := c.countSpan(x, span)
		return c.reject(ways.Plus(ways.Times(all, n-under), ways.Times(all-below, under)))
	}
	mark, before := len(r.net.Trail), c.among[x]
	c.among[x] = keySet{x: x, span: span, wide: true}
	if !r.net.Narrow(x, span) || !r.net.Propagate() {
		ok = r.solver.fail()
	} else if e.answer == form.Waits && e.waitsNoMore() {
		ok = c.advanceTest()
	} else {
		ok = c.decideRead()
	}
	r.net.Undo(mark)
	c.among[x] = before
	return ok
}

// countSpan counts the keys of a span, and those without the exact level.
func (c *collection) countSpan(x int32, span interval.Interval) (all, below int64) {
	all = math.MaxInt64
	if w := span.Width(); w < math.MaxInt64 {
		all = int64(w) + 1
	}
	below = all
	if !c.need {
		return all, below
	}
	if e := &c.residual.exact[x]; e.any {
		if span.Contains(e.first) {
			below--
		}
		if e.second != e.first && span.Contains(e.second) {
			below--
		}
	}
	return all, below
}
