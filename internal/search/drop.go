package search

import "slices"

// Drops are what becomes of a part of the input that is not realized: each of
// its variables has its default, so that all cells which depend on no others have
// a known value. These are set at once, instead of being propagated from cell to
// cell: a form of great depth has many more variables than a shape realizes.
type drops struct {
	// end is, by variable, the first one behind those that hang on it.
	end []int32
	// By cell: the greatest variable on which all hang that it depends on, -1
	// where there is none; the least such variable of the cells that have it as
	// argument; and its value, a key.
	owner, reach []int32
	value        []int64
	// cells are the others than variables, sorted by owner; first is, by variable,
	// where its own begin.
	cells, first []int32
	gone         []bool // by variable: it was dropped
}

// newDrops finds what hangs on each variable of a net that has all its cells;
// realized are those that say which are.
func newDrops(t *net, vars []Var, realized []int32) *drops {
	n := len(t.dom)
	d := &drops{
		end: make([]int32, len(vars)), first: make([]int32, len(vars)+1), gone: make([]bool, len(vars)),
		owner: make([]int32, n), reach: make([]int32, n), value: make([]int64, n), cells: slices.Clone(realized),
	}
	for i := len(vars) - 1; i >= 0; i-- {
		d.end[i] = max(d.end[i], int32(i)+1)
		if up := vars[i].Parent; up >= 0 {
			d.end[up] = max(d.end[up], d.end[i])
		}
	}
	for i := range n {
		c := &t.cells[i]
		d.owner[i], d.reach[i] = -1, int32(n)
		switch {
		case i < len(vars):
			d.owner[i], d.value[i] = int32(i), t.rooms.homes[i].def
		case c.op == opRealized || c.op == opSizes:
			// They are seen by others of their kind only.
			d.owner[i] = c.a
			continue
		case c.op == Const:
			d.value[i] = c.kind.key(c.val)
		default:
			if d.owner[i] = d.common(t, vars, c); d.owner[i] >= 0 {
				d.value[i] = t.apply(c, d.value)
				d.cells = append(d.cells, int32(i))
			}
		}
		for _, a := range [3]int32{c.a, c.b, c.c} {
			if a >= 0 {
				d.reach[a] = min(d.reach[a], d.owner[i])
			}
		}
	}
	slices.SortStableFunc(d.cells, func(a, b int32) int { return int(d.owner[a] - d.owner[b]) })
	for _, c := range d.cells {
		d.first[d.owner[c]+1]++
	}
	for x := range vars {
		d.first[x+1] += d.first[x]
	}
	return d
}

// common gives the greatest variable on which all hang that a cell depends on,
// -1 for none.
func (d *drops) common(t *net, vars []Var, c *cell) int32 {
	owner := int32(-1)
	for _, a := range [3]int32{c.a, c.b, c.c} {
		if a < 0 || t.cells[a].op == Const {
			continue
		}
		at := d.owner[a]
		if owner < 0 {
			owner = at
		}
		for owner >= 0 && (at < owner || at >= d.end[owner]) {
			owner = vars[owner].Parent
		}
		if owner < 0 {
			return -1
		}
	}
	return owner
}

// apply gives the value of a cell that is no variable from those of its
// arguments; all are keys.
func (t *net) apply(c *cell, value []int64) int64 {
	if c.op == opMember {
		return int64(c.set >> uint64(value[c.a]-t.small[c.a].base) & 1)
	}
	at := func(n int32) int64 {
		if n < 0 {
			return 0
		}
		return t.cells[n].kind.key(value[n])
	}
	return c.kind.key(EvalOp(c.op, c.kind, c.ka, at(c.a), at(c.b), at(c.c)))
}

// drop gives variable x, which is not realized, and all that hangs on it their
// defaults. False on a conflict.
func (t *net) drop(x int32) bool {
	d := t.rooms.drops
	if d.gone[x] {
		return true
	}
	d.gone[x] = true
	t.trail = append(t.trail, change{n: ^x})
	for v := x; v < d.end[x]; {
		if v != x && d.gone[v] {
			v = d.end[v]
			continue
		}
		if !t.dropCell(x, v) {
			return false
		}
		for _, n := range d.cells[d.first[v]:d.first[v+1]] {
			if !t.dropCell(x, n) {
				return false
			}
		}
		v++
	}
	return true
}

// dropCell gives a cell the value that it has where x is dropped, and wakes what
// it is an argument of outside of what hangs on x.
func (t *net) dropCell(x, n int32) bool {
	d := t.rooms.drops
	v, value := t.dom[n], d.value[n]
	if v.lo == v.hi {
		return v.lo == value
	}
	if !t.has(n, value) {
		return false
	}
	was := change{n: n, dom: v}
	if n < t.vars && t.small[n].bits != 0 {
		was.bits = t.small[n].bits
		t.small[n].bits = 1 << uint64(value-t.small[n].base)
	}
	t.trail = append(t.trail, was)
	t.dom[n] = interval{value, value}
	if d.reach[n] >= x {
		return true
	}
	for _, u := range t.users[t.cells[n].userStart:t.cells[n+1].userStart] {
		if d.owner[u] < x && !t.queued[u] {
			t.queued[u] = true
			t.queue = append(t.queue, u)
		}
	}
	return true
}
