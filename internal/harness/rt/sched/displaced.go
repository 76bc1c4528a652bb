package sched

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
	entangled bool
}

// beginStep begins the next step of the goroutine.
func (s *Scheduler) beginStep(g *Goroutine) {
	g.touched, g.bound = g.touched[:0], false
	s.admit(g)
}

// displace notes that the goroutine is preempted.
func (s *Scheduler) displace(g *Goroutine) {
	if g.bound || g.spins > 0 || s.entangled || s.choices.early > 0 {
		return // Once the clock has moved early, a schedule that preempts before it may have to move it elsewhere.
	}
	if s.isAnyBehind() {
		return
	}
	g.displaced = true
	s.displaced++
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
