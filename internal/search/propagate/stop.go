package propagate

// A Stop is asked in the midst of what takes long. What is found once it says that
// the search is to stop does not count, and the search gives up.
type Stop struct {
	Quit    func() bool
	Stopped bool
}

// Ask asks whether to stop; nil never does.
func (s *Stop) Ask() bool {
	if s == nil {
		return false
	}
	s.Stopped = s.Stopped || s.Quit()
	return s.Stopped
}

// StopWork is how many cells are revised, or numbers multiplied, between two questions
// in the midst of something.
const StopWork = 1 << 18
