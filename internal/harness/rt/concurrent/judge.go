package concurrent

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// A judge decides whether the outcomes of a case are explained by outcomes of sequential runs.
type judge struct {
	*trial
	// steps are the calls that may show the state at the end.
	steps      []int
	spec, real *sched.Exploration
	// sequential are the outcomes of the runs in which calls do not overlap.
	sequential []*outcome
	met        map[uint64]bool
	// known has the verdict on outcomes that were judged, by key.
	known map[uint64]bool
	// diverged means that the code does not depend on its schedule alone.
	diverged bool
	// breaches are postconditions that do not hold where no calls overlap.
	breaches []string
	cur      outcome
	levels
}

// A verdict says why an outcome is wrong.
type verdict struct {
	cause Cause
	// after is the step that shows the difference of the states, -1 if none does.
	after int
	outcome
	number int
	// serial means that it is one of the runs in which calls do not overlap.
	serial bool
	// asleep means that calls wait although their condition is fulfilled.
	asleep bool
}

func (s *search) newJudge(t *trial) *judge {
	j := &judge{trial: t, steps: s.steps, met: map[uint64]bool{}, known: map[uint64]bool{}}
	t.view = s.view
	j.spec = &sched.Exploration{Main: t.main, Serial: true}
	j.real = &sched.Exploration{Main: t.main}
	return j
}

// verdict judges an outcome; it returns nil if sequential runs explain it.
func (j *judge) verdict(o *outcome) *verdict {
	bad := func(c Cause) *verdict {
		return &verdict{cause: c, after: -1, outcome: *o.clone(), number: j.spec.Schedules + j.real.Schedules}
	}
	if o.ending == sched.Crashed || o.ending == sched.Endless || o.early {
		if c := j.incomparable(o); c != "" {
			return bad(c)
		}
		return nil
	}
	explaining := j.explaining(o)
	switch {
	case j.newPanic(o):
		return bad(CausePanic)
	case len(explaining) == 0 && o.ending == sched.Stuck:
		return bad(CauseDeadlock)
	case len(explaining) == 0 && j.isHurried(o):
		if j.newlyBroken(o) {
			return bad(CauseInvariant)
		}
		return nil
	case len(explaining) == 0:
		return bad(CauseLinearizability)
	case o.ending == sched.Stuck && j.asleep(o):
		v := bad(CauseDeadlock)
		v.asleep = true
		return v
	}
	if o.ringing == sched.Crashed && !j.mayCrash(true) {
		return bad(CausePanic)
	}
	if j.newlyBroken(o) {
		return bad(CauseInvariant)
	}
	if o.ending == sched.Stuck || slices.ContainsFunc(explaining, func(s *outcome) bool { return s.state == o.state && s.left >= o.left }) {
		return nil
	}
	if !slices.ContainsFunc(explaining, func(s *outcome) bool { return s.left >= o.left }) {
		return bad(CauseLeak)
	}
	if j.isHurried(o) {
		return nil
	}
	kept := o.clone()
	if after := j.distinguish(kept, explaining); after >= 0 {
		return &verdict{cause: CauseLinearizability, after: after, outcome: *kept, number: j.spec.Schedules + j.real.Schedules}
	}
	return nil
}

// incomparable returns what is wrong with an outcome whose results are not compared, or "".
func (j *judge) incomparable(o *outcome) Cause {
	switch {
	case o.ending == sched.Crashed:
		if !j.mayCrash(o.early) {
			return CausePanic
		}
		return ""
	case o.ending == sched.Endless:
		if !slices.ContainsFunc(j.sequential, func(s *outcome) bool { return s.ending == sched.Endless }) {
			return CauseLivelock
		}
		return ""
	}
	return j.outOfTime(o)
}

// explaining returns the sequential runs with the results of an outcome.
func (j *judge) explaining(o *outcome) (out []*outcome) {
	for _, s := range j.sequential {
		if s.ending == o.ending && s.ended == o.ended && slices.Equal(s.results, o.results) && keepsOrder(o, s) {
			out = append(out, s)
		}
	}
	return out
}

// isHurried reports whether calls slept at the same time, and it may depend on that what they return: in no sequential run has as much
// time passed.
func (j *judge) isHurried(o *outcome) bool {
	return o.hurried && !slices.ContainsFunc(j.sequential, func(s *outcome) bool { return s.elapsed == o.elapsed })
}

// newlyBroken reports whether an invariant or a postcondition is broken that is not in sequential runs.
func (j *judge) newlyBroken(o *outcome) bool {
	return o.broken && !slices.ContainsFunc(j.sequential, func(s *outcome) bool { return s.broken })
}

// mayCrash reports whether a goroutine that the code started ends the process in a sequential run: as part of the calls, or, with
// ringing, because of an alarm that rings after them. The clock may move earlier.
func (j *judge) mayCrash(ringing bool) bool {
	return slices.ContainsFunc(j.sequential, func(s *outcome) bool {
		return s.ending == sched.Crashed || ringing && s.ringing == sched.Crashed
	})
}

// asleep reports whether calls wait for ever although they would not wait after the ended calls, with the same
// results of these. Their condition is fulfilled, and nobody woke them. A call that panicked may have left any
// state behind.
func (j *judge) asleep(o *outcome) bool {
	if o.panicked != 0 {
		return false
	}
	any := false
	for _, s := range j.sequential {
		switch {
		case !s.waitsLast(o) || !sameResults(o, s) || !keepsOrder(o, s):
		case s.ended == o.ended:
			return false
		case s.ending == sched.Stuck || s.ending == sched.Complete:
			any = true
		}
	}
	return any
}

// waitsLast reports whether calls that have not ended in o begin after all others.
func (s *outcome) waitsLast(o *outcome) bool {
	waiting := false
	for _, call := range s.order {
		ended := o.ended>>call&1 == 1
		if ended && waiting {
			return false
		}
		waiting = waiting || !ended
	}
	return true
}

// sameResults reports whether the calls that have ended in o have the same results in s.
func sameResults(o, s *outcome) bool {
	for i, r := range o.results {
		if o.ended>>i&1 == 1 && (s.ended>>i&1 == 0 || s.results[i] != r) {
			return false
		}
	}
	return true
}

// outOfTime returns what is wrong with an outcome for which the clock moved early, or "". In the sequential runs
// the clock moves only when all wait. So they decide nothing about results, which may depend on the time.
func (j *judge) outOfTime(o *outcome) Cause {
	any := func(f func(*outcome) bool) bool { return slices.ContainsFunc(j.sequential, f) }
	switch {
	case j.newPanic(o):
		return CausePanic
	case slices.ContainsFunc(o.order, func(call int) bool { return j.isDecidedByTime(o, call) }):
		return "" // What follows such a call may be wrong because of it.
	case o.ending == sched.Stuck:
		if !any(func(s *outcome) bool { return s.ending == sched.Stuck }) {
			return CauseDeadlock
		}
	case j.newlyBroken(o):
		return CauseInvariant
	case !any(func(s *outcome) bool { return s.left >= o.left }):
		return CauseLeak
	}
	return ""
}

// newPanic reports whether a call panicked as none does in runs in which no calls overlap, and as it does not
// while others only wait. It may do so where the clock moved early, and that decided what a call before it returned.
func (j *judge) newPanic(o *outcome) bool {
	for i, r := range o.results {
		if o.panicked>>i&1 == 1 && !(o.early && j.isDecidedByTime(o, i)) && !slices.ContainsFunc(j.sequential, func(s *outcome) bool {
			return s.pure() && s.panicked != 0 && slices.Contains(s.results, r) || s.panicked>>i&1 == 1 && s.results[i] == r && s.alone(i)
		}) {
			return true
		}
	}
	return false
}

// isDecidedByTime reports whether calls ended before a call began, and no order of the calls, in which the clock moves only when all wait,
// gives the results of the others.
func (j *judge) isDecidedByTime(o *outcome, call int) bool {
	if o.before[call] == 0 || o.before[call] == ^uint64(0) {
		return false
	}
	others := outcome{ended: o.ended &^ (1 << call), results: o.results}
	return !slices.ContainsFunc(j.sequential, func(s *outcome) bool { return sameResults(&others, s) && keepsOrder(o, s) })
}

// alone reports whether no other call began while one was made.
func (o *outcome) alone(call int) bool {
	at := slices.Index(o.order, call)
	return at >= 0 && !slices.ContainsFunc(o.order[at+1:], func(later int) bool { return o.before[later]>>call&1 == 0 })
}

// unsteady returns what is wrong with the outcome of a sequential run, or with one before it, if the same calls in the same order sometimes
// come to their end, and sometimes wait for ever, or a goroutine that the code started panics; nil otherwise.
func (j *judge) unsteady(o *outcome) *verdict {
	for _, s := range j.sequential {
		if s.ending == o.ending || s.patient != 0 || o.patient != 0 {
			continue
		}
		bad := o
		if o.ending == sched.Complete {
			bad = s
		}
		cause := CauseDeadlock
		switch bad.ending {
		case sched.Stuck:
			if !slices.Equal(s.order, o.order) {
				continue
			}
		case sched.Crashed:
			if cause = CausePanic; !isBeginning(bad.order, s.order) || !isBeginning(bad.order, o.order) {
				continue
			}
		default:
			continue
		}
		return &verdict{cause: cause, after: -1, outcome: *bad, number: j.spec.Schedules, serial: true}
	}
	return nil
}

// isBeginning reports whether the calls of an order are the first ones of another one.
func isBeginning(order, of []int) bool {
	return len(order) <= len(of) && slices.Equal(order, of[:len(order)])
}

// steady reports whether an outcome, and all sequential ones, come about again when their schedules
// are run again. They do not if the code keeps a state outside the value.
func (j *judge) steady(v *verdict) bool {
	defer func() { j.checking = false }()
	same := func(x *sched.Exploration, o *outcome) bool {
		j.checking = x == j.spec
		if !x.Run(o.choices) {
			return false
		}
		var again outcome
		j.outcome(&again)
		return again.key() == o.key()
	}
	x := j.real
	if v.serial {
		x = j.spec
	}
	return same(x, &v.outcome) && !slices.ContainsFunc(j.sequential, func(o *outcome) bool { return !same(j.spec, o) })
}

// keepsOrder reports whether each call that had ended before another began in o did so in s.
func keepsOrder(o, s *outcome) bool {
	for i, b := range o.before {
		if b != ^uint64(0) && b&^s.before[i] != 0 {
			return false
		}
	}
	return true
}

// distinguish looks for a step whose results at the end differ from those after each of the
// sequential runs. It returns -1 if there is a run with the same results of all steps.
func (j *judge) distinguish(o *outcome, explaining []*outcome) int {
	defer func() { j.after, j.checking = -1, false }()
	shows, best := -1, 0
	for _, s := range explaining {
		differs := -1
		for _, step := range j.steps {
			if j.subject.Steps[step].Relaxed {
				continue
			}
			if j.afterwards(j.real, o, step) != j.afterwards(j.spec, s, step) {
				differs = step
				break
			}
		}
		if differs < 0 {
			return -1
		}
		if differs >= best {
			shows, best = differs, differs
		}
	}
	return shows
}

// afterwards returns what identifies the results of a step after an outcome.
func (j *judge) afterwards(x *sched.Exploration, o *outcome, step int) uint64 {
	if h, ok := o.after[step]; ok {
		return h
	}
	j.trial.after, j.checking = step, x == j.spec
	same := x.Run(o.choices)
	j.diverged = j.diverged || !same
	h := uint64(sched.End())
	for _, r := range j.afterTimes {
		h = combine(h, r.hash)
	}
	if o.after == nil {
		o.after = map[int]uint64{}
	}
	o.after[step] = h
	return h
}
