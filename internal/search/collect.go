package search

import (
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/ways"
)

// A collection finds the solutions of a residual whose form has a test. It decides the variables in
// the order in which the test reads them, so that the test rejects as early as possible, as Korat
// does. Then it sorts the solutions into the order of the form. If there are too many to sort, it
// decides the first variable of the form's order and collects under each of its values.
type collection struct {
	r     *residual
	need  bool
	limit int // collectLimit, less in tests
	// keys are the keys of the collected solutions, width of them per solution.
	keys  []int64
	width int
	// over is set when there are more solutions than limit.
	over bool
	// rejected counts rejections by part of the test, alike the inputs left out with them. all is
	// the sum of rejected. They cover what commit has not yet counted.
	rejected, alike []int64
	all             int64
	// added counts the complete assignments met, for asking whether to stop.
	added int64
}

// collectLimit is the number of solutions that are sorted at a time.
const collectLimit = 1 << 14

// collect yields the solutions of the residual. If need is set, one of the variables must have the
// exact level. It returns false to stop the search.
func (r *residual) collect(need bool) bool {
	r.split()
	r.levels(need)
	r.all()
	c := &r.s.predicate.collection
	c.r, c.need, c.width = r, need, len(r.vars)
	r.others = false
	before, rejected := r.s.stats.Solutions, r.s.stats.Rejected
	if r.s.drawing != nil {
		c.over = false
		if !c.read() && !c.over {
			return false
		}
	} else if !c.from(0) {
		r.t.Undo(0)
		return false
	}
	return r.s.stats.Solutions > before || r.s.stats.Rejected > rejected || r.others || r.s.fail()
}

// from yields the solutions with the first p variables decided as they are.
func (c *collection) from(p int) bool {
	r, s := c.r, c.r.s
	c.keys, c.over = c.keys[:0], false
	c.forget()
	if !c.read() {
		return false
	}
	if !c.over || s.sharing.shares() {
		return c.commit() && c.yield()
	}
	x := r.seq[p]
	for it := r.begin(x); ; {
		k, ok := it.next()
		if !ok {
			return true
		}
		mark := len(r.t.Trail)
		ok = true
		if r.t.Assign(x, k) {
			ok = s.examined(func() bool { return c.from(p + 1) })
		} else {
			ok = s.fail()
		}
		r.t.Undo(mark)
		if !ok {
			return false
		}
	}
}

// read decides the variables that the test waits for. It returns false to stop the search. It also
// returns early, with c.over set, when there are too many solutions.
func (c *collection) read() bool {
	e := c.r.s.predicate
	if e.answer != form.Waits {
		return c.rest(0)
	}
	r := c.r
	x := r.at(e.run.Waits())
	for it := r.begin(x); ; {
		k, ok := it.next()
		if !ok {
			return true
		}
		mark := len(r.t.Trail)
		r.s.stats.Decisions++
		ok = true
		if r.t.Assign(x, k) && !(r.due() && r.insoluble()) {
			ok = c.examined()
		} else {
			ok = r.s.fail()
		}
		r.t.Undo(mark)
		if !ok || c.over {
			return ok
		}
	}
}

// examined advances the test over what is decided. Unless the test fails, it continues the search.
func (c *collection) examined() bool {
	e := c.r.s.predicate
	state := e.run.Save()
	e.answer = e.run.Advance()
	ok := true
	if e.answer == form.Fails {
		ok = c.reject(c.open())
	} else {
		ok = c.read()
	}
	e.run.Restore(state)
	e.answer = form.Waits
	return ok
}

// open returns how many assignments the undecided variables of the residual have, ignoring the
// terms. It is ways.Solutions for the data alone.
func (c *collection) open() int64 {
	r, w := c.r, c.r.s.predicate.ways
	all, under, reached := int64(1), int64(1), !c.need
	for x, v := range r.vars {
		if d := r.t.Dom[x]; d.Fixed() {
			reached = reached || r.extreme[x].are(d.Lo)
			continue
		}
		n, less := w.Of(v)
		all, under = ways.Times(all, n), ways.Times(under, less)
	}
	if !reached && all != math.MaxInt64 {
		return all - under
	}
	return all
}

// reject records that the test rejects n inputs which agree in all that it read. It returns false
// to stop the search.
func (c *collection) reject(n int64) bool {
	s := c.r.s
	s.predicate.asked++
	if n > 0 {
		c.note(s.predicate.run.Part(), n-1)
	}
	if s.quits(s.predicate.asked) || s.tired() {
		return s.giveUp()
	}
	if most := s.Options.Reject; most > 0 && s.stats.Rejected+c.all >= most {
		c.commit()
		return s.giveUp()
	}
	return true
}

// note counts one rejection by a part of the test, and the inputs left out with it.
func (c *collection) note(part int, alike int64) {
	for len(c.rejected) <= part {
		c.rejected, c.alike = append(c.rejected, 0), append(c.alike, 0)
	}
	c.rejected[part]++
	c.alike[part] = ways.Plus(c.alike[part], alike)
	c.all++
}

// commit adds the pending rejections to the statistics and reports them to the test.
func (c *collection) commit() bool {
	s := c.r.s
	for i, n := range c.rejected {
		if n > 0 {
			s.predicate.run.Spared(i, n, c.alike[i])
			s.stats.Rejected += n
			s.stats.Alike = ways.Plus(s.stats.Alike, c.alike[i])
		}
	}
	c.forget()
	return true
}

// forget resets the pending rejections.
func (c *collection) forget() {
	clear(c.rejected)
	clear(c.alike)
	c.all = 0
}

// rest decides the variables that the test has not read, from place p of the order on.
func (c *collection) rest(p int) bool {
	r := c.r
	for p < len(r.seq) && r.t.Dom[r.seq[p]].Fixed() {
		p++
	}
	if p == len(r.seq) {
		return c.add()
	}
	x := r.seq[p]
	for it := r.begin(x); ; {
		k, ok := it.next()
		if !ok {
			return true
		}
		mark := len(r.t.Trail)
		ok = true
		if r.t.Assign(x, k) {
			ok = c.rest(p + 1)
		} else {
			ok = r.s.fail()
		}
		r.t.Undo(mark)
		if !ok || c.over {
			return ok
		}
	}
}

// add records the complete assignment at hand. When drawing it yields the assignment at once.
func (c *collection) add() bool {
	r := c.r
	if c.added++; r.s.tired() || r.s.quits(c.added) {
		return r.s.giveUp()
	}
	reached := !c.need
	for x := range r.vars {
		reached = reached || r.extreme[x].are(r.t.Dom[x].Lo)
	}
	if !reached {
		return true
	}
	if r.s.drawing != nil {
		for x := range r.vars {
			r.s.out[r.pos[x]] = interval.Key(r.t.Cells[x].Kind, r.t.Dom[x].Lo)
		}
		c.commit()
		return r.foreignIn() || r.s.found()
	}
	if len(c.keys) >= c.limit*c.width {
		c.over = true
		return true
	}
	for x := range r.vars {
		c.keys = append(c.keys, r.t.Dom[x].Lo)
	}
	return true
}

// yield passes on the collected solutions in the order of the form. If a sharing limits their
// number, they are taken at even distances.
func (c *collection) yield() bool {
	r, s := c.r, c.r.s
	n := len(c.keys) / c.width
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return c.compare(i, j) })
	keys := slices.Clone(c.keys)
	take := n
	if s.sharing.shares() {
		take = int(min(int64(n), s.sharing.quota))
	}
	for i := range take {
		at := order[i*n/take] * c.width
		for x, k := range keys[at : at+c.width] {
			s.out[r.pos[x]] = interval.Key(r.t.Cells[x].Kind, k)
		}
		if !r.foreignIn() && !s.found() {
			return false
		}
	}
	return true
}

// foreignIn reports whether the solution at hand belongs to another shard.
func (r *residual) foreignIn() bool { return r.s.Options.Shard.Of > 1 && r.foreign() }

// compare orders the i-th and the j-th collected solution as the form does.
func (c *collection) compare(i, j int) int {
	for x := range c.width {
		a, b := c.keys[i*c.width+x], c.keys[j*c.width+x]
		if a == b {
			continue
		}
		v := &c.r.s.form.Vars[c.r.vars[x]]
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
