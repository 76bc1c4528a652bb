package whole

import (
	"fmt"
	"slices"
	"strings"
)

// An ex is an expression three times: in the contract language, in plain Go for
// the brute force, and as Go that needs no other package, where it has that form;
// with the fields that it reads.
type ex struct {
	c, g, b string
	reads   []string
}

func same(format string, args ...any) ex {
	s := fmt.Sprintf(format, args...)
	return ex{c: s, g: s, b: s}
}

// fill2 puts expressions in the place of each %s of the formats.
func fill2(c, g string, parts ...ex) ex { return fill3(c, g, g, parts...) }

func fill3(c, g, b string, parts ...ex) ex {
	var cs, gs, bs []any
	var reads []string
	for _, p := range parts {
		cs, gs, bs = append(cs, p.c), append(gs, p.g), append(bs, p.b)
		reads = append(reads, p.reads...)
	}
	return ex{fmt.Sprintf(c, cs...), fmt.Sprintf(g, gs...), fmt.Sprintf(b, bs...), reads}
}

// plain tells whether the function itself can say e.
func (e ex) plain() bool { return e.b != "" && !strings.Contains(e.b, "brute.") }

// nilSlices among what is read says that a slice is compared with nil.
const nilSlices = "[] == nil"

// with is e that reads more fields.
func (e ex) with(reads []string) ex {
	e.reads = slices.Concat(e.reads, reads)
	return e
}

// isA is the test of x for the type t.
func isA(x ex, t *typ) ex {
	return fill3("(%s is "+t.String()+")", "brute.Is["+t.String()+"](%s)", "func() bool { _, ok := %s.("+t.String()+"); return ok }()", x)
}

func both(format string, parts ...ex) ex { return fill2(format, format, parts...) }

// A path is an expression for a part of the inputs, which exists where its
// guards hold.
type path struct {
	ex
	t      *typ
	guards []ex
	nonNil bool // a receiver
	fixed  bool // nothing can be assigned to it
	zero   bool // what a map gives for a key that it lacks, or a part of it
}

// A scope is what a function or one of its clauses may speak of.
type scope struct {
	g     *generator
	f     *fn
	vars  []path
	depth int  // of quantifiers
	body  bool // of the function itself: plain Go
	code  bool // what the function says as well, where it can
	ask   bool // functions may be called
	after bool // of a postcondition
	// before says that it may speak of terms as they were before the call.
	before bool
}

// paths are the parts of all variables that at most three selections reach.
func (s *scope) paths() []path {
	var all []path
	for _, v := range s.vars {
		all = append(all, s.extend(v, 3)...)
	}
	return all
}

// extend lists p and its parts.
func (s *scope) extend(p path, more int) []path {
	all := []path{p}
	if more == 0 {
		return all
	}
	add := func(e ex, t *typ, guard ex, reads ...string) {
		q := path{ex: e.with(reads), t: t, guards: slices.Clone(p.guards), fixed: p.fixed && p.t.kind != pointer && p.t.kind != slice || p.t.kind == mapping || p.t.kind == text}
		q.zero = p.t.kind == mapping || p.zero && (p.t.kind == structure || p.t.kind == array)
		if guard.c != "" {
			q.guards = append(q.guards, guard)
		}
		all = append(all, s.extend(q, more-1)...)
	}
	fields := func(t *typ, guard ex) {
		for _, f := range t.fields {
			add(both("%s."+f.name, p.ex), f.typ, guard, t.origin()+"."+f.name)
		}
	}
	switch p.t.kind {
	case structure:
		fields(p.t, ex{})
	case pointer:
		var guard ex
		if p.zero || !s.f.never(p.t) && !p.nonNil {
			guard = both("%s != nil", p.ex)
		}
		if p.t.elem.kind == structure {
			fields(p.t.elem, guard)
		} else {
			add(both("(*%s)", p.ex), p.t.elem, guard)
		}
	case array:
		for i := range p.t.n {
			add(both(fmt.Sprintf("%%s[%d]", i), p.ex), p.t.elem, ex{})
		}
	case slice:
		add(both("%s[0]", p.ex), p.t.elem, both("len(%s) > 0", p.ex))
		add(both("%s[len(%s)-1]", p.ex, p.ex), p.t.elem, both("len(%s) > 0", p.ex))
		if !strings.Contains(p.c, ":") {
			add(both("%s[1:]", p.ex), p.t, both("len(%s) > 0", p.ex))
		}
	case mapping:
		// A byte that the code looks up makes that a character.
		if p.t.key.ordered() && p.t.elem != p.t && !((s.body || s.code) && p.t.key == byteType) {
			add(fill2("%s[%s]", "%s[%s]", p.ex, s.g.first(p.t.key)), p.t.elem, ex{})
		}
	case text:
		if !s.body && !strings.Contains(p.c, ":") {
			add(both("%s[1:]", p.ex), p.t, both("len(%s) > 0", p.ex))
		}
	case sum:
		for _, a := range p.t.alts {
			add(both("%s.("+a.String()+")", p.ex), a, isA(p.ex, a))
		}
	}
	return all
}

// never tells whether pointers of a type are never nil: those to a type with an
// invariant that is not recursive.
func (f *fn) never(t *typ) bool {
	return t.elem.built != nil || t.elem.kind == structure && t.elem.law.c != "" && !t.elem.recursive()
}

// use picks a path that satisfies ok; ok is false where there is none.
func (s *scope) use(ok func(p path) bool) (path, bool) {
	all := slices.DeleteFunc(s.paths(), func(p path) bool { return !ok(p) })
	if len(all) == 0 {
		return path{}, false
	}
	return all[s.g.r.IntN(len(all))], true
}

// readAll are the fields that are read where a value of t is compared as a whole;
// deep through pointers.
func readAll(t *typ, deep bool) []string {
	var all []string
	var walk func(t *typ)
	seen := map[*typ]bool{}
	walk = func(t *typ) {
		if seen[t] || t.kind == pointer && !deep {
			return
		}
		seen[t] = true
		for _, f := range t.fields {
			all = append(all, t.origin()+"."+f.name)
		}
		for _, p := range t.parts() {
			walk(p)
		}
	}
	walk(t)
	return all
}

// guarded is e where all guards hold, otherwise the given truth.
func guarded(guards []ex, otherwise bool, e ex) ex {
	for _, g := range slices.Backward(guards) {
		if otherwise {
			e = fill2("(%s ==> %s)", "(!(%s) || %s)", g, e)
		} else {
			e = both("(%s && %s)", g, e)
		}
	}
	return e
}

// truth is a random predicate.
func (s *scope) truth(budget int) ex {
	if budget > 0 && s.g.chance(2) {
		a, b := s.truth(budget-1), s.truth(budget-1)
		n := s.g.r.IntN(7)
		if s.body && n >= 4 {
			n = 0
		}
		switch n {
		case 0, 1:
			return both("(%s && %s)", a, b)
		case 2:
			return both("(%s || %s)", a, b)
		case 3:
			return fill2("(%s ==> %s)", "(!%s || %s)", a, b)
		case 4:
			return fill2("(%s <==> %s)", "(%s == %s)", a, b)
		case 5:
			c := s.truth(0)
			return fill2("(%s ? %s : %s)", "brute.Cond(%s, func() bool { return %s }, func() bool { return %s })", c, a, b)
		default:
			return both("!%s", a)
		}
	}
	for range 20 {
		if e, ok := s.atom(budget); ok {
			return e
		}
	}
	return same("true")
}

// atom is a predicate about one or two paths.
func (s *scope) atom(budget int) (ex, bool) {
	otherwise := s.g.chance(2)
	n := s.g.r.IntN(18)
	if s.body {
		n = pick(s.g, 0, 1, 2, 8, 9, 10)
	}
	switch n {
	case 0, 1, 2:
		return s.comparison(otherwise)
	case 3:
		a, ga := s.integer()
		b, gb := s.integer()
		c, gc := s.integer()
		op, op2 := pick(s.g, "<", "<="), pick(s.g, "<", "<=")
		e := fill2("(%s "+op+" %s "+op2+" %s)", "(%[1]s "+op+" %[2]s && %[2]s "+op2+" %[3]s)", a, b, c)
		return guarded(slices.Concat(ga, gb, gc), otherwise, e), true
	case 4, 5:
		return s.quantified(otherwise, budget)
	case 6:
		return s.membership(otherwise)
	case 7:
		return s.builtin(otherwise)
	case 8:
		p, ok := s.use(func(p path) bool { return p.t.kind == boolean })
		return guarded(p.guards, otherwise, p.ex), ok
	case 9:
		p, ok := s.use(func(p path) bool { return p.t.kind == sum })
		if !ok {
			return ex{}, false
		}
		return guarded(p.guards, otherwise, isA(p.ex, pick(s.g, p.t.alts...))), true
	case 10:
		p, ok := s.use(func(p path) bool { return p.t.kind == pointer && !s.f.never(p.t) && !p.nonNil })
		return guarded(p.guards, otherwise, both(pick(s.g, "(%s == nil)", "(%s != nil)"), p.ex)), ok
	case 11:
		p, ok := s.use(func(p path) bool { return p.t.kind == slice || p.t.kind == characters })
		if !ok || s.f.name == "" || !s.g.chance(3) {
			return ex{}, false
		}
		return guarded(p.guards, otherwise, both(pick(s.g, "(%s == nil)", "(%s != nil)"), p.ex).with([]string{nilSlices})), ok
	case 12, 13:
		return s.wholes(otherwise)
	case 14:
		return s.macro()
	case 15:
		return s.characters(otherwise)
	case 16:
		return s.changed(otherwise)
	default:
		return s.called()
	}
}

// bare tells whether e is a variable by itself.
func bare(e ex) bool { return !strings.ContainsAny(e.c, ".[(") }

// comparison compares two values of one type.
func (s *scope) comparison(otherwise bool) (ex, bool) {
	if s.g.chance(2) {
		a, ga := s.integer()
		b, gb := s.integer()
		op := pick(s.g, "==", "!=", "<", "<=", ">", ">=")
		if bare(a) || bare(b) {
			op = "<="
		}
		return guarded(slices.Concat(ga, gb), otherwise, both("(%s "+op+" %s)", a, b)), true
	}
	// A byte that the code compares with a constant makes that a character.
	p, ok := s.use(func(p path) bool { return p.t.ordered() && !((s.body || s.code) && p.t == byteType) })
	if !ok {
		return ex{}, false
	}
	q := path{ex: s.g.constant(p.t)}
	if s.g.chance(2) {
		q, _ = s.use(func(q path) bool { return q.t == p.t })
	}
	op := pick(s.g, "==", "!=", "<", "<=", ">", ">=")
	// A parameter by itself beside == would be drawn from the other side.
	if op == "==" && (bare(p.ex) || bare(q.ex)) {
		op = "!="
	}
	return guarded(slices.Concat(p.guards, q.guards), otherwise, both("(%s "+op+" %s)", p.ex, q.ex)), true
}

// wholes compares two values of one type that is none of numbers.
func (s *scope) wholes(otherwise bool) (ex, bool) {
	p, ok := s.use(func(p path) bool {
		return (p.t.kind == slice || p.t.kind == mapping || p.t.kind == array || p.t.kind == structure || p.t.kind == pointer) && p.c != "self" && !p.t.holds(sum) && !p.t.holds(function)
	})
	if !ok {
		return ex{}, false
	}
	q, _ := s.use(func(q path) bool { return q.t == p.t })
	guards := slices.Concat(p.guards, q.guards)
	if p.t.kind == pointer || s.g.chance(3) || twins(p.t, p.ex, q.ex) {
		return guarded(guards, otherwise, fill2("equal(%s, %s)", "brute.Same(%s, %s)", p.ex, q.ex).with(readAll(p.t, true))), true
	}
	neg := pick(s.g, "", "!")
	op := "=="
	if neg == "!" {
		op = "!="
	} else if bare(p.ex) || bare(q.ex) {
		return ex{}, false
	}
	return guarded(guards, otherwise, fill2("(%s "+op+" %s)", neg+"brute.Eq(%s, %s)", p.ex, q.ex).with(readAll(p.t, false))), true
}

// twins tells whether values of t hold pointers that are counterparts.
func twins(t *typ, all ...ex) bool {
	return t.holds(pointer) && slices.ContainsFunc(all, func(e ex) bool { return strings.Contains(e.c, "old(") })
}

// holds tells whether values of t reach one of a kind.
func (t *typ) holds(k kind) bool {
	return t.kind == k || slices.ContainsFunc(t.reach(), func(p *typ) bool { return p.kind == k })
}
