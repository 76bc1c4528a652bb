package sched

import (
	"container/heap"
	"time"
)

// Epoch is when the logical clock begins.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// timers are the events at later times of the logical clock. The clock moves when all goroutines wait, or
// earlier if the chooser decides so.
type timers struct {
	now   time.Duration
	queue timerQueue
	made  int
	// ringing means that an alarm is what happens now: the last one.
	ringing bool
	last    *Alarm
	// rests counts alarms after the calls.
	rests int
	// dated means that code under test has looked at the clock, late that it did so after a step without a point, during the calls of the
	// case. set means that an alarm was set during these.
	dated, late, set bool
}

// An Alarm is something that happens at a time.
type Alarm struct {
	at    time.Duration
	order int
	index int
	fire  func()
	lineage
}

func (t *timers) reset() { *t = timers{queue: t.queue[:0]} }

// Now returns the time of the logical clock. Outside a schedule it stands still.
func Now() time.Time {
	the.tells()
	the.timers.dated = the.timers.dated || the.cur != nil && !the.timers.ringing
	return epoch.Add(the.timers.now)
}

// tells accounts for a goroutine that learns the time.
func (s *Scheduler) tells() {
	if g := s.cur; g != nil && !s.timers.ringing {
		g.entering = false // The clock may have moved before the next step.
		s.timers.late = s.timers.late || g.pointless && !s.quiet
		s.step(g, mix(g.hash, uint64(s.timers.now)))
	}
}

// After calls f after d. f must not wait.
func After(d time.Duration, f func()) *Alarm {
	t := &the.timers
	the.bind()
	t.made++
	the.tells()
	t.set = t.set || !the.quiet
	a := &Alarm{at: t.now + max(d, 0), order: t.made, fire: f, lineage: lineage{name: the.origin().next()}}
	before := uint64(0)
	for _, o := range t.queue {
		if o.at == a.at {
			before++
		}
	}
	if g := the.cur; g != nil && before > 0 && !t.ringing {
		the.step(g, mix(g.hash, before)) // Of alarms at the same time the oldest rings first.
	}
	heap.Push(&t.queue, a)
	return a
}

// Stop takes the alarm back, and reports whether it was still to come.
func (a *Alarm) Stop() bool {
	if a == nil || a.index < 0 {
		return false
	}
	the.bind()
	heap.Remove(&the.timers.queue, a.index)
	a.index = -1
	return true
}

// advance moves the clock to the next alarm. It returns false if there is none.
func (t *timers) advance(s *Scheduler) bool {
	if len(t.queue) == 0 {
		return false
	}
	s.admitAll()
	a := heap.Pop(&t.queue).(*Alarm)
	a.index = -1
	t.now = a.at
	s.state += mix(uint64(a.at), a.name)
	if s.steps++; s.steps >= mostSteps {
		return false
	}
	if s.recording {
		s.events = append(s.events, Event{Op: Op{Kind: Tick}, Goroutine: -1, Sequence: -1, Call: -1})
	}
	t.ringing, t.last = true, a
	a.fire()
	t.ringing = false
	return true
}

// Ring has the alarms ring that are to come now, at most mostRests of them, and lets what they start go on until all goroutines
// wait. It is no part of what is recorded, unless the schedule ends there.
func Ring() {
	s := the
	n, last := len(s.events), time.Duration(0)
	for _, a := range s.timers.queue {
		last = max(last, a.at)
	}
	for range mostRests {
		if q := s.timers.queue; len(q) == 0 || q[0].at > last || !s.timers.advance(s) {
			break
		}
		Settle()
	}
	s.events = s.events[:n]
}

// Elapsed returns how much time has passed in the schedule.
func Elapsed() time.Duration { return the.timers.now }

// IsPending reports whether alarms are still to come.
func IsPending() bool { return len(the.timers.queue) > 0 }

// IsDated reports whether code has looked at the clock in the last schedule, and no alarm was set at its end.
func IsDated() bool { return the.timers.dated && !IsPending() }

// Pass moves the clock by a day. No alarm is set.
func Pass() {
	s := the
	s.timers.now += 24 * time.Hour
	s.tells()
}

// Begin starts a goroutine from an alarm. The goroutine knows everything that was released to an object.
func Begin(f func(), o *Object) {
	g := the.start(f, nil, -1)
	o.Fresh()
	o.Acquire(g)
}

// Delay waits for the duration d.
func Delay(d time.Duration) {
	g := Current()
	if g == nil {
		return
	}
	over := &flag{}
	After(d, func() { over.set = true })
	if g = Point(Sleep, over); g != nil {
		the.step(g, mix(g.hash, uint64(Sleep)))
	}
}

// A flag is a Waiter that is ready once it is set.
type flag struct{ set bool }

// Ready implements Waiter.
func (f *flag) Ready(*Goroutine) bool { return f.set }

type timerQueue []*Alarm

// Len, Less, Swap, Push and Pop implement heap.Interface.
func (q timerQueue) Len() int { return len(q) }
func (q timerQueue) Less(i, j int) bool {
	return q[i].at < q[j].at || q[i].at == q[j].at && q[i].order < q[j].order
}
func (q timerQueue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}
func (q *timerQueue) Push(x any) {
	a := x.(*Alarm)
	a.index = len(*q)
	*q = append(*q, a)
}
func (q *timerQueue) Pop() any {
	n := len(*q) - 1
	a := (*q)[n]
	*q = (*q)[:n]
	return a
}
