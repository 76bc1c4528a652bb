package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// Operations of a net beyond those of a form.
const (
	opVar      form.Op = form.Conv + 1 + iota // a variable
	opMember                                  // the bit of set that the small variable a stands at
	opRealized                                // whether variable a is realized; see realize.go
	opSizes                                   // the size that a realized variable adds; see sizes.go
	opDiffLe                                  // a + val <= b, asserted
	opDiffNe                                  // a != b + val, asserted
	opDiffEq                                  // a == b + val, asserted
)

// A cell is a node of a net. And and Or have two arguments here; where an
// argument is missing its index is -1.
type cell struct {
	op        form.Op
	kind      form.Kind // of the value
	ka, kb    form.Kind // of the arguments a and b
	a, b, c   int32
	val       int64  // the offset of a difference, an index for realize.go and sizes.go
	set       uint64 // of opMember
	userStart int32
}

// A net is a set of cells with their domains under propagation: revise narrows
// the domains around one cell, forward from arguments to value and backward,
// propagate does so until nothing changes (HC4, Benhamou and others, Revising
// hull and box consistency, 1999). Cells before vars are variables. A variable
// whose domain spans fewer than 64 values is small and has a bit for each.
type net struct {
	cells []cell
	dom   []interval.Interval
	small []small // of the variables
	vars  int32

	users  []int32 // the cells that have cell n as argument: from its userStart to the next one's
	queue  []int32
	head   int
	queued []bool
	// current is the cell under revision, whose new value need not wake itself:
	// revise goes forward first.
	current int32
	trail   []change
	work    int64 // how many cells were revised
	stop    *stop

	// follow is how wide a domain may be of which every step is followed.
	follow uint64

	rooms *rooms // what opRealized and opSizes need; nil without such cells
}

// small has bit i set when base + i is in the domain. Without any bit the
// variable is not small: its domain is the interval, less what lies between
// the spans.
type small struct {
	bits  uint64
	base  int64
	spans []interval.Interval
}

// A change is what a domain was before; of ^x that variable x was dropped. Known
// says that the cell came to be known as one on the edge of what was dropped.
type change struct {
	n     int32
	known bool
	dom   interval.Interval
	bits  uint64
}

// A domain wider than slack is not followed through steps that take off less
// than an eighth, so that x < y && y < x over all integers ends early. Where one
// shape after the other is looked for, and few of the data of each, that is done
// from sharedSlack on: else each key that a tree gets moves those of all others.
const (
	slack       = 1024
	sharedSlack = 63
)

// add appends a cell with its domain.
func (t *net) add(c cell, dom interval.Interval) int32 {
	t.cells = append(t.cells, c)
	t.dom = append(t.dom, dom)
	return int32(len(t.cells) - 1)
}

// link builds the lists of users; to be called when all cells are there.
func (t *net) link() {
	n := len(t.cells)
	t.cells = append(t.cells, cell{})
	for i := range t.cells {
		t.cells[i].userStart = 0
	}
	t.eachEdge(n, func(from, _ int32) { t.cells[from+1].userStart++ })
	for i := 1; i <= n; i++ {
		t.cells[i].userStart += t.cells[i-1].userStart
	}
	total := int(t.cells[n].userStart)
	t.users = grow(t.users, total)
	t.eachEdge(n, func(from, to int32) {
		t.users[t.cells[from].userStart] = to
		t.cells[from].userStart++
	})
	for i := n; i > 0; i-- {
		t.cells[i].userStart = t.cells[i-1].userStart
	}
	t.cells[0].userStart = 0
	t.queued = grow(t.queued, n)
	clear(t.queued)
	t.queue, t.head, t.current, t.trail = t.queue[:0], 0, -1, t.trail[:0]
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

func (t *net) eachEdge(n int, f func(from, to int32)) {
	for i := int32(0); i < int32(n); i++ {
		c := &t.cells[i]
		if c.op == opSizes {
			t.rooms.eachEdge(c, func(from int32) { f(from, i) })
			continue
		}
		if c.a >= 0 {
			f(c.a, i)
		}
		if c.b >= 0 && c.b != c.a {
			f(c.b, i)
		}
		if c.c >= 0 && c.c != c.a && c.c != c.b {
			f(c.c, i)
		}
	}
}

// narrow takes the values outside of w from the domain of n; false when none
// is left.
func (t *net) narrow(n int32, w interval.Interval) bool {
	d := t.dom[n]
	if w.Lo <= d.Lo && w.Hi >= d.Hi {
		return true
	}
	v := d.Meet(w)
	if v.Lo > v.Hi {
		return false
	}
	if n < t.vars {
		s := &t.small[n]
		if s.bits != 0 {
			return t.narrowBits(n, s.bits&run(uint64(v.Lo-s.base), uint64(v.Hi-s.base)))
		}
		if s.spans != nil {
			if v = snap(s.spans, v); v.Lo > v.Hi {
				return false
			}
		}
	}
	t.trail = append(t.trail, change{n: n, dom: d})
	t.dom[n] = v
	if v.Lo == v.Hi || d.Width() <= t.follow || v.Width() < d.Width()-d.Width()/8 {
		t.wake(n)
	}
	return true
}

// run is the set of the bits lo..hi.
func run(lo, hi uint64) uint64 { return (^uint64(0) << lo) & (^uint64(0) >> (63 - hi)) }

// narrowBits sets the domain of a small variable to a subset.
func (t *net) narrowBits(n int32, set uint64) bool {
	s := &t.small[n]
	if set == s.bits {
		return true
	}
	if set == 0 {
		return false
	}
	t.trail = append(t.trail, change{n: n, dom: t.dom[n], bits: s.bits})
	s.bits = set
	t.dom[n] = s.hull()
	t.wake(n)
	return true
}

// remove takes one value from the domain of n where the domain can express it.
func (t *net) remove(n int32, x int64) bool {
	d := t.dom[n]
	if !d.Contains(x) {
		return true
	}
	if n < t.vars {
		if s := &t.small[n]; s.bits != 0 {
			return t.narrowBits(n, s.bits&^(1<<uint64(x-s.base)))
		}
	}
	switch {
	case d.Lo == d.Hi:
		return false
	case x == d.Lo:
		return t.narrow(n, interval.Of(x+1, d.Hi))
	case x == d.Hi:
		return t.narrow(n, interval.Of(d.Lo, x-1))
	}
	return true
}

// has reports whether x is in the domain of n, as far as the domain knows.
func (t *net) has(n int32, x int64) bool {
	if !t.dom[n].Contains(x) {
		return false
	}
	if n < t.vars {
		s := &t.small[n]
		if s.bits != 0 {
			return s.bits>>uint64(x-s.base)&1 != 0
		}
		if s.spans != nil {
			v := snap(s.spans, interval.Of(x, x))
			return v.Lo <= v.Hi
		}
	}
	return true
}

// snap gives the least interval that holds what v has of the spans; empty when
// there is nothing.
func snap(spans []interval.Interval, v interval.Interval) interval.Interval {
	w := interval.Of(1, 0)
	for _, s := range spans {
		if m := v.Meet(s); m.Lo <= m.Hi {
			if w.Lo > w.Hi {
				w.Lo = m.Lo
			}
			w.Hi = m.Hi
		}
	}
	return w
}

func (t *net) wake(n int32) {
	if n >= t.vars && n != t.current && !t.queued[n] {
		t.queued[n] = true
		t.queue = append(t.queue, n)
	}
	for _, u := range t.users[t.cells[n].userStart:t.cells[n+1].userStart] {
		if !t.queued[u] {
			t.queued[u] = true
			t.queue = append(t.queue, u)
		}
	}
}

// wakeAll queues all cells but the variables.
func (t *net) wakeAll() {
	for n := t.vars; int(n) < len(t.dom); n++ {
		t.queued[n] = true
		t.queue = append(t.queue, n)
	}
}

// propagate revises what is queued until nothing is; false on a conflict, or when the
// search is to stop.
func (t *net) propagate() bool {
	for t.head < len(t.queue) {
		n := t.queue[t.head]
		t.head++
		t.work++
		t.queued[n], t.current = false, n
		if t.work%stopWork == 0 && t.stop.now() || !t.revise(n) {
			t.forget()
			return false
		}
	}
	t.queue, t.head, t.current = t.queue[:0], 0, -1
	return true
}

// forget empties the queue.
func (t *net) forget() {
	for _, n := range t.queue[t.head:] {
		t.queued[n] = false
	}
	t.queue, t.head, t.current = t.queue[:0], 0, -1
}

// undo takes back the changes behind the first mark ones.
func (t *net) undo(mark int) {
	for i := len(t.trail) - 1; i >= mark; i-- {
		c := &t.trail[i]
		if c.n < 0 {
			t.rooms.drops.gone[^c.n] = false
			continue
		}
		t.dom[c.n] = c.dom
		if c.bits != 0 {
			t.small[c.n].bits = c.bits
		}
		if c.known {
			t.rooms.drops.known[c.n] = false
		}
	}
	t.trail = t.trail[:mark]
}

// assign decides n and propagates.
func (t *net) assign(n int32, x int64) bool {
	if !t.narrow(n, interval.Of(x, x)) {
		t.forget()
		return false
	}
	return t.propagate()
}
