package search

import (
	"math"
	"sync/atomic"

	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/loops"
)

// Rows are solutions in a compact form. The solutions of a row differ in one number only, or are those
// of loops.
type Rows struct {
	// Flat has the numbers of all rows. For each row it has the first solution, then all values of the
	// number at its place.
	Flat []int64
	List []Row
	// Loops are those of rows, Used how many of them belong to one.
	Loops []*loops.Loops
	Used  int
	// N is the number of solutions.
	N int
}

// A Row says where the numbers of a row begin and end in Rows.Flat, and which of them are its first
// solution.
type Row struct {
	From, Length, End int32
	// Place is the index of the number in which its solutions differ; -1 if there is only one, whose
	// value then does not follow. Below -1 it is ^i-1 for the loops i.
	Place int32
	// First is the number of solutions before it, Work the work after which its solutions were found.
	First int32
	// Shape numbers the shapes in which data were searched, from 1 on. Rows with the same shape have
	// equal choices. It is 0 if that is unknown.
	Shape uint32
	Work  int64
}

// Count returns the number of solutions of a row.
func (s *Rows) Count(r *Row) int {
	switch {
	case r.Place >= 0:
		return int(r.End - r.From - r.Length)
	case r.Place < -1:
		return s.Loops[^r.Place-1].Len()
	}
	return 1
}

// Reset removes all solutions.
func (s *Rows) Reset() { s.Flat, s.List, s.Used, s.N = s.Flat[:0], s.List[:0], 0, 0 }

// Stream returns solution i of the row. It is valid until the next call.
func (s *Rows) Stream(r *Row, i int) []int64 {
	span := s.Span(r, i)
	return span.Stream
}

// A Span is solutions of a row that differ in one number: those that Stream becomes with each of
// Values at Place. Stream is the first of them. If Place is negative, there is only one.
type Span struct {
	Stream []int64
	Place  int
	Values []int64
	// Loops are those that have further solutions of the row, nil if none has.
	Loops *loops.Loops
}

// Span returns the solutions of the row from solution i on. They are valid until the next call.
func (s *Rows) Span(r *Row, i int) (span Span) {
	end := r.From + r.Length
	span.Stream, span.Place = s.Flat[r.From:end:end], int(r.Place)
	switch {
	case r.Place < -1:
		span.Loops = s.Loops[^r.Place-1]
		span.Place, span.Values = span.Loops.Seek(span.Stream, i)
	case r.Place >= 0:
		span.Values = s.Flat[int(end)+i : r.End]
	}
	if span.Place >= 0 {
		span.Stream[span.Place] = span.Values[0]
	}
	return span
}

// Add adds a solution.
func (s *Rows) Add(stream []int64, shape, work int64) { s.addRow(stream, -1, nil, shape, work) }

// addRow adds a row of solutions: the stream with each of the values at a place, or the stream itself
// if place is -1.
func (s *Rows) addRow(stream []int64, place int, values []int64, shape, work int64) {
	from := len(s.Flat)
	s.Flat = append(append(s.Flat, stream...), values...)
	s.List = append(s.List, Row{
		From: int32(from), Length: int32(len(stream)), End: int32(len(s.Flat)), Place: int32(place), First: int32(s.N), Work: work, Shape: uint32(shape),
	})
	s.N += max(1, len(values))
}

// addLoops adds the solutions of loops that newLoops made. Their other numbers are those of the
// stream.
func (s *Rows) addLoops(l *loops.Loops, stream []int64, shape, work int64) {
	s.addRow(stream, ^(s.Used + 1), nil, shape, work)
	s.Used++
	s.N += l.Len() - 1
}

// newLoops returns loops to be made. They are kept if they are added.
func (s *Rows) newLoops() *loops.Loops {
	if s.Used == len(s.Loops) {
		s.Loops = append(s.Loops, &loops.Loops{})
	}
	return s.Loops[s.Used]
}

// A Collector takes the solutions of a search, so that they are handed over many at a time.
type Collector struct {
	Rows
	// Most is how many solutions make it full, MostNumbers how many numbers. Where Soon is set, one
	// solution does.
	Most, MostNumbers int
	Soon              *atomic.Bool
}

func (c *Collector) full() bool {
	return c.N >= c.Most || len(c.Flat) >= c.MostNumbers || c.Soon.Load()
}

// room returns how many solutions of a row can be added before it is full, at least one.
func (c *Collector) room(length int) int {
	if c.Soon.Load() {
		return 1
	}
	return max(1, min(c.Most-c.N, c.MostNumbers-len(c.Flat)-length))
}

// collect gives the solution in s.stream to the collector. It returns false to stop the search.
func (s *Solver) collect() bool {
	work, into := s.work(), s.Options.Into
	into.Add(s.stream, s.data.shape, work-s.workBefore)
	if into.full() && !s.yield(nil) {
		return false
	}
	if work >= s.nextAsk && s.mustStop(0) {
		return s.giveUp()
	}
	return true
}

// collects reports whether solutions from a place on may go to the collector without a look at each.
func (r *residual) collects(p int) bool {
	s := r.solver
	return s.Options.Into != nil && r.table == nil && p > r.shardPlace && s.sharing == nil && s.drawing == nil &&
		s.stats.Solutions >= s.Options.Skip && s.Options.StallWork == 0
}

// collectsAll is collects for the last place.
func (r *residual) collectsAll(p int) bool { return p == len(r.order)-1 && r.collects(p) }

// collectTable collects a solution for each entry of the last layer of a table, or with only for those
// that have the exact level. It returns false to stop the search.
func (r *residual) collectTable(x int32, l []entry, only bool) bool {
	keys := r.rowKeys[:0]
	for j := range l {
		if !only || l[j].hasExact {
			keys = append(keys, l[j].key)
		}
	}
	r.rowKeys = keys
	return r.collectRow(x, keys)
}

// collectWalk is collectTable for the values of a variable that need no propagation.
func (r *residual) collectWalk(x int32, it walk, only bool) bool {
	for done := false; !done; {
		keys := r.rowKeys[:0]
		for len(keys) < rowKeysMost {
			k, ok := it.next()
			if done = !ok; done {
				break
			}
			if !only || r.exact[x].include(k) {
				keys = append(keys, k)
			}
		}
		r.rowKeys = keys
		if !r.collectRow(x, keys) {
			return false
		}
	}
	return true
}

// rowKeysMost is how many values of a walk are collected at a time.
const rowKeysMost = 256

// collectRow collects the solutions that differ in variable x, which has these keys. It writes over
// them, and returns false to stop the search.
func (r *residual) collectRow(x int32, keys []int64) bool {
	if len(keys) == 0 {
		return true
	}
	if mask := interval.Key(r.net.Cells[x].Kind, 0); mask != 0 {
		for i := range keys {
			keys[i] ^= mask
		}
	}
	return r.solver.collectValues(r.pos[x], keys, r.solver.work()-r.solver.workBefore)
}

// collectValues collects the solutions that have these values at a place, and were found after so much
// work. It returns false to stop the search.
func (s *Solver) collectValues(place int, values []int64, work int64) bool {
	into := s.Options.Into
	s.failuresSince, s.shortestPath = 0, math.MaxInt
	for len(values) > 0 {
		n := min(len(values), into.room(len(s.stream)))
		into.addRow(s.stream, place, values[:n], s.data.shape, work)
		s.stats.Solutions += int64(n)
		values = values[n:]
		if into.full() && !s.yield(nil) {
			return false
		}
	}
	return true
}
