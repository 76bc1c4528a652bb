package sched

// A mirroring says whether a goroutine runs a sequence with the same calls as another one.
//
// Schedules that differ only in which of the two is which have the same outcome but for these names. One of them is left out: the
// earlier sequence begins first.
type mirroring struct {
	// begun means that its first call has begun. twin runs an earlier sequence with the same calls; nil if there is none.
	begun bool
	twin  *Goroutine
}

// isMirrored reports whether a schedule in which the goroutine begins here is left out. Sequential runs are all needed: they are
// compared with outcomes call by call.
func (s *Scheduler) isMirrored(g *Goroutine) bool {
	return g.twin != nil && !g.twin.begun && !s.conduct.serial && !s.memory.owns
}

// tell notes that code sees which goroutine runs it. Then no two are the same.
func (s *Scheduler) tell() { s.told = s.told || !s.quiet }
