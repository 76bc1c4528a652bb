package concurrent

import (
	"reflect"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// A start is a sequential beginning of a case.
type start struct {
	maker  int
	prefix []int
	// state identifies its value, before that one step earlier.
	state, before uint64
	// finalizers means that it sets some.
	finalizers bool
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
			for _, i := range s.steps {
				if s.report.MoreStarts = len(*out) >= s.States; s.report.MoreStarts {
					return
				}
				add(start{maker: st.maker, prefix: append(slices.Clip(st.prefix), i), before: st.state})
			}
		}
		from = to
	}
}

// begin runs a beginning without calls at the same time.
func (s *search) begin(st start) *trial {
	t := newTrial(s.subject, plan{maker: st.maker, prefix: st.prefix})
	t.view = s.view
	(&sched.Exploration{Main: t.main}).Level(func() bool { return false })
	return t
}

// look makes each step once after each maker. It finds the steps that have results, and the package variables in use.
func (s *search) look() {
	sched.Note(true)
	defer sched.Note(false)
	for _, v := range sched.Variables() {
		if hasLocks(reflect.TypeOf(v).Elem()) {
			s.variables = append(s.variables, v) // Locks and their like are used by calls.
		}
	}
	for _, i := range s.steps {
		tells := false
		for _, maker := range s.makers {
			tells = s.begin(start{maker: maker, prefix: []int{i}}).self.told || tells
			for _, v := range sched.Touched() {
				if !slices.Contains(s.variables, v) {
					s.variables = append(s.variables, v)
				}
			}
		}
		if tells && !s.subject.Steps[i].Relaxed {
			s.observers = append(s.observers, i)
		}
	}
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
