package search

import (
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// An enumeration goes through the values of the variables of a residual in order. It splits the
// variables into components that share no constraint. If there are several, it first searches each
// alone and keeps its solutions in a table. So a conflict in one component is not met again under
// every value of the others. A component with too many solutions for a table is searched in place.
type enumeration struct {
	way     []way      // by variable
	part    []int32    // by variable: its component, named by its least variable
	pure    []bool     // by variable: only differences constrain it, and its domain can express them exactly
	layer   []int32    // by variable: its layer in its table
	extreme []extremes // by variable, set if the exact level is needed
	reach   int32      // the last variable that may have the exact level; -1 for none
	tables  []*table   // the first used of them belong to this shape
	used    int
	tableOf []int32 // by component: its table
	limit   int     // tableLimit, less in tests

	seq     []int32 // the variables in the order of the current search
	table   *table  // filled by the current search; nil if it yields solutions
	values  []int64 // by place in seq, for the table
	fresh   int     // the first place whose value has not been added to the table
	opening int     // length of the stream prefix that determines the shard of a solution
	cut     int     // the place that completes this prefix; -1 if it is complete from the start, -2 without shards
	others  bool    // solutions of other shards were left out
	full    bool    // the table reached its limit
}

// A way says where the search takes the values of a variable from.
type way uint8

const (
	free   way = iota // its domain; no constraint mentions it
	bound             // its domain, with propagation of each value
	tabled            // the table of its component
)

// extremes are the keys, at most two, of the values that have the exact level.
type extremes struct {
	some bool
	a, b int64
}

// enumerate yields the solutions of the residual. If need is set, one of the variables must have
// the exact level. It returns false to stop the search.
func (r *residual) enumerate(need bool) bool {
	if some, ok := r.components(need); !ok {
		return false
	} else if !some {
		return r.s.fail()
	}
	r.others = false
	if r.s.sharing.shares() && !need {
		r.watchedFirst()
	}
	if r.s.Options.Shard.Of > 1 {
		if r.cut = r.cuts(); r.cut < 0 && r.foreign() {
			return true
		}
	}
	before := r.s.stats.Solutions
	if !r.descend(0, need) {
		r.t.Undo(0)
		return false
	}
	return r.s.stats.Solutions > before || r.others || r.s.fail()
}

// components finds the components and searches each alone if that is useful. some is false if a
// component has no solution. ok is false if the search must stop.
func (r *residual) components(need bool) (some, ok bool) {
	r.split()
	r.levels(need)
	r.all()
	r.cut, r.back = -2, notBack
	r.marks = propagate.Grow(r.marks, len(r.vars))
	r.narrow = r.narrow[:0]
	if r.s.drawing == nil && !r.s.sharing.shares() && !r.single() {
		for x := range r.part {
			if r.part[x] == int32(x) && r.way[x] == bound {
				if some, ok := r.tabulate(int32(x)); !ok || !some {
					return some, ok
				}
			}
		}
	}
	r.all()
	return true, true
}

// all prepares a search over all variables that yields its solutions.
func (r *residual) all() {
	r.seq = r.seq[:0]
	for x := range r.vars {
		r.seq = append(r.seq, int32(x))
	}
	r.table = nil
}

// split finds the component and the way of each variable.
func (r *residual) split() {
	t := &r.t
	n := len(r.vars)
	r.part, r.way, r.pure = propagate.Grow(r.part, len(t.Dom)), propagate.Grow(r.way, n), propagate.Grow(r.pure, n)
	r.layer, r.tableOf, r.used = propagate.Grow(r.layer, n), propagate.Grow(r.tableOf, n), 0
	for i := range t.Dom {
		r.part[i] = -1
		if i < n {
			r.part[i], r.way[i], r.pure[i] = int32(i), free, true
		}
	}
	for i := n; i < len(t.Dom); i++ {
		c := &t.Cells[i]
		difference := c.Op >= propagate.OpDiffLe
		for _, a := range [3]int32{c.A, c.B, c.C} {
			if a < 0 || r.part[a] < 0 {
				continue
			}
			r.part[i] = r.join(r.part[i], r.part[a])
			if int(a) < n {
				r.way[a] = bound
				if !difference || c.Op != propagate.OpDiffLe && t.Small[a].Bits == 0 {
					r.pure[a] = false
				}
			}
		}
	}
	for i := range n {
		r.part[i] = r.find(int32(i))
	}
	r.part = r.part[:n]
}

// find returns the least variable of the component of x.
func (r *residual) find(x int32) int32 {
	for r.part[x] != x {
		r.part[x] = r.part[r.part[x]]
		x = r.part[x]
	}
	return x
}

// join merges the components of a and b and returns the result; a may be -1.
func (r *residual) join(a, b int32) int32 {
	b = r.find(b)
	if a < 0 {
		return b
	}
	a = r.find(a)
	if a > b {
		a, b = b, a
	}
	r.part[b] = a
	return a
}

// single reports whether only one component has constraints and no other variable stands before or
// between its variables. Otherwise the component would be searched again under each value of such a
// variable.
func (r *residual) single() bool {
	c, last := int32(-1), 0
	for x, p := range r.part {
		if r.way[x] != bound {
			continue
		}
		if c < 0 && x > 0 || c >= 0 && (p != c || x != last+1) {
			return false
		}
		c, last = p, x
	}
	return true
}

// levels records which values have the exact level.
func (r *residual) levels(need bool) {
	r.reach = -1
	if !need {
		return
	}
	f := r.s.form
	r.extreme = propagate.Grow(r.extreme, len(r.vars))
	for x, i := range r.vars {
		r.extreme[x] = extremes{}
		v := &f.Vars[i]
		if !v.ByMagnitude || v.Level >= f.Level {
			continue
		}
		for _, k := range interval.Extremes(v, f.Level) {
			e := &r.extreme[x]
			if !e.some {
				e.a = k
			}
			e.some, e.b = true, k
			r.reach = int32(x)
		}
	}
}

func (e *extremes) are(k int64) bool { return e.some && (k == e.a || k == e.b) }

// later reports whether a variable after place p may still have the exact level. Variables in the
// table of x are not considered.
func (r *residual) later(p int, x int32) bool {
	for y := r.reach; y > r.seq[p]; y-- {
		e := &r.extreme[y]
		if !e.some || !r.t.Has(y, e.a) && !r.t.Has(y, e.b) {
			continue
		}
		if r.way[y] == tabled && (r.part[y] == r.part[x] || !r.tables[r.tableOf[r.part[y]]].reaches) {
			continue
		}
		return true
	}
	return false
}

// descend decides the variable at place p of the sequence and those after it. If need is set, one
// of them must have the exact level. It returns false to stop the search.
func (r *residual) descend(p int, need bool) bool {
	r.marks[p] = len(r.t.Trail)
	if r.s.sharing.shares() {
		return r.descendShared(p, need)
	}
	x := r.seq[p]
	only := need && !r.later(p, x)
	if r.way[x] == tabled {
		return r.descendTable(p, x, need, only)
	}
	if only && !r.extreme[x].some {
		return true // No value has the exact level, so there is nothing to try.
	}
	last := p == len(r.seq)-1
	if r.guide() {
		defer r.unguided(r.s.automaton.Decisions())
		if !r.told(p) {
			return r.s.fail()
		}
	}
	plain := r.way[x] == free || last && r.pure[x] || r.t.Dom[x].Fixed()
	it, l := r.begin(x), leaper{}
	for looked := false; ; {
		// If the constraints fail under some values, they may fail under all.
		if !looked && r.due() {
			if looked = true; r.insoluble() {
				return r.s.fail()
			}
		}
		k, ok := it.next()
		if !ok {
			return true
		}
		still := need && !r.extreme[x].are(k)
		if still && only {
			continue
		}
		r.set(p, x, k)
		found := r.s.stats.Solutions
		if plain {
			ok = r.proceed(p, last, still)
		} else {
			ok = r.try(p, x, k, last, still)
		}
		if !ok {
			return false
		}
		if r.jumps(p) {
			return true
		}
		if found == r.s.stats.Solutions {
			l.missed(r, x, &it)
		}
	}
}

// proceed continues the search after place p.
func (r *residual) proceed(p int, last, need bool) bool {
	if p == r.cut && r.table == nil && r.foreign() {
		return r.s.goesOn()
	}
	if last {
		return r.emit()
	}
	return r.descend(p+1, need)
}

// try assigns key k to x, propagates, and continues the search.
func (r *residual) try(p int, x int32, k int64, last, need bool) bool {
	r.s.stats.Decisions++
	if r.s.guided {
		defer r.s.automaton.Undo(r.s.automaton.Decisions())
	}
	mark := len(r.t.Trail)
	ok := true
	if r.assign(x, k) && r.tell(mark) {
		ok = r.further(p, last, need)
	} else {
		ok = r.s.fail()
	}
	r.t.Undo(mark)
	return ok
}

// set records the value of the variable at place p.
func (r *residual) set(p int, x int32, k int64) {
	if r.table != nil {
		r.values[p] = k
		r.fresh = min(r.fresh, p)
		return
	}
	r.s.out[r.pos[x]] = interval.Key(r.t.Cells[x].Kind, k)
}

// emit passes on a solution, or adds it to the table.
func (r *residual) emit() bool {
	if r.table != nil {
		return r.record()
	}
	return r.s.found()
}

// cuts returns the place of the sequence that completes the prefix of the stream which determines
// the shard. It returns -1 if the prefix is complete from the start.
func (r *residual) cuts() int {
	at := -1
	for p, x := range r.seq {
		if r.pos[x] < r.opening {
			at = p
		}
	}
	return at
}

// foreign reports whether the prefix of the stream belongs to another shard. That does not count as
// a failure.
func (r *residual) foreign() bool {
	if r.s.Options.Shard.Begins(r.s.out, r.opening) {
		return false
	}
	r.s.fails, r.others = 0, true
	return true
}
