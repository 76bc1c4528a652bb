package search

import (
	"math"
	"sync/atomic"

	"github.com/rtest-dev/rtest/internal/search/interval"
)

// A Collector takes the solutions of a search, one behind the other, so that they are handed over
// many at a time.
type Collector struct {
	// Flat has the numbers of all solutions, Ends where each of them ends, and Work the work after
	// which it was found.
	Flat []int64
	Ends []int
	Work []int64
	// Most is how many solutions make it full, MostNumbers how many numbers. Where Soon is set, one
	// solution does.
	Most, MostNumbers int
	Soon              *atomic.Bool
}

// Reset makes room for the next solutions.
func (c *Collector) Reset() { c.Flat, c.Ends, c.Work = c.Flat[:0], c.Ends[:0], c.Work[:0] }

// add takes a solution and reports whether the collector is full.
func (c *Collector) add(stream []int64, work int64) (full bool) {
	c.Flat = append(c.Flat, stream...)
	c.Ends, c.Work = append(c.Ends, len(c.Flat)), append(c.Work, work)
	return len(c.Ends) >= c.Most || len(c.Flat) >= c.MostNumbers || c.Soon.Load()
}

// collect gives the solution in s.stream to the collector. It returns false to stop the search.
func (s *Solver) collect() bool {
	work := s.work()
	if s.Options.Into.add(s.stream, work-s.workBefore) && !s.yield(nil) {
		return false
	}
	if work >= s.nextAsk && s.mustStop(0) {
		return s.giveUp()
	}
	return true
}

// collectsAll reports whether the solutions that differ in the variable at the last place only may
// go to the collector without a look at each.
func (r *residual) collectsAll(p int) bool {
	s := r.solver
	return s.Options.Into != nil && p == len(r.order)-1 && r.table == nil && p != r.shardPlace && s.sharing == nil &&
		s.stats.Solutions >= s.Options.Skip && s.Options.StallWork == 0
}

// collectRows collects a solution for each entry of the last layer of a table, or with only for those
// that have the exact level. It returns false to stop the search.
func (r *residual) collectRows(x int32, l []entry, only bool) bool {
	s := r.solver
	out, mask := &s.stream[r.pos[x]], interval.Key(r.net.Cells[x].Kind, 0)
	work := s.work() - s.workBefore
	s.failuresSince, s.shortestPath = 0, math.MaxInt
	for j := range l {
		if only && !l[j].hasExact {
			continue
		}
		*out = l[j].key ^ mask
		s.stats.Solutions++
		if s.Options.Into.add(s.stream, work) && !s.yield(nil) {
			return false
		}
	}
	return true
}

// collectValues is collectRows for the values of a variable that need no propagation.
func (r *residual) collectValues(x int32, it walk, only bool) bool {
	s := r.solver
	out, mask := &s.stream[r.pos[x]], interval.Key(r.net.Cells[x].Kind, 0)
	work := s.work() - s.workBefore
	for {
		k, ok := it.next()
		if !ok {
			return true
		}
		if only && !r.exact[x].include(k) {
			continue
		}
		*out = k ^ mask
		s.failuresSince, s.shortestPath = 0, math.MaxInt
		s.stats.Solutions++
		if s.Options.Into.add(s.stream, work) && !s.yield(nil) {
			return false
		}
	}
}
