// Package propagate narrows the domains of the terms of a form until no constraint, looked
// at by itself, excludes a value.
//
// In comes a form, out comes a net of cells with their domains; who decides a variable
// propagates, and undoes it by the trail. It knows nothing of the order of solutions and of
// how they are searched for.
package propagate

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// Operations of a net beyond those of a form.
const (
	OpVar      form.Op = form.Conv + 1 + iota // a variable
	OpMember                                  // the bit of set that the small variable a stands at
	opRealized                                // whether variable a is realized; see realize.go
	opSizes                                   // the size that a realized variable adds; see sizes.go
	OpDiffLe                                  // a + val <= b, asserted
	OpDiffNe                                  // a != b + val, asserted
	OpDiffEq                                  // a == b + val, asserted
)

// A Cell is a node of a net. And and Or have two arguments here; where an
// argument is missing its index is -1.
type Cell struct {
	Op           form.Op
	Kind         form.Kind // of the value
	KindA, KindB form.Kind // of the arguments a and b
	A, B, C      int32
	Val          int64  // the offset of a difference, an index for realize.go and sizes.go
	Set          uint64 // of opMember
	userStart    int32
}

// A Net is a set of cells with their domains under propagation: revise narrows
// the domains around one cell, forward from arguments to value and backward,
// propagate does so until nothing changes (HC4, Benhamou and others, Revising
// hull and box consistency, 1999). Cells before vars are variables. A variable
// whose domain spans fewer than 64 values is small and has a bit for each.
type Net struct {
	Cells []Cell
	Dom   []interval.Interval
	Small []Small // of the variables
	Vars  int32

	users  []int32 // the cells that have cell n as argument: from its userStart to the next one's
	queue  []int32
	head   int
	queued []bool
	// current is the cell under revision, whose new value need not wake itself:
	// revise goes forward first.
	current int32
	Trail   []Change
	Work    int64 // how many cells were revised
	Stop    *Stop

	// Follow is how wide a domain may be of which every step is followed.
	Follow uint64

	Rooms *rooms // what opRealized and opSizes need; nil without such cells
}

// Small has bit i set when base + i is in the domain. Without any bit the
// variable is not small: its domain is the interval, less what lies between
// the spans.
type Small struct {
	Bits  uint64
	Base  int64
	Spans []interval.Interval
}

// A Change is what a domain was before; of ^x that variable x was dropped. Known
// says that the cell came to be known as one on the edge of what was dropped.
type Change struct {
	N     int32
	known bool
	Dom   interval.Interval
	Bits  uint64
}

// A domain wider than slack is not followed through steps that take off less
// than an eighth, so that x < y && y < x over all integers ends early. Where one
// shape after the other is looked for, and few of the data of each, that is done
// from sharedSlack on: else each key that a tree gets moves those of all others.
const (
	Slack       = 1024
	SharedSlack = 63
)

// Add appends a cell with its domain.
func (t *Net) Add(c Cell, dom interval.Interval) int32 {
	t.Cells = append(t.Cells, c)
	t.Dom = append(t.Dom, dom)
	return int32(len(t.Cells) - 1)
}

// Link builds the lists of users; to be called when all cells are there.
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

// Grow returns s with n elements, what they are is not said.
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
			t.Rooms.eachEdge(c, func(from int32) { f(from, i) })
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

// Narrow takes the values outside of w from the domain of n; false when none
// is left.
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

// NarrowBits sets the domain of a small variable to a subset.
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

// Wake queues the cells that may be narrowed because the domain of n was.
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

// WakeAll queues all cells but the variables.
func (t *Net) WakeAll() {
	for n := t.Vars; int(n) < len(t.Dom); n++ {
		t.queued[n] = true
		t.queue = append(t.queue, n)
	}
}

// Propagate revises what is queued until nothing is; false on a conflict, or when the
// search is to stop.
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

// Undo takes back the changes behind the first mark ones.
func (t *Net) Undo(mark int) {
	for i := len(t.Trail) - 1; i >= mark; i-- {
		c := &t.Trail[i]
		if c.N < 0 {
			t.Rooms.Drops.Gone[^c.N] = false
			continue
		}
		t.Dom[c.N] = c.Dom
		if c.Bits != 0 {
			t.Small[c.N].Bits = c.Bits
		}
		if c.known {
			t.Rooms.Drops.Known[c.N] = false
		}
	}
	t.Trail = t.Trail[:mark]
}

// Assign decides n and propagates.
func (t *Net) Assign(n int32, x int64) bool {
	if !t.Narrow(n, interval.Of(x, x)) {
		t.Forget()
		return false
	}
	return t.Propagate()
}
