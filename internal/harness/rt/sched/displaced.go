package sched

import "slices"

// A displacement says whether a preempted goroutine has to go on here.
//
// A goroutine is preempted after its step n, and goes on with step n+1 after steps of others. If none of these depends on
// step n, another schedule has the same outcome: it preempts the goroutine before step n, and takes both steps afterwards.
// That schedule has no more preemptions and is not shorter, so it was run, or will be. The goroutine does not go on here.
type displacement struct {
	// touched has the objects of its last step. bound means that steps of others may depend on that step in other ways.
	touched []touch
	bound   bool
	// displaced means that the goroutine was preempted, and that no step of others has depended on its last one since.
	displaced bool
}

// A touch is an object that a step read or changed.
type touch struct {
	object *Object
	wrote  bool
}

// A preempted counts the displaced goroutines.
type preempted struct {
	displaced int
	// entangled means that no goroutine is displaced in this schedule.
	entangled  bool
	overtaking overtaking
}

// beginStep begins the next step of the goroutine.
func (s *Scheduler) beginStep(g *Goroutine) {
	g.touched, g.bound = g.touched[:0], false
	s.admit(g)
}

// displace notes that the goroutine is preempted.
func (s *Scheduler) displace(g *Goroutine) {
	if g.bound || g.spins > 0 || s.entangled {
		return
	}
	if s.isAnyBehind() {
		return
	}
	g.displaced = true
	s.displaced++
}

// displacedOnes returns the goroutines that are displaced, a bit each.
func (s *Scheduler) displacedOnes() (out uint32) {
	for i, left := 0, s.displaced; left > 0; i++ {
		if s.gs[i].displaced {
			left--
			out |= 1 << i
		}
	}
	return out
}

// admit allows that the goroutine goes on: steps of others may depend on its last one.
func (s *Scheduler) admit(g *Goroutine) {
	if g.displaced {
		g.displaced = false
		s.displaced--
	}
}

// admitAll allows that any goroutine goes on.
func (s *Scheduler) admitAll() {
	for i := 0; s.displaced > 0; i++ {
		s.admit(s.gs[i])
	}
}

// bind notes that others may depend on the current step of the running goroutine in ways that objects do not show.
func (s *Scheduler) bind() {
	if g := s.cur; g != nil {
		g.bound = true
	}
	if o := &s.overtaking; s.cur != o.of {
		o.of = nil
	}
	s.admitAll()
}

// touch notes that a step of the goroutine reads or changes an object.
func (s *Scheduler) touch(g *Goroutine, o *Object, wrote bool) {
	if s.quiet && s.displaced == 0 || s.hasty {
		return
	}
	for i, left := 0, s.displaced; left > 0; i++ {
		if h := s.gs[i]; h.displaced {
			left--
			if h != g && h.concerns(o, wrote) {
				s.admit(h)
			}
		}
	}
	if s.overtaking.of != nil {
		s.overtaking.overtakes(g, touch{o, wrote})
	}
	for i := range g.touched {
		if t := &g.touched[i]; t.object == o {
			t.wrote = t.wrote || wrote
			return
		}
	}
	g.touched = append(g.touched, touch{o, wrote})
}

// concerns reports whether a step that reads or changes an object depends on the last step of the goroutine.
func (g *Goroutine) concerns(o *Object, wrote bool) bool {
	for _, t := range g.touched {
		if t.object == o {
			return wrote || t.wrote
		}
	}
	return false
}

// admitHindering admits goroutines whose last steps may be why the one at a point waits. Before these steps it would
// not wait, and to preempt it would count.
func (s *Scheduler) admitHindering(at *Goroutine) {
	if s.displaced == 0 || at == nil || at.wait == nil || at.wait.Ready(at) {
		return
	}
	w, ok := at.wait.(awaiter)
	if !ok {
		return // The step before has touched what it waits for.
	}
	for _, g := range s.gs {
		for _, t := range g.touched {
			if g.displaced && (w.Awaits(t.object, false) || w.Awaits(t.object, true)) {
				s.admit(g)
			}
		}
	}
}

// entangle notes that what goroutines may do next depends on more than objects.
func (s *Scheduler) entangle() {
	s.entangled = true
	s.admitAll()
}

// An overtaking is the last preemption of a schedule, as long as nobody but the two goroutines can go on, other than in vain.
//
// A goroutine is preempted before its step n, and goes on when the other one, which overtakes it, cannot go on any more. If no step of the
// other one depends on step n, a schedule that preempts the goroutine after step n has the same outcome. That schedule is not run. The same
// holds for the next steps, up to one on which a step of the other one depends.
type overtaking struct {
	// of is overtaken; nil if there is no such preemption. by overtakes it.
	of, by *Goroutine
	// over means that of goes on.
	over bool
	// before is the state at the preemption, after that when of goes on.
	before, after uint64
	// touched are the objects that by reads or changes.
	touched []touch
}

// mostTouched bounds the objects that one overtaking notes.
const mostTouched = 64

// overtake begins an overtaking.
func (s *Scheduler) overtake(of, by *Goroutine) {
	o := &s.overtaking
	o.of, o.by, o.over, o.before, o.touched = nil, by, false, s.state, o.touched[:0]
	if s.choices.exploring && !s.unreduced && !s.entangled && s.choices.early == 0 && !s.isAnyBehind() {
		o.of = of
	}
}

// overtakes notes that a step of the goroutine reads or changes an object.
func (o *overtaking) overtakes(g *Goroutine, t touch) {
	switch {
	case g == o.of:
	case o.over || g != o.by || len(o.touched) == mostTouched:
		o.of = nil
	default:
		o.touched = append(o.touched, t)
	}
}

// overtaken notes who can go on at a point of the goroutine at. It remembers preemptions after which all comes to the same as in this
// schedule.
func (s *Scheduler) overtaken(at *Goroutine, list []*Goroutine, clock bool) {
	o := &s.overtaking
	other := func(g *Goroutine) bool { return g != o.of && (o.over || g != o.by) && !s.isFutile(g, list) }
	two := !clock && !s.entangled && !slices.ContainsFunc(list, other)
	alone := two && !s.choices.pruned && slices.Contains(list, o.of) && (o.over || !slices.Contains(list, o.by))
	switch {
	case o.over && alone && at == o.of && !at.bound && at.spins == 0 && !at.isBetweenCalls() && !o.concern(at):
		s.choices.seen.set(preemptionKey(o.before+s.state-o.after, o.of, o.by), visit{})
		return
	case !o.over && alone && at != o.of:
		o.over, o.after = true, s.state
		return
	case !o.over && at != o.of && two:
		return
	}
	o.of = nil
}

// concern reports whether a step of the one that overtakes depends on the last step of the goroutine.
func (o *overtaking) concern(g *Goroutine) bool {
	for _, t := range o.touched {
		if g.concerns(t.object, t.wrote) {
			return true
		}
	}
	return false
}

// preemptionKey identifies that one goroutine is preempted by another one.
func preemptionKey(state uint64, of, by *Goroutine) uint64 {
	return mix(mix(state, uint64(of.id)<<32|uint64(by.id)), preempts)
}

// preempts marks the key of a preemption.
const preempts = 2 << 20
