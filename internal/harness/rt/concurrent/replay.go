package concurrent

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// replay runs one schedule again.
func (s *search) replay(only *Schedule) {
	p := plan{maker: only.Maker, prefix: only.Prefix, sequences: only.Sequences}
	if !s.valid(p) {
		s.report.Unsupported = "the saved case is not one of this type any more"
		return
	}
	for _, site := range only.Points {
		s.points[site] = true
	}
	sched.SetPoints(s.points)
	s.report.Cases = 1
	s.starts() // It finds the observers.
	j := s.newJudge(s.trial(p))
	j.checking = true
	for range s.Preemptions + 2 {
		j.spec.Level(func() bool {
			if sched.IsRepeated() {
				return true
			}
			j.outcome(&j.cur)
			if k := j.cur.key(); !j.met[k] {
				j.met[k] = true
				j.sequential = append(j.sequential, j.cur.clone())
			}
			return true
		})
	}
	choices := make([]uint8, len(only.Choices))
	for i, c := range only.Choices {
		choices[i] = uint8(c)
	}
	s.report.Schedules = 1
	x := j.real
	j.checking = only.Serial
	if only.Serial {
		x = j.spec
	}
	if !x.Run(choices) || j.invalid {
		s.report.Unsupported = "the saved schedule is not one of this code any more"
		return
	}
	if len(sched.Races()) > 0 {
		j.outcome(&j.cur)
		s.add(j, &verdict{cause: CauseRace, after: -1, outcome: *j.cur.clone(), serial: only.Serial})
		x.Run(choices)
	}
	j.outcome(&j.cur)
	v := j.verdict(&j.cur)
	if v == nil && j.cur.ending != sched.Complete {
		v = j.unsteady(j.cur.clone())
	}
	if v != nil {
		v.serial, v.number = only.Serial, 0
		s.add(j, v)
	}
}

// valid reports whether the calls of a case exist.
func (s *search) valid(p plan) bool {
	ok := func(i int) bool { return i >= 0 && i < len(s.subject.Steps) }
	for _, seq := range append(slices.Clone(p.sequences), p.prefix) {
		for _, i := range seq {
			if !ok(i) {
				return false
			}
		}
	}
	return p.maker >= 0 && p.maker < len(s.subject.Makers) && len(p.sequences) <= len(letters)
}
