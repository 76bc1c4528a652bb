package search

import (
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// A table holds the solutions of one component as a tree in layers. The entries of layer i are the
// values of the i-th variable; those below one entry of the layer above are adjacent.
type table struct {
	vars    []int32
	layers  [][]entry
	at      []int32 // by layer: the index of the chosen entry
	reaches bool    // the chosen entry of the last layer reached, or an entry below it, has the exact level
}

// An entry is a value, and the index of its first entry in the next layer. Its entries there end
// where those of the next entry begin.
type entry struct {
	key     int64
	first   int32
	reaches bool // this entry or one below it has the exact level
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
	if r.used == len(r.tables) {
		r.tables = append(r.tables, &table{})
	}
	tb := r.tables[r.used]
	tb.vars, r.seq = tb.vars[:0], r.seq[:0]
	for y := x; int(y) < len(r.part); y++ {
		if r.part[y] == x {
			r.layer[y] = int32(len(tb.vars))
			tb.vars = append(tb.vars, y)
			r.seq = append(r.seq, y)
		}
	}
	for len(tb.layers) < len(tb.vars) {
		tb.layers = append(tb.layers, nil)
	}
	for i := range tb.layers {
		tb.layers[i] = tb.layers[i][:0]
	}
	tb.at, r.values = propagate.Grow(tb.at, len(tb.vars)), propagate.Grow(r.values, len(tb.vars))
	r.table, r.fresh, r.full = tb, 0, false
	ok = r.descend(0, false)
	r.t.Undo(0)
	r.table = nil
	switch {
	case r.full:
		return true, true
	case !ok:
		return false, false
	case len(tb.layers[0]) == 0:
		return false, true
	}
	r.seal(tb)
	for _, y := range tb.vars {
		r.way[y] = tabled
	}
	r.tableOf[x] = int32(r.used)
	r.used++
	return true, true
}

// record adds the current values to the table. It returns false if the table is full or the search
// must stop.
func (r *residual) record() bool {
	tb := r.table
	n := len(tb.vars)
	for i := r.fresh; i < n; i++ {
		first := 0
		if i+1 < n {
			first = len(tb.layers[i+1])
		}
		tb.layers[i] = append(tb.layers[i], entry{key: r.values[i], first: int32(first)})
	}
	r.fresh = n
	r.s.fails = 0 // As far as is known, this is part of a solution.
	if r.s.tired() || r.s.quits(int64(len(tb.layers[n-1]))) {
		return r.s.giveUp()
	}
	r.full = len(tb.layers[n-1]) >= r.limit
	return !r.full
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
	tb.reaches = false
	if r.reach < 0 {
		return
	}
	for i := n - 1; i >= 0; i-- {
		l := tb.layers[i]
		e := &r.extreme[tb.vars[i]]
		for j := range l[:len(l)-1] {
			l[j].reaches = e.are(l[j].key)
			for k := l[j].first; i+1 < n && k < l[j+1].first; k++ {
				l[j].reaches = l[j].reaches || tb.layers[i+1][k].reaches
			}
			tb.reaches = tb.reaches || i == 0 && l[j].reaches
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
		from, to = up[tb.at[i-1]].first, up[tb.at[i-1]+1].first
	}
	last := p == len(r.seq)-1
	out := &r.s.out[r.pos[x]]
	kind := r.t.Cells[x].Kind
	reached := tb.reaches
	ok := true
	for j := from; j < to && ok && !r.jumps(p); j++ {
		e := &l[j]
		if only && !e.reaches {
			continue
		}
		*out = interval.Key(kind, e.key)
		tb.at[i], tb.reaches = j, e.reaches
		ok = r.proceed(p, last, need && !r.extreme[x].are(e.key))
	}
	tb.reaches = reached
	return ok
}
