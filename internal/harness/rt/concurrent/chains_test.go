package concurrent

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// TestChains runs all schedules of the cases that are taken to have none in which calls overlap: none has, and nothing races. How
// many cases of three and four calls are taken for such ones is given.
func TestChains(t *testing.T) {
	for _, c := range []struct {
		steps []string
		plain int
	}{
		{[]string{"put", "get"}, 44},
		{[]string{"add", "put", "get"}, 246},
		{[]string{"put", "get", "late"}, 123},
		{[]string{"get", "late"}, 22},
		{[]string{"put", "look"}, 12},
		{[]string{"add", "load"}, 44},
		{[]string{"lose", "put"}, 9},
		{[]string{"start", "get"}, 3},
		{[]string{"fuse", "get"}, 3},
		{[]string{"arm", "get"}, 3},
		{[]string{"wait", "put"}, 6},
		{[]string{"next", "put"}, 6},
		{[]string{"send", "take", "get"}, 22},
	} {
		s := searchOf(c.steps, nil)
		s.found = map[string]bool{}
		s.choose()
		starts, plain := s.starts(), 0
		for _, shape := range shapes {
			for _, seqs := range assignments(shape, s.concurrentCalls()) {
				for _, st := range starts {
					if p := st.with(seqs); s.isPlain(p) {
						plain++
						checkPlain(t, s, p)
					}
				}
			}
		}
		if plain != c.plain {
			t.Errorf("%v: %d cases are plain, and not %d", c.steps, plain, c.plain)
		}
	}
}

// checkPlain runs all schedules of a case. No calls overlap in them.
func checkPlain(t *testing.T, s *search, p plan) {
	j := s.newJudge(s.trial(p))
	for range s.Preemptions + 1 {
		j.real.Level(func() bool {
			if sched.IsRepeated() {
				return true
			}
			if j.outcome(&j.cur); !j.cur.isPure() || len(sched.Races()) > 0 || j.left > 0 {
				t.Errorf("%s: a schedule in which calls overlap, or race", s.describe(p))
			}
			return true
		})
	}
}
