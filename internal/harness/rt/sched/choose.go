package sched

import (
	"cmp"
	"math/bits"
	"slices"
)

// A chooser makes the choices of a schedule: those of a prefix, then the first of each.
type chooser struct {
	prefix []uint8
	// made are the choices made so far.
	made []uint8
	// open are the alternatives to choices after the prefix.
	open []alternative
	// seen has the states from which all was explored already, or will be.
	seen *visits
	// exploring means that alternatives are noted, and pruned that those to later choices are not.
	exploring, pruned bool
	// preemptions counts those made.
	preemptions int
	// early counts how often the clock moved although a goroutine could go on, or while several calls waited for it or something else.
	early int
	// diverged means that a choice of the prefix was not possible.
	diverged bool
	// priorities, if not nil, choose instead of the first alternative.
	priorities *priorities
	enabled    []*Goroutine
}

// clockMoves is the choice to move the clock to the next alarm, as if the goroutines took their time. It
// counts as a preemption.
const clockMoves = 255

// stepsBack is the choice that the goroutine at a point stands behind another one, as if that still held the
// lock.
const stepsBack = 254

// An alternative is another goroutine that could have been chosen as the at-th choice, clockMoves or stepsBack.
type alternative struct {
	at      int
	g       uint8
	preempt bool
}

func (c *chooser) begin(prefix []uint8, exploring bool) {
	c.prefix, c.made, c.open = prefix, c.made[:0], c.open[:0]
	c.exploring, c.pruned, c.preemptions, c.early, c.diverged = exploring, !exploring, 0, 0, false
}

// choose returns the goroutine that takes the next step. The goroutine at a point is at; nil means
// that it has ended. If nobody can go on, choose ends the schedule and returns nil.
func (s *Scheduler) choose(at *Goroutine) *Goroutine {
	if s.hasty {
		return s.any(at)
	}
	s.admitHindering(at)
	g := s.decide(at)
	if g != nil {
		g.chosen = g.hash
	}
	return g
}

// decide is choose without what follows from the choice.
func (s *Scheduler) decide(at *Goroutine) *Goroutine {
	waited := false // The goroutine waited before the clock moved early.
	for {
		list := s.ready(at)
		if len(list) == 0 {
			return nil
		}
		lenient := s.conduct.lenient
		s.conduct.lenient = false
		clock := lenient || s.mayRing()
		if len(list) == 1 && !clock || s.quiet {
			return list[0]
		}
		list = list[:min(len(list), clockMoves)]
		// Switching is free where the goroutine cannot go on, or is between calls.
		// Where all let others go first it is not, so that no one is left out for ever.
		free := (list[0] != at || waited || at.isBetweenCalls()) && !list[0].yielded
		var before *Goroutine
		if list[0] == at && !free {
			before = s.before(at)
		} else if at != nil {
			at.given = at.given[:0]
		}
		g := s.choices.take(s, list, free, before != nil, clock)
		switch {
		case g != nil:
			if lenient {
				s.conduct.patient |= s.patientCalls()
			}
			return g
		case s.choices.made[len(s.choices.made)-1] == stepsBack:
			s.stepBack(at, before)
		default:
			s.timers.advance(s)
			waited = waited || free
		}
	}
}

// isBetweenCalls reports whether it is no preemption that others go on before the next step of the goroutine.
func (g *Goroutine) isBetweenCalls() bool {
	return g.op.Kind == Start || g.op.Kind == Nap || g.op.Kind == Join
}

// ready returns the goroutines that can take the next step. It moves the clock while all wait. If nobody can go
// on, it records how the schedule ends.
func (s *Scheduler) ready(at *Goroutine) []*Goroutine {
	for {
		if s.steps-s.quietly >= mostSteps || s.quietly >= mostQuietly || s.vain > mostVain && len(s.timers.queue) == 0 {
			s.ending = Endless
			return nil
		}
		list := s.candidates(at, s.conduct.serial)
		if len(list) > 0 && !s.resting(list) {
			return list
		}
		if list = s.leniently(at); len(list) > 0 {
			return list
		}
		if bits.OnesCount64(s.patientCalls()) > 1 && !s.conduct.serial && len(s.timers.queue) > 0 {
			s.choices.early++ // It depends on the time whose alarm rings first.
		}
		if !s.timers.advance(s) {
			if list = s.candidates(at, false); len(list) == 0 {
				s.ending = Stuck
			}
			return list
		}
	}
}

// mostRests bounds the alarms that ring after the calls of a schedule. If the clock moved early in it, a goroutine that waits
// for one of them does not wait for ever.
const mostRests = 32

// resting reports whether all wait after the calls of a schedule in which the clock moved early, and an alarm
// may wake some.
func (s *Scheduler) resting(list []*Goroutine) bool {
	if list[0].op.Kind != Idle || s.choices.early == 0 || s.timers.rests >= mostRests || len(s.timers.queue) == 0 {
		return false
	}
	s.timers.rests++
	return true
}

// mayRing reports whether the clock may move although a goroutine can go on.
func (s *Scheduler) mayRing() bool {
	return len(s.timers.queue) > 0 && !s.quiet && !s.conduct.serial && len(s.gs) < clockMoves && s.choices.priorities == nil
}

// candidates returns who can take a step, the goroutine at a point first. If serial is set, no call
// begins while one of another sequence is not over.
func (s *Scheduler) candidates(at *Goroutine, serial bool) []*Goroutine {
	list := s.choices.enabled[:0]
	yielded := 0
	add := func(g *Goroutine) {
		if !g.mayGoOn() || g.isBehind() || g.op.Kind == Idle || serial && s.barred(g) {
			return
		}
		if g.yielded {
			yielded++
		}
		list = append(list, g)
	}
	if at != nil {
		add(at)
	}
	for _, g := range s.gs {
		if g != at {
			add(g)
		}
	}
	if yielded > 0 && yielded < len(list) {
		list = slices.DeleteFunc(list, func(g *Goroutine) bool { return g.yielded })
	} else if yielded > 1 {
		// Each has its turn.
		slices.SortStableFunc(list, func(a, b *Goroutine) int { return cmp.Compare(a.since, b.since) })
	}
	if len(list) == 0 {
		for _, g := range s.gs {
			if !g.done && g.op.Kind == Idle {
				list = append(list, g)
			}
		}
	}
	s.choices.enabled = list
	return list
}

// take chooses among goroutines. It returns nil for two other choices: that the clock moves, if clock allows it,
// and stepsBack, if back allows it.
func (c *chooser) take(s *Scheduler, list []*Goroutine, free, back, clock bool) *Goroutine {
	n := len(c.made)
	if n < len(c.prefix) {
		if clock && c.prefix[n] == clockMoves {
			c.made = append(c.made, clockMoves)
			if !s.conduct.serial {
				c.preemptions++
				c.early++
			}
			return nil
		}
		if back && c.prefix[n] == stepsBack {
			c.made = append(c.made, stepsBack)
			return nil
		}
		for i, g := range list {
			if g.id == int(c.prefix[n]) {
				return c.choose(list, i, free)
			}
		}
		c.diverged = true
		c.prefix = c.prefix[:n]
	}
	if c.priorities != nil && !list[0].yielded {
		return c.choose(list, c.priorities.first(list), free)
	}
	fresh := novel
	if !c.pruned && c.priorities == nil {
		fresh = c.novelty(s, list, free)
		if fresh == known {
			s.prune()
		}
	}
	first := 0
	if free {
		first = s.worthwhile(list)
	}
	if !c.pruned {
		if back {
			c.open = append(c.open, alternative{at: n, g: stepsBack})
		}
		for i, g := range list {
			if i == first {
				continue
			}
			if s.unreduced || (fresh == novel || free) && !g.displaced && !s.isFutile(g, list) && !s.isMirrored(g) {
				c.open = append(c.open, alternative{at: n, g: uint8(g.id), preempt: !free})
			}
		}
		if clock && (s.unreduced || fresh == novel) {
			c.open = append(c.open, alternative{at: n, g: clockMoves, preempt: !s.conduct.serial})
		}
		if list[first].displaced && !s.unreduced {
			s.prune()
		}
	}
	return c.choose(list, first, free)
}

func (c *chooser) choose(list []*Goroutine, i int, free bool) *Goroutine {
	if i > 0 && !free {
		c.preemptions++
		the.displace(list[0])
	}
	c.made = append(c.made, uint8(list[i].id))
	return list[i]
}

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

// A visit is how a state was met for the first time: after how many preemptions, and which goroutines, a bit each, did not go on because
// another schedule comes to the same.
type visit struct {
	preemptions uint8
	displaced   uint32
}

// novelty returns that of the state, and remembers the state. If the state was met before, with another goroutine at the point, each
// choice was made there after one preemption more at most.
func (c *chooser) novelty(s *Scheduler, list []*Goroutine, free bool) novelty {
	key, at := s.state, list[0].id
	for _, g := range s.gs {
		if g.isBehind() {
			key = mix(mix(key, 2), uint64(g.id))
		}
	}
	if c.early > 0 {
		key = mix(key, clockMoves) // Fewer demands apply to outcomes after this.
	}
	own, any := key, mix(key, anyone)
	if !free {
		own = mix(key, uint64(at)+1)
	}
	if c.seen.has(own) && !s.unreduced {
		return known
	}
	c.seen.set(own, visit{})
	if s.entangled || s.unreduced || len(s.gs) > mostMarked {
		return novel // What goroutines may do next depends on more than the state.
	}
	v, met := c.seen.get(any)
	switch {
	case !met:
		c.seen.set(any, visit{uint8(c.preemptions), s.displacedOnes()})
		return novel
	case int(v.preemptions) < c.preemptions && v.displaced>>at&1 == 0:
		return known
	}
	return cheaper
}

// anyone marks the key of a state whoever is at the point, where there are no more than mostMarked goroutines.
const (
	anyone     = 1 << 20
	mostMarked = 32
)
