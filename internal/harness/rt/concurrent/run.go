package concurrent

import (
	"slices"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// A plan is a case: a maker, steps one after the other, and sequences of steps at the same time.
type plan struct {
	maker     int
	prefix    []int
	sequences [][]int
}

// count returns the number of calls at the same time.
func (p plan) count() int {
	n := 0
	for _, s := range p.sequences {
		n += len(s)
	}
	return n
}

// An outcome is what came of one schedule of a case.
type outcome struct {
	ending sched.Ending
	// results identify those of the calls; ended has the calls that have ended, a bit each.
	results []uint64
	ended   uint64
	// patient are the calls that waited for an alarm or something else while others were made, a bit each. It is 0 unless calls do not overlap
	// otherwise.
	patient uint64
	// panicked has the calls that panicked, a bit each.
	panicked uint64
	// state identifies the value at the end; left counts goroutines that wait for ever.
	state uint64
	left  int
	// broken means that the value does not fulfil its invariant.
	broken bool
	// early means that the clock moved while a goroutine could go on.
	early bool
	// elapsed is how much time had passed when the calls had returned. hurried means that this is less than if the calls had slept one after
	// the other, and that it may matter.
	elapsed time.Duration
	hurried bool
	// ringing is how the schedule ended while alarms rang after the calls. That is no part of ending.
	ringing sched.Ending
	// before are the calls that had ended when each began.
	before []uint64
	// choices are the choices of its schedule; nil means those of the last one.
	choices []uint8
	// numbers are the steps of the calls, in the order in which they began.
	order []int
	// after are the results of calls afterwards, by step.
	after map[int]uint64
}

// key identifies an outcome but for its choices.
func (o *outcome) key() uint64 {
	h := combine(uint64(o.ending), o.ended)
	for _, r := range o.results {
		h = combine(h, r)
	}
	h = combine(combine(combine(h, o.state), uint64(o.left)), uint64(o.ringing))
	if o.broken {
		h = combine(h, 1)
	}
	if o.early {
		h = combine(h, 2)
	}
	if o.hurried {
		h = combine(combine(h, 3), uint64(o.elapsed))
	}
	if o.patient != 0 {
		h = combine(h, o.patient)
	}
	for _, b := range o.before {
		h = combine(h, b)
	}
	return h
}

// A trial runs the schedules of one case.
type trial struct {
	subject *Subject
	plan
	self Record
	// calls are the steps at the same time, those of the first sequence first, and records theirs.
	calls   []int
	records []Record
	bodies
	order []int
	// after, if not negative, is a step that is called three times at the end.
	after      int
	afterTimes []Record
	manner
	// dropped means that the value is no longer used after the prefix. unused are the numbers of the finalizers that run then.
	// looking means that these are looked for.
	dropped, looking bool
	unused           []int
	// invalid means that the prefix panicked, or that a precondition did not hold.
	invalid bool
	view
	ended
}

// A manner is how the calls of a trial are made. Showing means that results are shown, chained that calls are only made, in the order of
// the sequences, and checking that preconditions are checked: where calls do not overlap.
type manner struct{ showing, chained, checking bool }

// The bodies are what the goroutines of the sequences run. Twins has for each an earlier one with the same calls, or -1.
type bodies struct {
	funcs [][]func()
	twins []int
}

// A view says what belongs to the state of a value besides what is seen of it.
type view struct {
	// variables are pointers to the package variables that calls change.
	variables []any
	// observers are calls whose results identify what cannot be seen, in the order in which they are made.
	observers []int
}

// An ended is what came of the last schedule of a trial.
type ended struct {
	// state identifies the state of the value at the end, broken means that it breaks its invariant, and left is how many goroutines
	// wait for ever.
	state  uint64
	broken bool
	left   int
	// states identify the states of the variables.
	states []uint64
	// elapsed and hurried are those of the outcome.
	elapsed time.Duration
	hurried bool
	// observing means that observers are called, ringing that alarms ring at the end, and rang that they did.
	observing, ringing, rang bool
}

func newTrial(s *Subject, p plan) *trial {
	t := &trial{subject: s, plan: p, after: -1}
	t.dropped = len(p.sequences) == 1 && len(p.sequences[0]) == 1 && s.Steps[p.sequences[0][0]].finalizes
	t.records = make([]Record, p.count())
	n := 0
	for _, seq := range p.sequences {
		var fs []func()
		for _, step := range seq {
			call := n
			t.calls = append(t.calls, step)
			fs = append(fs, func() {
				r := &t.records[call]
				t.order = append(t.order, call)
				r.Self, r.showing = t.self.Self, t.showing
				c := &t.subject.Steps[t.calls[call]]
				if c.finalizes {
					c = &Call{Do: func(*Record) { sched.Finalize(t.unused) }}
				}
				if t.checking && !r.admits(c) {
					t.invalid = true
				}
				r.call(c)
			})
			n++
		}
		t.funcs = append(t.funcs, fs)
		t.twins = append(t.twins, t.twinOf(seq))
	}
	return t
}

// twinOf returns the last of the sequences that have funcs and the same calls as another one, or -1.
func (t *trial) twinOf(seq []int) int {
	for i := len(t.twins) - 1; i >= 0; i-- {
		if slices.Equal(t.sequences[i], seq) {
			return i
		}
	}
	return -1
}

// main is the first goroutine of the case.
func (t *trial) main() {
	t.order, t.observing, t.ringing, t.rang, t.elapsed, t.hurried = t.order[:0], false, false, false, 0, false
	t.self = Record{showing: t.showing}
	if !t.prepare() {
		t.invalid = true
		return
	}
	if t.dropped {
		t.self = Record{showing: t.showing}
	}
	if t.looking {
		t.unused = sched.Unused()
		return
	}
	sched.Together(t.funcs, t.twins...)
	if sched.IsRepeated() {
		return
	}
	if t.chained {
		if t.state = 0; len(t.calls) <= steadied {
			t.state, _ = State(t.self.Self)
		}
		return
	}
	state, opaque := State(t.self.Self)
	t.states = t.states[:0]
	for _, v := range t.variables {
		h, some := State(v)
		state, opaque = combine(state, h), opaque || some
		t.states = append(t.states, h)
	}
	t.state, t.broken, t.left = state, false, sched.Alive()
	t.elapsed, t.hurried = sched.Elapsed(), sched.Hurried()
	if t.subject.Invariant != nil && !t.dropped && !t.subject.Invariant(t.self.Self) {
		t.broken = true
	}
	// What alarms will change is not seen either.
	if t.after >= 0 {
		t.callAfterwards()
		return
	}
	if opaque || sched.IsPending() {
		t.observe()
	}
	if t.ring() {
		t.observe()
	}
}

// ring lets the alarms that are set ring, and reports whether there are any. An outcome for which the clock moved early is not compared.
func (t *trial) ring() bool {
	t.rang = sched.IsPending() && !sched.Early()
	if t.rang {
		t.ringing = true
		sched.Ring()
		t.ringing = false
	}
	return t.rang
}

// callAfterwards makes a call several times. After the first the alarms ring.
func (t *trial) callAfterwards() {
	t.afterTimes = t.afterTimes[:0]
	for i := range afterCalls {
		if i == 1 {
			t.ring()
		}
		r := Record{Self: t.self.Self, showing: t.showing}
		c := &t.subject.Steps[t.after]
		if r.admits(c) {
			r.call(c)
			sched.Settle()
		}
		t.afterTimes = append(t.afterTimes, r)
	}
}

// observe adds the results of calls, one after the other, to what identifies the state.
func (t *trial) observe() {
	if t.showing {
		return
	}
	t.observing = true
	sched.Unwatched(true)
	defer sched.Unwatched(false)
	for _, step := range t.observers {
		r, c := Record{Self: t.self.Self}, &t.subject.Steps[step]
		if r.admits(c) {
			r.call(c)
			t.state = combine(t.state, r.hash)
			sched.Settle()
		}
	}
	t.observing = false
}

// afterCalls is how often a call is made at the end of a case to see the state.
const afterCalls = 3

// prepare makes the value and the calls of the prefix.
func (t *trial) prepare() bool {
	if !t.self.admits(&t.subject.Makers[t.maker]) {
		return false
	}
	t.self.call(&t.subject.Makers[t.maker])
	t.settle(len(t.prefix) == 0)
	if t.self.panicked || t.self.Self == nil {
		return false
	}
	for i, step := range t.prefix {
		if !t.precede(step) {
			return false
		}
		t.settle(i == len(t.prefix)-1)
	}
	return true
}

// precede makes a call before those at the same time. It returns false if there can be no such call.
func (t *trial) precede(step int) bool {
	c, self := &t.subject.Steps[step], t.self.Self
	if !t.self.admits(c) {
		return false
	}
	t.self.call(c)
	t.self.Self = self
	return !t.self.panicked
}

// settle lets what a call of the prefix started go on until it waits, but not if the value is no longer used after the call.
func (t *trial) settle(last bool) {
	if !last || !t.dropped || t.looking {
		sched.Settle()
	}
}

// outcome returns what came of the last schedule. Its slices are those of the trial.
func (t *trial) outcome(o *outcome) {
	o.ending, o.ended, o.state, o.left = sched.End(), sched.Ended(), t.state, len(sched.Left())
	if t.observing {
		o.ending = sched.Complete // An observer waits for ever, or does not end.
	}
	if o.ringing = sched.Complete; t.ringing {
		o.ending, o.ringing = sched.Complete, o.ending
	}
	if o.ending == sched.Complete {
		o.left = t.left
	}
	o.early, o.patient, o.elapsed, o.hurried = sched.Early(), sched.Patient(), t.elapsed, t.hurried
	o.before, o.broken = sched.Before(), (t.broken || t.breaking() >= 0) && o.ending == sched.Complete
	o.results, o.panicked = o.results[:0], 0
	for i := range t.records {
		h := uint64(0)
		if o.ended>>i&1 == 1 && !t.stepOf(i).Relaxed {
			h = t.records[i].hash
		}
		if o.ended>>i&1 == 1 && t.records[i].panicked {
			o.panicked |= 1 << i
		}
		o.results = append(o.results, h)
	}
	if o.ending != sched.Complete {
		o.state = 0
	}
	o.order = t.order
}

// breaking returns the number of a call whose results do not fulfil a postcondition, or -1.
func (t *trial) breaking() int {
	return slices.IndexFunc(t.records, func(r Record) bool { return r.broken != "" })
}

// sequenceOf returns the sequence of a call, and its place there.
func (t *trial) sequenceOf(call int) (seq, at int) {
	for len(t.sequences[seq]) <= call {
		call -= len(t.sequences[seq])
		seq++
	}
	return seq, call
}

// stepOf returns the call with a number.
func (t *trial) stepOf(call int) *Call {
	seq, at := t.sequenceOf(call)
	return &t.subject.Steps[t.sequences[seq][at]]
}

// pure reports whether no calls overlapped.
func (o *outcome) pure() bool {
	for k, i := range o.order {
		for _, earlier := range o.order[:k] {
			if o.before[i]>>earlier&1 == 0 {
				return false
			}
		}
	}
	return true
}

// clone returns an outcome that stays when the next schedule runs.
func (o *outcome) clone() *outcome {
	c := *o
	c.results, c.before, c.order = slices.Clone(o.results), slices.Clone(o.before), slices.Clone(o.order)
	if c.choices == nil {
		c.choices = sched.Choices()
	}
	return &c
}
