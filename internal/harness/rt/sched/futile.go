package sched

import "slices"

// hold notes that a lock is held.
func (s *Scheduler) hold(o *Object) {
	if !slices.Contains(s.held, o) {
		s.held = append(s.held, o)
	}
}

// drop notes that a lock is held no longer.
func (s *Scheduler) drop(o *Object) {
	if i := slices.Index(s.held, o); i >= 0 {
		s.held = slices.Delete(s.held, i, i+1)
	}
}

// Hold notes that somebody holds the object until it is released.
func (o *Object) Hold() { the.hold(o) }

// anyGoesOn reports whether one of some goroutines, other than g, can go on with what it has begun.
func (s *Scheduler) anyGoesOn(g *Goroutine, list []*Goroutine) bool {
	return slices.ContainsFunc(list, func(o *Goroutine) bool {
		k := o.op.Kind
		return o != g && k != Start && k != Idle && !(k == Nap && s.conduct.serial) && !o.yielded && !o.waking
	})
}

// noteFutile remembers that the first step of a goroutine after it was chosen waits for a lock that is held.
func (s *Scheduler) noteFutile(g *Goroutine) {
	w, ok := g.wait.(awaiter)
	if !ok || s.choices.seen == nil {
		return
	}
	for _, o := range s.held {
		if w.Awaits(o, false) {
			s.choices.seen[s.futileKey(g.chosen, o)] = struct{}{}
		}
	}
}

// isFutile reports whether the goroutine is known to wait for a lock as soon as it begins, while another one of a list can
// go on. A schedule in which it begins has no alternatives, so it is left out.
func (s *Scheduler) isFutile(g *Goroutine, list []*Goroutine) bool {
	if g.op.Kind != Start && !g.waking || len(s.held) == 0 || !s.anyGoesOn(g, list) {
		return false
	}
	return slices.ContainsFunc(s.held, func(o *Object) bool {
		_, known := s.choices.seen[s.futileKey(g.hash, o)]
		return known
	})
}

// futileKey identifies that a goroutine with a hash waits for a lock. The last step that changed the lock identifies the
// lock, and that it is held.
func (s *Scheduler) futileKey(hash uint64, o *Object) uint64 {
	return mix(mix(mix(hash, s.conduct.ended), o.writes), uint64(Lock))
}
