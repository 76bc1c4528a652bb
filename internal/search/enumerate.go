package search

import (
	"math"

	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// An enumeration goes through the values of the variables of a residual in order. It splits the
// variables into components that share no constraint. If there are several, it first searches each
// alone and keeps its solutions in a table. So a conflict in one component is not met again under
// every value of the others. A component with too many solutions for a table is searched in place.
type enumeration struct {
	source          []valueSource // by variable
	part            []int32       // by variable: its component, named by its least variable
	differencesOnly []bool        // by variable: only differences constrain it, and its domain can express them exactly
	layer           []int32       // by variable: its layer in its table
	exact           []exactKeys   // by variable, set if the exact level is needed
	lastExact       int32         // the last variable that may have the exact level; -1 for none
	tables          []*table      // the first tablesUsed of them belong to this shape
	tablesUsed      int
	tableOf         []int32 // by component: its table
	limit           int     // tableLimit, less in tests

	order         []int32 // the variables in the order of the current search
	table         *table  // filled by the current search; nil if it yields solutions
	values        []int64 // by place in order, for the table
	firstUnsaved  int     // the first place whose value has not been added to the table
	shardPrefix   int     // length of the stream prefix that determines the shard of a solution
	shardPlace    int     // the place that completes this prefix; -1 if it is complete from the start, -2 without shards
	skippedShards bool    // solutions of other shards were left out
	tableFull     bool    // the table reached its limit
}

// A valueSource says where the search takes the values of a variable from.
type valueSource uint8

const (
	unconstrained valueSource = iota // its domain; no constraint mentions it
	propagated                       // its domain, with propagation of each value
	fromTable                        // the table of its component
)

// exactKeys are the keys, at most two, of the values that have the exact level.
type exactKeys struct {
	any           bool
	first, second int64
}

// enumerate yields the solutions of the residual. If need is set, one of the variables must have
// the exact level. It returns false to stop the search.
func (r *residual) enumerate(need bool) bool {
	if some, ok := r.tabulateComponents(need); !ok {
		return false
	} else if !some {
		return r.solver.fail()
	}
	r.skippedShards = false
	if r.solver.sharing.limitsValues() && !need {
		r.orderWatchedFirst()
	}
	if r.allInOtherShard() {
		return true
	}
	before := r.solver.stats.Solutions
	if !r.descend(0, need) {
		r.net.Undo(0)
		return false
	}
	return r.solver.stats.Solutions > before || r.skippedShards || r.solver.fail()
}

// tabulateComponents finds the components and searches each alone if that is useful. some is false
// if a component has no solution. ok is false if the search must stop.
func (r *residual) tabulateComponents(need bool) (some, ok bool) {
	r.findComponents()
	r.findExactKeys(need)
	r.orderAll()
	r.shardPlace = -2
	r.narrowings = r.narrowings[:0]
	if r.findLoops(); r.loopsFrom == 0 {
		return true, true
	}
	return r.tabulateAll()
}

// tabulateAll searches each component alone if that is useful. It returns what tabulateComponents does.
func (r *residual) tabulateAll() (some, ok bool) {
	if r.solver.drawing == nil && !r.solver.sharing.limitsValues() && !r.isSingleComponent() {
		for x := range r.part {
			if r.part[x] == int32(x) && r.source[x] == propagated {
				if some, ok := r.tabulate(int32(x)); !ok || !some {
					return some, ok
				}
			}
		}
	}
	r.orderAll()
	r.findLoops()
	return true, true
}

// orderAll prepares a search over all variables that yields its solutions.
func (r *residual) orderAll() {
	r.order = r.order[:0]
	for x := range r.vars {
		r.order = append(r.order, int32(x))
	}
	r.table = nil
}

// findComponents finds the component and the way of each variable.
func (r *residual) findComponents() {
	t := &r.net
	n := len(r.vars)
	r.part, r.source, r.differencesOnly = propagate.Grow(r.part, len(t.Dom)), propagate.Grow(r.source, n), propagate.Grow(r.differencesOnly, n)
	r.related = propagate.Grow(r.related, n)
	r.layer, r.tableOf, r.tablesUsed = propagate.Grow(r.layer, n), propagate.Grow(r.tableOf, n), 0
	for i := range t.Dom {
		r.part[i] = -1
		if i < n {
			r.part[i], r.source[i], r.differencesOnly[i], r.related[i] = int32(i), unconstrained, true, true
		}
	}
	for i := n; i < len(t.Dom); i++ {
		c := &t.Cells[i]
		for _, a := range [3]int32{c.A, c.B, c.C} {
			if a < 0 || r.part[a] < 0 {
				continue
			}
			r.part[i] = r.join(r.part[i], r.part[a])
			if int(a) < n {
				r.source[a] = propagated
				if !c.IsDifference() || c.Op != propagate.OpDiffLe && t.Small[a].Bits == 0 {
					r.differencesOnly[a] = false
				}
			}
		}
	}
	for i := range n {
		r.part[i] = r.find(int32(i))
	}
	for i := n; i < len(t.Dom); i++ {
		if r.part[i] >= 0 && !t.Cells[i].IsDifference() {
			r.related[r.find(r.part[i])] = false
		}
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

// isSingleComponent reports whether only one component has constraints and no other variable stands
// before or between its variables. Otherwise the component would be searched again under each value
// of such a variable.
func (r *residual) isSingleComponent() bool {
	c, last := int32(-1), 0
	for x, p := range r.part {
		if r.source[x] != propagated {
			continue
		}
		if c < 0 && x > 0 || c >= 0 && (p != c || x != last+1) {
			return false
		}
		c, last = p, x
	}
	return true
}

// findExactKeys records which values have the exact level.
func (r *residual) findExactKeys(need bool) {
	r.lastExact = -1
	if !need {
		return
	}
	f := r.solver.form
	r.exact = propagate.Grow(r.exact, len(r.vars))
	for x, i := range r.vars {
		r.exact[x] = exactKeys{}
		v := &f.Vars[i]
		if !v.ByMagnitude || v.Level >= f.Level {
			continue
		}
		for _, k := range interval.Extremes(v, f.Level) {
			e := &r.exact[x]
			if !e.any {
				e.first = k
			}
			e.any, e.second = true, k
			r.lastExact = int32(x)
		}
	}
}

func (e *exactKeys) include(k int64) bool { return e.any && (k == e.first || k == e.second) }

// laterMayBeExact reports whether a variable after place p may still have the exact level.
// Variables in the table of x are not considered.
func (r *residual) laterMayBeExact(p int, x int32) bool {
	for y := r.lastExact; y > r.order[p]; y-- {
		e := &r.exact[y]
		if !e.any || !r.net.Has(y, e.first) && !r.net.Has(y, e.second) {
			continue
		}
		if r.source[y] == fromTable && (r.part[y] == r.part[x] || !r.tables[r.tableOf[r.part[y]]].hasExact) {
			continue
		}
		return true
	}
	return false
}

// descend decides the variable at place p of the sequence and those after it. If need is set, one
// of them must have the exact level. It returns false to stop the search.
func (r *residual) descend(p int, need bool) bool {
	if r.solver.sharing.limitsValues() {
		return r.descendShared(p, need)
	}
	if p >= r.loopsFrom && r.collects(p) && !r.insolubleDue() {
		if tried, ok := r.collectLoops(p, need); tried {
			return ok
		}
		if p == 0 && r.loopsFrom == math.MaxInt {
			if some, ok := r.tabulateAll(); !some || !ok {
				return ok && r.solver.fail()
			}
			r.loopsFrom = math.MaxInt
		}
	}
	x := r.order[p]
	only := need && !r.laterMayBeExact(p, x)
	if r.source[x] == fromTable {
		return r.descendTable(p, x, need, only)
	}
	if only && !r.exact[x].any {
		return true // No value has the exact level, so there is nothing to try.
	}
	last := p == len(r.order)-1
	plain := r.source[x] == unconstrained || last && r.differencesOnly[x] || r.net.Dom[x].Fixed()
	it, l := r.startWalk(x), leaper{}
	if plain && r.collectsAll(p) && !r.insolubleDue() {
		return r.collectWalk(x, it, only)
	}
	for looked := false; ; {
		// If the constraints fail under some values, they may fail under all.
		if !looked && r.insolubleDue() {
			if looked = true; r.insoluble() {
				return r.solver.fail()
			}
		}
		k, ok := it.next()
		if !ok {
			return true
		}
		still := need && !r.exact[x].include(k)
		if still && only {
			continue
		}
		r.recordValue(p, x, k)
		found := r.solver.stats.Solutions
		if plain {
			ok = r.proceed(p, last, still)
		} else {
			ok = r.tryValue(p, x, k, last, still)
		}
		if !ok {
			return false
		}
		if found == r.solver.stats.Solutions {
			l.missed(r, x, &it)
		}
	}
}

// proceed continues the search after place p.
func (r *residual) proceed(p int, last, need bool) bool {
	if p == r.shardPlace && r.table == nil && r.inOtherShard() {
		return r.solver.countSkipped()
	}
	if last {
		return r.emit()
	}
	return r.descend(p+1, need)
}

// tryValue assigns key k to x, propagates, and continues the search.
func (r *residual) tryValue(p int, x int32, k int64, last, need bool) bool {
	r.solver.stats.Decisions++
	mark := len(r.net.Trail)
	ok := true
	if r.net.Assign(x, k) {
		ok = r.proceedNarrowed(p, last, need)
	} else {
		ok = r.solver.fail()
	}
	r.net.Undo(mark)
	return ok
}

// recordValue records the value of the variable at place p.
func (r *residual) recordValue(p int, x int32, k int64) {
	if r.table != nil {
		r.values[p] = k
		r.firstUnsaved = min(r.firstUnsaved, p)
		return
	}
	r.solver.stream[r.pos[x]] = interval.Key(r.net.Cells[x].Kind, k)
}

// emit passes on a solution, or adds it to the table.
func (r *residual) emit() bool {
	if r.table != nil {
		return r.record()
	}
	return r.solver.found()
}

// findShardPlace returns the place of the sequence that completes the prefix of the stream which
// determines the shard. It returns -1 if the prefix is complete from the start.
func (r *residual) findShardPlace() int {
	at := -1
	for p, x := range r.order {
		if r.pos[x] < r.shardPrefix {
			at = p
		}
	}
	return at
}

// allInOtherShard finds the shardPlace. It reports whether the prefix is complete from the start and
// belongs to another shard.
func (r *residual) allInOtherShard() bool {
	if r.solver.Options.Shard.Of <= 1 {
		return false
	}
	r.shardPlace = r.findShardPlace()
	return r.shardPlace < 0 && r.inOtherShard()
}

// inOtherShard reports whether the prefix of the stream belongs to another shard. That does not
// count as a failure.
func (r *residual) inOtherShard() bool {
	if r.solver.Options.Shard.Begins(r.solver.stream, r.shardPrefix) {
		return false
	}
	r.skippedShards = true
	if !r.solver.Options.Joint {
		r.solver.failuresSince = 0
	}
	return true
}
