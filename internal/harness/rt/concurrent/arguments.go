package concurrent

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// MostArguments is how many lists of arguments a step is called with at most, MostMakers how many a constructor is.
const (
	MostArguments = 6
	MostMakers    = 2
)

// choose chooses the calls that are made: of each function the first lists of arguments that its precondition admits
// of a new value, and if these are few the first ones of the others.
func (s *search) choose() {
	s.makers = chosen(s.subject.Makers, MostMakers, func(admitted []bool) {
		for i := range s.subject.Makers {
			r := Record{}
			admitted[i] = r.admits(&s.subject.Makers[i])
		}
	})
	s.steps = chosen(s.subject.Steps, MostArguments, func(admitted []bool) {
		for _, maker := range s.makers {
			t := newTrial(s.subject, plan{maker: maker})
			x := &sched.Exploration{Main: func() {
				t.self = Record{}
				for i := range s.subject.Steps {
					admitted[i] = admitted[i] || t.prepare() && t.self.admits(&s.subject.Steps[i])
				}
			}}
			x.Level(func() bool { return false })
		}
	})
}

// chosen returns the indices of most calls of each function. It has admit say which calls are admitted if a function has
// more.
func chosen(calls []Call, most int, admit func(admitted []bool)) (out []int) {
	of := map[string]int{}
	for i := range calls {
		of[calls[i].Name]++
	}
	admitted := make([]bool, len(calls))
	for _, n := range of {
		if n > most {
			admit(admitted)
			break
		}
	}
	taken := map[string]int{}
	for _, want := range []bool{true, false} {
		for i := range calls {
			name := calls[i].Name
			if admitted[i] == want && taken[name] < most {
				taken[name]++
				out = append(out, i)
			}
		}
	}
	slices.Sort(out)
	return out
}

// concurrentCalls returns the steps that are made at the same time as others.
func (s *search) concurrentCalls() (out []int) {
	for _, i := range s.steps {
		if s.subject.Steps[i].Concurrent {
			out = append(out, i)
		}
	}
	return slices.Clip(out)
}
