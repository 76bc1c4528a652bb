package sched

import "slices"

// A given is a lock that was given up. Shared means that others may have held it, too.
type given struct {
	lock   *Object
	shared bool
}

// A standing is the state of a goroutine after giving up locks in its last step.
//
// Giving up a lock is not a step, so no other goroutine can go on just before it. Instead, a goroutine that
// would have waited for the lock then may stand behind this goroutine, until this one has taken its next step.
type standing struct {
	// given are the locks that the goroutine has given up since its last step. It could have gone on.
	given []given
	// pointless means that there was no point at its last step.
	pointless bool
	// turns counts its steps.
	turns int
	// behind is the goroutine behind which it stands, as long as that has taken turn steps.
	behind *Goroutine
	turn   int
}

// An awaiter is a Waiter for a lock. Awaits reports whether it is the one of the object, held by one or shared.
type awaiter interface {
	Awaits(o *Object, shared bool) bool
}

// before returns the goroutine that could still hold the lock for which the one at a point waits, or nil.
func (s *Scheduler) before(at *Goroutine) *Goroutine {
	w, ok := at.wait.(awaiter)
	if !ok || s.choices.priorities != nil || len(s.gs) >= stepsBack {
		return nil
	}
	for _, g := range s.gs {
		if g != at && g.gives(w) >= 0 && g.mayGoOn() && !g.isBehind() {
			return g
		}
	}
	return nil
}

// stepBack makes the goroutine at a point stand behind another one. With it go the goroutines that wait for
// locks that the other gave up together with that lock, or later.
func (s *Scheduler) stepBack(at, before *Goroutine) {
	s.admitAll()
	held := before.given[before.gives(at.wait.(awaiter)):]
	for _, g := range s.gs {
		w, ok := g.wait.(awaiter)
		if ok && g != before && slices.ContainsFunc(held, func(x given) bool { return w.Awaits(x.lock, x.shared) }) {
			g.behind, g.turn = before, before.turns
		}
	}
}

// gives returns the index of the last lock given up that w waits for, or -1.
func (g *Goroutine) gives(w awaiter) int {
	for i, x := range slices.Backward(g.given) {
		if w.Awaits(x.lock, x.shared) {
			return i
		}
	}
	return -1
}

// mayGoOn reports whether the goroutine can take its next step.
func (g *Goroutine) mayGoOn() bool { return !g.done && (g.wait == nil || g.wait.Ready(g)) }

// isBehind reports whether the goroutine stands behind another one.
func (g *Goroutine) isBehind() bool {
	b := g.behind
	return b != nil && b.turns == g.turn && b.mayGoOn() && !b.isBehind()
}

// isAnyBehind reports whether some goroutine stands behind another one.
func (s *Scheduler) isAnyBehind() bool { return slices.ContainsFunc(s.gs, (*Goroutine).isBehind) }

// stepped notes that the goroutine takes the step of a point. If it takes a lock, others have given that up.
func (s *Scheduler) stepped(g *Goroutine) {
	g.given, g.pointless, g.behind = g.given[:0], false, nil
	g.turns++
	w, ok := g.wait.(awaiter)
	if !ok {
		return
	}
	for _, o := range s.gs {
		if i := o.gives(w); i >= 0 {
			o.given = o.given[i+1:]
		}
	}
}

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
		return o != g && k != Start && !s.isLast(o) && !(k == Nap && s.conduct.serial) && !o.yielded && !o.waking
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
			s.choices.seen.set(s.futileKey(g.chosen, o), visit{})
		}
	}
}

// isFutile reports whether the goroutine is known to wait for a lock as soon as it begins, while another one of a list can
// go on. A schedule in which it begins has no alternatives, so it is left out.
func (s *Scheduler) isFutile(g *Goroutine, list []*Goroutine) bool {
	return s.mayBeFutile(g, list) && slices.ContainsFunc(s.held, func(o *Object) bool {
		return s.choices.seen.has(s.futileKey(g.hash, o))
	})
}

// mayBeFutile reports whether a schedule in which the goroutine goes on is left out if that waits for a lock as soon as it begins.
func (s *Scheduler) mayBeFutile(g *Goroutine, list []*Goroutine) bool {
	return (g.op.Kind == Start || g.waking) && len(s.held) > 0 && s.anyGoesOn(g, list)
}

// futileKey identifies that a goroutine with a hash waits for a lock.
func (s *Scheduler) futileKey(hash uint64, o *Object) uint64 {
	return mix(mix(hash, o.birth), uint64(Lock))
}

// worthwhile returns the index of the first goroutine of a list that is not known to wait at once.
func (s *Scheduler) worthwhile(list []*Goroutine) int {
	if s.unreduced || s.choices.pruned {
		return 0
	}
	return max(slices.IndexFunc(list, func(g *Goroutine) bool { return !s.isFutile(g, list) }), 0)
}
