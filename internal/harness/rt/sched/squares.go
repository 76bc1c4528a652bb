package sched

// A block is what a goroutine does from one state in which any may go on without a preemption to the next one. From is the first of these
// states, name that of the goroutine, and ended are the calls that had ended. Known means that nothing else than the state and the name decides
// what it does.
type block struct {
	from, name, ended uint64
	known             bool
}

// A target is the state behind a block. Over means that its goroutine does not wait there: it has ended, or is between calls. Ready has a bit for
// each goroutine that can go on, which others may have, too.
type target struct {
	state, ready uint64
	over         bool
}

// A square says how the same state may come about in another order. In a state S a goroutine h was chosen, and did its block; now g is to be
// chosen. If g did its block from S before, and h then did the same as from S, neither depends on the other: what g does now leads to the
// state that is there already. As both blocks end where switching is free, a schedule that preempts g within its block has one with as many
// preemptions that does so before h.
type square struct {
	// beside identifies that g is chosen in S; 0 means that there is no square. name is that of h, change is by how much h changes the state, and
	// bit is that of g.
	beside, name, change, bit uint64
}

// bit returns the one of a goroutine.
func (l *lineage) bit() uint64 { return 1 << (l.name >> 58) }

// isPlain reports whether the state alone decides what goroutines do next.
func (s *Scheduler) isPlain(key uint64) bool {
	return key == s.state && len(s.timers.queue) == 0 && !s.entangled && !s.unreduced && !s.conduct.serial
}

// arrive notes that a block ends here. The goroutine at a point is at; nil if it has ended.
func (c *chooser) arrive(s *Scheduler, at *Goroutine, list []*Goroutine) {
	b := c.block
	c.last, c.block = block{}, block{}
	if c.pruned || c.priorities != nil || len(c.made) < len(c.prefix)-1 || !s.isPlain(c.key(s)) {
		return
	}
	c.block = block{from: s.state, ended: s.conduct.ended, known: true}
	if b.known && s.cur != nil && b.name == s.cur.name {
		c.last = b
		t := target{state: s.state, over: at == nil || at.isBetweenCalls()}
		for _, g := range list {
			t.ready |= g.bit()
		}
		c.blocks.set(mix(mix(b.from, edges), b.name), t)
	}
}

// square returns that of a goroutine that may be chosen in the state in which a block has ended.
func (c *chooser) square(s *Scheduler, g *Goroutine) (q square) {
	l := c.last
	if !l.known || g.name == l.name || g.op.Kind == Start && l.ended != s.conduct.ended {
		return q
	}
	return square{mix(mix(l.from, edges), g.name), l.name, s.state - l.from, g.bit()}
}

// leading returns the index of the goroutine that goes on first where any may: of those from which something new may come the one at first, or
// the next one. It returns false if there is none.
func (c *chooser) leading(s *Scheduler, key uint64, list []*Goroutine, first int) (i int, any bool) {
	for n := range list {
		i := (first + n) % len(list)
		g := list[i]
		if g.displaced || c.isTaken(s.outset(key, g, list, true)) || n > 0 && (s.isFutile(g, list) || s.isMirrored(g)) {
			continue
		}
		return i, true
	}
	return first, false
}

// A knowledge is what the schedules of an exploration came to: states, choices and locks, and blocks by the choices that they begin with.
type knowledge struct {
	seen   visits
	blocks table[target]
}

// isTaken reports whether what goes on as an outset says comes to the same as another schedule.
func (k *knowledge) isTaken(o outset) bool {
	return o.edge != 0 && (k.seen.has(o.edge) || o.futile != 0 && k.seen.has(o.futile) || k.isClosed(o))
}

// isClosed reports whether an outset leads to a state that is there already, and notes that it does.
func (k *knowledge) isClosed(o outset) bool {
	if o.beside == 0 {
		return false
	}
	other, ok := k.blocks.get(o.beside)
	if !ok {
		return false
	}
	end, ok := k.blocks.get(mix(mix(other.state, edges), o.name))
	if !ok || end.state != other.state+o.change || !other.over && end.ready&o.bit != 0 {
		return false
	}
	end.over = other.over
	k.blocks.set(o.edge, end)
	return true
}
