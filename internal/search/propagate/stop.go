package propagate

// A Stop is asked during long computations whether the search must stop. Results after it said so
// do not count, and the search gives up.
type Stop struct {
	Quit    func() bool
	Stopped bool
}

// Ask reports whether to stop. A nil Stop never stops.
func (s *Stop) Ask() bool {
	if s == nil {
		return false
	}
	s.Stopped = s.Stopped || s.Quit()
	return s.Stopped
}

// StopWork is how many cells are revised, or numbers multiplied, between two questions.
const StopWork = 1 << 18
