package search

// quits tells, now and then as a count grows or after so much work, whether the search
// is to end. In a large form each step of the search may take as long as many in others.
func (s *Solver) quits(count int64) bool {
	if s.Options.Quit == nil || s.stop.Stopped {
		return s.stop.Stopped
	}
	work := s.work()
	if s.predicate != nil {
		work += s.predicate.ways.Work()
	}
	if count%quitEvery != 0 && len(s.form.Vars) < largeForm && work < s.asks {
		return false
	}
	s.asks = work + quitWork
	return s.stop.Ask()
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
