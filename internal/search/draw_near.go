package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// beside gives, every other time, a key of the domain of variable x that is near
// one of those drawn before.
func (d *drawing) beside(r *residual, x int32) (k int64, ok bool) {
	had := d.had[r.t.cells[x].kind]
	if len(had) == 0 || d.rand.Next()&1 == 0 {
		return 0, false
	}
	k = had[d.rand.Below(uint64(len(had)))]
	switch d.rand.Below(5) {
	case 0:
		k--
	case 1:
		k++
	case 2:
		k = -k
	}
	return k, r.t.has(x, k)
}

// end gives the least or the greatest of what spans hold, or what is next to it:
// what a precondition confines fails there.
func end(spans []interval.Interval, rand *form.SplitMix) int64 {
	n, first, last := len(spans), spans[0], spans[len(spans)-1]
	switch at := rand.Below(4); {
	case at == 0:
		return first.Lo
	case at == 1:
		return last.Hi
	case at == 2 && first.Lo < first.Hi:
		return first.Lo + 1
	case at == 2:
		return spans[min(1, n-1)].Lo
	case last.Lo < last.Hi:
		return last.Hi - 1
	}
	return spans[max(0, n-2)].Hi
}
