package whole

import (
	"fmt"
	"slices"
	"strings"
)

// owned gives single inputs bounds of their own.
func (g *generator) owned(f *fn) {
	if !g.chance(5) {
		return
	}
	for i, p := range f.params {
		if f.own[i] != "" || p.t.kind == function || !g.chance(2) {
			continue
		}
		n := g.r.IntN(4)
		if p.t.holdsBuilt() || n == 0 && !p.t.holds(number) || n == 1 && !p.t.holds(text) && !p.t.holds(characters) {
			continue // a mistake in the contract
		}
		switch n {
		case 0:
			r := pick(g, "0..2", "0..1, 4", "3")
			if !slices.ContainsFunc(append(p.t.reach(), p.t), (*typ).unsigned) {
				r = pick(g, "0..2", "-1..0, 4", "-2..1")
			}
			g.own(f, i, fmt.Sprintf("Ranges: %q", r), fmt.Sprintf("ints %s: %s", p.c, r))
		case 1:
			c := pick(g, "a", "xb", "é/", "01a")
			g.own(f, i, fmt.Sprintf("Chars: %q", c), fmt.Sprintf("chars %s: %q", p.c, c))
		case 2:
			n := g.r.IntN(3)
			g.own(f, i, fmt.Sprintf(`Depth: "%d"`, n), fmt.Sprintf("depth %s: %d", p.c, n))
		case 3:
			values := map[kind]string{number: "3, 0", text: `"b", "", "abc"`, boolean: "true", float: "0.25, 7"}[p.t.kind]
			if values != "" && !f.generic && (i > 0 || !f.receiver) {
				g.own(f, i, fmt.Sprintf("Values: []any{%s}", values), fmt.Sprintf("values %s: %s", p.c, values))
			}
		}
	}
	if f.own == nil && g.chance(3) && slices.ContainsFunc(f.params, func(p path) bool { return p.t.holds(text) || p.t.holds(characters) }) {
		f.chars = pick(g, "ba", "c", "aé")
		f.lines = append(f.lines, fmt.Sprintf("chars %q", f.chars))
	}
}

// unsigned tells whether t is an integer type without negative numbers.
func (t *typ) unsigned() bool {
	return t.kind == number && (strings.HasPrefix(t.name, "u") || t.name == "byte")
}

// holdsBuilt tells whether values of t reach one that is built by calls.
func (t *typ) holdsBuilt() bool {
	return t.kind == sequence || slices.ContainsFunc(append(t.reach(), t), func(p *typ) bool { return p.built != nil })
}

func (g *generator) own(f *fn, i int, meaning, line string) {
	if f.own == nil {
		f.own = map[int]string{}
	}
	f.own[i] = meaning
	f.lines = append(f.lines, line)
}

// draws makes an input one of the values of an expression over those before it.
func (g *generator) draws(f *fn) {
	if f.generic || f.variadic || !g.chance(4) {
		return
	}
	i := 1 + g.r.IntN(3)
	if i >= len(f.params) || f.params[i].t.kind == function {
		return
	}
	s := &scope{g: g, f: f, vars: slices.Clone(f.params[:i])}
	p, ok := s.use(func(p path) bool {
		return len(p.guards) == 0 && p.c != "self" && !p.t.holds(float) && !p.t.holds(complexNumber) && !p.t.holds(function) && p.t.kind != sequence && !p.t.holds(sum) && (p.t.elem == nil || p.t.elem.built == nil) && p.t.built == nil && !p.t.lawful()
	})
	if !ok {
		return
	}
	name, t, from := f.params[i].c, p.t, ""
	switch {
	case p.t.kind == slice && !p.t.recursive() && g.chance(2):
		t, from = p.t.elem, p.g
		f.pre = append(f.pre, ex{c: name + " in " + p.c, reads: slices.Concat(p.reads, readAll(t, false))})
	case p.t.kind == mapping && !p.t.recursive() && g.chance(2):
		t, from = p.t.key, "brute.Keys("+p.g+")"
		f.pre = append(f.pre, ex{c: name + " in " + p.c, reads: slices.Concat(p.reads, readAll(t, false))})
	default:
		from = "[]" + t.inst() + "{" + p.g + "}"
		f.pre = append(f.pre, ex{c: name + " == " + p.c, reads: slices.Concat(p.reads, readAll(t, false))})
	}
	f.params[i].t = t
	f.pre[0].g = "true"
	if f.own == nil {
		f.own = map[int]string{}
	}
	var params, blank []string
	for j, q := range f.params {
		qt := q.t
		if j == i {
			qt = t
		}
		params, blank = append(params, q.c+" "+qt.inst()), append(blank, q.c)
	}
	f.own[i] = fmt.Sprintf("Draw: func(%s) []%s { %s; return %s }", strings.Join(params, ", "), t.inst(), used(blank), from)
}

// used is a statement that uses variables.
func used(names []string) string {
	return strings.Repeat("_, ", len(names)-1) + "_ = " + strings.Join(names, ", ")
}

// failing gives a function an error as its second result.
func (g *generator) failing(f *fn, body, after *scope) {
	if f.panics.c != "" || !g.chance(4) {
		return
	}
	f.second = body.truth(1)
	if !f.second.plain() {
		f.second = ex{}
		return
	}
	end := strings.LastIndex(f.body, "\treturn ")
	f.body = f.body[:end] + fmt.Sprintf("\tif %s {\n\t\treturn %s, refusal(\"no\")\n\t}\n%s, nil\n", f.second.b, strings.TrimSuffix(f.body[end+len("\treturn "):], "\n"), strings.TrimSuffix(f.body[end:], "\n"))
	after.vars = append(after.vars, path{ex: same("(err == nil)"), t: boolType}, path{ex: same("(err != nil)"), t: boolType})
	if g.chance(3) {
		law := fill2("((err != nil) == %s)", "((err != nil) == %s)", f.second)
		f.post = append(f.post, law)
		f.lines = append(f.lines, "ensures "+law.c)
	}
}

// macro is a call of a named expression over the inputs.
func (s *scope) macro() (ex, bool) {
	if s.f.name == "" || s.f.generic || s.body || s.ask {
		return ex{}, false
	}
	inner := &scope{g: s.g, f: s.f}
	var params, args []string
	for _, p := range s.vars {
		ours := slices.ContainsFunc(s.f.params, func(q path) bool { return q.c == p.c })
		if ours && p.t.kind != function {
			inner.vars = append(inner.vars, p)
			params, args = append(params, p.c+" "+p.t.String()), append(args, p.c)
		}
	}
	if len(params) == 0 {
		return ex{}, false
	}
	e := inner.truth(1)
	name := fmt.Sprintf("M%d", len(s.g.aliases))
	s.g.aliases = append(s.g.aliases, fmt.Sprintf("//rtest:def %s(%s) bool = %s", name, strings.Join(params, ", "), e.c))
	e.c, e.b = name+"("+strings.Join(args, ", ")+")", "brute."+name // only contracts can say that
	return e, true
}

// characters is a quantifier over a text.
func (s *scope) characters(otherwise bool) (ex, bool) {
	p, ok := s.use(func(p path) bool { return p.t.kind == text })
	if !ok {
		return ex{}, false
	}
	word, no := pick(s.g, "forall", "exists"), ""
	if word == "exists" {
		no = "!"
	}
	op := pick(s.g, "==", "!=", "<=")
	return guarded(p.guards, otherwise, fill2("("+word+" c in %s: c "+op+" 'a')",
		no+"brute.All([]rune(%s), func(_ int, c rune) bool { return "+no+"(c "+op+" 'a') })", p.ex)), true
}

// changed is about a map with another entry, or without one.
func (s *scope) changed(otherwise bool) (ex, bool) {
	p, ok := s.use(func(p path) bool {
		return p.t.kind == mapping && p.t.key.ordered() && p.t.elem.ordered() && p.t.elem.kind != float
	})
	if !ok {
		return ex{}, false
	}
	k, v := s.g.constant(p.t.key), s.g.constant(p.t.elem)
	q, ok := s.use(func(q path) bool { return q.t == p.t && !bare(q.ex) })
	if !ok || s.g.chance(2) {
		return guarded(p.guards, otherwise, fill2("(len(with(%s, %s, %s)) == len(without(%s, %s)) + 1)", "(len(brute.With(%s, %s, %s)) == len(brute.Without(%s, %s)) + 1)", p.ex, k, v, p.ex, s.g.constant(p.t.key))), true
	}
	return guarded(slices.Concat(p.guards, q.guards), otherwise, fill2("(without(%s, %s) != without(%s, %s))", "!brute.Eq(brute.Without(%s, %s), brute.Without(%s, %s))", p.ex, k, q.ex, k)), true
}

// called is about the arguments with which a function was called.
func (s *scope) called() (ex, bool) {
	for _, v := range s.f.params {
		if s.f.name == "" || s.body || !s.after || v.t.kind != function || len(v.t.params) != 1 {
			continue
		}
		s.f.counted = true
		return pick(s.g,
			fill2("(len(calls(ask)) <= 1)", "(len(calls_ask) <= 1)"),
			fill2("distinct(calls(ask))", "brute.Distinct(calls_ask)"),
			fill2("(forall x in calls(ask): x <= 0)", "brute.All(calls_ask, func(_ int, x int) bool { return x <= 0 })"),
			fill2("(sum(calls(ask)) == 0)", "(brute.Sum(calls_ask) == 0)"),
			fill2("(1 in calls(ask))", "brute.In(1, calls_ask)")), true
	}
	return ex{}, false
}
