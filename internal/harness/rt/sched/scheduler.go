package sched

import (
	"maps"
	"runtime"
	"slices"
	"sync/atomic"
	"unsafe"
)

// the is the scheduler of the process.
var the = &Scheduler{}

// The returns the scheduler of the process.
func The() *Scheduler { return the }

// A Scheduler runs the goroutines of one schedule after the other.
type Scheduler struct {
	crowd
	account
	mode
	clockMemory
	finalizing
	epoch    uint32
	choices  chooser
	timers   timers
	memory   shadow
	channels map[unsafe.Pointer]*channel
	ending   Ending
	events   []Event
	conduct  conduct
	// kept restore package variables, to which variables are pointers.
	kept      []func()
	variables []any
	// taken is how many random numbers were taken outside schedules.
	taken uint64
}

// A crowd is the goroutines of a schedule.
type crowd struct {
	// gs are all, by number. cur runs; next is who the driver resumes.
	gs        []*Goroutine
	cur, next *Goroutine
	// spare and free are used again. left had not ended when the schedule was over.
	spare []*Goroutine
	free  []*coroutine
	left  []Waiting
	preempted
	// initial are goroutines that were started while packages were initialized. Each schedule has them anew. What comes from no goroutine comes
	// from root.
	initial []func()
	root    lineage
}

// An account identifies the steps taken so far.
type account struct {
	// state identifies all that was done so far, up to the order of independent steps. changes
	// counts the steps that changed something, steps all, quietly those in which there was nothing to choose. visits counts the parts of values
	// that were looked at.
	state                           uint64
	changes, steps, quietly, visits int
	// last is the goroutine that took the last step, and the streak steps before it.
	last   *Goroutine
	streak int
	// vain counts how often goroutines that wait in a loop let others go first since anything was changed.
	vain int
	// held are the locks that are held.
	held []*Object
	// progress grows with the schedules, their steps and their accesses to memory, for other goroutines.
	progress atomic.Int64
}

// A mode is what the scheduler is about.
type mode struct {
	haste
	// killing means that the schedule is over and goroutines that are left unwind.
	killing bool
	// quiet means that no other choice than the first is considered.
	quiet bool
	// recording means that events are kept. noted are the places that schedules have come to; nil if they are not noted.
	recording bool
	noted     map[uintptr]bool
	// unwatched means that no races are looked for.
	unwatched bool
	// unreduced means that no schedule is left out for being equivalent to another.
	unreduced bool
	// timely means that it matters in this schedule when locks are given up, told that code saw which goroutine runs it.
	timely, told bool
}

// A conduct is the state of the calls of a case while they run.
type conduct struct {
	// serial forbids that calls of different sequences overlap, unless they wait. lenient means that no goroutine can go on, and that
	// calls may begin, or the clock moves, while others wait for an alarm or something else. patient are the calls that waited so when
	// others began, a bit each.
	serial, lenient bool
	// together means that several calls slept when the clock moved.
	together bool
	patient  uint64
	// ended has the calls that have ended, a bit each; before has for each call those that had
	// ended when it began.
	ended  uint64
	before []uint64
	// object stands for ended.
	object Object
	// points counts the points of others than the first goroutine, without the beginnings of calls, at which another one could go on.
	points int
	// join waits for the sequences of calls.
	join joining
	// panics are those that ended goroutines.
	panics []Panic
}

// A Panic ended a goroutine. Call is -1 if it was no call of the case.
type Panic struct {
	Goroutine, Sequence, Call int
	Value                     any
	Stack                     []uintptr
}

// An Ending says how a schedule ended.
type Ending uint8

// The endings of a schedule.
const (
	// Complete: the first goroutine reached its end.
	Complete Ending = iota
	// Stuck: all goroutines wait.
	Stuck
	// Endless: there were too many steps.
	Endless
	// Crashed: a goroutine that the code started panicked.
	Crashed
)

// mostSteps is how many steps a schedule may have, mostQuietly how many before and after the calls at the same time,
// mostGoroutines how many goroutines.
const (
	mostSteps      = 20_000
	mostQuietly    = 1_000_000
	mostGoroutines = 1_000
	// mostSpins is how often a goroutine looks again at what has not changed before others go first.
	mostSpins = 6
	// mostRounds bounds the locks that a goroutine gives up before others go first, while it writes nothing and
	// nothing changes. mostStreak bounds the steps it takes before others go first in any case. An endless
	// schedule in which others could go on proves nothing.
	mostRounds = 32
	mostStreak = 1_000
	// mostVain is how often goroutines let others go first, while nothing changes, before the schedule counts as endless.
	mostVain = 200
)

// run runs main as the first goroutine of a schedule, to the end of the schedule.
func (s *Scheduler) run(main func()) {
	s.begin()
	first := s.start(main, nil, 0)
	for _, f := range s.initial {
		s.start(f, first, -1)
	}
	s.next = first
	for s.next != nil {
		s.cur = s.next
		s.cur.co.resume()
	}
	s.cur = nil
	for _, g := range s.gs[1:] {
		if !g.done {
			s.left = append(s.left, Waiting{g.id, g.sequence, g.call, g.op})
		}
	}
	s.finish()
}

func (s *Scheduler) begin() {
	s.progress.Add(1)
	s.epoch++
	s.gs, s.left = s.gs[:0], s.left[:0]
	s.quiet, s.timely, s.told, s.unwatched = true, false, false, false
	s.state, s.changes, s.steps, s.quietly, s.visits, s.ending = 0, 0, 0, 0, 0, Complete
	s.last, s.streak, s.vain, s.haste = nil, 0, 0, haste{}
	s.displaced, s.entangled, s.root = 0, false, lineage{}
	s.held = s.held[:0]
	s.used = 0
	s.events = nil
	s.finalizers = nil
	s.timers.reset()
	s.memory.reset()
	clear(s.channels)
	s.conduct.ended, s.conduct.panics, s.conduct.points = 0, nil, 0
	s.conduct.before, s.conduct.lenient, s.conduct.together, s.conduct.patient, s.conduct.join.over = s.conduct.before[:0], false, false, 0, false
}

// finish unwinds the goroutines that are left, and takes back what the schedule changed in
// package variables.
func (s *Scheduler) finish() {
	s.killing = true
	for i := 0; i < len(s.gs); i++ {
		g := s.gs[i]
		if !g.done {
			s.cur = g
			g.co.resume()
		}
		if g.co.exits < mostExits {
			s.free = append(s.free, g.co)
		} else {
			g.co.end()
		}
		s.spare = append(s.spare, g)
	}
	s.killing, s.cur = false, nil
	for _, restore := range s.kept {
		restore()
	}
}

// largestKept is the size in bytes of the largest package variable that comes back.
const largestKept = 64 << 10

// Keep restores a package variable to its current value after each schedule. Of the memory it refers to, only
// maps are restored.
func Keep[T any](p *T) {
	if unsafe.Sizeof(*p) > largestKept {
		return // It is a table.
	}
	value := *p
	the.variables = append(the.variables, p)
	the.kept = append(the.kept, func() { *p = value })
}

// KeepMap is Keep for a map.
func KeepMap[M ~map[K]V, K comparable, V any](p *M) {
	m := maps.Clone(*p)
	the.variables = append(the.variables, p)
	the.kept = append(the.kept, func() { *p = maps.Clone(m) })
}

// start makes a goroutine that will run f.
func (s *Scheduler) start(f func(), parent *Goroutine, kind int) *Goroutine {
	var g *Goroutine
	if n := len(s.spare); n > 0 {
		g, s.spare = s.spare[n-1], s.spare[:n-1]
		*g = Goroutine{spinning: spinning{looked: g.looked}, standing: standing{given: g.given[:0]}, displacement: displacement{touched: g.touched[:0]}}
	} else {
		g = new(Goroutine)
	}
	s.bind()
	g.id, g.call, g.sequence = len(s.gs), -1, kind
	g.rested()
	if n := len(s.free); n > 0 {
		g.co, s.free = s.free[n-1], s.free[:n-1]
	} else {
		g.co = newCoroutine(s)
	}
	g.co.g, g.co.job = g, f
	g.clock = s.newClock(g.id + 1)
	from := s.origin()
	if parent != nil {
		g.clock, from = g.clock.join(s, parent.clock), &parent.lineage
		g.hash = parent.hash
	}
	g.name = from.next()
	g.hash = mix(g.hash, g.name)
	g.tick()
	g.op, g.entering = Op{Kind: Start}, kind != 0
	s.gs = append(s.gs, g)
	return g
}

// Current returns the goroutine that runs, or nil outside a schedule.
func Current() *Goroutine {
	if the.killing {
		return nil
	}
	return the.cur
}

// park gives the driver the turn, and returns when the goroutine is resumed. If the schedule is
// over, it unwinds the goroutine.
func (s *Scheduler) park(g *Goroutine) {
	g.co.yield(struct{}{})
	if s.killing {
		runtime.Goexit()
	}
}

// ended is called when a goroutine has ended.
func (s *Scheduler) ended(g *Goroutine) {
	g.done = true
	if s.killing {
		return
	}
	if g.id == 0 || s.ending == Crashed {
		s.next = nil
		return
	}
	s.state += mix(g.hash, uint64(Return))
	s.next = s.choose(nil)
}

// panicked is called when a panic ended a goroutine.
func (s *Scheduler) panicked(g *Goroutine, value any) {
	s.conduct.panics = append(s.conduct.panics, Panic{g.id, g.sequence, g.call, value, callers(3)})
	s.ending = Crashed
}

// callers returns the stack above skip frames.
func callers(skip int) []uintptr {
	var pcs [32]uintptr
	return slices.Clone(pcs[:runtime.Callers(skip, pcs[:])])
}

// Go starts a goroutine.
func Go(f func()) {
	s := the
	if s.killing {
		return
	}
	g := s.cur
	if g == nil {
		s.initial = append(s.initial, f)
		return
	}
	Take(Spawn)
	if len(s.gs) >= mostGoroutines {
		s.stop(Endless)
	}
	s.step(g, mix(g.hash, uint64(Spawn)))
	s.start(f, g, -1)
	g.tick()
}

// stop ends the schedule.
func (s *Scheduler) stop(e Ending) {
	s.ending, s.next = e, nil
	s.park(s.cur)
}

// Gosched lets others go first. That the goroutine goes on before they wait counts as a preemption.
func Gosched() {
	if g := Current(); g != nil {
		g.yielded, g.briefly = true, true
		the.entangle()
		Point(Yield, nil)
	}
}

// Forever waits for ever.
func Forever() string {
	if Current() == nil {
		runtime.Goexit()
	}
	Point(Select, never{})
	return ""
}

type never struct{}

// Ready implements Waiter.
func (never) Ready(*Goroutine) bool { return false }

// Unwinding reports whether the schedule is over and its goroutines only unwind.
func Unwinding() bool { return the.killing }

// Pause takes a step that does nothing, before which anything may happen: switching there is no
// preemption, and calls of other sequences may begin.
func Pause() {
	if the.conduct.serial {
		the.entangle() // Which calls may begin depends on who takes its time.
	}
	if g := Point(Nap, nil); g != nil {
		the.step(g, mix(g.hash, uint64(Nap)))
	}
}

// CallerStack returns the stack of the caller's caller.
func CallerStack() []uintptr { return callers(4) }

// atStart are called when all packages are initialized.
var atStart []func()

// AtStart has f called when all packages are initialized.
func AtStart(f func()) { atStart = append(atStart, f) }

// Started calls what AtStart was given.
func Started() {
	for _, f := range atStart {
		f()
	}
}
