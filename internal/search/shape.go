package search

import (
	"math"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// searchSize searches the solutions of one size. It returns false to stop the search.
func (s *Solver) searchSize(size int32) bool {
	s.size, s.failuresSince, s.shortestPath = size, 0, math.MaxInt
	s.path, s.pathVars = s.path[:0], s.pathVars[:0]
	if s.automaton != nil {
		s.automaton.Undo(0)
		if !s.automaton.Possible(size) {
			return s.fail()
		}
	}
	s.solutionsBefore = append(s.solutionsBefore[:0], s.stats.Solutions)
	after := s.Options.After != nil && size == s.Options.Size
	if after && len(s.Options.After) == 0 {
		return true
	}
	t := &s.program.Net
	t.Undo(0)
	if !s.program.Begun {
		return s.giveUp()
	}
	ok := true
	if t.Narrow(s.program.Size, interval.Of(int64(size), int64(size))) && s.settle() {
		ok = s.advanceTest(func() bool { return s.decideChoices(0, after) })
	} else {
		t.Forget()
		ok = s.fail()
	}
	t.Undo(0)
	return ok
}

// settle propagates, including the constraint of the exact level; false on a conflict.
func (s *Solver) settle() bool {
	for {
		if !s.program.Net.Propagate() {
			return false
		}
		switch s.witness.check(&s.program.Net) {
		case witnessed:
			return true
		case unreachable:
			s.program.Net.Forget()
			return false
		case forced: // more to propagate
		}
	}
}

// decideChoices decides the choice variables from the i-th on. tight says that the path so far is a
// prefix of Options.After. It returns false to stop the search.
func (s *Solver) decideChoices(i int, tight bool) bool {
	t := &s.program.Net
	for ; i < len(s.program.Choices); i++ {
		x := s.program.Choices[i]
		if drops := t.Hierarchy.Drops; drops.IsDropped[x] {
			for i+1 < len(s.program.Choices) && s.program.Choices[i+1] < drops.End[x] {
				i++
			}
			continue
		}
		if !t.Dom[x].Fixed() {
			return s.branch(i, x, tight)
		}
		var ok bool
		v := &s.form.Vars[x]
		if tight, ok = s.optionsAllow(v, interval.Key(v.Kind, t.Dom[x].Lo), tight); !ok {
			return true
		}
		if !s.extendPath(x, interval.Key(v.Kind, t.Dom[x].Lo)) {
			return s.fail()
		}
	}
	if tight {
		return true
	}
	ok := true
	if s.sharing != nil {
		ok = s.takeFromShape()
	} else {
		ok = s.data.run()
	}
	if s.stall != nil {
		s.stall.Whole = len(s.stall.Shape) == len(s.path)
	}
	return ok
}

// extendPath extends the path by the value of choice variable x. It returns false if no shape of
// the size continues like this.
func (s *Solver) extendPath(x int32, value int64) bool {
	s.path, s.pathVars = append(s.path, value), append(s.pathVars, x)
	if s.sharing != nil {
		s.sharing.notePath(&s.form.Vars[x], value, len(s.path))
	}
	s.solutionsBefore = append(s.solutionsBefore[:len(s.path)], s.stats.Solutions)
	if s.automaton == nil {
		return true
	}
	s.automaton.Decide(x, choiceIndex(&s.form.Vars[x], value))
	return s.automaton.Possible(s.size)
}

// shortenPath shortens the path to length n.
func (s *Solver) shortenPath(n int) {
	s.path, s.pathVars = s.path[:n], s.pathVars[:n]
	s.shortestPath = min(s.shortestPath, n)
	if s.automaton != nil {
		s.automaton.Undo(n)
	}
}

// branch tries the alternatives of x, the i-th choice variable. It returns false to stop the
// search.
func (s *Solver) branch(i int, x int32, tight bool) bool {
	if s.sharing != nil && s.sharing.each == 0 {
		return s.branchShared(i, x)
	}
	v := &s.form.Vars[x]
	order := s.alternativeOrder(len(v.Choice))
	for j := range v.Choice {
		if order != nil {
			j = order[j]
		}
		if !s.netAllows(x, j) {
			continue
		}
		then, ok := s.optionsAllow(v, v.Choice[j].Value, tight)
		if ok && !s.choose(i, x, j, then) {
			return false
		}
	}
	return true
}

// automatonAllows reports whether the automaton, if there is one, allows alternative j of x.
func (s *Solver) automatonAllows(x int32, j int) bool {
	if s.automaton == nil {
		return true
	}
	n := s.automaton.Decisions()
	s.automaton.Decide(x, j)
	ok := s.automaton.Possible(s.size)
	s.automaton.Undo(n)
	return ok
}

// netAllows reports whether the level and the net allow alternative j of x.
func (s *Solver) netAllows(x int32, j int) bool {
	v := &s.form.Vars[x]
	return v.Choice[j].Level <= s.form.Level && s.program.Net.Has(x, interval.Key(v.Kind, v.Choice[j].Value))
}

// choose tries alternative j of x, the i-th choice variable. It returns false to stop the search.
func (s *Solver) choose(i int, x int32, j int, tight bool) bool {
	t := &s.program.Net
	v := &s.form.Vars[x]
	value := v.Choice[j].Value
	k := interval.Key(v.Kind, value)
	mark, length := len(t.Trail), len(s.path)
	s.stats.Decisions++
	ok := true
	switch {
	case !s.extendPath(x, value) || !t.Narrow(x, interval.Of(k, k)) || !s.settle():
		t.Forget()
		ok = s.fail()
	case s.mustStop(s.stats.Decisions):
		// Shapes of many thousand parts meet few failures, so fail alone asks too rarely.
		ok = s.giveUp()
	case s.predicate == nil:
		ok = s.decideChoices(i+1, tight)
	default:
		ok = s.advanceTest(func() bool { return s.decideChoices(i+1, tight) })
	}
	t.Undo(mark)
	s.shortenPath(length)
	return ok
}

// alternativeOrder returns a random order of n alternatives, or nil to try them in their own order.
func (s *Solver) alternativeOrder(n int) []int {
	if s.drawing == nil {
		return nil
	}
	return s.drawing.order(n)
}

// optionsAllow reports whether the options let the path continue with this value of v. then reports
// whether the path is then still a prefix of Options.After.
func (s *Solver) optionsAllow(v *form.Var, value int64, tight bool) (then, ok bool) {
	n := len(s.path)
	if n < len(s.Options.Shape) && s.Options.Shape[n] != value {
		return false, false
	}
	if !tight {
		return false, true
	}
	after, at := choiceIndex(v, s.Options.After[n]), choiceIndex(v, value)
	if n+1 == len(s.Options.After) {
		return false, at > after
	}
	return after == at, at >= after
}

// choiceIndex returns the index of the alternative with this value, or -1.
func choiceIndex(v *form.Var, value int64) int {
	for i := range v.Choice {
		if v.Choice[i].Value == value {
			return i
		}
	}
	return -1
}
