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
func (s *Scheduler) outset(key uint64, g *Goroutine, list []*Goroutine) (o outset) {
	if s.entangled || s.unreduced {
		return o
	}
	o.edge = edge(key, g)
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

// Visits hold what is known of states, choices and locks by their keys, which are hashes.
type visits struct {
	slots []seen
	used  int
}

// A seen is one entry of visits; key 0 means that there is none.
type seen struct {
	key uint64
	visit
}

// fewest is how many slots visits have at first. They are a power of two, and at most half of them are used.
const fewest = 64

// get returns what is known of a key, and whether anything is.
func (v *visits) get(key uint64) (visit, bool) {
	if v.used == 0 {
		return visit{}, false
	}
	at := v.find(key)
	return v.slots[at].visit, v.slots[at].key != 0
}

// has reports whether anything is known of a key.
func (v *visits) has(key uint64) bool {
	_, ok := v.get(key)
	return ok
}

// set remembers what is known of a key.
func (v *visits) set(key uint64, x visit) {
	if 2*v.used >= len(v.slots) {
		old := v.slots
		v.slots, v.used = make([]seen, max(2*len(old), fewest)), 0
		for _, o := range old {
			if o.key != 0 {
				v.set(o.key, o.visit)
			}
		}
	}
	at := v.find(key)
	if v.slots[at].key == 0 {
		v.used++
	}
	v.slots[at] = seen{nonzero(key), x}
}

// find returns the slot of a key, or the one where it goes.
func (v *visits) find(key uint64) int {
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
