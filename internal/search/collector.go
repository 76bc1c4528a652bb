package search

import (
	"math"
	"sync/atomic"

	"github.com/rtest-dev/rtest/internal/search/interval"
)

// Rows are solutions, one behind the other. Those of a row differ in one number only.
type Rows struct {
	// Flat has the numbers of all rows: of each the first solution, and then all values that the number
	// at its place has.
	Flat []int64
	List []Row
	// N is the number of solutions.
	N int
}

// A Row says where the numbers of a row begin and end in Rows.Flat, and which of them are its first
// solution.
type Row struct {
	From, Length, End int32
	// Place is the index of the number in which its solutions differ; -1 if there is only one, whose
	// value then does not follow.
	Place int32
	// First is the number of solutions before it, Work the work after which its solutions were found.
	First int32
	// Shape numbers the shapes in which data were searched, from 1 on. Rows with the same one have equal
	// choices. It is 0 where that is not known.
	Shape uint32
	Work  int64
}

// Count is the number of solutions of the row.
func (r *Row) Count() int {
	if r.Place < 0 {
		return 1
	}
	return int(r.End - r.From - r.Length)
}

// Reset removes all solutions.
func (s *Rows) Reset() { s.Flat, s.List, s.N = s.Flat[:0], s.List[:0], 0 }

// Stream returns the solution i of the row, until another one of it is asked for.
func (s *Rows) Stream(r *Row, i int) []int64 {
	end := r.From + r.Length
	stream := s.Flat[r.From:end:end]
	if r.Place >= 0 {
		stream[r.Place] = s.Flat[int(end)+i]
	}
	return stream
}

// Add adds a solution.
func (s *Rows) Add(stream []int64, shape, work int64) { s.addRow(stream, -1, nil, shape, work) }

// addRow adds a row of solutions: the stream with these values at a place, or the stream as it is if
// place is -1.
func (s *Rows) addRow(stream []int64, place int, values []int64, shape, work int64) {
	from := len(s.Flat)
	s.Flat = append(append(s.Flat, stream...), values...)
	s.List = append(s.List, Row{
		From: int32(from), Length: int32(len(stream)), End: int32(len(s.Flat)), Place: int32(place), First: int32(s.N), Work: work, Shape: uint32(shape),
	})
	s.N += max(1, len(values))
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

// room is how many solutions of a row can be added before it is full, at least one.
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

// The last variables of a residual may be free: no constraint mentions them, and they have few values.
// Then the solutions below the others are all products of their values, which loops collect.
type free struct {
	// freeFrom is the first place from which on all variables are free.
	freeFrom int
	// freeValues has the values of the free variables in order, freeKeys their keys; those of the
	// variable at freeFrom + i begin at freeAt[i].
	freeValues, freeKeys []int64
	freeAt               []int32
	// rowKeys is reused by collectTable and collectWalk.
	rowKeys []int64
	// shape is the number of the current shape in the outermost residual, from 1 on. It goes on from
	// search to search.
	shape int64
}

// findFree finds the free variables. The order is that of all variables.
func (r *residual) findFree() {
	r.freeFrom = math.MaxInt
	if r.solver.Options.Into == nil || r.solver.sharing != nil || r.solver.drawing != nil {
		return
	}
	p := len(r.order)
	for p > 0 && r.source[r.order[p-1]] == unconstrained && r.net.Small[r.order[p-1]].Bits != 0 {
		p--
	}
	if p == len(r.order) {
		return
	}
	r.freeFrom = p
	r.freeAt, r.freeKeys, r.freeValues = append(r.freeAt[:0], 0), r.freeKeys[:0], r.freeValues[:0]
	for _, x := range r.order[p:] {
		mask := interval.Key(r.net.Cells[x].Kind, 0)
		for it := r.startWalk(x); ; {
			k, ok := it.next()
			if !ok {
				break
			}
			r.freeKeys, r.freeValues = append(r.freeKeys, k), append(r.freeValues, k^mask)
		}
		r.freeAt = append(r.freeAt, int32(len(r.freeKeys)))
	}
}

// collectProducts collects the solutions below place p, from which on all variables are free. If need is
// set, one of them must have the exact level. work is the work so far. It returns false to stop the search.
func (r *residual) collectProducts(p int, need bool, work int64) bool {
	i := p - r.freeFrom
	from, to := r.freeAt[i], r.freeAt[i+1]
	x := r.order[p]
	place := r.pos[x]
	last := p == len(r.order)-1
	if last && !need {
		return r.solver.collectValues(place, r.freeValues[from:to], work)
	}
	only := need && !r.laterMayBeExact(p, x)
	for j := from; j < to; j++ {
		still := need && !r.exact[x].include(r.freeKeys[j])
		if still && (only || last) {
			continue
		}
		r.solver.stream[place] = r.freeValues[j]
		ok := true
		if last {
			ok = r.solver.collectValues(place, r.freeValues[j:j+1], work)
		} else {
			ok = r.collectProducts(p+1, still, work)
		}
		if !ok {
			return false
		}
	}
	return true
}
