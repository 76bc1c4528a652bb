package sched

import "iter"

// A Goroutine is one goroutine of the code under test. Its fields are those of one schedule.
type Goroutine struct {
	id int
	co *coroutine
	// op is the next step of the goroutine. wait says when it can be taken, and is nil if it always can.
	op   Op
	wait Waiter
	done bool
	// entering means that the goroutine has taken no step since it began a call, began to run, or was woken.
	// waking means that it has to be woken, stalled that it waits since it was entering.
	entering, waking, stalled bool
	spinning
	standing
	displacement
	// hash identifies what the goroutine has done and seen.
	hash uint64
	// chosen is what it was when the goroutine was chosen last.
	chosen uint64
	clock  Clock
	lineage
	part
}

// A lineage names a goroutine or an alarm by what it comes from. The number of a goroutine says in which order all were started; its name is
// the same in each order of independent steps.
type lineage struct {
	name uint64
	// children is how many goroutines and alarms come from it; taken is how many random numbers it has taken.
	children, taken uint64
}

// next returns the name of the next one that comes from it.
func (l *lineage) next() uint64 {
	l.children++
	return mix(l.name, l.children)
}

// origin returns what starts goroutines and sets alarms now.
func (s *Scheduler) origin() *lineage {
	switch {
	case s.timers.ringing:
		return &s.timers.last.lineage
	case s.cur != nil:
		return &s.cur.lineage
	}
	return &s.root
}

// A part is what a goroutine has to do in the case.
//
// Schedules that differ only in which of two goroutines with the same calls is which have the same outcome but for these names. Some
// of them are left out: the goroutine of the earlier sequence begins first.
type part struct {
	// call is the number of the call that the goroutine makes in the case, -1 without one.
	// sequence is the number of its sequence, -1 for goroutines that the code starts.
	call, sequence int
	// begun means that its first call has begun. twin runs an earlier sequence with the same calls; nil if there is none.
	begun bool
	twin  *Goroutine
}

// isMirrored reports whether a schedule in which the goroutine goes on here is left out. Sequential runs are all needed, because they are
// compared with outcomes call by call.
func (s *Scheduler) isMirrored(g *Goroutine) bool {
	return g.twin != nil && !g.twin.begun && !s.conduct.serial && !s.memory.owns
}

// tell notes that code sees which goroutine runs it. Then no two are the same.
func (s *Scheduler) tell() { s.told = s.told || !s.quiet }

// A spinning is the state of a goroutine that may wait in a loop, or lets others go first.
type spinning struct {
	// yielded means that others go first, since the given number of steps; briefly means that it may go on once another one has taken a step.
	yielded, briefly bool
	since            int
	// spins counts steps that read one of the looked objects again, since any goroutine last changed something.
	// There are no more than mostLooked of them.
	spins, seenChanges int
	// rounds counts the locks that it has given up since it wrote anything, or anybody else changed something.
	rounds     int
	looked     []*Object
	mostLooked int
}

// ID returns the number of the goroutine within its schedule.
func (g *Goroutine) ID() int { return g.id }

// A Waiter says whether the next step of a goroutine can be taken.
type Waiter interface{ Ready(g *Goroutine) bool }

// A coroutine runs goroutines of the code under test, one after the other.
type coroutine struct {
	s      *Scheduler
	g      *Goroutine
	job    func()
	resume func() (struct{}, bool)
	yield  func(struct{}) bool
	// exits counts the jobs that ended by Goexit; each leaves frames on the stack. over ends the coroutine.
	exits int
	over  bool
}

// mostExits is how many jobs of a coroutine may end by Goexit before it is ended.
const mostExits = 16

func newCoroutine(s *Scheduler) *coroutine {
	c := &coroutine{s: s}
	c.resume, _ = iter.Pull(func(yield func(struct{}) bool) {
		c.yield = yield
		deepen()
		c.serve()
	})
	return c
}

// deepen has the stack grow at once to what a coroutine comes to need, while there is little to copy.
//
//go:noinline
func deepen() {
	var room [12 << 10]byte
	occupy(&room)
}

//go:noinline
func occupy(*[12 << 10]byte) {}

// serve runs jobs until the coroutine is over. A job that ends by Goexit unwinds into the deferred call, where the
// coroutine goes on.
func (c *coroutine) serve() {
	exited := true
	defer func() {
		if exited {
			c.exits++
			c.s.ended(c.g)
			c.yield(struct{}{})
			c.serve()
		}
	}()
	for !c.over {
		if !c.s.killing { // A goroutine that has not begun when the schedule is over does not begin.
			c.run()
		}
		c.s.ended(c.g)
		c.yield(struct{}{})
	}
	exited = false
}

// end ends a coroutine without a job. The Goexit of its job then goes on, and ends the goroutine that resumes
// the coroutine too: end makes one for that.
func (c *coroutine) end() {
	c.over = true
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		c.resume()
	}()
	<-ended
}

// run runs one job. A panic that the job does not recover ends it.
func (c *coroutine) run() {
	normal := false
	defer func() {
		if normal {
			return
		}
		if p := recover(); p != nil && !c.s.killing {
			c.s.panicked(c.g, p)
		}
	}()
	c.job()
	normal = true
}
