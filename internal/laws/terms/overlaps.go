package terms

import "slices"

// apart is added to the slots of one of two rules that overlap.
const apart = 1 << 16

// overlap returns the equations that follow if inner rewrites a part of the left side of outer and
// whose sides do not exceed the size limit of the system. Nothing follows from rules to undefined:
// variables stand for values, and an equation may have fewer of them.
func (s *System) overlap(outer, inner *rule) (out []equation) {
	if outer.right.Symbol == Undefined || inner.right.Symbol == Undefined {
		return nil
	}
	s.work += 10
	s.positions(outer.left, inner.left.Symbol, func(at *Term, in func(*Term) *Term) {
		if at == outer.left && outer == inner {
			return
		}
		l, r := s.b.apart(inner)
		u := &Substitution{}
		if !s.b.unify(at, l, u) {
			return
		}
		left := s.b.resolve(outer.right, u)
		right := s.b.resolve(in(r), u)
		if left.Size > s.size || right.Size > s.size {
			return
		}
		if !outer.directed && !inner.directed && Greater(left, s.b.resolve(outer.left, u)) {
			return
		}
		left, right = s.b.canonical(left, right)
		if n, m := s.Normalize(left), s.Normalize(right); n != m {
			left, right = s.b.canonical(n, m)
		}
		if left.Symbol != Undefined && right.Symbol != Undefined && !s.joined(left, right) {
			out = append(out, equation{left, right})
		}
	})
	return out
}

// positions calls do with each part of t that has the symbol, and with a function that returns t with
// that part replaced.
func (s *System) positions(t *Term, symbol int, do func(at *Term, in func(*Term) *Term)) {
	if t.Symbol == symbol {
		do(t, func(by *Term) *Term { return by })
	}
	for i, a := range t.Args {
		if !has(a, symbol) {
			continue
		}
		s.positions(a, symbol, func(at *Term, in func(*Term) *Term) {
			do(at, func(by *Term) *Term {
				args := slices.Clone(t.Args)
				args[i] = in(by)
				return s.b.Apply(t.Symbol, args)
			})
		})
	}
}

// has reports whether a part of t has a symbol.
func has(t *Term, symbol int) bool {
	return t.Symbol == symbol || slices.ContainsFunc(t.Args, func(a *Term) bool { return has(a, symbol) })
}

// apart returns the sides of a rule with variables that no other rule has.
func (b *Bank) apart(r *rule) (left, right *Term) {
	if r.apart[0] == nil {
		for i, t := range []*Term{r.left, r.right} {
			sub := &Substitution{}
			for _, v := range t.vars {
				if v >= Pattern {
					sub.Set(v, b.Var(v+apart, sortOf(t, v)))
				}
			}
			r.apart[i] = b.Substitute(t, sub)
		}
	}
	return r.apart[0], r.apart[1]
}

// canonical renames the free variables of an equation by order of occurrence.
func (b *Bank) canonical(l, r *Term) (*Term, *Term) {
	sub := &Substitution{}
	for _, t := range []*Term{l, r} {
		b.number(t, sub)
	}
	return b.Substitute(l, sub), b.Substitute(r, sub)
}

// number gives the variables of t that have none the next slots.
func (b *Bank) number(t *Term, sub *Substitution) {
	if free(t) {
		if sub.Get(t.Slot) == nil {
			sub.Set(t.Slot, b.Var(Pattern+len(sub.slots), t.Sort))
		}
		return
	}
	for _, a := range t.Args {
		b.number(a, sub)
	}
}

// Generalize makes the variables of an equation free and renames them by order of occurrence.
func (b *Bank) Generalize(l, r *Term) (*Term, *Term) {
	return b.canonical(b.Free(l, nil), b.Free(r, nil))
}

// Free makes the variables of t free, except those of the list.
func (b *Bank) Free(t *Term, except []int) *Term {
	sub := &Substitution{}
	for _, v := range t.vars {
		if v < Pattern && !slices.Contains(except, v) {
			sub.Set(v, b.Var(v+Pattern, sortOf(t, v)))
		}
	}
	return b.Substitute(t, sub)
}

// unify extends u so that x and y become the same.
func (b *Bank) unify(x, y *Term, u *Substitution) bool {
	x, y = walk(x, u), walk(y, u)
	switch {
	case x == y:
		return true
	case x.Sort != y.Sort:
		return false
	case free(x):
		if occurs(x.Slot, y, u) {
			return false
		}
		u.Set(x.Slot, y)
		return true
	case free(y):
		return b.unify(y, x, u)
	case x.Symbol != y.Symbol || x.Symbol < 0:
		return false
	}
	for i := range x.Args {
		if !b.unify(x.Args[i], y.Args[i], u) {
			return false
		}
	}
	return true
}

// walk follows variables to their terms.
func walk(t *Term, u *Substitution) *Term {
	for free(t) {
		by := u.Get(t.Slot)
		if by == nil {
			break
		}
		t = by
	}
	return t
}

func occurs(slot int, t *Term, u *Substitution) bool {
	t = walk(t, u)
	if free(t) {
		return t.Slot == slot
	}
	return slices.ContainsFunc(t.Args, func(a *Term) bool { return occurs(slot, a, u) })
}

// resolve replaces variables by their terms, at any depth.
func (b *Bank) resolve(t *Term, u *Substitution) *Term {
	t = walk(t, u)
	if t.Symbol < 0 {
		return t
	}
	var room [3]*Term
	args := room[:0]
	for _, a := range t.Args {
		args = append(args, b.resolve(a, u))
	}
	return b.Apply(t.Symbol, args)
}
