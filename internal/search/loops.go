package search

import (
	"math"
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// Loops are solutions of a residual that nested loops go through: the last variables are small, and only
// differences relate them. A loop goes through the values of its variable that the values of the loops
// around it allow. Whoever takes the solutions goes through the loops, so that none is written down.
type Loops struct {
	loops  []loop
	bounds []bound
	keys   []int64 // by loop: the key of its variable
	places []int32 // by loop: the place of its variable in the stream
	n      int     // how many solutions there are
	// exact says that one of the variables must have the exact level.
	exact bool

	// The row is the solutions that differ in the variable of the innermost loop only. values are its
	// values in them, first is the index of the first of them. begun says that there is a row.
	values []int64
	first  int
	begun  bool
	// outermost is the outermost loop that advance has moved.
	outermost int
}

// A loop goes through the keys base + i of a variable for the bits i of a set.
type loop struct {
	smallWalk        // what is left of the keys
	set       uint64 // the keys that are allowed, whatever the loops around it have
	exact     uint64 // those of them with the exact level
	base      int64
	bounds    int32 // the first of its bounds, -1 for none
	mask      int64 // key ^ mask is the value
	ascending bool
	alone     bool // no bound of a loop within it has its key
	laterMay  bool // a loop within it may have the exact level
	reached   bool // its key or that of a loop around it has the exact level
}

// A bound relates the key of a loop to that of a loop around it: it is at least, at most, equal to, or
// not equal to the other key and an offset. The offset is less the base of the loop.
type bound struct {
	op     boundOp
	of     int32
	next   int32 // the next bound of the same loop, -1 for none
	offset int64
}

type boundOp uint8

const (
	atLeast boundOp = iota
	atMost
	equals
	differs
)

func (l *Loops) reset() {
	l.loops, l.bounds, l.keys, l.places = l.loops[:0], l.bounds[:0], l.keys[:0], l.places[:0]
	l.n, l.exact, l.begun = 0, false, false
}

// allowed returns the keys of loop k, as bits, that the keys of the loops around it allow.
func (l *Loops) allowed(k int) uint64 {
	p := &l.loops[k]
	set := p.set
	for i := p.bounds; i >= 0; {
		b := &l.bounds[i]
		set &= b.bits(l.keys[b.of])
		i = b.next
	}
	return set
}

// bits returns the keys of the loop that the bound allows when the other key is x, as bits.
func (b *bound) bits(x int64) uint64 {
	i := x + b.offset
	switch b.op {
	case atLeast:
		return ^uint64(0) << uint64(max(i, 0))
	case atMost:
		return ^uint64(0) >> uint64(63-min(i, 63))
	case equals:
		return 1 << uint64(i)
	}
	return ^(1 << uint64(i))
}

// A counter counts solutions of loops.
type counter struct {
	*Loops
	inexact bool // those in which no variable has the exact level
	// steps is how many keys of loops around others were tried, found how many of the innermost loops.
	steps, found int64
	rare         bool // most keys lead to no solution
}

const (
	// loopsMost is the greatest number of solutions of loops.
	loopsMost = 1 << 40
	// countSteps is how many keys are tried before there has to be a solution for each countRate of them.
	countSteps = 1 << 12
	countRate  = 8
)

// count returns how many solutions loop k and those within it have. It is negative if they are more than
// loopsMost, or if most keys lead to none.
func (c *counter) count(k int) int64 {
	set := c.allowed(k)
	if c.inexact {
		set &^= c.loops[k].exact
	}
	if k == len(c.loops)-1 || set == 0 {
		c.found += int64(bits.OnesCount64(set))
		return int64(bits.OnesCount64(set))
	}
	if c.loops[k].alone {
		n, within := int64(bits.OnesCount64(set)), c.count(k+1)
		if within > loopsMost/n {
			return -1
		}
		return n * within
	}
	sum := int64(0)
	for ; set != 0; set &= set - 1 {
		c.keys[k] = c.loops[k].base + int64(bits.TrailingZeros64(set))
		n := c.count(k + 1)
		c.steps++
		c.rare = c.rare || c.steps > countSteps+countRate*c.found
		if sum += n; n < 0 || sum > loopsMost || c.rare {
			return -1
		}
	}
	return sum
}

// Len is the number of solutions.
func (l *Loops) Len() int { return l.n }

// Places are the places of the loops in the stream, from the outermost one on.
func (l *Loops) Places() []int32 { return l.places }

// Next goes on to the next row, which there has to be, and writes the numbers that change into the stream:
// those of the loops from loop k on, except the innermost one, whose values it returns.
func (l *Loops) Next(stream []int64) (k int, values []int64) {
	l.first += len(l.values)
	l.outermost = len(l.loops)
	l.advance(stream, len(l.loops)-2)
	return l.outermost, l.values
}

// seek goes to the row of solution i and writes the numbers of its first solution into the stream. It
// returns the place of the innermost loop and its values in the row from solution i on.
func (l *Loops) seek(stream []int64, i int) (place int, values []int64) {
	if !l.begun || i < l.first {
		l.begun, l.first, l.values = true, 0, l.values[:0]
		l.enter(0)
		l.advance(stream, 0)
	}
	for i >= l.first+len(l.values) {
		l.Next(stream)
	}
	return int(l.places[len(l.loops)-1]), l.values[i-l.first:]
}

// enter begins loop k.
func (l *Loops) enter(k int) {
	p := &l.loops[k]
	set := l.allowed(k)
	p.reached = !l.exact || k > 0 && l.loops[k-1].reached
	if !p.reached && !p.laterMay {
		set &= p.exact
	}
	if p.smallWalk = (smallWalk{}); set != 0 {
		p.smallWalk = walkBits(set, p.base, p.ascending)
	}
}

// advance goes on to the next row, from loop k on. There has to be one.
func (l *Loops) advance(stream []int64, k int) {
	for inner := len(l.loops) - 1; ; {
		p := &l.loops[k]
		if k == inner {
			l.values = l.values[:0]
			for x, ok := p.next(); ok; x, ok = p.next() {
				l.values = append(l.values, x^p.mask)
			}
			if len(l.values) > 0 {
				return
			}
			k--
			continue
		}
		x, ok := p.next()
		if !ok {
			k--
			continue
		}
		l.keys[k], stream[l.places[k]] = x, x^p.mask
		l.outermost = min(l.outermost, k)
		if l.exact {
			p.reached = k > 0 && l.loops[k-1].reached || p.exact>>uint64(x-p.base)&1 != 0
		}
		k++
		l.enter(k)
	}
}

// A nest knows which variables of a residual loops can go through.
type nest struct {
	// loopsFrom is the first place from which on they can.
	loopsFrom int
	loopOf    []int32 // by variable: its loop, -1 for none
	// rowKeys is reused by collectTable and collectWalk.
	rowKeys []int64
	// shape is the number of the current shape in the outermost residual, from 1 on. It goes on from
	// search to search.
	shape int64
}

// farthest bounds the keys and offsets of loops, so that sums of a few of them do not overflow.
const farthest = 1 << 60

// findLoops finds loopsFrom. The order is that of all variables.
func (r *residual) findLoops() {
	r.loopsFrom = math.MaxInt
	if !r.collects(math.MaxInt) || r.insolubleDue() {
		return
	}
	p := len(r.order)
	for ; p > 0; p-- {
		x := r.order[p-1]
		d := r.net.Dom[x]
		if r.source[x] == fromTable || !r.related[r.part[x]] || r.net.Small[x].Bits == 0 || d.Lo < -farthest || d.Hi > farthest {
			break
		}
	}
	if p < len(r.order) {
		r.loopsFrom = p
	}
}

// collectLoops collects the solutions below place p, from which on loops can go through all variables. If
// need is set, one of them must have the exact level. It returns ok false to stop the search, and tried
// false if the loops would have too many solutions or lead to few.
func (r *residual) collectLoops(p int, need bool) (tried, ok bool) {
	s := r.solver
	l := s.Options.Into.newLoops()
	l.exact = need
	if r.makeLoops(l, p); !r.boundLoops(l) {
		return true, s.fail()
	}
	if l.exact {
		r.findExactLoops(l)
	}
	if len(l.loops) == 0 {
		if l.exact {
			return true, s.fail()
		}
		return true, s.found()
	}
	n, ok := r.countLoops(l, p)
	switch {
	case !ok:
		return false, true
	case n == 0:
		return true, s.fail()
	case len(l.loops) == 1:
		place, values := l.seek(s.stream, 0)
		return true, s.collectValues(place, values, s.work()-s.workBefore)
	}
	l.n = int(n)
	s.failuresSince, s.shortestPath = 0, math.MaxInt
	s.stats.Solutions += n
	s.Options.Into.addLoops(l, s.stream, s.data.shape, s.work()-s.workBefore)
	if s.outOfWork() {
		return true, s.giveUp()
	}
	return true, !s.Options.Into.full() || s.yield(nil)
}

// makeLoops makes a loop for each variable from place p on. Values of those that are decided are written
// into the stream.
func (r *residual) makeLoops(l *Loops, p int) {
	r.loopOf = propagate.Grow(r.loopOf, len(r.vars))
	for i := range r.loopOf {
		r.loopOf[i] = -1
	}
	for _, x := range r.order[p:] {
		d, kind := r.net.Dom[x], r.net.Cells[x].Kind
		if d.Fixed() {
			r.solver.stream[r.pos[x]] = interval.Key(kind, d.Lo)
			l.exact = l.exact && !r.exact[x].include(d.Lo)
			continue
		}
		v, small := &r.solver.form.Vars[r.vars[x]], &r.net.Small[x]
		r.loopOf[x] = int32(len(l.loops))
		l.loops = append(l.loops, loop{
			set: small.Bits, base: small.Base, mask: interval.Key(kind, 0),
			ascending: v.Ascending || v.Kind == form.Uint64, alone: true, bounds: -1,
		})
		l.keys, l.places = append(l.keys, 0), append(l.places, int32(r.pos[x]))
	}
}

// findExactLoops notes which keys of loops have the exact level.
func (r *residual) findExactLoops(l *Loops) {
	for x, k := range r.loopOf {
		if e := &r.exact[x]; k >= 0 && e.any {
			p := &l.loops[k]
			p.exact = p.set & (1<<uint64(e.first-p.base) | 1<<uint64(e.second-p.base))
		}
	}
	later := false
	for k := len(l.loops) - 1; k >= 0; k-- {
		l.loops[k].laterMay = later
		later = later || l.loops[k].exact != 0
	}
}

// boundLoops makes the bounds of the loops. It returns false if there are no solutions.
func (r *residual) boundLoops(l *Loops) bool {
	t := &r.net
	for i := len(r.vars); i < len(t.Dom); i++ {
		c := &t.Cells[i]
		if c.Op < propagate.OpDiffLe {
			continue
		}
		a, b := r.loopOfCell(c.A), r.loopOfCell(c.B)
		inner, outer, of := max(a, b), min(a, b), c.A
		if inner < 0 || outer >= 0 && t.DifferenceHolds(c) {
			continue
		}
		p := &l.loops[inner]
		limit := bound{op: equals, of: outer, offset: c.Val, next: p.bounds}
		if a == inner {
			of, limit.offset = c.B, -c.Val
		}
		switch {
		case c.Op == propagate.OpDiffNe:
			limit.op = differs
		case c.Op == propagate.OpDiffLe && a == inner:
			limit.op = atMost
		case c.Op == propagate.OpDiffLe:
			limit.op = atLeast
		}
		if c.Op != propagate.OpDiffLe {
			limit.offset = -limit.offset // The cell is A == B + Val.
		}
		limit.offset -= p.base
		if outer < 0 {
			if p.set &= limit.bits(t.Dom[of].Lo); p.set == 0 {
				return false
			}
			continue
		}
		p.bounds, l.loops[outer].alone = int32(len(l.bounds)), false
		l.bounds = append(l.bounds, limit)
	}
	return true
}

// loopOfCell returns the loop of a cell that is a variable, -1 for none.
func (r *residual) loopOfCell(n int32) int32 {
	if int(n) >= len(r.vars) {
		return -1
	}
	return r.loopOf[n]
}

// countLoops counts the solutions of loops from place p on. It returns false if they are too many or too
// rare; then loops are for later places only, or for none.
func (r *residual) countLoops(l *Loops, p int) (n int64, ok bool) {
	c := counter{Loops: l}
	n = c.count(0)
	if n > 0 && l.exact {
		c.inexact = true
		m := c.count(0)
		if n -= m; m < 0 {
			n = -1
		}
	}
	r.net.Work += c.steps
	switch {
	case c.rare:
		r.loopsFrom = math.MaxInt
	case n < 0:
		r.loopsFrom = p + 1
	}
	return n, n >= 0
}
