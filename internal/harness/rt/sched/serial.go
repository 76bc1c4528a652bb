package sched

// barred reports whether a goroutine is about to begin a call while another sequence is in the
// middle of one.
func (s *Scheduler) barred(g *Goroutine) bool {
	if g.op.Kind != Start || g.sequence < 1 {
		return false
	}
	napping := false
	for _, o := range s.gs {
		napping = napping || o.op.Kind == Nap && !o.done
	}
	for _, o := range s.gs {
		// While one takes its time, those that wait may wait as long as that.
		long := o.op.Kind == Nap || s.conduct.lenient && o.isPatient() || napping && o.wait != nil && !o.wait.Ready(o)
		if o.sequence > 0 && o != g && !o.done && o.call >= 0 && !long {
			return true
		}
	}
	return false
}

// leniently returns who may begin a call in a run in which calls do not overlap, where otherwise the clock moves: while a call waits for an
// alarm or something else, others may begin, as while one waits that has no alarm.
func (s *Scheduler) leniently(at *Goroutine) []*Goroutine {
	if !s.conduct.serial || len(s.timers.queue) == 0 || len(s.gs) >= clockMoves {
		return nil
	}
	s.conduct.lenient = true
	list := s.candidates(at, true)
	s.conduct.lenient = len(list) > 0
	return list
}

// isPatient reports whether a goroutine waits for one of several things.
func (g *Goroutine) isPatient() bool {
	w, ok := g.wait.(*selection)
	return ok && w.several && !w.done
}

// patientCalls returns the calls that wait for one of several things, a bit each.
func (s *Scheduler) patientCalls() (calls uint64) {
	for _, g := range s.gs {
		if g.call >= 0 && !g.done && g.isPatient() {
			calls |= 1 << g.call
		}
	}
	return calls
}

// sleeping returns how many calls sleep.
func (s *Scheduler) sleeping() (n int) {
	for _, g := range s.gs {
		if g.call >= 0 && !g.done && g.op.Kind == Sleep {
			n++
		}
	}
	return n
}

// Hurried reports whether several calls slept at the same time in the last schedule, and code has looked at the clock or an alarm is
// still to come: less time has passed than if they had slept one after the other.
func Hurried() bool {
	return the.conduct.together && (the.timers.dated || IsPending())
}

// Patient returns the calls of the last schedule that waited for an alarm or something else when another call began, although calls do not
// overlap, a bit each.
func Patient() uint64 { return the.conduct.patient }
