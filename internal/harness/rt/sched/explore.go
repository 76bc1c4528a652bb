package sched

import "slices"

// An Exploration runs a program under its schedules, those with the fewest preemptions first.
type Exploration struct {
	// Main is the program: the body of its first goroutine. It makes all that it uses anew.
	Main func()
	// Serial leaves out schedules in which calls of several sequences overlap.
	Serial bool
	// Schedules counts the schedules run so far, and Spent their cost: one each, and more for long ones. Limit
	// bounds Spent; Cut means that it ended the exploration.
	Schedules, Spent, Limit int
	Cut                     bool
	// Trimmed says that schedules were left out which differ late from one that does not end.
	Trimmed bool
	// Longest is the greatest number of choices of a schedule.
	Longest int

	// unreduced means that no schedule is left out for being equivalent to another.
	unreduced bool

	seen visits
	// now are the branches of the current level, the next one last; later are those of the next.
	now, later []branch
	begun      bool
}

// Level runs the schedules of the next level: each has one preemption more than those of the level
// before. It calls each after every schedule, and stops when that returns false. It returns false
// if there was none.
func (x *Exploration) Level(each func() bool) bool {
	if !x.begun {
		x.begun = true
		x.later = []branch{{}}
	}
	x.now, x.later = x.later, nil
	slices.Reverse(x.now)
	any := len(x.now) > 0
	for len(x.now) > 0 {
		if x.Limit > 0 && x.Spent >= x.Limit {
			x.Cut = true
			return any
		}
		b := x.now[len(x.now)-1]
		x.now = x.now[:len(x.now)-1]
		if x.isTaken(b) {
			continue
		}
		x.run(b.choices, nil, true)
		x.count()
		x.branch()
		if !each() {
			return any
		}
	}
	return any
}

// Costly is how many steps of a schedule cost as much as another schedule, visited how many parts of a value, and accesses to memory,
// cost as much as a step.
const (
	costly  = 200
	visited = 10
)

// Visit accounts for parts of a value that are looked at to identify it.
func Visit(parts int) { the.visits += parts }

// Visited returns how many parts of values were looked at in the schedule, and how many accesses to memory there were.
func Visited() int { return the.visits }

// count counts the last schedule.
func (x *Exploration) count() {
	x.Schedules++
	x.Spent += 1 + (the.steps+the.visits/visited)/costly
}

// mostEndless is how many choices of a schedule that does not end have alternatives. Later ones have none.
const mostEndless = 500

// Done reports whether all schedules ran, with any number of preemptions.
func (x *Exploration) Done() bool { return x.begun && !x.Cut && len(x.now)+len(x.later) == 0 }

// branch adds the alternatives to the choices of the last schedule.
func (x *Exploration) branch() {
	c := &the.choices
	x.Longest = max(x.Longest, len(c.made))
	x.Trimmed = x.Trimmed || the.ending == Endless && slices.ContainsFunc(c.open, isLate)
	add := func(list *[]branch, a alternative) {
		if the.ending != Endless || !isLate(a) { // Otherwise it repeats endlessly.
			*list = append(*list, branch{append(append(make([]uint8, 0, a.at+1), c.made[:a.at]...), a.g), a.outset})
		}
	}
	for _, a := range slices.Backward(c.open) {
		if !a.preempt {
			add(&x.now, a)
		}
	}
	// Earlier preemptions come first.
	for _, a := range c.open {
		if a.preempt {
			add(&x.later, a)
		}
	}
}

// A branch begins a schedule: the choices of another one, and then an alternative.
type branch struct {
	choices []uint8
	outset
}

// isTaken reports whether the schedules that begin with a branch come to the same as others, and notes that it is taken. Others may
// have been run since the branch was found.
func (x *Exploration) isTaken(b branch) bool {
	if b.edge == 0 {
		return false
	}
	if x.seen.has(b.edge) || b.futile != 0 && x.seen.has(b.futile) {
		return true
	}
	x.seen.set(b.edge, visit{})
	return false
}

// isLate reports whether an alternative has too many choices before it in a schedule that does not end.
func isLate(a alternative) bool { return a.at >= mostEndless }

// run runs one schedule. With exploring, alternatives to its choices are noted.
func (x *Exploration) run(prefix []uint8, p *priorities, exploring bool) {
	s := the
	s.choices.begin(prefix, exploring)
	s.unreduced = x.unreduced
	s.choices.seen, s.choices.priorities = &x.seen, p
	s.conduct.serial = x.Serial
	s.run(x.Main)
}

// Random runs n schedules with some more preemptions, chosen as PCT does.
func (x *Exploration) Random(n, preemptions int, each func() bool) {
	for i := range n {
		x.run(nil, newPriorities(uint64(i)+1, preemptions, x.Longest), false)
		x.count()
		if !each() {
			return
		}
	}
}

// Replay runs the schedule of some choices once more, and returns its steps. It returns false if
// the choices are not those of the program.
func (x *Exploration) Replay(choices []uint8) ([]Event, bool) {
	s := the
	s.recording = true
	defer func() { s.recording = false }()
	same := x.Run(choices)
	s.learn()
	return s.events, same
}

// Run runs the schedule of some choices. It returns false if they are not those of the program.
func (x *Exploration) Run(choices []uint8) bool {
	x.run(choices, nil, false)
	c := &the.choices
	return !c.diverged && len(c.made) >= len(choices)
}

// First runs the schedule in which each choice is the first one, without alternatives.
func (x *Exploration) First() {
	x.run(nil, nil, false)
	x.count()
}

// IsPlain reports whether the last schedule had no other goroutines than those of n sequences, of which each made its calls without a
// point at which another one could go on, and nothing raced, waited, or depends on who made them.
func IsPlain(n int) bool {
	s := the
	return s.ending == Complete && len(s.gs) == n+1 && len(s.left) == 0 && s.conduct.points == 0 && len(s.timers.queue) == 0 &&
		!s.timely && !s.told && len(s.memory.races) == 0
}

// Choices returns a copy, never nil, of those of the last schedule, but for the first ones of each kind at the end if it does not end.
func Choices() []uint8 {
	c := &the.choices
	if the.ending == Endless && c.priorities == nil {
		return append([]uint8{}, c.made[:min(len(c.prefix), len(c.made))]...)
	}
	return append([]uint8{}, c.made...)
}

// IsRepeated reports whether the schedule came to a state from which others go on in the same way: its outcome is that of
// one of them.
func IsRepeated() bool { return the.choices.exploring && the.choices.pruned }

// Preemptions returns how many the last schedule had.
func Preemptions() int { return the.choices.preemptions }

// Early reports whether the clock of the last schedule moved although a goroutine could go on, or while several calls waited for it or
// something else.
func Early() bool { return the.choices.early > 0 }

// Diverged reports whether the last schedule could not follow its prefix: the program does not
// depend on its schedule alone.
func Diverged() bool { return the.choices.diverged }

// End returns how the last schedule ended.
func End() Ending { return the.ending }

// Panics returns what ended goroutines of the last schedule.
func Panics() []Panic { return the.conduct.panics }

// Races returns the races of the last schedule.
func Races() []Race { return the.memory.races }

// AddPoints adds to the points what the last schedule asks for: UnlockSite if the time of giving up locks mattered in
// it, OwnSite if code saw which goroutine runs it, and AlarmSite if it matters whether an alarm comes before other steps without a point.
func AddPoints(sites map[int32]bool) {
	if the.timely {
		sites[UnlockSite] = true
	}
	if the.told {
		sites[OwnSite] = true
	}
	if the.timers.late && the.timers.set {
		sites[AlarmSite] = true
	}
}

// SetPoints makes accesses at some sites steps of their own.
func SetPoints(sites map[int32]bool) {
	the.memory.points = sites
	the.memory.unlocks, the.memory.owns, the.memory.alarms = sites[UnlockSite], sites[OwnSite], sites[AlarmSite]
}

// Before returns for each call of the last schedule the calls that had ended when it began, a bit
// each. Of a call that did not begin all bits are set.
func Before() []uint64 { return the.conduct.before }

// Ended returns the calls of the last schedule that have ended, a bit each.
func Ended() uint64 { return the.conduct.ended }

// A Waiting is a goroutine that waits for ever.
type Waiting struct {
	Goroutine, Sequence, Call int
	Op
}

// Left returns the goroutines of the last schedule that had not ended.
func Left() []Waiting { return the.left }

// Alive counts the goroutines that have not ended, but for the first.
func Alive() (n int) {
	for _, g := range the.gs[1:] {
		if !g.done {
			n++
		}
	}
	return n
}

// Unwatched has no races found from now on in the schedule, or ends that.
func Unwatched(on bool) { the.unwatched = on }

// Together runs sequences of calls at the same time. It returns when all calls have ended and the goroutines
// that they started wait. The calls have numbers, those of the first sequence first. Twins has for each sequence an
// earlier one with the same calls, or -1; without it there are none.
func Together(sequences [][]func(), twins ...int) {
	s := the
	g := s.cur
	n := 0
	for _, calls := range sequences {
		n += len(calls)
	}
	for range n {
		s.conduct.before = append(s.conduct.before, ^uint64(0))
	}
	join := &s.conduct.join
	join.of, join.over = join.of[:0], false
	first := 0
	for i, calls := range sequences {
		from := first
		first += len(calls)
		o := s.start(func() { s.sequence(calls, from) }, g, i+1)
		if twins != nil && twins[i] >= 0 {
			o.twin = join.of[twins[i]]
		}
		join.of = append(join.of, o)
	}
	g.tick()
	s.quiet = false
	if len(s.timers.queue) > 0 {
		s.conduct.points++ // An alarm may ring before the calls.
	}
	s.point(g, Op{Kind: Join}, join)
	s.quiet = true
	for _, o := range join.of {
		g.clock = g.clock.join(s, o.clock)
		s.step(g, mix(g.hash, o.hash))
	}
	s.point(g, Op{Kind: Idle}, nil)
}

// sequence makes calls one after the other.
func (s *Scheduler) sequence(calls []func(), first int) {
	g := s.cur
	g.begun = true
	for i, f := range calls {
		if i > 0 {
			s.point(g, Op{Kind: Start}, nil)
		}
		c := &s.conduct
		g.rested()
		g.call, g.entering = first+i, true
		c.before[g.call] = c.ended
		g.op = Op{Kind: Call}
		s.touch(g, &c.object, false)
		s.step(g, mix(mix(g.hash, uint64(Start)), c.ended))
		f()
		c.ended |= 1 << g.call
		s.touch(g, &c.object, true)
		g.call, g.entering = -1, false
		g.rested()
	}
}

// A joining waits until goroutines have ended: then it is over.
type joining struct {
	of   []*Goroutine
	over bool
}

// Ready implements Waiter.
func (j *joining) Ready(*Goroutine) bool {
	j.over = j.over || !slices.ContainsFunc(j.of, func(g *Goroutine) bool { return !g.done })
	return j.over
}

// Settle lets the goroutines that the code started go on until all of them wait.
func Settle() {
	s := the
	if g := s.cur; g != nil && len(s.gs) > 1 {
		s.point(g, Op{Kind: Idle}, nil)
	}
}

// Progress grows with the schedules, their steps and their accesses to memory. Another goroutine may call it.
func Progress() int64 { return the.progress.Load() }
