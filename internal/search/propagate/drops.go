package propagate

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// Drops handle the parts of the input that are not realized. All variables of such a part have
// their defaults, so every cell that depends only on them has a known value. The cells among these
// that other cells have as arguments are decided at once; no propagation goes from cell to cell.
// The cells within the part are left alone: a form of great depth has many more variables than a
// shape realizes.
//
// Leaving them alone is sound. Propagation removes no value that variables can have together with
// what is decided. So if the cells on the edge still have their values, then the cells within have
// theirs.
type drops struct {
	// By variable: End is the first variable after those below it, parent the variable above it, -1
	// for none.
	End, parent []int32
	// By cell: Owner is the lowest variable that is above or equal to all variables the cell
	// depends on, -1 for none. Value is the key of its value if they have their defaults.
	Owner []int32
	Value []int64
	// edge lists, for each variable x from first[x] on, the cells on the edge of its part. They
	// depend only on x and variables below it, and other cells have them as arguments.
	edge, first []int32
	IsDropped   []bool // by variable: it was dropped
	IsDecided   []bool // by cell: it is on the edge of a dropped part
}

// newDrops computes the drops of a net that has all its cells. root is the cell that must be true.
func newDrops(t *Net, vars []form.Var, root int32) *drops {
	n := len(t.Dom)
	d := &drops{
		End: make([]int32, len(vars)), parent: make([]int32, len(vars)), first: make([]int32, len(vars)+1),
		IsDropped: make([]bool, len(vars)), IsDecided: make([]bool, n), Owner: make([]int32, n), Value: make([]int64, n),
	}
	for i := len(vars) - 1; i >= 0; i-- {
		d.parent[i] = vars[i].Parent
		d.End[i] = max(d.End[i], int32(i)+1)
		if up := d.parent[i]; up >= 0 {
			d.End[up] = max(d.End[up], d.End[i])
		}
	}
	// By cell: the least owner of the cells that have it as argument.
	reach := make([]int32, n)
	for i := range n {
		c := &t.Cells[i]
		d.Owner[i], reach[i] = -1, int32(n)
		switch {
		case i < len(vars):
			d.Owner[i], d.Value[i] = int32(i), t.Hierarchy.Vars[i].defaultKey
		case c.Op == opRealized || c.Op == opSizes:
			// Only cells of the same operations have them as arguments.
			d.Owner[i] = c.A
			continue
		case c.Op == form.Const:
			d.Value[i] = interval.Key(c.Kind, c.Val)
		default:
			if d.Owner[i] = d.common(t, vars, c); d.Owner[i] >= 0 {
				d.Value[i] = t.apply(c, d.Value)
			}
		}
		for _, a := range [3]int32{c.A, c.B, c.C} {
			if a >= 0 {
				reach[a] = min(reach[a], d.Owner[i])
			}
		}
	}
	reach[root] = -1
	d.edges(reach)
	return d
}

// edges computes the edge of each variable.
func (d *drops) edges(reach []int32) {
	each := func(f func(x, n int32)) {
		for n, r := range reach {
			if r == int32(len(reach)) {
				continue
			}
			for x := d.Owner[n]; x > r; x = d.parent[x] {
				f(x, int32(n))
			}
		}
	}
	each(func(x, _ int32) { d.first[x+1]++ })
	for x := range d.parent {
		d.first[x+1] += d.first[x]
	}
	d.edge = make([]int32, d.first[len(d.parent)])
	next := append([]int32{}, d.first...)
	each(func(x, n int32) {
		d.edge[next[x]] = n
		next[x]++
	})
}

// DroppedAbove returns the dropped variable that is x or above x; -1 if there is none.
func (d *drops) DroppedAbove(x int32) int32 {
	for ; x >= 0 && !d.IsDropped[x]; x = d.parent[x] {
	}
	return x
}

// common returns the lowest variable that is above or equal to all variables a cell depends on; -1
// for none.
func (d *drops) common(t *Net, vars []form.Var, c *Cell) int32 {
	owner := int32(-1)
	for _, a := range [3]int32{c.A, c.B, c.C} {
		if a < 0 || t.Cells[a].Op == form.Const {
			continue
		}
		at := d.Owner[a]
		if owner < 0 {
			owner = at
		}
		for owner >= 0 && (at < owner || at >= d.End[owner]) {
			owner = vars[owner].Parent
		}
		if owner < 0 {
			return -1
		}
	}
	return owner
}

// apply returns the value of a cell, which is not a variable, from the values of its arguments. All
// are keys.
func (t *Net) apply(c *Cell, value []int64) int64 {
	if c.Op == OpMember {
		return int64(c.Set >> uint64(value[c.A]-t.Small[c.A].Base) & 1)
	}
	at := func(n int32) int64 {
		if n < 0 {
			return 0
		}
		return interval.Key(t.Cells[n].Kind, value[n])
	}
	return interval.Key(c.Kind, form.EvalOp(c.Op, c.Kind, c.KindA, at(c.A), at(c.B), at(c.C)))
}

// drop gives variable x, which is not realized, and all variables below it their defaults. It
// returns false on a conflict.
func (t *Net) drop(x int32) bool {
	d := t.Hierarchy.Drops
	if d.IsDropped[x] {
		return true
	}
	d.IsDropped[x] = true
	t.Trail = append(t.Trail, Change{N: ^x})
	for _, n := range d.edge[d.first[x]:d.first[x+1]] {
		if !t.dropCell(x, n) {
			return false
		}
	}
	return true
}

// dropCell decides cell n as its value when x is dropped, and wakes the cells outside the part that
// have it as argument.
func (t *Net) dropCell(x, n int32) bool {
	d := t.Hierarchy.Drops
	if d.IsDecided[n] {
		return true
	}
	v, value := t.Dom[n], d.Value[n]
	if !t.Has(n, value) {
		return false
	}
	was := Change{N: n, Dom: v, known: true}
	if n < t.Vars && t.Small[n].Bits != 0 {
		was.Bits = t.Small[n].Bits
		t.Small[n].Bits = 1 << uint64(value-t.Small[n].Base)
	}
	t.Trail = append(t.Trail, was)
	t.Dom[n], d.IsDecided[n] = interval.Of(value, value), true
	if v.Fixed() {
		return true
	}
	for _, u := range t.users[t.Cells[n].userStart:t.Cells[n+1].userStart] {
		if d.Owner[u] < x && !t.queued[u] {
			t.queued[u] = true
			t.queue = append(t.queue, u)
		}
	}
	return true
}
