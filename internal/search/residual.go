package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// A residual is what is left of a form once the shape is decided and
// propagated: the data variables that are not yet fixed, and the constraints
// on them that their domains do not imply, with all that is decided taken out.
//
// The decided value of a cell is a consequence of Root and of the shape. A term
// may be simplified by it if the cell itself is required to have the value,
// which require does: a requirement names only cells before its own, so that by
// induction over their order every decided cell that was used has its value in
// every solution of the residual.
//
// A residual may be one of a residual, see narrower.go.
type residual struct {
	s *Solver
	g *net // of the form, or of the residual above
	t net  // of the residual

	vars  []int32 // by variable of t: that of the form
	from  []int32 // by variable of t: that of g
	pos   []int   // by variable of t: its place in the stream
	roots []int32 // the cells of t that the solutions must give a value of their domain
	dead  bool    // found to have no solution

	// By cell of g; what they hold counts if the stamp is that of this shape.
	epoch    uint32
	known    []uint32 // stamp of implied
	implied  []interval.Interval
	required []uint32 // stamp
	moved    []uint32 // stamp of local
	local    []int32  // the cell of t

	evaluation
	ascent ascent

	look      looking
	cliques   cliques
	remainder remainder

	enumeration
	guiding
	narrower
}

func newResidual(s *Solver) *residual {
	r := &residual{s: s, g: &s.prog.net}
	r.limit, r.patience, r.t.follow = tableLimit, guideAfter, slack
	r.t.stop = r.g.stop
	r.room()
	return r
}

// room makes room for as many cells as g has, and begins anew.
func (r *residual) room() {
	if n := len(r.g.dom); n > len(r.known) {
		n += n / 2
		r.known, r.required, r.moved = make([]uint32, n), make([]uint32, n), make([]uint32, n)
		r.implied, r.local = make([]interval.Interval, n), make([]int32, n)
		r.epoch = 0
	}
	r.epoch++
	r.dead, r.roots = false, r.roots[:0]
}

// run finds the solutions of the shape; false to stop.
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
	r.require(r.s.prog.root)
	if r.dead {
		return r.s.fail()
	}
	r.t.link()
	r.base = r.base[:0]
	r.ascent.is = false
	if r.s.sharing != nil {
		r.ascent.make(&r.t)
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

// settle propagates what the net of the form has not followed.
func (r *residual) settle() bool {
	var ok bool
	if r.ascent.is {
		ok = r.ascent.all(&r.t)
	} else {
		r.t.wakeAll()
		ok = r.t.propagate()
	}
	for _, c := range r.t.trail {
		if c.n < r.t.vars && r.t.dom[c.n].Fixed() {
			r.base = append(r.base, c.n)
		}
	}
	r.t.trail = r.t.trail[:0]
	return ok
}

// assign decides a variable and propagates.
func (r *residual) assign(x int32, k int64) bool {
	if r.ascent.is {
		return r.ascent.assign(&r.t, x, k)
	}
	return r.t.assign(x, k)
}

// gather writes what is decided into the stream and makes a variable of t for
// each realized data variable that is not.
func (r *residual) gather() {
	s := r.s
	out := s.out[:0]
	r.empty()
	drops := r.g.rooms.drops
	for i := 0; i < len(s.form.Vars); i++ {
		x := int32(i)
		if drops.gone[i] {
			i = int(drops.end[i]) - 1
			continue
		}
		d := r.g.dom[i]
		out = append(out, interval.Key(s.form.Vars[i].Kind, d.Lo))
		if d.Fixed() {
			continue
		}
		r.variable(x, x, len(out)-1)
	}
	s.out = out
}

// empty takes all out of t.
func (r *residual) empty() {
	t := &r.t
	r.vars, r.from, r.pos = r.vars[:0], r.from[:0], r.pos[:0]
	t.cells, t.dom, t.small, t.vars = t.cells[:0], t.dom[:0], t.small[:0], 0
}

// variable makes a variable of t for the realized one x of g, which is the i-th
// of the form and has the place pos in the stream.
func (r *residual) variable(x, i int32, pos int) {
	r.pos = append(r.pos, pos)
	r.from = append(r.from, x)
	r.vars = append(r.vars, i)
	d := r.g.dom[x]
	r.t.add(cell{op: opVar, kind: r.g.cells[x].kind, a: -1, b: -1, c: -1, val: int64(i)}, d)
	r.t.small = append(r.t.small, r.smallOf(x, d))
	r.t.vars++
}

// smallOf gives the domain of realized variable x within d.
func (r *residual) smallOf(x int32, d interval.Interval) small {
	s := r.g.small[x]
	if s.bits != 0 {
		return s
	}
	spans := s.spans
	if r.g.rooms != nil {
		spans = r.g.rooms.homes[x].spans
	}
	if len(spans) == 1 {
		spans = nil
	}
	s = small{base: d.Lo}
	switch {
	case d.Width() >= 64:
		s.spans = spans
	case spans == nil:
		s.bits = run(0, d.Width())
	default:
		s.bits = s.encode(spans) & run(0, d.Width())
	}
	return s
}

// at gives the variable of t for one of g.
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

// forward gives the values of n that the domains of the variables imply, the
// decided values of cells left aside.
func (r *residual) forward(n int32) interval.Interval {
	c := &r.g.cells[n]
	if r.evaluates {
		if v, is := r.absent(n); is {
			return v
		}
	}
	if n < r.g.vars || c.op == form.Const || r.g.rooms != nil && r.g.rooms.drops.known[n] {
		return r.g.dom[n]
	}
	if c.kind == form.Bool && r.g.dom[n] == interval.Unknown && !r.evaluates {
		return interval.Unknown
	}
	if r.known[n] == r.epoch {
		return r.implied[n]
	}
	v := r.forwardCell(c)
	if r.evaluates && v.Fixed() {
		r.g.put(n, v.Lo)
	}
	r.known[n], r.implied[n] = r.epoch, v
	return v
}

func (r *residual) forwardCell(c *cell) interval.Interval {
	switch c.op {
	case form.Not:
		v := r.forward(c.a)
		return interval.Of(1-v.Hi, 1-v.Lo)
	case form.And, form.Or:
		absorbing := interval.Of(form.Truth(c.op == form.Or), form.Truth(c.op == form.Or))
		v := r.forward(c.a)
		if v == absorbing {
			return v
		}
		w := r.forward(c.b)
		if w == absorbing || v.Fixed() {
			return w
		}
		return interval.Unknown
	case opMember:
		s := r.g.small[c.a].bits
		return interval.Of(form.Truth(s&^c.set == 0), form.Truth(s&c.set != 0))
	case opDiffLe, opDiffNe, opDiffEq:
		return interval.Of(form.Truth(r.g.differenceHolds(c)), 1)
	case form.Ite:
		switch r.forward(c.a) {
		case interval.Of(1, 1):
			return r.forward(c.b)
		case interval.Of(0, 0):
			return r.forward(c.c)
		}
		return r.forward(c.b).Hull(r.forward(c.c))
	}
	x := r.forward(c.a)
	y := x
	if c.b >= 0 {
		y = r.forward(c.b)
	}
	return interval.OfOp(c.op, c.kind, c.ka, c.kb, x, y)
}

// require puts into t that cell n of g has a value in its domain there.
func (r *residual) require(n int32) {
	if n < r.g.vars || r.required[n] == r.epoch {
		return
	}
	r.required[n] = r.epoch
	v := r.g.dom[n]
	if r.forward(n).Within(v) {
		return
	}
	c := &r.g.cells[n]
	if c.kind != form.Bool || !v.Fixed() {
		r.assert(n)
		return
	}
	switch c.op {
	case form.Not:
		r.require(c.a)
	case form.And, form.Or:
		r.requireAnd(n, c)
	case form.Ite:
		if r.decided(c.a).Fixed() {
			r.require(c.a)
			if r.g.dom[c.a].Lo == 1 {
				r.require(c.b)
			} else {
				r.require(c.c)
			}
			return
		}
		r.assert(n)
	case form.Eq, form.Lt, form.Le:
		if r.g.cells[c.a].kind == form.Bool || !r.compare(c, v.Lo == 1) {
			r.assert(n)
		}
	default:
		r.assert(n)
	}
}

// requireAnd: the decided value of an And or an Or comes from its arguments.
func (r *residual) requireAnd(n int32, c *cell) {
	absorbing := form.Truth(c.op == form.Or)
	v, x, y := r.g.dom[n], r.g.dom[c.a], r.g.dom[c.b]
	switch {
	case v.Lo != absorbing && x == v && y == v:
		r.require(c.a)
		r.require(c.b)
	case v.Lo == absorbing && x == v:
		r.require(c.a)
	case v.Lo == absorbing && y == v:
		r.require(c.b)
	default:
		r.assert(n)
	}
}

// assert makes a cell of t for n whose value must be in its domain.
func (r *residual) assert(n int32) { r.roots = append(r.roots, r.define(n)) }

// define makes a cell of t for n, with its domain.
func (r *residual) define(n int32) int32 {
	c := r.g.cells[n]
	if c.op == opMember {
		c.a = r.at(c.a)
		return r.t.add(c, r.g.dom[n])
	}
	c.a = r.move(c.a)
	if c.b >= 0 {
		c.b = r.move(c.b)
	}
	if c.c >= 0 {
		c.c = r.move(c.c)
	}
	return r.t.add(c, r.g.dom[n])
}

// move gives the cell of t that stands for n.
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
		k := r.g.cells[n].kind
		return r.t.add(cell{op: form.Const, kind: k, a: -1, b: -1, c: -1, val: interval.Key(k, v.Lo)}, v)
	}
	if n < r.g.vars {
		return r.at(n)
	}
	c := &r.g.cells[n]
	switch c.op {
	case form.Ite:
		if x := r.decided(c.a); x.Fixed() {
			r.require(c.a)
			if x.Lo == 1 {
				return r.move(c.b)
			}
			return r.move(c.c)
		}
	case form.And, form.Or:
		// The other argument is not the one that decides, else n were decided.
		if r.decided(c.a).Fixed() {
			r.require(c.a)
			return r.move(c.b)
		}
		if r.decided(c.b).Fixed() {
			r.require(c.b)
			return r.move(c.a)
		}
	}
	return r.define(n)
}
