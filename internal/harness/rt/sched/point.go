package sched

import (
	"runtime"
	"slices"
)

// Point is called before a step of the running goroutine. It returns when the goroutine may take the step. A nil
// wait means that the step is always possible. It returns nil outside a schedule.
func Point(kind Kind, wait Waiter) *Goroutine {
	s := the
	g := s.cur
	if g == nil {
		if wait != nil && !wait.Ready(nil) {
			panic("the code under test waits for ever while its package is initialized")
		}
		return nil
	}
	if s.killing {
		if wait != nil && !wait.Ready(nil) {
			runtime.Goexit()
		}
		return nil
	}
	return s.point(g, Op{Kind: kind}, wait)
}

func (s *Scheduler) point(g *Goroutine, op Op, wait Waiter) *Goroutine {
	if s.recording {
		op.Stack = callers(4)
	}
	g.op, g.wait = op, wait
	if s.hasty {
		return s.hasten(g)
	}
	if g.spins > mostSpins || g.rounds > mostRounds || s.streak > mostStreak && s.last == g {
		s.entangle()
		if g.yielded = true; g.spins+g.rounds > 0 {
			s.vain++
		}
		g.spins, g.rounds = 0, 0
	}
	if g.yielded {
		g.since = s.steps
	}
	if !s.enters(g) {
		if g.id > 0 {
			s.conduct.points++
		}
		if next := s.choose(g); next != g {
			s.next = next
			s.park(g)
		}
		s.beginStep(g)
	}
	s.stepped(g)
	g.wait, g.yielded, g.briefly, g.stalled = nil, false, false, false
	s.count(g)
	return g
}

// count accounts for the beginning of a step.
func (s *Scheduler) count(g *Goroutine) {
	if s.steps++; s.steps&(1<<10-1) == 0 {
		s.progress.Add(1)
	}
	if s.hasty {
		return
	}
	if s.quiet || s.conduct.join.over {
		s.quietly++
	}
	if s.last != g {
		s.last, s.streak = g, 0
	}
	s.streak++
	s.step(g, mix(g.hash, uint64(g.op.Kind)))
	if s.recording {
		s.note(g.op.Stack)
		s.events = append(s.events, Event{Op: g.op, Goroutine: g.id, Sequence: g.sequence, Call: g.call, Known: slices.Clone(g.clock)})
	}
}

// enters reports whether the running goroutine is at its first step, at the first step of a call, or at the
// first since it was woken, and can take it. Then there is nothing to choose: no step since the choice to begin
// concerns another goroutine, and a later begin only orders more calls.
//
// If the goroutine has to wait, and another one can go on, nothing else is chosen in the rest of the schedule:
// schedules in which the other one goes on first have the same outcome.
func (s *Scheduler) enters(g *Goroutine) bool {
	if !g.entering {
		return false
	}
	g.entering = false
	if s.unreduced || s.quiet || g.yielded {
		return false
	}
	if g.op.Kind == Nap { // While it takes its time, calls may begin. That it does is another state than that it may begin.
		s.step(g, mix(g.hash, uint64(Start)))
		return false
	}
	if g.wait == nil || g.wait.Ready(g) {
		return true
	}
	if g.stalled = !s.anyGoesOn(g, s.candidates(g, s.conduct.serial)); !g.stalled {
		s.noteFutile(g)
		s.prune()
	}
	return false
}

// Wake is Point for a goroutine that waits for others. Going on afterwards is not a step of its own.
func Wake(kind Kind, wait Waiter) *Goroutine {
	g := Current()
	if g == nil {
		return Point(kind, wait)
	}
	g.waking, g.entering = true, false
	Point(kind, wait)
	g.waking, g.entering = false, true
	return g
}

// Take is Point for a step before which no other goroutine needs to go on: other goroutines can take their steps
// after it with the same results. The clock may have to move before it, also once another one has set an alarm.
func Take(kind Kind) *Goroutine {
	s := the
	g := Current()
	if g == nil || s.unreduced || s.memory.alarms || s.mayRing() {
		return Point(kind, nil)
	}
	g.op, g.wait, g.entering, g.pointless = Op{Kind: kind}, nil, false, true
	if s.recording {
		g.op.Stack = callers(3)
	}
	s.count(g)
	return g
}

// Release is Point for a step that gives up locks. Others may hold some of them too, if shared. A step between
// the previous step and this one matters only to goroutines that wait for such a lock, try to lock it, or give
// it up.
func Release(kind Kind, shared bool, locks ...*Object) *Goroutine {
	if the.memory.unlocks {
		return Point(kind, nil)
	}
	g := Take(kind)
	if g != nil && !the.unreduced {
		for _, o := range locks {
			g.given = append(g.given, given{o, shared})
		}
	}
	return g
}

// Timely says that it matters in this schedule when locks are given up.
func Timely() { the.timely = the.timely || !the.quiet }

// mostHasty bounds the steps that a schedule may still take once nothing is looked at any more.
const mostHasty = 1_000

// A haste is the rest of a schedule that comes to the same as another one: nothing in it is looked at. Goroutines only go on, so that they
// end, because to end them from outside takes longer.
type haste struct {
	hasty bool
	// since is how many steps were taken before.
	since int
}

// prune notes that nothing else is chosen in the rest of the schedule, because another schedule comes to the same.
func (s *Scheduler) prune() {
	s.choices.pruned = true
	if s.choices.exploring && !s.unreduced && !s.hasty {
		s.haste = haste{true, s.steps}
	}
}

// hasten is point once nothing is looked at.
func (s *Scheduler) hasten(g *Goroutine) *Goroutine {
	if s.steps++; s.steps-s.since > mostHasty {
		s.stop(Complete)
	}
	if next := s.any(g); next != g {
		s.next = next
		s.park(g)
	}
	g.wait = nil
	return g
}

// any returns a goroutine that can go on, the one at a point if it can; nil if none can.
func (s *Scheduler) any(at *Goroutine) *Goroutine {
	if at != nil && at.mayGoOn() {
		return at
	}
	for _, g := range s.gs {
		if g.mayGoOn() {
			return g
		}
	}
	return nil
}

// Note has the schedules that follow note the places of the code that they come to, or ends that.
func Note(on bool) {
	the.recording, the.noted = on, nil
	if on {
		the.noted = map[uintptr]bool{}
	}
}

// Noted returns how many places the schedules have come to since Note.
func Noted() int { return len(the.noted) }

// Variables returns pointers to the package variables that come back after each schedule.
func Variables() []any { return the.variables }

// note notes the places of a stack.
func (s *Scheduler) note(stack []uintptr) {
	if s.noted == nil {
		return
	}
	for _, pc := range stack {
		s.noted[pc] = true
	}
}
