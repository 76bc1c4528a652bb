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
	outset
}

// An outset is what is known of how an alternative goes on. Edge identifies the state and the choice; 0 if it depends on more. Futile
// identifies that its goroutine waits for a lock as soon as it begins; 0 if that would be no reason to leave it out.
type outset struct{ edge, futile uint64 }

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
		if s.quiet {
			return list[0]
		}
		if len(list) == 1 && !clock {
			s.choices.force(s)
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
		s.conduct.together = s.conduct.together || s.sleeping() > 1
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
		if !g.mayGoOn() || g.isBehind() || s.isLast(g) || serial && s.barred(g) {
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
		list = slices.DeleteFunc(list, func(g *Goroutine) bool { return g.yielded && !g.briefly })
		slices.SortStableFunc(list, func(a, b *Goroutine) int { return cmp.Compare(truth(a.yielded), truth(b.yielded)) })
	} else if yielded > 1 {
		// Each has its turn.
		slices.SortStableFunc(list, func(a, b *Goroutine) int { return cmp.Compare(a.since, b.since) })
	}
	if first := s.gs[0]; len(list) == 0 && s.isLast(first) && first.mayGoOn() {
		list = append(list, first)
	}
	s.choices.enabled = list
	return list
}

// isEarly reports whether a goroutine that lets others go first goes on before they wait. That counts as a preemption, so that it does not do
// so for ever.
func isEarly(g *Goroutine, list []*Goroutine) bool { return g.yielded && !list[0].yielded }

// truth returns 1 for true.
func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// isLast reports whether others go first: the goroutine waits until all wait, or for calls that have ended. What is left of others
// then does not depend on it.
func (s *Scheduler) isLast(g *Goroutine) bool {
	return g.op.Kind == Idle || g.op.Kind == Join && !s.unreduced
}

// take chooses among goroutines. It returns nil for two other choices: that the clock moves, if clock allows it,
// and stepsBack, if back allows it.
func (c *chooser) take(s *Scheduler, list []*Goroutine, free, back, clock bool) *Goroutine {
	n := len(c.made)
	if n < len(c.prefix) {
		if g, ok := c.follow(s, list, free, back, clock); ok {
			return g
		}
		c.diverged = true
		c.prefix = c.prefix[:n]
	}
	if c.priorities != nil && !list[0].yielded {
		if n := slices.IndexFunc(list, func(g *Goroutine) bool { return g.yielded }); n > 0 {
			return c.choose(list, c.priorities.first(list[:n]), free) // Those that have let others go first go on last.
		}
		return c.choose(list, c.priorities.first(list), free)
	}
	fresh := novel
	var key uint64
	if !c.pruned && c.priorities == nil {
		key = c.key(s)
		fresh = c.novelty(s, key, list, free)
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
				c.open = append(c.open, alternative{n, uint8(g.id), !free || isEarly(g, list), s.outset(key, g, list)})
			}
		}
		if clock { // Who is at a point goes on without a preemption once the clock has moved, so that it matters who that is.
			c.open = append(c.open, alternative{at: n, g: clockMoves, preempt: !s.conduct.serial})
		}
		if list[first].displaced && !s.unreduced {
			s.prune()
		} else if !s.entangled {
			c.seen.set(edge(key, list[first]), visit{})
		}
	}
	return c.choose(list, first, free)
}

// follow makes the next choice of the prefix, as take does. It returns false if that is not possible.
func (c *chooser) follow(s *Scheduler, list []*Goroutine, free, back, clock bool) (g *Goroutine, ok bool) {
	wanted := c.prefix[len(c.made)]
	switch {
	case clock && wanted == clockMoves:
		c.made = append(c.made, clockMoves)
		if !s.conduct.serial {
			c.preemptions++
			c.early++
		}
		return nil, true
	case back && wanted == stepsBack:
		c.made = append(c.made, stepsBack)
		return nil, true
	}
	i := slices.IndexFunc(list, func(g *Goroutine) bool { return g.id == int(wanted) })
	if i < 0 {
		return nil, false
	}
	return c.choose(list, i, free), true
}

func (c *chooser) choose(list []*Goroutine, i int, free bool) *Goroutine {
	switch {
	case i > 0 && !free:
		c.preemptions++
		the.displace(list[0])
	case isEarly(list[i], list):
		c.preemptions++
	}
	c.made = append(c.made, uint8(list[i].id))
	return list[i]
}
