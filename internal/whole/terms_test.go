package whole

import (
	"fmt"
	"slices"
	"strings"
)

// first is a constant as it is needed where a path has to be the same each time.
func (g *generator) first(t *typ) ex {
	switch t.kind {
	case text:
		return same(`"a"`)
	case enum:
		return same("%s", t.consts[0])
	}
	return same("1")
}

// constant is a constant of an ordered type.
func (g *generator) constant(t *typ) ex {
	switch t.kind {
	case text:
		return same("%s", pick(g, `"a"`, `"b"`, `"ab"`, `"ba"`))
	case enum:
		return same("%s", pick(g, t.consts...))
	case float:
		return same("%s", pick(g, "0", "0.5", "1", "1.5"))
	}
	if strings.HasPrefix(t.name, "u") || t.name == "byte" {
		return same("%d", g.r.IntN(3))
	}
	return same("%d", g.r.IntN(5)-2)
}

// integer is a term of type int with its guards.
func (s *scope) integer() (ex, []ex) {
	switch s.g.r.IntN(13) {
	case 12:
		if e, guards, ok := s.asked(); ok {
			return e, guards
		}
	case 11:
		if s.before {
			return s.old(), nil
		}
	case 0, 1:
		if p, ok := s.use(func(p path) bool {
			return p.t.kind == slice || p.t.kind == mapping || p.t.kind == characters || p.t.kind == text
		}); ok {
			return both("len(%s)", p.ex), p.guards
		}
	case 2:
		n := s.g.r.IntN(5) - 1
		if s.g.vars.r.IntN(2) == 0 {
			return s.g.vars.term(), nil
		}
		return same("%d", n), nil
	case 3:
		a, ga := s.integer()
		b, gb := s.integer()
		return both("(%s "+pick(s.g, "+", "-", "*")+" %s)", a, b), slices.Concat(ga, gb)
	case 4:
		a, ga := s.integer()
		return both("(%s "+pick(s.g, "%% 2", "/ 2", "& 1", "^ 1", ">> 1")+")", a), ga
	case 5, 6:
		if e, guards, ok := s.measured(); ok {
			return e, guards
		}
	case 8:
		if p, ok := s.use(func(p path) bool { return p.t.kind == sequence }); ok {
			return both("lengthOf(%s)", p.ex), p.guards
		}
	case 7:
		if s.ask {
			if e, ok := s.question(intType); ok {
				return e, nil
			}
		}
	}
	if p, ok := s.use(func(p path) bool { return p.t.kind == number }); ok {
		if p.t == intType {
			return p.ex, p.guards
		}
		return both("int(%s)", p.ex), p.guards
	}
	return same("%d", s.g.r.IntN(4)), nil
}

// old is a term over the inputs as they were before the call.
func (s *scope) old() ex {
	inner := &scope{g: s.g, f: s.f}
	var params, twins []string
	for _, p := range s.f.params {
		if p.t.kind != function {
			inner.vars = append(inner.vars, p)
			params, twins = append(params, p.c+" "+p.t.inst()), append(twins, "old_"+p.c)
		}
	}
	e := orZero(inner.integer())
	e.c = "old" + e.c
	e.g = fmt.Sprintf("func(%s) int { return %s }(%s)", strings.Join(params, ", "), e.g, strings.Join(twins, ", "))
	e.b = "brute.Old" // only contracts can say that
	return e
}

// measured is a call of a function that counts or adds up what a value reaches.
func (s *scope) measured() (ex, []ex, bool) {
	// An invariant's self may be a pointer.
	p, ok := s.use(func(p path) bool {
		return p.c != "self" && p.t.inst() == p.t.String() && (p.t.kind == structure || p.t.kind == pointer && p.t.elem.kind == structure)
	})
	if !ok {
		return ex{}, nil, false
	}
	t, arg, guards := p.t, p.ex, p.guards
	if t.kind == pointer {
		t, arg = t.elem, both("*%s", p.ex)
		if p.zero || !s.f.never(p.t) && !p.nonNil {
			guards = append(slices.Clone(guards), both("%s != nil", p.ex))
		}
	}
	h := s.g.helper(t, s.g.chance(2))
	return both(h.name+"(%s)", arg).with(h.allReads()), guards, true
}

// question is a call of a parameter of function type that answers with t first.
func (s *scope) question(t *typ) (ex, bool) {
	for _, v := range s.vars {
		if v.t.kind != function || v.t.result[0] != t || len(v.t.result) > 1 {
			continue
		}
		var args []string
		for range v.t.params {
			args = append(args, fmt.Sprint(s.g.r.IntN(3)-1))
		}
		return same("%s(%s)", v.c, strings.Join(args, ", ")), true
	}
	return ex{}, false
}

// quantified is a forall or exists.
func (s *scope) quantified(otherwise bool, budget int) (ex, bool) {
	if s.depth > 1 {
		return ex{}, false
	}
	inner := *s
	inner.depth++
	i, x := fmt.Sprintf("i%d", s.depth), fmt.Sprintf("x%d", s.depth)
	some := s.g.chance(3)
	word, no := "forall", ""
	if some {
		word, no = "exists", "!"
	}
	if s.g.chance(4) {
		n, guards := s.integer()
		inner.vars = append(slices.Clone(s.vars), path{ex: same("%s", i), t: intType})
		body := inner.truth(budget / 2)
		return guarded(guards, otherwise, fill2("("+word+" "+i+" in 0..<%s: %s)",
			no+"brute.AllTo(0, %s, func("+i+" int) bool { return "+no+"%s })", n, body)), true
	}
	p, ok := s.use(func(p path) bool { return p.t.kind == slice || p.t.kind == mapping || p.t.kind == sequence })
	if !ok {
		return ex{}, false
	}
	if p.t.kind == sequence {
		inner.vars = append(slices.Clone(s.vars), path{ex: same("%s", x), t: p.t.elem})
		return guarded(p.guards, otherwise, fill2("("+word+" "+x+" in %s: %s)",
			no+"brute.All(brute.Collect(%s), func(_ int, "+x+" "+p.t.elem.inst()+") bool { return "+no+"%s })", p.ex, inner.truth(budget/2))), true
	}
	first, all := intType, "All"
	if p.t.kind == mapping {
		first, all = p.t.key, "AllOf"
	}
	inner.vars = append(slices.Clone(s.vars), path{ex: same("%s", i), t: first}, path{ex: same("%s", x), t: p.t.elem})
	body := inner.truth(budget / 2)
	return guarded(p.guards, otherwise, fill2("("+word+" "+i+", "+x+" in %s: %s)",
		no+"brute."+all+"(%s, func("+i+" "+first.inst()+", "+x+" "+p.t.elem.inst()+") bool { return "+no+"%s })", p.ex, body)), true
}

// membership is x in xs, for slices, maps and ranges.
func (s *scope) membership(otherwise bool) (ex, bool) {
	if s.g.chance(4) {
		a, ga := s.integer()
		b, gb := s.integer()
		if bare(a) {
			return ex{}, false
		}
		return guarded(slices.Concat(ga, gb), otherwise, fill2("(%s in 0..%s)", "(0 <= %[1]s && %[1]s <= %[2]s)", a, b)), true
	}
	p, ok := s.use(func(p path) bool { return (p.t.kind == slice || p.t.kind == mapping) && !p.t.holds(sum) })
	if !ok {
		return ex{}, false
	}
	elem := p.t.elem
	if p.t.kind == mapping {
		elem = p.t.key
	}
	q, ok := s.use(func(q path) bool { return q.t == elem && !bare(q.ex) })
	if elem.ordered() && (!ok || s.g.chance(2)) {
		q, ok = path{ex: s.g.constant(elem)}, true
	}
	if !ok {
		return ex{}, false
	}
	if twins(elem, p.ex, q.ex) {
		return ex{}, false
	}
	guards, reads := slices.Concat(p.guards, q.guards), readAll(elem, false)
	if p.t.kind == mapping {
		return guarded(guards, otherwise, fill2("(%s in %s)", "brute.HasKey(%s, %s)", q.ex, p.ex).with(reads)), true
	}
	return guarded(guards, otherwise, fill2("(%s in %s)", "brute.In(%s, %s)", q.ex, p.ex).with(reads)), true
}

// builtin is one of the functions of the language over a slice.
func (s *scope) builtin(otherwise bool) (ex, bool) {
	p, ok := s.use(func(p path) bool { return p.t.kind == slice && !p.t.holds(sum) || p.t.kind == sequence })
	if !ok {
		return ex{}, false
	}
	elem := p.t.elem
	reads := readAll(elem, false)
	q, _ := s.use(func(q path) bool { return q.t == p.t })
	if p.t.kind == sequence {
		p.g, q.g = "brute.Collect("+p.g+")", "brute.Collect("+q.g+")"
	}
	if twins(elem, p.ex, q.ex) {
		return ex{}, false
	}
	guards := slices.Concat(p.guards, q.guards)
	switch s.g.r.IntN(5) {
	case 0:
		if elem.ordered() {
			return guarded(p.guards, otherwise, fill2("sorted(%s)", "brute.Sorted(%s)", p.ex).with(reads)), true
		}
	case 1:
		return guarded(guards, otherwise, fill2("permutation(%s, %s)", "brute.Permutation(%s, %s)", p.ex, q.ex).with(reads)), true
	case 2:
		if elem.ordered() {
			c := s.g.constant(elem)
			return guarded(p.guards, otherwise, fill2("(count(%s, %s) == 1)", "(brute.Count(%s, %s) == 1)", p.ex, c).with(reads)), true
		}
	case 3:
		if elem.kind == number || elem.kind == float {
			c := s.g.constant(elem)
			return guarded(p.guards, otherwise, fill2("(sum(%s) <= %s)", "(brute.Sum(%s) <= %s)", p.ex, c).with(reads)), true
		}
	case 4:
		xs, ok := s.use(func(q path) bool { return q.t.kind == slice && !q.t.named && q.t.elem == elem && !q.t.holds(sum) })
		if p.t.kind == sequence && ok && !twins(elem, p.ex, xs.ex) {
			return guarded(slices.Concat(p.guards, xs.guards), otherwise, fill2("(slices.Collect(%s) == %s)", "brute.Eq(%s, %s)", p.ex, xs.ex).with(reads)), true
		}
	}
	return guarded(p.guards, otherwise, fill2("distinct(%s)", "brute.Distinct(%s)", p.ex).with(reads)), true
}
