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
	g.given, g.behind = g.given[:0], nil
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
