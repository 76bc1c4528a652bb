package search

// quits tells, now and then as a count grows or after so much work, whether the search
// is to end. In a large form each step of the search may take as long as many in others.
func (s *Solver) quits(count int64) bool {
	if s.Options.Quit == nil || s.stop.stopped {
		return s.stop.stopped
	}
	work := s.work()
	if s.predicate != nil {
		work += s.predicate.ways.Work()
	}
	if count%quitEvery != 0 && len(s.form.Vars) < largeForm && work < s.asks {
		return false
	}
	s.asks = work + quitWork
	return s.stop.now()
}

// A stop is asked in the midst of what takes long. What is found once it says that
// the search is to stop does not count, and the search gives up.
type stop struct {
	quit    func() bool
	stopped bool
}

// stopWork is how many cells are revised, or numbers multiplied, between two questions
// in the midst of something.
const stopWork = 1 << 18

// now asks whether to stop; nil never does.
func (s *stop) now() bool {
	if s == nil {
		return false
	}
	s.stopped = s.stopped || s.quit()
	return s.stopped
}

// quitWork is how many steps of propagation and of the test, some tenths of a second,
// are made between two questions whether to go on.
const quitWork = 1 << 20

// largeForm is how many variables a large form has.
const largeForm = 1 << 14

// goesOn counts a value or a solution that is passed over, and tells whether the search
// goes on.
func (s *Solver) goesOn() bool {
	if s.passed++; s.quits(s.passed) {
		return s.giveUp()
	}
	return true
}
