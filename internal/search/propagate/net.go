// Package propagate narrows the domains of a form's terms until no single constraint excludes a
// further value.
//
// It takes a form and returns a net of cells with their domains. A caller decides variables,
// propagates, and undoes both by the trail. The package knows nothing of the order of solutions or
// of how they are searched for.
package propagate

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// Operations of a net beyond those of a form.
const (
	OpVar      form.Op = form.Ops + iota // a variable
	OpMember                             // whether the value of small variable A is in Set
	opRealized                           // whether variable A is realized; see realize.go
	opSizes                              // the size that a realized variable adds; see sizes.go
	OpDiffLe                             // A + Val <= B, asserted
	OpDiffNe                             // A != B + Val, asserted
	OpDiffEq                             // A == B + Val, asserted
)

// A Cell is a node of a net. And and Or have two arguments here. The index of a missing argument is
// -1.
type Cell struct {
	Op           form.Op
	Kind         form.Kind // of the value
	KindA, KindB form.Kind // of the arguments A and B
	A, B, C      int32
	Val          int64  // the offset of a difference; an index for realize.go and sizes.go
	Set          uint64 // of OpMember, relative to the base of the variable
	userStart    int32
}

// A Net is a set of cells with their domains. Revising a cell narrows the domains around it, forward
// from arguments to value and backward. Propagation does so until nothing changes (HC4, Benhamou and
// others, Revising hull and box consistency, 1999). The cells before Vars are variables. A variable
// is small if its domain spans at most 64 values; it then has a bit for each.
type Net struct {
	Cells []Cell
	Dom   []interval.Interval
	Small []Small // of the variables
	Vars  int32

	users  []int32 // the cells that have cell n as argument, from its userStart to that of the next cell
	queue  []int32
	head   int
	queued []bool
	// current is the cell under revision. A new value of its own need not wake it, because revise
	// goes forward first.
	current int32
	Trail   []Change
	Work    int64 // how many cells were revised
	Stop    *Stop

	// Follow is the width up to which every change of a domain wakes other cells; see Slack.
	Follow uint64

	Hierarchy *hierarchy // for the cells opRealized and opSizes; nil without such cells
}

// Small is the domain of a variable: bit i says that Base + i is in it. Without any bit the
// variable is not small; its domain is then its interval, without the gaps between Spans if there
// are any.
type Small struct {
	Bits  uint64
	Base  int64
	Spans []interval.Interval
}

// A Change records what a domain was before. With N = ^x it records that variable x was dropped.
// known says that the change also set drops.IsDecided.
type Change struct {
	N     int32
	known bool
	Dom   interval.Interval
	Bits  uint64
}

// In a domain wider than Net.Follow, a step that removes less than an eighth wakes no cells. So x <
// y && y < x over all integers ends early. Follow is Slack, or SharedSlack if few data are wanted
// of each of many shapes: otherwise each key that a tree gets would move those of all others.
const (
	Slack       = 1024
	SharedSlack = 63
)

// Add appends a cell with its domain and returns its index.
func (t *Net) Add(c Cell, dom interval.Interval) int32 {
	t.Cells = append(t.Cells, c)
	t.Dom = append(t.Dom, dom)
	return int32(len(t.Cells) - 1)
}

// Link builds the lists of users. It must be called when all cells are present.
func (t *Net) Link() {
	n := len(t.Cells)
	t.Cells = append(t.Cells, Cell{})
	for i := range t.Cells {
		t.Cells[i].userStart = 0
	}
	t.eachEdge(n, func(from, _ int32) { t.Cells[from+1].userStart++ })
	for i := 1; i <= n; i++ {
		t.Cells[i].userStart += t.Cells[i-1].userStart
	}
	total := int(t.Cells[n].userStart)
	t.users = Grow(t.users, total)
	t.eachEdge(n, func(from, to int32) {
		t.users[t.Cells[from].userStart] = to
		t.Cells[from].userStart++
	})
	for i := n; i > 0; i-- {
		t.Cells[i].userStart = t.Cells[i-1].userStart
	}
	t.Cells[0].userStart = 0
	t.queued = Grow(t.queued, n)
	clear(t.queued)
	t.queue, t.head, t.current, t.Trail = t.queue[:0], 0, -1, t.Trail[:0]
}

// Grow returns s with n elements of arbitrary value.
func Grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

func (t *Net) eachEdge(n int, f func(from, to int32)) {
	for i := int32(0); i < int32(n); i++ {
		c := &t.Cells[i]
		if c.Op == opSizes {
			t.Hierarchy.eachEdge(c, func(from int32) { f(from, i) })
			continue
		}
		if c.A >= 0 {
			f(c.A, i)
		}
		if c.B >= 0 && c.B != c.A {
			f(c.B, i)
		}
		if c.C >= 0 && c.C != c.A && c.C != c.B {
			f(c.C, i)
		}
	}
}

// Narrow removes the values outside w from the domain of n. It returns false if none is left.
func (t *Net) Narrow(n int32, w interval.Interval) bool {
	d := t.Dom[n]
	if w.Lo <= d.Lo && w.Hi >= d.Hi {
		return true
	}
	v := d.Meet(w)
	if v.Lo > v.Hi {
		return false
	}
	if n < t.Vars {
		s := &t.Small[n]
		if s.Bits != 0 {
			return t.NarrowBits(n, s.Bits&BitRun(uint64(v.Lo-s.Base), uint64(v.Hi-s.Base)))
		}
		if s.Spans != nil {
			if v = Snap(s.Spans, v); v.Lo > v.Hi {
				return false
			}
		}
	}
	t.Trail = append(t.Trail, Change{N: n, Dom: d})
	t.Dom[n] = v
	if v.Lo == v.Hi || d.Width() <= t.Follow || v.Width() < d.Width()-d.Width()/8 {
		t.Wake(n)
	}
	return true
}

// NarrowBits sets the domain of a small variable to a subset. It returns false if the subset is
// empty.
func (t *Net) NarrowBits(n int32, set uint64) bool {
	s := &t.Small[n]
	if set == s.Bits {
		return true
	}
	if set == 0 {
		return false
	}
	t.Trail = append(t.Trail, Change{N: n, Dom: t.Dom[n], Bits: s.Bits})
	s.Bits = set
	t.Dom[n] = s.Hull()
	t.Wake(n)
	return true
}

// Wake queues the cells that may be narrowed because the domain of n changed.
func (t *Net) Wake(n int32) {
	if n >= t.Vars && n != t.current && !t.queued[n] {
		t.queued[n] = true
		t.queue = append(t.queue, n)
	}
	for _, u := range t.users[t.Cells[n].userStart:t.Cells[n+1].userStart] {
		if !t.queued[u] {
			t.queued[u] = true
			t.queue = append(t.queue, u)
		}
	}
}

// WakeAll queues all cells except the variables.
func (t *Net) WakeAll() {
	for n := t.Vars; int(n) < len(t.Dom); n++ {
		t.queued[n] = true
		t.queue = append(t.queue, n)
	}
}

// Propagate revises the queued cells until the queue is empty. It returns false on a conflict, or
// if the search must stop.
func (t *Net) Propagate() bool {
	for t.head < len(t.queue) {
		n := t.queue[t.head]
		t.head++
		t.Work++
		t.queued[n], t.current = false, n
		if t.Work%StopWork == 0 && t.Stop.Ask() || !t.revise(n) {
			t.Forget()
			return false
		}
	}
	t.queue, t.head, t.current = t.queue[:0], 0, -1
	return true
}

// Forget empties the queue.
func (t *Net) Forget() {
	for _, n := range t.queue[t.head:] {
		t.queued[n] = false
	}
	t.queue, t.head, t.current = t.queue[:0], 0, -1
}

// Undo undoes all changes after the first mark entries of the trail.
func (t *Net) Undo(mark int) {
	for i := len(t.Trail) - 1; i >= mark; i-- {
		c := &t.Trail[i]
		if c.N < 0 {
			t.Hierarchy.Drops.IsDropped[^c.N] = false
			continue
		}
		t.Dom[c.N] = c.Dom
		if c.Bits != 0 {
			t.Small[c.N].Bits = c.Bits
		}
		if c.known {
			t.Hierarchy.Drops.IsDecided[c.N] = false
		}
	}
	t.Trail = t.Trail[:mark]
}

// Assign decides n and propagates; false on a conflict.
func (t *Net) Assign(n int32, x int64) bool {
	if !t.Narrow(n, interval.Of(x, x)) {
		t.Forget()
		return false
	}
	return t.Propagate()
}
