package terms

import (
	"slices"
)

// A System is equations that rewrite terms. It is completed as far as its limits go:
// what follows from two equations that overlap is an equation as well. An equation that
// has no direction, as x + y == y + x, rewrites what becomes less in the order of Compare.
type System struct {
	b *Bank
	// least is the least term of each sort: it takes the place of variables that only
	// one side of an equation has.
	least []*Term
	// size is the greatest size of the sides of derived equations.
	size  int
	rules []*rule
	// heads are the rules by the symbol of their left side.
	heads map[int][]*rule
	// normal are normal forms that were found with the present rules.
	normal map[*Term]*Term
	// work counts the tries to match a rule.
	work int
	// sub is what the last match was with.
	sub Substitution
}

// A rule rewrites instances of left. With directed it always does, otherwise only if the result is
// smaller.
type rule struct {
	left, right *Term
	directed    bool
	// apart are the sides with variables of their own, nil before Bank.apart made them.
	apart [2]*Term
}

// Limits of a system: how many rules it has, and how much work is done to complete it for
// each equation that is added, in tries to match a rule.
const (
	mostRules = 300
	mostWork  = 200_000
)

// NewSystem returns a system without equations, of terms that have as many sorts as least
// has; derived equations have sides of at most the size.
func NewSystem(b *Bank, least []*Term, size int) *System {
	return &System{b: b, least: least, size: size, heads: map[int][]*rule{}, normal: map[*Term]*Term{}}
}

// Normalize rewrites t until nothing rewrites it.
func (s *System) Normalize(t *Term) *Term {
	if t.Symbol < 0 {
		return t
	}
	if n := s.normal[t]; n != nil {
		return n
	}
	args, changed := t.Args, false
	for i, a := range t.Args {
		if n := s.Normalize(a); n != a {
			if !changed {
				args, changed = slices.Clone(args), true
			}
			args[i] = n
		}
	}
	n := t
	if changed {
		n = s.b.Apply(t.Symbol, args)
	}
	if next := s.Step(n); next != nil {
		n = s.Normalize(next)
	} else if changed {
		n = s.Normalize(n)
	}
	s.normal[t] = n
	return n
}

// Step rewrites t at its root once; nil where no rule does.
func (s *System) Step(t *Term) *Term {
	for _, r := range s.heads[t.Symbol] {
		if r.left.Size > t.Size {
			continue
		}
		s.work++
		sub := &s.sub
		sub.clear()
		if !Match(r.left, t, sub) {
			continue
		}
		for _, v := range r.right.vars {
			if v >= Pattern && sub.Get(v) == nil {
				sub.Set(v, s.least[sortOf(r.right, v)])
			}
		}
		by := s.b.Substitute(r.right, sub)
		if r.directed || Compare(t, by) > 0 {
			return by
		}
	}
	return nil
}

// sortOf is the sort of a variable of t.
func sortOf(t *Term, slot int) int {
	if t.Symbol == Variable {
		return t.Sort
	}
	for _, a := range t.Args {
		if slices.Contains(a.vars, slot) {
			return sortOf(a, slot)
		}
	}
	return -1
}

// Follows reports whether both sides have the same normal form in some order of the variables. If so,
// the equation is proved.
func (s *System) Follows(l, r *Term) bool {
	if s.Normalize(l) == s.Normalize(r) {
		return true
	}
	for order := range s.orders(l, r) {
		if s.Normalize(s.b.Substitute(l, order)) == s.Normalize(s.b.Substitute(r, order)) {
			return true
		}
	}
	return false
}

// orders yields substitutions that permute the variables of each sort in two terms, then the same with
// constants that are greater than all symbols.
func (s *System) orders(l, r *Term) func(func(*Substitution) bool) {
	vars := slices.Clone(l.vars)
	sorts := map[int]int{}
	for _, v := range l.vars {
		sorts[v] = sortOf(l, v)
	}
	for _, v := range r.vars {
		if !slices.Contains(vars, v) {
			vars = append(vars, v)
			sorts[v] = sortOf(r, v)
		}
	}
	term := s.b.Var
	return func(yield func(*Substitution) bool) {
		if len(vars) > 4 {
			return
		}
		at := make([]int, len(vars))
		used := make([]bool, len(vars))
		var place func(int) bool
		place = func(i int) bool {
			if i == len(vars) {
				sub := &Substitution{}
				for k, v := range vars {
					sub.Set(v, term(vars[at[k]], sorts[v]))
				}
				return yield(sub)
			}
			for k := range vars {
				if used[k] || sorts[vars[k]] != sorts[vars[i]] {
					continue
				}
				used[k], at[i] = true, k
				more := place(i + 1)
				if used[k] = false; !more {
					return false
				}
			}
			return true
		}
		if place(0) {
			term = s.b.opaque
			place(0)
		}
	}
}

// joined reports whether both sides have the same normal form for every order of the variables. Then
// the equation adds almost nothing.
func (s *System) joined(l, r *Term) bool {
	if s.Normalize(l) != s.Normalize(r) {
		return false
	}
	for order := range s.orders(l, r) {
		if s.Normalize(s.b.Substitute(l, order)) != s.Normalize(s.b.Substitute(r, order)) {
			return false
		}
	}
	return true
}

// Copy returns a system with the same equations.
func (s *System) Copy() *System {
	c := NewSystem(s.b, s.least, s.size)
	for _, r := range s.rules {
		c.rules = append(c.rules, r)
		c.heads[r.left.Symbol] = append(c.heads[r.left.Symbol], r)
	}
	return c
}

// Assume adds an equation without its consequences: the equations may contradict each other.
func (s *System) Assume(l, r *Term) { s.install(s.Normalize(l), s.Normalize(r)) }

// An equation waits to become a rule.
type equation struct{ l, r *Term }

// Add adds an equation and its consequences together with the others.
func (s *System) Add(l, r *Term) {
	queue := []equation{{l, r}}
	end := s.work + mostWork
	for first := true; len(queue) > 0 && (first || s.work < end && len(s.rules) < mostRules); first = false {
		e := smallest(&queue)
		if s.joined(e.l, e.r) {
			continue
		}
		if n, m := s.Normalize(e.l), s.Normalize(e.r); n != m {
			e = equation{n, m}
		}
		for _, a := range s.install(e.l, e.r) {
			for _, old := range slices.Clone(s.rules) {
				if s.work >= end || len(s.rules) >= mostRules { // What follows would not be kept.
					break
				}
				queue = append(queue, s.overlap(a, old)...)
				if old != a {
					queue = append(queue, s.overlap(old, a)...)
				}
			}
		}
	}
}

// smallest takes the first of the smallest equations out of a list.
func smallest(list *[]equation) equation {
	least := 0
	for i, e := range *list {
		if e.l.Size+e.r.Size < (*list)[least].l.Size+(*list)[least].r.Size {
			least = i
		}
	}
	e := (*list)[least]
	*list = slices.Delete(*list, least, least+1)
	return e
}

// install makes rules of an equation.
func (s *System) install(l, r *Term) (added []*rule) {
	switch {
	case Greater(l, r):
		added = []*rule{{left: l, right: r, directed: true}}
	case Greater(r, l):
		added = []*rule{{left: r, right: l, directed: true}}
	default:
		for _, x := range []*rule{{left: l, right: r}, {left: r, right: l}} {
			if x.left.Symbol >= 0 {
				added = append(added, x)
			}
		}
	}
	for _, a := range added {
		s.rules = append(s.rules, a)
		s.heads[a.left.Symbol] = append(s.heads[a.left.Symbol], a)
	}
	clear(s.normal)
	return added
}
