package search

import (
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// A table holds the solutions of one component as a tree in layers. The entries of layer i are the
// values of the i-th variable; those below one entry of the layer above are adjacent.
type table struct {
	vars     []int32
	layers   [][]entry
	chosen   []int32 // by layer: the index of the chosen entry
	hasExact bool    // the chosen entry of the last layer reached, or an entry below it, has the exact level
}

// An entry is a value, and the index of its first entry in the next layer. Its entries there end
// where those of the next entry begin.
type entry struct {
	key      int64
	first    int32
	hasExact bool // this entry or one below it has the exact level
}

// tableLimit is the number of solutions above which a component is searched in place. If fewer
// solutions are wanted in all, the limit is that number, but at least tableLeast.
const (
	tableLimit = 1 << 16
	tableLeast = 64
)

// tabulate searches the component of x alone and keeps its solutions in a table. some is false if
// it has no solution, ok if the search must stop. A component with too many solutions is left as it
// was.
func (r *residual) tabulate(x int32) (some, ok bool) {
	if r.tablesUsed == len(r.tables) {
		r.tables = append(r.tables, &table{})
	}
	tb := r.tables[r.tablesUsed]
	tb.vars, r.order = tb.vars[:0], r.order[:0]
	for y := x; int(y) < len(r.part); y++ {
		if r.part[y] == x {
			r.layer[y] = int32(len(tb.vars))
			tb.vars = append(tb.vars, y)
			r.order = append(r.order, y)
		}
	}
	for len(tb.layers) < len(tb.vars) {
		tb.layers = append(tb.layers, nil)
	}
	for i := range tb.layers {
		tb.layers[i] = tb.layers[i][:0]
	}
	tb.chosen, r.values = propagate.Grow(tb.chosen, len(tb.vars)), propagate.Grow(r.values, len(tb.vars))
	r.table, r.firstUnsaved, r.tableFull = tb, 0, false
	ok = r.descend(0, false)
	r.net.Undo(0)
	r.table = nil
	switch {
	case r.tableFull:
		return true, true
	case !ok:
		return false, false
	case len(tb.layers[0]) == 0:
		return false, true
	}
	r.seal(tb)
	for _, y := range tb.vars {
		r.source[y] = fromTable
	}
	r.tableOf[x] = int32(r.tablesUsed)
	r.tablesUsed++
	return true, true
}

// record adds the current values to the table. It returns false if the table is full or the search
// must stop.
func (r *residual) record() bool {
	tb := r.table
	n := len(tb.vars)
	for i := r.firstUnsaved; i < n; i++ {
		first := 0
		if i+1 < n {
			first = len(tb.layers[i+1])
		}
		tb.layers[i] = append(tb.layers[i], entry{key: r.values[i], first: int32(first)})
	}
	r.firstUnsaved = n
	r.solver.failuresSince = 0 // As far as is known, this is part of a solution.
	if r.solver.outOfWork() || r.solver.mustStop(int64(len(tb.layers[n-1]))) {
		return r.solver.giveUp()
	}
	r.tableFull = len(tb.layers[n-1]) >= r.limit
	return !r.tableFull
}

// seal ends the layers and records which entries lead to the exact level.
func (r *residual) seal(tb *table) {
	n := len(tb.vars)
	for i := range n {
		end := 0
		if i+1 < n {
			end = len(tb.layers[i+1])
		}
		tb.layers[i] = append(tb.layers[i], entry{first: int32(end)})
	}
	tb.hasExact = false
	if r.lastExact < 0 {
		return
	}
	for i := n - 1; i >= 0; i-- {
		l := tb.layers[i]
		e := &r.exact[tb.vars[i]]
		for j := range l[:len(l)-1] {
			l[j].hasExact = e.include(l[j].key)
			for k := l[j].first; i+1 < n && k < l[j+1].first; k++ {
				l[j].hasExact = l[j].hasExact || tb.layers[i+1][k].hasExact
			}
			tb.hasExact = tb.hasExact || i == 0 && l[j].hasExact
		}
	}
}

// descendTable is descend for a variable whose values are in a table. only says that no other
// component can have the exact level.
func (r *residual) descendTable(p int, x int32, need, only bool) bool {
	tb := r.tables[r.tableOf[r.part[x]]]
	i := r.layer[x]
	l := tb.layers[i]
	from, to := int32(0), int32(len(l)-1)
	if i > 0 {
		up := tb.layers[i-1]
		from, to = up[tb.chosen[i-1]].first, up[tb.chosen[i-1]+1].first
	}
	if r.collectsAll(p) && from < to && (!only || tb.hasExact) {
		return r.collectTable(x, l[from:to], only)
	}
	last := p == len(r.order)-1
	out := &r.solver.stream[r.pos[x]]
	kind := r.net.Cells[x].Kind
	reached := tb.hasExact
	ok := true
	for j := from; j < to && ok; j++ {
		e := &l[j]
		if only && !e.hasExact {
			continue
		}
		*out = interval.Key(kind, e.key)
		tb.chosen[i], tb.hasExact = j, e.hasExact
		ok = r.proceed(p, last, need && !r.exact[x].include(e.key))
	}
	tb.hasExact = reached
	return ok
}
