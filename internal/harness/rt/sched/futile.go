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
			s.choices.seen.set(s.futileKey(g.chosen, o), visit{})
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
		return s.choices.seen.has(s.futileKey(g.hash, o))
	})
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
