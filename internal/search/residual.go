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
	solver *Solver
	outer  *propagate.Net // the net of the form, or of the residual above: the outer net
	net    propagate.Net  // the net of this residual

	vars  []int32 // by variable of net: the variable of the form
	from  []int32 // by variable of net: the variable of outer
	pos   []int   // by variable of net: its place in the stream
	roots []int32 // the cells of net that must have a value of their domain
	dead  bool    // known to have no solution

	// By cell of outer. An entry is valid if its stamp is epoch.
	epoch         uint32
	impliedStamp  []uint32 // stamp of implied
	implied       []interval.Interval
	requiredStamp []uint32 // stamp
	localStamp    []uint32 // stamp of local
	localCell     []int32  // the cell of net

	evaluation

	watched   []int32 // reused by orderWatchedFirst
	looking   looking
	cliques   insoluble.Cliques
	remainder insoluble.Remainder

	enumeration
	narrower
}

func newResidual(s *Solver) *residual {
	r := &residual{solver: s, outer: &s.program.Net}
	r.limit, r.net.Follow = tableLimit, propagate.Slack
	r.net.Stop = r.outer.Stop
	r.reset()
	return r
}

// reset makes room for the cells of outer and invalidates all entries.
func (r *residual) reset() {
	if n := len(r.outer.Dom); n > len(r.impliedStamp) {
		n += n / 2
		r.impliedStamp, r.requiredStamp, r.localStamp = make([]uint32, n), make([]uint32, n), make([]uint32, n)
		r.implied, r.localCell = make([]interval.Interval, n), make([]int32, n)
		r.epoch = 0
	}
	r.epoch++
	r.dead, r.roots = false, r.roots[:0]
}

// run yields the solutions of the shape. It returns false to stop the search.
func (r *residual) run() bool {
	r.gather()
	if r.solver.Options.Shard.Of > 1 {
		if r.shardPrefix = r.solver.form.Beginning(r.solver.stream); r.solver.Options.Joint {
			r.shardPrefix = r.solver.form.JointBeginning(r.solver.stream)
		}
	}
	need := r.solver.witness.needed && !r.solver.witness.isDecided(r.outer)
	if len(r.vars) == 0 {
		numbered := true
		if e := r.solver.predicate; e != nil {
			e.beginShape()
			numbered = e.number()
		}
		if r.solver.Options.Shard.Of > 1 && r.inOtherShard() {
			return true
		}
		if need || !numbered {
			return r.solver.fail()
		}
		return r.solver.found()
	}
	if !r.isReset {
		r.reset()
	}
	r.isReset = false
	r.require(r.solver.program.Root)
	if r.dead {
		return r.solver.fail()
	}
	r.net.Link()
	if r.solver.sharing != nil {
		if !r.settle() {
			return r.solver.fail()
		}
	}
	if e := r.solver.predicate; e != nil && (e.answer == form.Waits || e.renaming != nil) {
		e.data = true
		defer func() { e.data = false }()
		return r.collect(need)
	}
	return r.enumerate(need)
}

// gather writes the decided values into the stream. It makes a variable of net for each realized
// data variable that is not decided.
func (r *residual) gather() {
	s := r.solver
	r.shape++
	out := s.stream[:0]
	r.clearNet()
	drops := r.outer.Hierarchy.Drops
	for i := 0; i < len(s.form.Vars); i++ {
		x := int32(i)
		if drops.IsDropped[i] {
			i = int(drops.End[i]) - 1
			continue
		}
		d := r.outer.Dom[i]
		out = append(out, interval.Key(s.form.Vars[i].Kind, d.Lo))
		if d.Fixed() {
			continue
		}
		r.variable(x, x, len(out)-1)
	}
	s.stream = out
}

// clearNet removes all cells from net.
func (r *residual) clearNet() {
	t := &r.net
	r.vars, r.from, r.pos = r.vars[:0], r.from[:0], r.pos[:0]
	t.Cells, t.Dom, t.Small, t.Vars = t.Cells[:0], t.Dom[:0], t.Small[:0], 0
}

// variable makes a variable of net for the realized variable x of outer. It is variable i of the
// form and has place pos in the stream.
func (r *residual) variable(x, i int32, pos int) {
	r.pos = append(r.pos, pos)
	r.from = append(r.from, x)
	r.vars = append(r.vars, i)
	d := r.outer.Dom[x]
	r.net.Add(propagate.Cell{Op: propagate.OpVar, Kind: r.outer.Cells[x].Kind, A: -1, B: -1, C: -1, Val: int64(i)}, d)
	r.net.Small = append(r.net.Small, r.smallOf(x, d))
	r.net.Vars++
}

// smallOf returns the domain of realized variable x of outer, within d.
func (r *residual) smallOf(x int32, d interval.Interval) propagate.Small {
	s := r.outer.Small[x]
	if s.Bits != 0 {
		return s
	}
	spans := s.Spans
	if r.outer.Hierarchy != nil {
		spans = r.outer.Hierarchy.Vars[x].Spans
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

// localVariable returns the variable of net for variable x of outer.
func (r *residual) localVariable(x int32) int32 {
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

// forward returns the values of cell n of outer that the domains of the variables imply, regardless
// of what was decided for the cell.
func (r *residual) forward(n int32) interval.Interval {
	c := &r.outer.Cells[n]
	if r.evaluates {
		if v, is := r.absent(n); is {
			return v
		}
	}
	if n < r.outer.Vars || c.Op == form.Const || r.outer.Hierarchy != nil && r.outer.Hierarchy.Drops.IsDecided[n] {
		return r.outer.Dom[n]
	}
	if c.Kind == form.Bool && r.outer.Dom[n] == interval.Unknown && !r.evaluates {
		return interval.Unknown
	}
	if r.impliedStamp[n] == r.epoch {
		return r.implied[n]
	}
	v := r.forwardCell(c)
	if r.evaluates && v.Fixed() {
		r.outer.Put(n, v.Lo)
	}
	r.impliedStamp[n], r.implied[n] = r.epoch, v
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
		s := r.outer.Small[c.A].Bits
		return interval.Of(form.Truth(s&^c.Set == 0), form.Truth(s&c.Set != 0))
	case propagate.OpDiffLe, propagate.OpDiffNe, propagate.OpDiffEq:
		return interval.Of(form.Truth(r.outer.DifferenceHolds(c)), 1)
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

// require adds to net the constraint that cell n of outer has a value of its domain there.
func (r *residual) require(n int32) {
	if n < r.outer.Vars || r.requiredStamp[n] == r.epoch {
		return
	}
	r.requiredStamp[n] = r.epoch
	v := r.outer.Dom[n]
	if r.forward(n).Within(v) {
		return
	}
	c := &r.outer.Cells[n]
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
			if r.outer.Dom[c.A].Lo == 1 {
				r.require(c.B)
			} else {
				r.require(c.C)
			}
			return
		}
		r.assert(n)
	case form.Eq, form.Lt, form.Le:
		if r.outer.Cells[c.A].Kind == form.Bool || !r.compare(c, v.Lo == 1) {
			r.assert(n)
		}
	default:
		r.assert(n)
	}
}

// requireAnd requires the arguments of an And or Or that explain its decided value.
func (r *residual) requireAnd(n int32, c *propagate.Cell) {
	absorbing := form.Truth(c.Op == form.Or)
	v, x, y := r.outer.Dom[n], r.outer.Dom[c.A], r.outer.Dom[c.B]
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

// assert adds a cell of net for cell n of outer and requires its value to be in its domain.
func (r *residual) assert(n int32) { r.roots = append(r.roots, r.addCell(n)) }

// addCell adds a cell of net for cell n of outer, with its domain.
func (r *residual) addCell(n int32) int32 {
	c := r.outer.Cells[n]
	if c.Op == propagate.OpMember {
		c.A = r.localVariable(c.A)
		return r.net.Add(c, r.outer.Dom[n])
	}
	c.A = r.cellFor(c.A)
	if c.B >= 0 {
		c.B = r.cellFor(c.B)
	}
	if c.C >= 0 {
		c.C = r.cellFor(c.C)
	}
	return r.net.Add(c, r.outer.Dom[n])
}

// cellFor returns the cell of net for cell n of outer.
func (r *residual) cellFor(n int32) int32 {
	if r.localStamp[n] == r.epoch {
		return r.localCell[n]
	}
	m := r.makeCellFor(n)
	r.localStamp[n], r.localCell[n] = r.epoch, m
	return m
}

func (r *residual) makeCellFor(n int32) int32 {
	v := r.decided(n)
	if v.Fixed() {
		r.require(n)
		k := r.outer.Cells[n].Kind
		return r.net.Add(propagate.Cell{Op: form.Const, Kind: k, A: -1, B: -1, C: -1, Val: interval.Key(k, v.Lo)}, v)
	}
	if n < r.outer.Vars {
		return r.localVariable(n)
	}
	c := &r.outer.Cells[n]
	switch c.Op {
	case form.Ite:
		if x := r.decided(c.A); x.Fixed() {
			r.require(c.A)
			if x.Lo == 1 {
				return r.cellFor(c.B)
			}
			return r.cellFor(c.C)
		}
	case form.And, form.Or:
		// The decided argument is not the absorbing one, or n would be decided.
		if r.decided(c.A).Fixed() {
			r.require(c.A)
			return r.cellFor(c.B)
		}
		if r.decided(c.B).Fixed() {
			r.require(c.B)
			return r.cellFor(c.A)
		}
	}
	return r.addCell(n)
}
