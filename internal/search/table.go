package search

import (
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// A table holds the solutions of one component as a tree in layers: the
// entries of layer i are the values of its i-th variable, those under one
// entry of the layer before stand together.
type table struct {
	vars    []int32
	layers  [][]entry
	at      []int32 // by layer: the chosen entry
	reaches bool    // the chosen entries have the exact level or have one below that has
}

// An entry is a value and where its entries in the next layer begin; they end
// where those of the next entry begin.
type entry struct {
	key     int64
	first   int32
	reaches bool // it or one below has the exact level
}

// tableLimit is the number of solutions beyond which a component is searched
// in place.
// Where fewer solutions are wanted in all it is as many, but tableLeast.
const (
	tableLimit = 1 << 16
	tableLeast = 64
)

// tabulate searches the component of x alone. some is false when it has no
// solution, ok when the search is to stop. A component too large is left as it
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

// record puts the current values into the table; false when it is full, or the search
// is to end.
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
	r.s.fails = 0 // it is part of a solution, as far as is known
	if r.s.tired() || r.s.quits(int64(len(tb.layers[n-1]))) {
		return r.s.giveUp()
	}
	r.full = len(tb.layers[n-1]) >= r.limit
	return !r.full
}

// seal ends the layers and notes which entries lead to the exact level.
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

// descendTable is descend for a variable whose values are in a table; only says
// that no other component can have the exact level.
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
