// Package descent solves forms by going downhill: it measures how far an assignment is from making the root true, and changes one
// variable at a time so that it comes nearer. It takes a form and returns a solution if it finds one. It never shows that there
// is none, and knows nothing of Z3, for which products and quotients of floating-point numbers are large circuits.
//
// The distances are the branch distances of search-based testing (Korel, "Automated Software Test Data Generation", 1990; Tracey and
// others, 1998). Floating-point numbers are as far apart as there are numbers between them (Fu and Su, "XSat", 2016), so that an equation
// is met exactly. The steps of a variable are powers of two: first from the least that comes nearer on, so that values stay small, then from the largest
// down, which is bisection where the distance falls and rises once.
//
//	descent.go   Find, and where the search begins
//	distance.go  how far the root is from true
//	steps.go     the steps of a variable
//	simple.go    simple values
package descent

import (
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// Find returns a solution of a form, or nil if it finds none within the work: a unit is the value of one node, and ten millions take
// less than a second. The form must pass Check. Quit ends the search early; it may be nil. The same form and work give the same solution.
func Find(f *form.Form, work int, quit func() bool) []int64 {
	if f.Test != nil || work <= 0 {
		return nil
	}
	s := newSearch(f, work, quit)
	if len(s.live)*len(s.used) > work {
		return nil // It is too much for a step of each variable.
	}
	s.depend()
	var best []int64
	least := math.MaxInt
	for n := 0; !s.isSpent(); n++ {
		s.start(n)
		if !s.down() || !s.isSolution() {
			continue
		}
		s.simplify()
		if best == nil {
			s.work = min(s.work, more*(work-s.work))
		}
		if bits := s.bits(); bits < least {
			best, least = s.stream(), bits
		}
	}
	return best
}

// more is how many times the work for the first solution others may take, of which the simplest counts.
const more = 8

// A search has an assignment to the variables of a form.
type search struct {
	form *form.Form
	// live are the nodes on which the root depends, in order, and used the variables that they read.
	live []int32
	used []int
	// numbers are the variables whose bits are floating-point numbers.
	numbers []bool
	// constants are the values that the form mentions, by what they are compared or computed with.
	constants map[valueType][]int64
	// wanted are the values of the variables if they are realized; values those they have.
	wanted, values []int64
	realized       []bool
	measures
	work   int
	quit   func() bool
	random form.SplitMix
}

// A valueType is a kind of values, and whether these are floating-point numbers.
type valueType struct {
	kind   form.Kind
	number bool
}

func newSearch(f *form.Form, work int, quit func() bool) *search {
	s := &search{form: f, work: work, quit: quit, numbers: make([]bool, len(f.Vars)), constants: map[valueType][]int64{}}
	s.wanted, s.values, s.realized = make([]int64, len(f.Vars)), make([]int64, len(f.Vars)), make([]bool, len(f.Vars))
	s.nodes, s.truths = make([]int64, len(f.Nodes)), make([]truth, len(f.Nodes))
	live, floats := make([]bool, len(f.Nodes)), make([]bool, len(f.Nodes))
	live[f.Root] = true
	used := make([]bool, len(f.Vars))
	for i := len(f.Nodes) - 1; i >= 0; i-- {
		n := &f.Nodes[i]
		if !live[i] {
			continue
		}
		s.live = append(s.live, int32(i))
		for k, a := range n.Args {
			live[a] = true
			floats[a] = floats[a] || n.Op.Float() && n.Op != form.FOfInt || n.Op == form.Ite && k > 0 && floats[i]
		}
		t := valueType{n.Kind, floats[i]}
		switch n.Op {
		case form.Const:
			if !slices.Contains(s.constants[t], n.Val) {
				s.constants[t] = append(s.constants[t], n.Val)
			}
		case form.Ref:
			used[n.Val] = true
			s.numbers[n.Val] = floats[i]
		}
	}
	slices.Reverse(s.live)
	for i := range f.Vars {
		if p := f.Vars[i].Parent; p >= 0 {
			used[p] = used[p] || used[i] // A variable below it comes after it.
		}
	}
	for i, u := range used {
		if u {
			s.used = append(s.used, i)
		}
	}
	return s
}

// depend finds out which nodes depend on each data variable. When a choice changes, everything is evaluated, because other variables may be realized.
func (s *search) depend() {
	s.dependents = make([][]int32, len(s.form.Vars))
	for _, v := range s.used {
		if len(s.form.Vars[v].Choice) > 0 {
			s.dependents[v] = s.live
			continue
		}
		on := make([]bool, len(s.form.Nodes))
		for _, i := range s.live {
			n := &s.form.Nodes[i]
			on[i] = n.Op == form.Ref && n.Val == int64(v) || slices.ContainsFunc(n.Args, func(a int32) bool { return on[a] })
			if on[i] {
				s.dependents[v] = append(s.dependents[v], i)
			}
		}
	}
}

// isSpent reports whether the search has to end.
func (s *search) isSpent() bool { return s.work <= 0 || s.quit != nil && s.quit() }

// start sets the assignment with which the n-th descent begins: defaults, then random choices and small numbers, in every other one also
// constants of the form and other numbers.
func (s *search) start(n int) {
	s.random = form.SplitMix(n)
	for i := range s.form.Vars {
		v := &s.form.Vars[i]
		s.wanted[i] = v.Default
		if n == 0 || s.random.Below(4) == 0 {
			continue
		}
		if len(v.Choice) > 0 {
			s.wanted[i] = v.Choice[s.random.Below(uint64(len(v.Choice)))].Value
			continue
		}
		x, list := int64(s.random.Next()), s.constants[valueType{v.Kind, s.numbers[i]}]
		switch {
		case n%2 == 0 && len(list) > 0 && s.random.Below(3) > 0:
			s.wanted[i] = s.within(i, list[s.random.Below(uint64(len(list)))])
			continue
		case n%2 == 0:
			x >>= s.random.Below(64)
		default:
			x = int64(s.random.Below(2*mostSmall+1)) - mostSmall
		}
		if s.numbers[i] {
			x = v.Kind.OfNumber(float64(x))
		}
		s.wanted[i] = s.within(i, v.Kind.Wrap(x))
	}
}

// mostSmall is the greatest of the small numbers with which a descent begins.
const mostSmall = 4

// isSolution reports whether the assignment, whose distance is 0, is a solution: its level counts, too.
func (s *search) isSolution() bool {
	ok, level, _, err := s.form.Eval(s.stream())
	return err == nil && ok && s.form.Admits(level)
}

// stream returns the values of the realized variables.
func (s *search) stream() []int64 {
	stream := []int64{}
	for i, is := range s.realized {
		if is {
			stream = append(stream, s.values[i])
		}
	}
	return stream
}
