package search

import (
	"cmp"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/search/interval"
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
