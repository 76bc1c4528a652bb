package concurrent

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// A start is a sequential beginning of a case.
type start struct {
	maker  int
	prefix []int
	// state identifies its value, before that one step earlier.
	state, before uint64
	// finalizers means that it sets some, dated that its calls look at the clock while no alarm is set, and that no day has passed.
	finalizers, dated bool
}

// with returns the case of a beginning and sequences.
func (st start) with(sequences [][]int) plan {
	return plan{maker: st.maker, prefix: st.prefix, sequences: sequences}
}

// starts returns the states that a maker and some steps reach, each once, those with the fewest
// steps first. It finds the observers.
func (s *search) starts() []start {
	var out []start
	met := map[uint64]bool{}
	changes := map[int]bool{}
	s.look()
	add := func(st start) {
		t := s.begin(st)
		if t.invalid || sched.End() != sched.Complete && !t.observing {
			return
		}
		st.state = combine(t.state, uint64(st.maker))
		st.finalizers = sched.HasFinalizers()
		passed := slices.ContainsFunc(st.prefix, func(i int) bool { return s.subject.Steps[i].passes })
		if st.dated = sched.IsDated() && !passed; passed {
			st.state = combine(st.state, 1) // What the clock shows is no part of the value.
		}
		if n := len(st.prefix); n > 0 && st.state != st.before {
			changes[st.prefix[n-1]] = true
		}
		if !met[st.state] {
			met[st.state] = true
			out = append(out, st)
		}
	}
	for _, i := range s.makers {
		add(start{maker: i})
	}
	s.extend(&out, add)
	s.observe(changes)
	return out
}

// extend adds beginnings with more and more steps.
func (s *search) extend(out *[]start, add func(start)) {
	from := 0
	for range s.Prefix {
		to := len(*out)
		for _, st := range (*out)[from:to] {
			next := s.steps
			if st.dated && len(st.prefix) > 0 {
				next = append([]int{s.passing()}, next...)
			}
			for _, i := range next {
				if s.report.MoreStarts = len(*out) >= s.States; s.report.MoreStarts {
					return
				}
				add(start{maker: st.maker, prefix: append(slices.Clip(st.prefix), i), before: st.state})
			}
		}
		from = to
	}
}

// passing returns the call that stands for time that passes.
func (s *search) passing() int {
	return slices.IndexFunc(s.subject.Steps, func(c Call) bool { return c.passes })
}

// begin runs a beginning without calls at the same time.
func (s *search) begin(st start) *trial {
	t := newTrial(s.subject, plan{maker: st.maker, prefix: st.prefix})
	t.view = s.view
	(&sched.Exploration{Main: t.main}).Level(func() bool { return false })
	return t
}

// look makes each step once after each maker. It finds the steps that have results, and the package variables that calls change.
func (s *search) look() {
	all := sched.Variables()
	s.variables = all
	before, changed := states(all), make([]bool, len(all))
	for _, i := range s.steps {
		tells := false
		for _, maker := range s.makers {
			t := s.begin(start{maker: maker, prefix: []int{i}})
			tells = tells || t.self.told
			for k, h := range t.states {
				changed[k] = changed[k] || h != before[k]
			}
		}
		if tells && !s.subject.Steps[i].Relaxed {
			s.observers = append(s.observers, i)
		}
	}
	s.variables = nil
	for k, h := range states(all) {
		if changed[k] && h == before[k] { // Otherwise it does not come back after a schedule.
			s.variables = append(s.variables, all[k])
		}
	}
}

// states returns what identifies the states of variables.
func states(variables []any) (out []uint64) {
	for _, v := range variables {
		h, _ := State(v)
		out = append(out, h)
	}
	return out
}

// observe orders the observers: first those that change nothing, then the others, each as often as a call is made to see the state.
func (s *search) observe(changes map[int]bool) {
	var last []int
	for _, i := range s.observers {
		if changes[i] {
			last = append(last, slices.Repeat([]int{i}, afterCalls)...)
		}
	}
	s.observers = append(slices.DeleteFunc(s.observers, func(i int) bool { return changes[i] }), last...)
}
