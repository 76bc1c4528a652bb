package search

import (
	"cmp"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/ways"
)

const (
	// wideFirst is how many of the first values of a wide domain are parts of their own, wideLast
	// how many at each end of a span. wideEven is how many parts begin at even distances.
	wideFirst, wideLast, wideEven = 32, 4, 32
	// wideSpans is how many spans are considered, counted from either end.
	wideSpans = 16
	// wideMisses is how many values of a part may fail in a row.
	wideMisses = 1 << 10
)

// descendWide is descendShared for a variable with very many values. It divides them into parts,
// each with a share of the solutions and of the work, and tries the first values of each part.
// Parts begin at the first values of all, at the ends of spans, at Options.Foci, at powers of two
// and at even distances. So numbers of all magnitudes are tried.
func (r *residual) descendWide(p int, need bool) bool {
	x, sh := r.order[p], r.solver.sharing
	starts := r.partStarts(x)
	c := sh.newCut(int64(len(starts)), true)
	until := sh.workUntil
	defer func() { sh.workUntil = until }()
	for i := c.next(); i > 0; i = c.next() {
		work := r.solver.work()
		sh.workUntil = work + max(0, until-work)/int64(len(starts)-int(i)+1)
		behind := starts[i-1:]
		if !r.tryPart(p, x, behind[0], behind[1:min(2, len(behind))], need, &c) {
			return false
		}
	}
	sh.tooManyFailures = c.used == 0
	c.end()
	return true
}

// tryPart tries the values of the part that begins at from and ends before next[0], if there is
// one. It returns false to stop the search.
func (r *residual) tryPart(p int, x int32, from int64, next []int64, need bool, c *cut) bool {
	sh, last := r.solver.sharing, p == len(r.order)-1
	share := sh.quota
	it := r.startWalk(x)
	it.seek(from)
	var l leaper
	for misses, left := 0, share; left > 0 && misses < wideMisses && (left == share || r.solver.work() < sh.workUntil); misses++ {
		k, ok := it.next()
		if !ok || len(next) > 0 && it.compare(k, next[0]) >= 0 {
			break
		}
		still := need && !r.exact[x].include(k)
		r.recordValue(p, x, k)
		if r.source[x] == unconstrained || r.net.Dom[x].Fixed() {
			ok = r.proceed(p, last, still)
		} else {
			ok = r.tryValue(p, x, k, last, still)
		}
		if !ok {
			return false
		}
		// The failures of one value say nothing about the values after it; workUntil bounds the
		// work instead.
		sh.resetFailures(r.solver.stats.Failures)
		r.solver.failuresSince = 0
		if sh.quota < left {
			misses, left = 0, sh.quota
		} else {
			l.missed(r, x, &it)
		}
	}
	c.done(share)
	return true
}

// partStarts returns where the parts of a wide domain begin, in the order of its values. Some starts
// are not in the domain.
func (r *residual) partStarts(x int32) []int64 {
	var list []int64
	it := r.startWalk(x)
	for range wideFirst {
		k, ok := it.next()
		if !ok {
			break
		}
		list = append(list, k)
	}
	spans := r.spans(x)
	if len(spans) > 2*wideSpans {
		spans = slices.Concat(spans[:wideSpans], spans[len(spans)-wideSpans:])
	}
	add := func(k int64) {
		if slices.ContainsFunc(spans, func(v interval.Interval) bool { return v.Lo <= k && k <= v.Hi }) {
			list = append(list, k)
		}
	}
	for _, v := range spans {
		for i := range min(wideLast-1, uint64(v.Hi-v.Lo)) + 1 {
			list = append(list, v.Lo+int64(i), v.Hi-int64(i))
		}
		for i := range uint64(wideEven) {
			list = append(list, v.Lo+int64(uint64(v.Hi-v.Lo)/wideEven*i))
		}
		for i := range 63 {
			add(v.Lo + 1<<i)
			add(v.Hi - 1<<i)
			add(1 << i)
			add(-1 << i)
		}
	}
	kind := r.net.Cells[x].Kind
	for _, f := range r.solver.Options.Foci {
		add(interval.Key(kind, f))
	}
	slices.SortFunc(list, it.compare)
	return slices.Compact(list)
}

// seek makes a walk through a wide domain continue at the first value that is not before k.
func (w *walk) seek(k int64) {
	w.started = true
	switch {
	case w.ascending && k == math.MinInt64, !w.ascending && k == 0:
		w.started = false
	case w.ascending, k == math.MinInt64:
		w.position = k - 1
		if !w.ascending {
			w.position = k + 1
		}
	case k > 0:
		w.position = 1 - k
	default:
		w.position = -k
	}
}

// compare orders keys as a walk does: values nearer to 0 come first, and the positive one of two
// with the same magnitude.
func (w *walk) compare(a, b int64) int {
	if w.ascending {
		return cmp.Compare(a, b)
	}
	return cmp.Or(cmp.Compare(interval.Magnitude(a), interval.Magnitude(b)), cmp.Compare(b, a))
}

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
