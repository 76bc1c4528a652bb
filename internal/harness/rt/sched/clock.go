package sched

import "slices"

// A Clock is a vector clock: the number of the last known step by goroutine.
type Clock []uint32

// At returns the entry of a goroutine.
func (c Clock) at(g int) uint32 {
	if g < len(c) {
		return c[g]
	}
	return 0
}

// join makes c at least d, and returns it.
func (c Clock) join(s *Scheduler, d Clock) Clock {
	if len(d) > len(c) {
		n := s.newClock(len(d))
		copy(n, c)
		c = n
	}
	for i, v := range d {
		if v > c[i] {
			c[i] = v
		}
	}
	return c
}

// A clockMemory is where the clocks of a schedule are.
type clockMemory struct {
	words []uint32
	used  int
}

// clockRoom is how many goroutines the clock of a schedule has room for before it grows.
const clockRoom = 8

// newClock returns a clock from the memory of the schedule.
func (s *Scheduler) newClock(n int) Clock {
	n = max(n, clockRoom)
	if s.used+n > len(s.words) {
		s.words = make([]uint32, max(4096, 2*len(s.words), n))
		s.used = 0
	}
	c := s.words[s.used : s.used+n : s.used+n]
	s.used += n
	clear(c)
	return c
}

// An Object is what steps are about: a lock, a channel, a variable. The zero Object is ready to
// use. What it holds counts for one schedule.
type Object struct {
	epoch uint32
	// writes identifies the last step that changed the object, with all steps before it. reads has those since
	// that only read.
	writes, reads uint64
	// birth identifies the first step with the object, and so the object in other schedules.
	birth uint64
	// released is what a goroutine knows that acquires the object; shared is what readers know
	// that released it.
	released, shared Clock
}

// Fresh reports whether the object is used for the first time in this schedule, and marks it.
func (o *Object) Fresh() bool {
	if o.epoch == the.epoch {
		return false
	}
	*o = Object{epoch: the.epoch}
	return true
}

// mix combines two hashes. The order matters.
func mix(a, b uint64) uint64 {
	x := (a ^ 0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd
	x = (x ^ x>>32) + b*0xc4ceb9fe1a85ec53
	x ^= x >> 29
	return x * 0xbf58476d1ce4e5b9
}

// changed accounts for a step of the running goroutine that changes the object.
func (s *Scheduler) changed(g *Goroutine, o *Object) {
	s.altered(g, o)
	s.vain = 0
	g.rested()
}

// altered is the part of changed that concerns other goroutines.
func (s *Scheduler) altered(g *Goroutine, o *Object) {
	if o.Fresh(); s.hasty {
		return
	}
	if o.birth == 0 {
		o.birth = g.hash
	}
	h := mix(g.hash, mix(o.writes, o.reads))
	o.writes, o.reads = h, 0
	s.step(g, h)
	s.touch(g, o, true)
	s.changes++
}

// guarded accounts for a step that takes or gives up a lock. That alone is no progress: a goroutine may wait in a loop
// that does both.
func (s *Scheduler) guarded(g *Goroutine, o *Object) {
	if g.seenChanges != s.changes {
		g.rested()
	}
	s.altered(g, o)
	g.seenChanges = s.changes
}

// looked records a step that only reads the object.
func (s *Scheduler) looked(g *Goroutine, o *Object) {
	if o.Fresh(); s.hasty {
		return
	}
	if o.birth == 0 {
		o.birth = g.hash
	}
	h := mix(g.hash, o.writes)
	o.reads += h
	s.step(g, h)
	s.touch(g, o, false)
	if g.seenChanges != s.changes {
		g.rested()
	}
	g.seenChanges = s.changes
	if slices.Contains(g.looked, o) {
		g.spins++
		return
	}
	if len(g.looked) >= g.mostLooked {
		// A loop may begin here. The next list has room for one that looks at more.
		g.looked, g.mostLooked = g.looked[:0], 2*g.mostLooked
	}
	g.looked = append(g.looked, o)
}

// mostLooked is the initial bound on the objects that a goroutine has read.
const mostLooked = 32

// rested says that the goroutine does not wait in a loop.
func (g *Goroutine) rested() {
	g.spins, g.rounds, g.looked, g.mostLooked = 0, 0, g.looked[:0], mostLooked
}

// step accounts for a step with the given hash.
func (s *Scheduler) step(g *Goroutine, h uint64) {
	g.hash = h
	s.state += h * 0x9e3779b97f4a7c15
}

// tick separates the goroutine's next steps from those that others may know.
func (g *Goroutine) tick() { g.clock[g.id]++ }

// Acquire makes known to the running goroutine what others knew that released the object.
func (o *Object) Acquire(g *Goroutine) {
	if len(o.released) > 0 && !the.hasty {
		g.clock = g.clock.join(the, o.released)
	}
}

// Release makes known to those that acquire the object what the goroutine knows.
func (o *Object) Release(g *Goroutine) {
	if the.hasty {
		return
	}
	the.drop(o)
	o.released = o.released.join(the, g.clock)
	g.tick()
}

// AcquireShared and ReleaseShared are for readers: Acquire does not see their releases.
func (o *Object) AcquireShared(g *Goroutine) {
	if len(o.shared) > 0 && !the.hasty {
		g.clock = g.clock.join(the, o.shared)
	}
}

// ReleaseShared makes known to those that call AcquireShared what the goroutine knows.
func (o *Object) ReleaseShared(g *Goroutine) {
	if the.hasty {
		return
	}
	o.shared = o.shared.join(the, g.clock)
	g.tick()
}

// Changed accounts for a step of the goroutine that changes the object.
func (o *Object) Changed(g *Goroutine) { the.changed(g, o) }

// Locked accounts for a step of the goroutine that takes a lock, or that makes its holder known.
func (o *Object) Locked(g *Goroutine) {
	the.guarded(g, o)
	the.hold(o)
}

// Unlocked accounts for a step of the goroutine that gives up a lock.
func (o *Object) Unlocked(g *Goroutine) {
	the.guarded(g, o)
	g.rounds++
}

// Counted accounts for a step of the goroutine that changes how many hold the lock. That matters only if some code unlocks what it
// has not locked.
func (o *Object) Counted(g *Goroutine) {
	if the.memory.unlocks {
		the.guarded(g, o)
		return
	}
	the.looked(g, o)
}

// Looked accounts for a step that only looks at the object.
func (o *Object) Looked(g *Goroutine) { the.looked(g, o) }

// Causes returns for each event those of other goroutines that happen directly before it, by their indices: none of
// them happens before another one. What a goroutine learns from a later event while it waits in one counts for its
// next one.
func Causes(events []Event) [][]int {
	causes := make([][]int, len(events))
	knew := map[int]Clock{} // what the events of a goroutine account for
	for i, e := range events {
		known := append(slices.Clone(knew[e.Goroutine]), make(Clock, max(0, len(e.Learned)-len(knew[e.Goroutine])))...)
		for g, step := range e.Learned {
			if g == e.Goroutine || step <= known[g] {
				continue
			}
			k := lastBy(events, g, step)
			if k > i {
				continue
			}
			if known[g] = step; k >= 0 {
				causes[i] = append(causes[i], k)
			}
		}
		causes[i], knew[e.Goroutine] = direct(events, causes[i]), known
	}
	return causes
}

// lastBy returns the last event of a goroutine up to one of its steps, or -1.
func lastBy(events []Event, g int, step uint32) int {
	for k, e := range slices.Backward(events) {
		if e.Goroutine == g && e.Known.at(g) <= step {
			return k
		}
	}
	return -1
}

// direct leaves out events that happen before others of a list.
func direct(events []Event, list []int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(k int) bool {
		g := events[k].Goroutine
		return slices.ContainsFunc(list, func(other int) bool {
			return other > k && events[other].Learned.at(g) >= events[k].Known.at(g)
		})
	})
}

// learn notes what goroutines knew after each event: what they knew when their next one began, or at the end.
func (s *Scheduler) learn() {
	next := map[int]Clock{}
	for i := range slices.Backward(s.events) {
		e := &s.events[i]
		known, ok := next[e.Goroutine]
		if !ok && e.Goroutine >= 0 {
			known = slices.Clone(s.gs[e.Goroutine].clock)
		}
		e.Learned, next[e.Goroutine] = known, e.Known
	}
}
