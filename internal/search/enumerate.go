package search

import (
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// An enumeration runs through the values of the variables of a residual in
// order. It splits them into components that share no constraint. Where there
// is more than one, each is searched alone first and its solutions are kept in
// a table, so that a conflict in one is not met again under every value of the
// others; what is too large for a table is searched in place.
type enumeration struct {
	way     []way      // by variable
	part    []int32    // by variable: its component, named by its least variable
	pure    []bool     // by variable: only differences constrain it, and its domain can express them
	layer   []int32    // by variable: its layer in the table
	extreme []extremes // by variable; where the exact level is needed
	reach   int32      // the last variable that may have the exact level; -1 for none
	tables  []*table   // the first used ones are of this shape
	used    int
	tableOf []int32 // by component: its table
	limit   int     // tableLimit, less in tests

	seq     []int32 // the variables in the order of this search
	table   *table  // filled by this search; nil when it yields
	values  []int64 // by place in seq, for the table
	fresh   int     // the first place whose value is not yet in the table
	opening int     // how many numbers of the stream tell the part of a solution
	cut     int     // the place behind which the part of a solution is decided; -2 where all are wanted
	others  bool    // solutions of other parts were left out
	full    bool    // the table took no more
}

// A way says where the values of a variable come from.
type way uint8

const (
	free   way = iota // its domain, no constraint mentions it
	bound             // its domain, propagating each
	tabled            // the table of its component
)

// extremes are the keys of the values that have the exact level.
type extremes struct {
	some bool
	a, b int64
}

// enumerate yields the solutions of the residual; need says that one of the
// variables must have the exact level. False to stop.
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

// components makes ready for the search: it finds the components and searches
// each alone where that is of use. some is false when one has no solution, ok
// when the search is to stop.
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

// all makes the search one over all variables, that yields.
func (r *residual) all() {
	r.seq = r.seq[:0]
	for x := range r.vars {
		r.seq = append(r.seq, int32(x))
	}
	r.table = nil
}

// split finds the components and the way of each variable.
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

// find gives the least variable of the component.
func (r *residual) find(x int32) int32 {
	for r.part[x] != x {
		r.part[x] = r.part[r.part[x]]
		x = r.part[x]
	}
	return x
}

// join makes one component of two; a may be -1.
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

// single reports whether there is but one component with constraints and no
// other variable stands before or between its own, under each value of which it
// would be searched again.
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

// levels notes which values have the exact level.
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

// later reports whether a variable behind place p of the sequence, but of
// another component with a table than x, may still have the exact level.
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

// descend decides the variable at place p of the sequence; need says that it or
// a later one must have the exact level. False to stop.
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
		return true // No value has the exact level: there is nothing to go through.
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
		// What fails under some values may do so under all.
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

// proceed goes on to the next place.
func (r *residual) proceed(p int, last, need bool) bool {
	if p == r.cut && r.table == nil && r.foreign() {
		return r.s.goesOn()
	}
	if last {
		return r.emit()
	}
	return r.descend(p+1, need)
}

// try assigns and propagates before it goes on.
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

// set notes the value of the variable at place p.
func (r *residual) set(p int, x int32, k int64) {
	if r.table != nil {
		r.values[p] = k
		r.fresh = min(r.fresh, p)
		return
	}
	r.s.out[r.pos[x]] = interval.Key(r.t.Cells[x].Kind, k)
}

// emit passes on a solution.
func (r *residual) emit() bool {
	if r.table != nil {
		return r.record()
	}
	return r.s.found()
}

// cuts finds the place of the sequence behind which the beginning of the stream
// is decided; -1 where it is from the start.
func (r *residual) cuts() int {
	at := -1
	for p, x := range r.seq {
		if r.pos[x] < r.opening {
			at = p
		}
	}
	return at
}

// foreign tells whether what is decided of the stream belongs to another part.
// That is no failure.
func (r *residual) foreign() bool {
	if r.s.Options.Shard.Begins(r.s.out, r.opening) {
		return false
	}
	r.s.fails, r.others = 0, true
	return true
}
