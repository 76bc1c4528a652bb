package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/insoluble"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// A residual is what a form leaves open once its shape is decided and propagated: the data
// variables that are not fixed, and the constraints on them that their domains do not imply.
// Decided cells are replaced by their values.
//
// The decided value of a cell follows from the root and the shape. So simplifying by it is sound
// only if the cell is itself required to have its value. That is what require does. A requirement
// names only cells before its own. So, by induction over their order, every decided cell that was
// used has its value in every solution of the residual.
//
// A residual may be made from another residual; see narrower.go.
type residual struct {
	s *Solver
	g *propagate.Net // the net of the form, or of the residual above: the outer net
	t propagate.Net  // the net of this residual

	vars  []int32 // by variable of t: the variable of the form
	from  []int32 // by variable of t: the variable of g
	pos   []int   // by variable of t: its place in the stream
	roots []int32 // the cells of t that must have a value of their domain
	dead  bool    // known to have no solution

	// By cell of g. An entry is valid if its stamp is epoch.
	epoch    uint32
	known    []uint32 // stamp of implied
	implied  []interval.Interval
	required []uint32 // stamp
	moved    []uint32 // stamp of local
	local    []int32  // the cell of t

	evaluation
	ascent propagate.Ascent

	look      looking
	cliques   insoluble.Cliques
	remainder insoluble.Remainder

	enumeration
	guiding
	narrower
}

func newResidual(s *Solver) *residual {
	r := &residual{s: s, g: &s.prog.Net}
	r.limit, r.patience, r.t.Follow = tableLimit, guideAfter, propagate.Slack
	r.t.Stop = r.g.Stop
	r.room()
	return r
}

// room makes room for the cells of g and invalidates all entries.
func (r *residual) room() {
	if n := len(r.g.Dom); n > len(r.known) {
		n += n / 2
		r.known, r.required, r.moved = make([]uint32, n), make([]uint32, n), make([]uint32, n)
		r.implied, r.local = make([]interval.Interval, n), make([]int32, n)
		r.epoch = 0
	}
	r.epoch++
	r.dead, r.roots = false, r.roots[:0]
}

// run yields the solutions of the shape. It returns false to stop the search.
func (r *residual) run() bool {
	r.gather()
	if r.s.Options.Shard.Of > 1 {
		r.opening = r.s.form.Beginning(r.s.out)
	}
	need := r.s.wit.needed && !r.s.wit.given(r.g)
	if len(r.vars) == 0 {
		if r.s.Options.Shard.Of > 1 && r.foreign() {
			return true
		}
		if need {
			return r.s.fail()
		}
		return r.s.found()
	}
	if !r.roomed {
		r.room()
	}
	r.roomed = false
	r.require(r.s.prog.Root)
	if r.dead {
		return r.s.fail()
	}
	r.t.Link()
	r.base = r.base[:0]
	r.ascent.IsOrdered = false
	if r.s.sharing != nil {
		r.ascent.Prepare(&r.t)
		if !r.settle() {
			return r.s.fail()
		}
	}
	if e := r.s.predicate; e != nil && e.answer == form.Waits {
		e.data = true
		defer func() { e.data = false }()
		return r.collect(need)
	}
	return r.enumerate(need)
}

// assign decides variable x of t and propagates; false on a conflict.
func (r *residual) assign(x int32, k int64) bool {
	if r.ascent.IsOrdered {
		return r.ascent.Assign(&r.t, x, k)
	}
	return r.t.Assign(x, k)
}

// gather writes the decided values into the stream. It makes a variable of t for each realized data
// variable that is not decided.
func (r *residual) gather() {
	s := r.s
	out := s.out[:0]
	r.empty()
	drops := r.g.Rooms.Drops
	for i := 0; i < len(s.form.Vars); i++ {
		x := int32(i)
		if drops.Gone[i] {
			i = int(drops.End[i]) - 1
			continue
		}
		d := r.g.Dom[i]
		out = append(out, interval.Key(s.form.Vars[i].Kind, d.Lo))
		if d.Fixed() {
			continue
		}
		r.variable(x, x, len(out)-1)
	}
	s.out = out
}

// empty removes all cells from t.
func (r *residual) empty() {
	t := &r.t
	r.vars, r.from, r.pos = r.vars[:0], r.from[:0], r.pos[:0]
	t.Cells, t.Dom, t.Small, t.Vars = t.Cells[:0], t.Dom[:0], t.Small[:0], 0
}

// variable makes a variable of t for the realized variable x of g. It is variable i of the form and
// has place pos in the stream.
func (r *residual) variable(x, i int32, pos int) {
	r.pos = append(r.pos, pos)
	r.from = append(r.from, x)
	r.vars = append(r.vars, i)
	d := r.g.Dom[x]
	r.t.Add(propagate.Cell{Op: propagate.OpVar, Kind: r.g.Cells[x].Kind, A: -1, B: -1, C: -1, Val: int64(i)}, d)
	r.t.Small = append(r.t.Small, r.smallOf(x, d))
	r.t.Vars++
}

// smallOf returns the domain of realized variable x of g, within d.
func (r *residual) smallOf(x int32, d interval.Interval) propagate.Small {
	s := r.g.Small[x]
	if s.Bits != 0 {
		return s
	}
	spans := s.Spans
	if r.g.Rooms != nil {
		spans = r.g.Rooms.Homes[x].Spans
	}
	if len(spans) == 1 {
		spans = nil
	}
	s = propagate.Small{Base: d.Lo}
	switch {
	case d.Width() >= 64:
		s.Spans = spans
	case spans == nil:
		s.Bits = propagate.BitRun(0, d.Width())
	default:
		s.Bits = s.Encode(spans) & propagate.BitRun(0, d.Width())
	}
	return s
}

// at returns the variable of t for variable x of g.
func (r *residual) at(x int32) int32 {
	lo, hi := 0, len(r.from)
	for lo < hi {
		if m := (lo + hi) / 2; r.from[m] < x {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return int32(lo)
}

// forward returns the values of cell n of g that the domains of the variables imply, regardless of
// what was decided for the cell.
func (r *residual) forward(n int32) interval.Interval {
	c := &r.g.Cells[n]
	if r.evaluates {
		if v, is := r.absent(n); is {
			return v
		}
	}
	if n < r.g.Vars || c.Op == form.Const || r.g.Rooms != nil && r.g.Rooms.Drops.Known[n] {
		return r.g.Dom[n]
	}
	if c.Kind == form.Bool && r.g.Dom[n] == interval.Unknown && !r.evaluates {
		return interval.Unknown
	}
	if r.known[n] == r.epoch {
		return r.implied[n]
	}
	v := r.forwardCell(c)
	if r.evaluates && v.Fixed() {
		r.g.Put(n, v.Lo)
	}
	r.known[n], r.implied[n] = r.epoch, v
	return v
}

func (r *residual) forwardCell(c *propagate.Cell) interval.Interval {
	switch c.Op {
	case form.Not:
		v := r.forward(c.A)
		return interval.Of(1-v.Hi, 1-v.Lo)
	case form.And, form.Or:
		absorbing := interval.Of(form.Truth(c.Op == form.Or), form.Truth(c.Op == form.Or))
		v := r.forward(c.A)
		if v == absorbing {
			return v
		}
		w := r.forward(c.B)
		if w == absorbing || v.Fixed() {
			return w
		}
		return interval.Unknown
	case propagate.OpMember:
		s := r.g.Small[c.A].Bits
		return interval.Of(form.Truth(s&^c.Set == 0), form.Truth(s&c.Set != 0))
	case propagate.OpDiffLe, propagate.OpDiffNe, propagate.OpDiffEq:
		return interval.Of(form.Truth(r.g.DifferenceHolds(c)), 1)
	case form.Ite:
		switch r.forward(c.A) {
		case interval.Of(1, 1):
			return r.forward(c.B)
		case interval.Of(0, 0):
			return r.forward(c.C)
		}
		return r.forward(c.B).Hull(r.forward(c.C))
	}
	x := r.forward(c.A)
	y := x
	if c.B >= 0 {
		y = r.forward(c.B)
	}
	return interval.OfOp(c.Op, c.Kind, c.KindA, c.KindB, x, y)
}

// require adds to t the constraint that cell n of g has a value of its domain there.
func (r *residual) require(n int32) {
	if n < r.g.Vars || r.required[n] == r.epoch {
		return
	}
	r.required[n] = r.epoch
	v := r.g.Dom[n]
	if r.forward(n).Within(v) {
		return
	}
	c := &r.g.Cells[n]
	if c.Kind != form.Bool || !v.Fixed() {
		r.assert(n)
		return
	}
	switch c.Op {
	case form.Not:
		r.require(c.A)
	case form.And, form.Or:
		r.requireAnd(n, c)
	case form.Ite:
		if r.decided(c.A).Fixed() {
			r.require(c.A)
			if r.g.Dom[c.A].Lo == 1 {
				r.require(c.B)
			} else {
				r.require(c.C)
			}
			return
		}
		r.assert(n)
	case form.Eq, form.Lt, form.Le:
		if r.g.Cells[c.A].Kind == form.Bool || !r.compare(c, v.Lo == 1) {
			r.assert(n)
		}
	default:
		r.assert(n)
	}
}

// requireAnd requires the arguments of an And or Or that explain its decided value.
func (r *residual) requireAnd(n int32, c *propagate.Cell) {
	absorbing := form.Truth(c.Op == form.Or)
	v, x, y := r.g.Dom[n], r.g.Dom[c.A], r.g.Dom[c.B]
	switch {
	case v.Lo != absorbing && x == v && y == v:
		r.require(c.A)
		r.require(c.B)
	case v.Lo == absorbing && x == v:
		r.require(c.A)
	case v.Lo == absorbing && y == v:
		r.require(c.B)
	default:
		r.assert(n)
	}
}

// assert adds a cell of t for cell n of g and requires its value to be in its domain.
func (r *residual) assert(n int32) { r.roots = append(r.roots, r.define(n)) }

// define adds a cell of t for cell n of g, with its domain.
func (r *residual) define(n int32) int32 {
	c := r.g.Cells[n]
	if c.Op == propagate.OpMember {
		c.A = r.at(c.A)
		return r.t.Add(c, r.g.Dom[n])
	}
	c.A = r.move(c.A)
	if c.B >= 0 {
		c.B = r.move(c.B)
	}
	if c.C >= 0 {
		c.C = r.move(c.C)
	}
	return r.t.Add(c, r.g.Dom[n])
}

// move returns the cell of t for cell n of g.
func (r *residual) move(n int32) int32 {
	if r.moved[n] == r.epoch {
		return r.local[n]
	}
	m := r.moveCell(n)
	r.moved[n], r.local[n] = r.epoch, m
	return m
}

func (r *residual) moveCell(n int32) int32 {
	v := r.decided(n)
	if v.Fixed() {
		r.require(n)
		k := r.g.Cells[n].Kind
		return r.t.Add(propagate.Cell{Op: form.Const, Kind: k, A: -1, B: -1, C: -1, Val: interval.Key(k, v.Lo)}, v)
	}
	if n < r.g.Vars {
		return r.at(n)
	}
	c := &r.g.Cells[n]
	switch c.Op {
	case form.Ite:
		if x := r.decided(c.A); x.Fixed() {
			r.require(c.A)
			if x.Lo == 1 {
				return r.move(c.B)
			}
			return r.move(c.C)
		}
	case form.And, form.Or:
		// The decided argument is not the absorbing one, or n would be decided.
		if r.decided(c.A).Fixed() {
			r.require(c.A)
			return r.move(c.B)
		}
		if r.decided(c.B).Fixed() {
			r.require(c.B)
			return r.move(c.A)
		}
	}
	return r.define(n)
}
