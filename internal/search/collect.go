package search

import (
	"math"
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/renaming"
	"github.com/rtest-dev/rtest/internal/search/ways"
)

// A collection finds the solutions of a residual whose form has a test. It decides the variables in
// the order in which the test reads them, so that the test rejects as early as possible, as Korat
// does. Then it sorts the solutions into the order of the form. If there are too many to sort, it
// decides the first variable of the form's order and collects under each of its values.
type collection struct {
	residual *residual
	need     bool
	limit    int // collectLimit, less in tests
	// keys are the keys of the collected solutions, width of them per solution.
	keys  []int64
	width int
	// among are, by variable, the keys among which one is to be decided later; neither bits nor a span for all.
	among []keySet
	// tooMany is set when there are more solutions than limit.
	tooMany bool
	// rejected counts rejections by part of the test, alike the inputs left out with them. all is
	// the sum of rejected. They cover what commit has not yet counted.
	rejected, alike []int64
	all             int64
	// met counts the complete assignments met, for asking whether to stop.
	met int64
}

// collectLimit is the number of solutions that are sorted at a time.
const collectLimit = 1 << 14

// collect yields the solutions of the residual. If need is set, one of the variables must have the
// exact level. It returns false to stop the search.
func (r *residual) collect(need bool) bool {
	r.findComponents()
	r.findExactKeys(need)
	r.orderAll()
	c := &r.solver.predicate.collection
	c.residual, c.need, c.width = r, need, len(r.vars)
	c.among = slices.Grow(c.among[:0], c.width)[:c.width]
	clear(c.among)
	r.solver.predicate.beginShape()
	r.skippedShards = false
	before, rejected := r.solver.stats.Solutions, r.solver.stats.Rejected
	if r.solver.drawing != nil {
		c.tooMany = false
		if !c.decideRead() && !c.tooMany {
			return false
		}
	} else if !c.collectFrom(0) {
		r.net.Undo(0)
		return false
	}
	return r.solver.stats.Solutions > before || r.solver.stats.Rejected > rejected || r.skippedShards || r.solver.fail()
}

// collectFrom yields the solutions with the first p variables decided as they are.
func (c *collection) collectFrom(p int) bool {
	r, s := c.residual, c.residual.solver
	c.keys, c.tooMany = c.keys[:0], false
	c.resetRejections()
	if !c.decideRead() {
		return false
	}
	if !c.tooMany || s.sharing.limitsValues() {
		return c.commit() && c.yield()
	}
	x := r.order[p]
	v, n := r.vars[x], s.predicate.renaming
	values := renaming.Any()
	if n != nil && n.OrdersAlong() {
		values = n.InOrder(v, s.predicate.value)
	}
	for it := r.startWalk(x); ; {
		k, ok := it.next()
		if !ok {
			return true
		}
		if !values.Has(k) {
			continue
		}
		if n != nil && !n.OrdersAlong() {
			n.Want(v, interval.Key(r.net.Cells[x].Kind, k))
			ok = c.collectFrom(p + 1)
			n.Forget(v)
		} else {
			mark := len(r.net.Trail)
			if r.net.Assign(x, k) {
				ok = s.advanceTest(func() bool { return c.collectFrom(p + 1) })
			} else {
				ok = s.fail()
			}
			r.net.Undo(mark)
		}
		if !ok {
			return false
		}
	}
}

// decideRead decides the variables that the test waits for. It returns false to stop the search. It
// also returns early, with c.tooMany set, when there are too many solutions.
func (c *collection) decideRead() bool {
	e := c.residual.solver.predicate
	if e.answer != form.Waits {
		return c.decideRest(0)
	}
	r := c.residual
	x := r.localVariable(e.run.Waits())
	values := e.values(r.vars[x])
	if s := &r.net.Small[x]; s.Bits != 0 && r.solver.drawing == nil {
		set := s.Bits
		for i := range bits.Len64(set) {
			if !values.Has(s.Base + int64(i)) {
				set &^= 1 << i
			}
		}
		return c.decideSet(keySet{x: x, base: s.Base, bits: set})
	}
	if spans, ok := c.divide(x); ok {
		return c.decideSpans(x, spans)
	}
	for it := r.startWalk(x); ; {
		k, ok := it.next()
		if !ok {
			return true
		}
		if !values.Has(k) {
			continue
		}
		if ok = c.decideKey(x, k); !ok || c.tooMany {
			return ok
		}
	}
}

// decideKey decides a variable that the test waits for, and continues the search.
func (c *collection) decideKey(x int32, k int64) bool {
	r, e, ok := c.residual, c.residual.solver.predicate, true
	mark := len(r.net.Trail)
	r.solver.stats.Decisions++
	switch {
	case !r.net.Assign(x, k), r.insolubleDue() && r.insoluble():
		ok = r.solver.fail()
	case !e.fits():
	case e.answer == form.Waits:
		ok = c.advanceTest()
	default:
		ok = c.decideRead()
	}
	r.net.Undo(mark)
	return ok
}

// advanceTest advances the test over what is decided. Unless the test fails, it continues the
// search.
func (c *collection) advanceTest() bool {
	e := c.residual.solver.predicate
	state := e.run.Save()
	e.answer = e.run.Advance()
	ok := true
	if e.answer == form.Fails {
		ok = c.reject(c.openAssignments())
	} else {
		ok = c.decideRead()
	}
	e.run.Restore(state)
	e.answer = form.Waits
	return ok
}

// openAssignments returns how many assignments the undecided variables of the residual have,
// ignoring the terms. It is ways.Solutions for the data alone.
func (c *collection) openAssignments() int64 {
	all, below := c.openBut(-1)
	return all - below
}

// openBut counts the assignments of all undecided variables but one, and those of them without the
// exact level if one of the variables must have it.
func (c *collection) openBut(but int32) (all, below int64) {
	r, w := c.residual, c.residual.solver.predicate.ways
	all, under, reached := int64(1), int64(1), !c.need
	for x, v := range r.vars {
		if int32(x) == but {
			continue
		}
		if d := r.net.Dom[x]; d.Fixed() {
			reached = reached || r.exact[x].include(d.Lo)
			continue
		}
		n, less := w.Of(v)
		if among := c.among[x]; among.wide || among.bits != 0 {
			n, less = c.countKeys(among)
		}
		all, under = ways.Times(all, n), ways.Times(under, less)
	}
	if !reached && all != math.MaxInt64 {
		return all, under
	}
	return all, 0
}

// reject records that the test rejects n inputs which agree in all that it read. It returns false
// to stop the search.
func (c *collection) reject(n int64) bool {
	s := c.residual.solver
	s.predicate.rejections++
	if n > 0 {
		c.countRejection(s.predicate.run.Part(), n-1)
	}
	if s.mustStop(s.predicate.rejections) || s.outOfWork() {
		return s.giveUp()
	}
	if most := s.Options.Reject; most > 0 && s.stats.Rejected+c.all >= most {
		c.commit()
		return s.giveUp()
	}
	return true
}

// countRejection counts one rejection by a part of the test, and the inputs left out with it.
func (c *collection) countRejection(part int, alike int64) {
	for len(c.rejected) <= part {
		c.rejected, c.alike = append(c.rejected, 0), append(c.alike, 0)
	}
	c.rejected[part]++
	c.alike[part] = ways.Plus(c.alike[part], alike)
	c.all++
}

// commit adds the pending rejections to the statistics and reports them to the test.
func (c *collection) commit() bool {
	s := c.residual.solver
	for i, n := range c.rejected {
		if n > 0 {
			s.predicate.run.Spared(i, n, c.alike[i])
			s.stats.Rejected += n
			s.stats.Alike = ways.Plus(s.stats.Alike, c.alike[i])
		}
	}
	c.resetRejections()
	return true
}

// resetRejections resets the pending rejections.
func (c *collection) resetRejections() {
	clear(c.rejected)
	clear(c.alike)
	c.all = 0
}

// decideRest decides the variables that the test has not read, from place p of the order on. Those of
// objects to which nothing refers yet come behind others.
func (c *collection) decideRest(p int) bool {
	r, e := c.residual, c.residual.solver.predicate
	for p < len(r.order) && r.net.Dom[r.order[p]].Fixed() {
		p++
	}
	if p == len(r.order) {
		return c.add()
	}
	x, values := r.order[p], e.values(r.vars[r.order[p]])
	for q := p + 1; values.None() && q < len(r.order); q++ {
		if x = r.order[q]; !r.net.Dom[x].Fixed() {
			values = e.values(r.vars[x])
		}
	}
	for it := r.startWalk(x); ; {
		k, ok := it.next()
		if !ok {
			return true
		}
		if !values.Has(k) {
			continue
		}
		mark := len(r.net.Trail)
		if !r.net.Assign(x, k) {
			ok = r.solver.fail()
		} else if e.fits() {
			ok = c.decideRest(p)
		}
		r.net.Undo(mark)
		if !ok || c.tooMany {
			return ok
		}
	}
}

// add records the complete assignment at hand. When drawing it yields the assignment at once.
func (c *collection) add() bool {
	r := c.residual
	if c.met++; r.solver.outOfWork() || r.solver.mustStop(c.met) {
		return r.solver.giveUp()
	}
	reached := !c.need
	for x := range r.vars {
		reached = reached || r.exact[x].include(r.net.Dom[x].Lo)
	}
	if !reached {
		return true
	}
	for x := range r.vars {
		r.solver.stream[r.pos[x]] = interval.Key(r.net.Cells[x].Kind, r.net.Dom[x].Lo)
	}
	if !r.solver.predicate.number() {
		return true
	}
	if r.solver.drawing != nil {
		c.commit()
		return r.solutionInOtherShard() || r.solver.found()
	}
	if len(c.keys) >= c.limit*c.width {
		c.tooMany = true
		return true
	}
	for x := range r.vars {
		c.keys = append(c.keys, interval.Key(r.net.Cells[x].Kind, r.solver.stream[r.pos[x]]))
	}
	return true
}

// yield passes on the collected solutions in the order of the form. If a sharing limits their
// number, they are taken at even distances.
func (c *collection) yield() bool {
	r, s := c.residual, c.residual.solver
	n := len(c.keys) / c.width
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return c.compare(i, j) })
	keys := slices.Clone(c.keys)
	take := n
	if s.sharing.limitsValues() {
		take = int(min(int64(n), s.sharing.quota))
	}
	for i := range take {
		at := order[i*n/take] * c.width
		for x, k := range keys[at : at+c.width] {
			s.stream[r.pos[x]] = interval.Key(r.net.Cells[x].Kind, k)
		}
		if !r.solutionInOtherShard() && !s.found() {
			return false
		}
	}
	return true
}

// solutionInOtherShard reports whether the solution at hand belongs to another shard.
func (r *residual) solutionInOtherShard() bool {
	return r.solver.Options.Shard.Of > 1 && r.inOtherShard()
}

// compare orders the i-th and the j-th collected solution as the form does.
func (c *collection) compare(i, j int) int {
	for x := range c.width {
		a, b := c.keys[i*c.width+x], c.keys[j*c.width+x]
		if a == b {
			continue
		}
		v := &c.residual.solver.form.Vars[c.residual.vars[x]]
		before := a < b
		if !v.Ascending && v.Kind != form.Uint64 {
			if m, n := interval.Magnitude(a), interval.Magnitude(b); m != n {
				before = m < n
			} else {
				before = a > b
			}
		}
		if before {
			return -1
		}
		return 1
	}
	return 0
}
