package sched

// Note has the schedules that follow note the places of the code that they come to, or ends that.
func Note(on bool) {
	the.recording, the.noted = on, nil
	if on {
		the.noted = map[uintptr]bool{}
	}
}

// Noted returns how many places the schedules have come to since Note.
func Noted() int { return len(the.noted) }

// Variables returns pointers to the package variables that come back after each schedule.
func Variables() []any { return the.variables }

// note notes the places of a stack.
func (s *Scheduler) note(stack []uintptr) {
	if s.noted == nil {
		return
	}
	for _, pc := range stack {
		s.noted[pc] = true
	}
}
