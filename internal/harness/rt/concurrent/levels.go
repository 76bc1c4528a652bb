package concurrent

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// A levels says how far the sequential runs of a case are, and what stands for them before they begin.
//
// Most outcomes are those of schedules in which no call began while another one was made. Such a schedule is a sequential
// run, too. So sequential runs begin only when an outcome is not one of these.
type levels struct {
	// wanted is how many levels of sequential runs decide about an outcome, and ran how many there were.
	wanted, ran int
	// random means that schedules are chosen at random: then all sequential runs decide.
	random bool
	// pure are the outcomes of schedules of the case in which no calls overlapped. confirmed means that the first of these
	// schedules was run a second time, because the code may keep a state outside the value.
	pure      []*outcome
	confirmed bool
}

// level runs the schedules with one preemption more. It returns the first that is not explained.
// Sequential runs are one preemption ahead, because one that explains a schedule may have to switch
// more often between a call and a goroutine that the code started.
func (j *judge) level(found func() bool) (bad *verdict) {
	j.wanted = max(j.wanted+1, 2)
	if j.demands() {
		if bad, goOn := j.runSequential(found); bad != nil || !goOn {
			return bad
		}
	}
	goOn := true
	j.real.Level(func() bool {
		bad, goOn = j.each(found)
		return goOn
	})
	if goOn && !j.isConfirmed() {
		return j.compare(j.pure[0], found)
	}
	return bad
}

// isConfirmed reports whether a schedule in which no calls overlap was run a second time, with the same outcome.
func (j *judge) isConfirmed() bool {
	if j.confirmed || len(j.pure) == 0 {
		return true
	}
	if j.confirmed = j.real.Run(j.pure[0].choices); j.confirmed {
		j.outcome(&j.cur)
		j.confirmed = j.cur.key() == j.pure[0].key()
	}
	return j.confirmed
}

// compare judges an outcome by sequential runs.
func (j *judge) compare(o *outcome, found func() bool) (bad *verdict) {
	bad, goOn := j.runSequential(found)
	if bad == nil && goOn {
		bad, _ = j.explain(o, found)
	}
	return bad
}

// ahead is how many more levels of sequential runs may explain an outcome before it is a finding.
const ahead = 2

// explain judges an outcome by the sequential runs so far, and then by more of them, because where the code starts goroutines one that
// explains it may have to switch more often. It returns false to stop examining the case.
func (j *judge) explain(o *outcome, found func() bool) (bad *verdict, goOn bool) {
	bad = j.verdict(o)
	for range ahead {
		if bad == nil || bad.serial || j.spec.Done() || j.spec.Cut {
			break
		}
		kept, number := bad.outcome, bad.number
		j.wanted++
		if bad, goOn := j.runSequential(found); bad != nil || !goOn && !j.spec.Cut {
			return bad, false
		}
		if bad = j.verdict(&kept); bad != nil {
			bad.number = number
		}
	}
	return bad, bad == nil
}

// demands reports whether calls at the same time have preconditions. Sequential runs check them.
func (j *judge) demands() bool {
	return slices.ContainsFunc(j.sequences, func(seq []int) bool {
		return slices.ContainsFunc(seq, func(step int) bool { return j.subject.Steps[step].Holds != nil })
	})
}

// runSequential runs the wanted levels of runs in which calls do not overlap. It returns what is wrong with one
// of them, and false if nothing can be decided.
func (j *judge) runSequential(found func() bool) (bad *verdict, goOn bool) {
	j.checking = true
	defer func() { j.checking = false }()
	for j.ran < j.wanted {
		j.ran++
		if bad, goOn := j.sequentialLevel(found); bad != nil || !goOn {
			return bad, goOn
		}
	}
	return nil, !j.spec.Cut && (!j.random || j.spec.Done()) // Otherwise an explanation may be missing.
}

// sequentialLevel runs the next level of runs in which calls do not overlap. It returns what is wrong with one
// of them, and false to stop examining the case.
func (j *judge) sequentialLevel(found func() bool) (bad *verdict, goOn bool) {
	goOn = true
	j.spec.Level(func() bool {
		j.diverged = j.diverged || sched.Diverged()
		if goOn = !j.invalid && !j.diverged && found(); !goOn || sched.IsRepeated() {
			return goOn
		}
		j.outcome(&j.cur)
		k := j.cur.key()
		if j.met[k] {
			return true
		}
		j.met[k] = true
		o := j.cur.clone()
		bad = j.unsteady(o)
		j.sequential = append(j.sequential, o)
		clear(j.known)
		return bad == nil
	})
	return bad, goOn
}

// each judges the last schedule. It returns what is wrong with it, and false to stop examining the case.
func (j *judge) each(found func() bool) (bad *verdict, goOn bool) {
	j.diverged = j.diverged || sched.Diverged()
	if j.diverged || j.invalid || !found() {
		return nil, false
	}
	if sched.IsRepeated() {
		return nil, true
	}
	j.outcome(&j.cur)
	k := j.cur.key()
	if j.known[k] && j.cur.ending != sched.Stuck {
		return nil, true
	}
	repeated := j.isRepeated(&j.cur)
	if !repeated && j.cur.isPure() {
		repeated, j.pure = true, append(j.pure, j.cur.clone())
		j.breaches = append(j.breaches, j.breach()...)
	}
	if repeated {
		j.known[k] = true
		return nil, true
	}
	o := &j.cur
	if j.ran < j.wanted || j.random {
		o = o.clone()
		if bad, goOn = j.runSequential(found); bad != nil || !goOn {
			return bad, false
		}
	}
	if j.known[k] {
		return nil, true
	}
	bad, goOn = j.explain(o, found)
	j.known[k] = bad == nil && goOn
	return bad, goOn
}

// isPure reports whether the outcome is one of a schedule in which no calls overlapped.
func (o *outcome) isPure() bool { return o.ending == sched.Complete && !o.early && o.pure() }

// isRepeated reports whether an outcome is that of a schedule in which no calls overlapped.
func (j *judge) isRepeated(o *outcome) bool {
	if o.ending != sched.Complete {
		return false
	}
	return slices.ContainsFunc(j.pure, func(s *outcome) bool {
		if o.early {
			return s.left >= o.left && !o.broken && o.panicked == 0
		}
		return s.left >= o.left && s.broken == o.broken && s.ringing == o.ringing && s.panicked == o.panicked && s.ended == o.ended && s.state == o.state &&
			slices.Equal(s.results, o.results) && keepsOrder(o, s)
	})
}

// breach returns the function whose results do not fulfil a postcondition, with that, or nothing.
func (t *trial) breach() []string {
	i := t.breaking()
	if i < 0 {
		return nil
	}
	return []string{t.subject.Steps[t.calls[i]].Name + ": " + t.records[i].broken}
}
