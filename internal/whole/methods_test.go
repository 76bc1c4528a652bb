package whole

import (
	"fmt"
	"slices"
)

// A rule is a method of an interface with its contract, which is about x, its
// argument, and its result.
type rule struct {
	name      string
	pre, post ex
	// reads are the fields that the implementations read.
	reads []string
}

// rules gives some interfaces a method with a contract, and the types that
// implement them what it says.
func (g *generator) rules() {
	for i, t := range g.sums {
		if t.name == "Open" || !g.chance(2) {
			continue
		}
		blank := &fn{reads: map[string]bool{}}
		x := path{ex: same("x"), t: intType}
		before := &scope{g: g, f: blank, vars: []path{x}}
		after := &scope{g: g, f: blank, vars: []path{x, {ex: same("result"), t: intType}}}
		t.rule = &rule{name: fmt.Sprintf("Val%d", i), pre: before.truth(1), post: fill2("(%s || %s)", "(%s || %s)", same("(result == x)"), after.truth(1))}
		for _, a := range t.own {
			f := g.implementation(t.rule, a)
			g.fns = append(g.fns, f)
			for _, p := range f.parts {
				t.rule.reads = append(t.rule.reads, p.reads...)
			}
		}
		for _, a := range t.alts {
			if a.kind == pointer {
				a = a.elem
			}
			for _, f := range a.fields {
				if f.embedded {
					t.rule.reads = append(t.rule.reads, a.origin()+"."+f.name)
				}
			}
		}
	}
}

// implementation is the method of a type.
func (g *generator) implementation(r *rule, of *typ) *fn {
	f := &fn{
		name: r.name, receiver: true, reads: map[string]bool{}, result: intType, pre: []ex{r.pre}, post: []ex{r.post},
		params: []path{{ex: same("v"), t: of, nonNil: true}, {ex: same("x"), t: intType}},
	}
	f.of = of.String()
	if of.kind == pointer {
		f.of = of.elem.String()
	}
	s := &scope{g: g, f: f, vars: f.params, body: true}
	term, guards := s.integer()
	cond := s.truth(1)
	f.parts = append(slices.Clone(guards), term, cond)
	f.body = fmt.Sprintf("\tif %s {\n\t\treturn x\n\t}\n\treturn %s\n", cond.b, safe(term, guards))
	f.noteReads()
	return f
}

// key is the name of the function as rtest says it.
func (f *fn) key() string {
	if f.of != "" {
		return f.of + "." + f.name
	}
	return f.name
}

// asked is a call of an interface's method.
func (s *scope) asked() (ex, []ex, bool) {
	p, ok := s.use(func(p path) bool { return p.t.kind == sum && p.t.rule != nil && p.t.oneof == "" })
	if !ok || s.f.of != "" {
		return ex{}, nil, false
	}
	n := s.g.r.IntN(4) - 1
	if n == 2 {
		// The same as a method expression.
		return both(fmt.Sprintf("%s.%s(%%s, %d)", p.t, p.t.rule.name, n), p.ex).with(p.t.rule.reads), p.guards, true
	}
	return both(fmt.Sprintf("%%s.%s(%d)", p.t.rule.name, n), p.ex).with(p.t.rule.reads), p.guards, true
}
