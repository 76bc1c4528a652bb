package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// Drops are what becomes of a part of the input that is not realized: each of
// its variables has its default, so that all cells which depend on no others have
// a known value. Of these the ones that others have as argument are set at once,
// instead of being propagated to from cell to cell, and those within are left as
// they are: a form of great depth has many more variables than a shape realizes.
//
// What is left within is not looked at any more. It cannot contradict that the
// part is not realized: propagation takes away no values that variables can have
// together with what it was told, so the values that all cells have with the
// defaults are there where those that others see are.
type drops struct {
	// end is, by variable, the first one behind those that hang on it, and up the
	// variable on which it hangs, -1 for none.
	end, up []int32
	// By cell: the greatest variable on which all hang that it depends on, -1
	// where there is none; and its value, a key.
	owner []int32
	value []int64
	// edge are, for each variable from first on, the cells that depend on what hangs
	// on it alone and are an argument of others.
	edge, first []int32
	gone        []bool // by variable: it was dropped
	known       []bool // by cell: it is on the edge of something that was dropped
}

// newDrops finds what hangs on each variable of a net that has all its cells; root
// is the one that must be true.
func newDrops(t *net, vars []form.Var, root int32) *drops {
	n := len(t.dom)
	d := &drops{
		end: make([]int32, len(vars)), up: make([]int32, len(vars)), first: make([]int32, len(vars)+1),
		gone: make([]bool, len(vars)), known: make([]bool, n), owner: make([]int32, n), value: make([]int64, n),
	}
	for i := len(vars) - 1; i >= 0; i-- {
		d.up[i] = vars[i].Parent
		d.end[i] = max(d.end[i], int32(i)+1)
		if up := d.up[i]; up >= 0 {
			d.end[up] = max(d.end[up], d.end[i])
		}
	}
	// By cell: the least owner of the cells that have it as argument.
	reach := make([]int32, n)
	for i := range n {
		c := &t.cells[i]
		d.owner[i], reach[i] = -1, int32(n)
		switch {
		case i < len(vars):
			d.owner[i], d.value[i] = int32(i), t.rooms.homes[i].def
		case c.op == opRealized || c.op == opSizes:
			// They are seen by others of their kind only.
			d.owner[i] = c.a
			continue
		case c.op == form.Const:
			d.value[i] = interval.Key(c.kind, c.val)
		default:
			if d.owner[i] = d.common(t, vars, c); d.owner[i] >= 0 {
				d.value[i] = t.apply(c, d.value)
			}
		}
		for _, a := range [3]int32{c.a, c.b, c.c} {
			if a >= 0 {
				reach[a] = min(reach[a], d.owner[i])
			}
		}
	}
	reach[root] = -1
	d.edges(reach)
	return d
}

// edges notes the edge of each variable.
func (d *drops) edges(reach []int32) {
	each := func(f func(x, n int32)) {
		for n, r := range reach {
			if r == int32(len(reach)) {
				continue
			}
			for x := d.owner[n]; x > r; x = d.up[x] {
				f(x, int32(n))
			}
		}
	}
	each(func(x, _ int32) { d.first[x+1]++ })
	for x := range d.up {
		d.first[x+1] += d.first[x]
	}
	d.edge = make([]int32, d.first[len(d.up)])
	next := append([]int32{}, d.first...)
	each(func(x, n int32) {
		d.edge[next[x]] = n
		next[x]++
	})
}

// dropped gives the variable that was dropped and on which x hangs, or x itself; -1
// where there is none.
func (d *drops) dropped(x int32) int32 {
	for ; x >= 0 && !d.gone[x]; x = d.up[x] {
	}
	return x
}

// common gives the greatest variable on which all hang that a cell depends on,
// -1 for none.
func (d *drops) common(t *net, vars []form.Var, c *cell) int32 {
	owner := int32(-1)
	for _, a := range [3]int32{c.a, c.b, c.c} {
		if a < 0 || t.cells[a].op == form.Const {
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
		return interval.Key(t.cells[n].kind, value[n])
	}
	return interval.Key(c.kind, form.EvalOp(c.op, c.kind, c.ka, at(c.a), at(c.b), at(c.c)))
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
	for _, n := range d.edge[d.first[x]:d.first[x+1]] {
		if !t.dropCell(x, n) {
			return false
		}
	}
	return true
}

// dropCell gives a cell the value that it has where x is dropped, and wakes what
// it is an argument of outside of what hangs on x.
func (t *net) dropCell(x, n int32) bool {
	d := t.rooms.drops
	if d.known[n] {
		return true
	}
	v, value := t.dom[n], d.value[n]
	if !t.has(n, value) {
		return false
	}
	was := change{n: n, dom: v, known: true}
	if n < t.vars && t.small[n].bits != 0 {
		was.bits = t.small[n].bits
		t.small[n].bits = 1 << uint64(value-t.small[n].base)
	}
	t.trail = append(t.trail, was)
	t.dom[n], d.known[n] = interval.Of(value, value), true
	if v.Fixed() {
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
