package sched

// A novelty says which choices at a state are made there for the first time.
type novelty uint8

// The novelties of a state.
const (
	// known: all of them were made after no more preemptions, or will be.
	known novelty = iota
	// cheaper: those that are preemptions were, but to go on was one.
	cheaper
	// novel: none of them was.
	novel
)

// A visit is how a state was met for the first time: after how many preemptions.
type visit struct{ preemptions uint8 }

// novelty returns that of the state, and remembers the state. If the state was met before, with another goroutine at the point, each
// choice was made there after one preemption more at most.
func (c *chooser) novelty(s *Scheduler, key uint64, list []*Goroutine, free bool) novelty {
	at := list[0]
	own, any := key, mix(key, anyone)
	if !free {
		own = mix(key, at.name)
	}
	if c.seen.has(own) && !s.unreduced {
		return known
	}
	c.seen.set(own, visit{})
	if s.entangled || s.unreduced {
		return novel // What goroutines may do next depends on more than the state.
	}
	v, met := c.seen.get(any)
	switch {
	case !met:
		c.seen.set(any, visit{uint8(c.preemptions)})
		for _, g := range s.gs {
			if g.displaced { // It did not go on, because another schedule comes to the same.
				c.seen.set(mix(any, g.name), visit{})
			}
		}
		return novel
	case int(v.preemptions) < c.preemptions && !c.seen.has(mix(any, at.name)):
		return known
	}
	return cheaper
}

// key identifies the state, as far as it matters for what goroutines do next and what is judged.
func (c *chooser) key(s *Scheduler) uint64 {
	key := s.state
	for _, g := range s.gs { // The order of their numbers does not matter.
		if g.isBehind() {
			key += mix(2, g.name)
		}
		if g.stalled { // That it has begun was no step.
			key += mix(3, g.name)
		}
	}
	if c.early > 0 {
		key = mix(key, clockMoves) // Fewer demands apply to outcomes after this.
	}
	if s.conduct.patient != 0 {
		key = mix(mix(key, 4), s.conduct.patient)
	}
	return key
}

// force accounts for a state in which there is nothing to choose. If it was met before, that was after no more preemptions.
func (c *chooser) force(s *Scheduler) {
	if c.pruned || c.priorities != nil || s.unreduced || s.entangled || len(c.made) < len(c.prefix) {
		return
	}
	key := mix(c.key(s), forced)
	if c.seen.has(key) {
		s.prune()
		return
	}
	c.seen.set(key, visit{})
}

// outset returns what is known of a goroutine that is chosen from a list in a state.
func (s *Scheduler) outset(key uint64, g *Goroutine, list []*Goroutine, free bool) (o outset) {
	if s.entangled || s.unreduced {
		return o
	}
	if o.edge = edge(key, g); free {
		o.square = s.choices.square(s, g)
	}
	if len(s.held) == 1 && s.mayBeFutile(g, list) {
		o.futile = s.futileKey(g.hash, s.held[0])
	}
	return o
}

// edge identifies that a goroutine is chosen in a state.
func edge(key uint64, g *Goroutine) uint64 { return mix(mix(key, edges), g.name) }

// forced marks the key of a state in which there is nothing to choose, edges that of a state with a choice.
const (
	forced = 1 << 21
	edges  = 1 << 22
)

// anyone marks the key of a state whoever is at the point.
const anyone = 1 << 20

// Visits hold what is known of states, choices and locks.
type visits = table[visit]

// A table holds what is known by keys, which are hashes.
type table[V any] struct {
	slots []entry[V]
	used  int
}

// An entry is one of a table; key 0 means that there is none.
type entry[V any] struct {
	key   uint64
	value V
}

// fewest is how many slots a table has at first. They are a power of two, and at most half of them are used.
const fewest = 64

// get returns what is known of a key, and whether anything is.
func (v *table[V]) get(key uint64) (value V, ok bool) {
	if v.used == 0 {
		return value, false
	}
	at := v.find(key)
	return v.slots[at].value, v.slots[at].key != 0
}

// has reports whether anything is known of a key.
func (v *table[V]) has(key uint64) bool {
	_, ok := v.get(key)
	return ok
}

// set remembers what is known of a key.
func (v *table[V]) set(key uint64, x V) {
	if 2*v.used >= len(v.slots) {
		old := v.slots
		v.slots, v.used = make([]entry[V], max(2*len(old), fewest)), 0
		for _, o := range old {
			if o.key != 0 {
				v.set(o.key, o.value)
			}
		}
	}
	at := v.find(key)
	if v.slots[at].key == 0 {
		v.used++
	}
	v.slots[at] = entry[V]{nonzero(key), x}
}

// find returns the slot of a key, or the one where it goes.
func (v *table[V]) find(key uint64) int {
	key = nonzero(key)
	mask := len(v.slots) - 1
	at := int(key) & mask
	for v.slots[at].key != 0 && v.slots[at].key != key {
		at = (at + 1) & mask
	}
	return at
}

func nonzero(key uint64) uint64 {
	if key == 0 {
		return 1
	}
	return key
}

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
