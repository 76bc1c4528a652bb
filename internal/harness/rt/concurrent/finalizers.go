package concurrent

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// finalizing returns the sequences of the case in which finalizers run.
func (s *search) finalizing() [][]int {
	return [][]int{{slices.IndexFunc(s.subject.Steps, func(c Call) bool { return c.finalizes })}}
}

// finalize runs the cases in which a value is no longer used after its beginning, and finalizers run while what the beginning
// started goes on. It returns false to end the search.
func (s *search) finalize(starts []start) bool {
	for _, st := range starts {
		if p := st.with(s.finalizing()); st.finalizers && len(s.trial(p).unused) > 0 {
			r, goOn := s.runCase(p, s.CaseSchedules)
			if !goOn {
				return false
			}
			s.report.Exhausted = min(s.report.Exhausted, r.exhausted)
		}
	}
	return true
}

// trial returns the trial of a case. Where finalizers run in it, it finds out which.
func (s *search) trial(p plan) *trial {
	t := newTrial(s.subject, p)
	if t.dropped {
		sched.Look(true)
		t.looking = true
		(&sched.Exploration{Main: t.main}).Level(func() bool { return false })
		t.looking = false
		sched.Look(false)
	}
	return t
}
