package search

// mustStop reports whether the search must stop. It asks Options.Quit only when the count is a
// multiple of quitEvery or after quitWork of work. In a large form a single step may take as long
// as many steps in others, so there it asks each time.
func (s *Solver) mustStop(count int64) bool {
	if s.Options.Quit == nil || s.stop.Stopped {
		return s.stop.Stopped
	}
	work := s.work()
	if s.predicate != nil {
		work += s.predicate.ways.Work()
	}
	if count%quitEvery != 0 && len(s.form.Vars) < largeForm && work < s.nextAsk {
		return false
	}
	s.nextAsk = work + quitWork
	return s.stop.Ask()
}

// quitWork is the number of steps of propagation and of the test, some tenths of a second, between
// two questions whether to stop.
const quitWork = 1 << 20

// largeForm is the number of variables of a large form.
const largeForm = 1 << 14

// countSkipped counts a value or solution that is passed over. It returns false to stop the search.
func (s *Solver) countSkipped() bool {
	if s.skipped++; s.mustStop(s.skipped) {
		return s.giveUp()
	}
	return true
}
