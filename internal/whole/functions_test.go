package whole

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A generator makes one package.
type generator struct {
	r       *rand.Rand
	known   map[string]*typ
	enums   []*typ
	structs []*typ
	named   []*typ // declared types of other kinds
	sums    []*typ
	leaves  []*typ
	generic []*generic // generic structures
	// instances are those of the generic structures that occur.
	instances []*typ
	sealed    map[string]*typ // what interface a type is sealed for, by its name
	helpers   []*helper
	aliases   []string
	built     []*built
	fns       []*fn
	vars      variables
}

func (g *generator) chance(n int) bool { return g.r.IntN(n) == 0 }

func pick[T any](g *generator, xs ...T) T { return xs[g.r.IntN(len(xs))] }

// newGenerator makes the description of a package of n functions.
func newGenerator(seed uint64, n int) *generator {
	g := &generator{r: rand.New(rand.NewPCG(seed, 1)), known: map[string]*typ{}, sealed: map[string]*typ{}}
	g.vars.r = rand.New(rand.NewPCG(seed, 2))
	for _, t := range []*typ{boolType, intType, int8Type, uintType, byteType, floatType, stringType, bytesType, runesType, int16Type, float32T, complexT} {
		g.of(t)
	}
	g.types()
	g.building()
	g.buildingGeneric()
	g.rules()
	for i := range n - len(g.fns) {
		g.fns = append(g.fns, g.function(i))
	}
	return g
}

// A fn is a function under test with its contract.
type fn struct {
	name     string
	of       string // the type that implements an interface's method by it
	params   []path
	receiver bool
	variadic bool
	generic  bool
	two      bool // generic in two types
	result   *typ
	reads    map[string]bool
	entries  map[int]string // what the sig says of parameters
	asked    ex             // what the answers of a function satisfy, of x and v
	told     ex             // what it may be asked, of x
	ints     string         // the ints directive; "" for none
	empty    bool           // a slice is compared with nil
	panics   ex             // what a panics directive says
	lines    []string
	pre      []ex
	olds     []ex // what a let names
	post     []ex
	parts    []ex // of the body
	pure     bool
	body     string
	chars    string         // the alphabet
	own      map[int]string // what is said of single inputs, as fields of brute.Own
	apart    bool           // the contract stands by itself
	away     bool           // it does so in another package
	second   ex             // where there is an error as well, of the inputs; none where empty
	counted  bool           // what the function among the inputs is asked for is counted
	depth    int            // what brute force can do, below 0 for nothing
}

// function makes the i-th function.
func (g *generator) function(i int) *fn {
	f := &fn{name: fmt.Sprintf("Do%d", i), reads: map[string]bool{}}
	names := []string{"p", "q", "s"}
	for n := range 1 + g.r.IntN(3) {
		f.params = append(f.params, path{ex: same("%s", names[n]), t: g.paramType()})
	}
	g.shape(f)
	g.draws(f)
	s := &scope{g: g, f: f, vars: f.params}
	for range g.r.IntN(3) {
		f.pre = append(f.pre, s.truth(2))
	}
	for _, p := range f.pre {
		f.lines = append(f.lines, "requires "+p.c)
	}
	g.refinements(f)
	g.bounds(f)
	g.owned(f)
	if g.chance(2) {
		g.exact(f, s)
	} else {
		g.loose(f, s)
	}
	f.apart = g.chance(6)
	if !f.apart && g.chance(2) && g.mayBeAway(f) {
		f.away = true
	}
	f.noteReads()
	return f
}

// noteReads notes the fields that the function, its contract and the invariants
// of what it takes read.
func (f *fn) noteReads() {
	all := slices.Concat(f.pre, f.post, f.parts, f.olds, []ex{f.panics, f.second})
	for _, p := range f.params {
		for _, u := range append(p.t.reach(), p.t) {
			if u.kind == mapping && u.key.kind == structure {
				all = append(all, ex{reads: readAll(u.key, false)}) // keys are compared
			}
			all = append(all, u.law)
			for _, x := range u.fields {
				if x.typ.lawful() {
					f.reads[u.origin()+"."+x.name] = true
				}
			}
		}
	}
	for _, e := range all {
		for _, r := range e.reads {
			f.reads[r] = true
		}
	}
	f.empty = f.reads[nilSlices]
	if f.chars != "" {
		return
	}
	f.chars = "ab"
	for _, e := range f.parts {
		for _, mode := range []string{"Read", "Write"} {
			for _, c := range strings.ToLower(mode) {
				if strings.Contains(e.b, mode) && !strings.ContainsRune(f.chars, c) {
					f.chars += string(c)
				}
			}
		}
	}
}

// lawful tells whether t holds by value what has an invariant, which reads it.
func (t *typ) lawful() bool {
	return t.law.c != "" || t.kind == array && t.elem.lawful() ||
		slices.ContainsFunc(t.fields, func(f field) bool { return f.typ.lawful() })
}

// shape makes some functions methods, variadic, generic, or takers of functions.
func (g *generator) shape(f *fn) {
	last := len(f.params) - 1
	first := f.params[0].t
	switch {
	case g.chance(4) && first.kind == pointer && first.elem.kind == structure && !first.elem.instance():
		f.receiver = true
		f.params[0].nonNil = true
	case g.chance(4) && (first.kind == structure && !first.instance() || first.named):
		f.receiver = true
	case g.chance(6) && f.params[last].t.kind == slice && !f.params[last].t.named:
		f.variadic = true
	case g.chance(8):
		f.generic = true
		t := g.of(&typ{kind: number, name: "TT"})
		f.params[last].t = pick(g, t, g.sliceOf(t), g.mapOf(t, boolType), g.pointerTo(t))
		if g.chance(2) {
			f.two = true
			u := g.of(&typ{kind: text, name: "UU"})
			f.params[last].t = pick(g, g.mapOf(u, t), g.mapOf(t, u))
			if len(g.generic) > 0 {
				f.params[last].t = g.instance(pick(g, g.generic...), t, u)
			}
		}
	case g.chance(6):
		t := &typ{kind: function, params: []*typ{intType}, result: []*typ{pick(g, intType, intType, boolType, stringType)}}
		if g.chance(4) {
			t.params = nil
		} else if g.chance(4) && t.result[0] == intType {
			t.params = []*typ{intType, intType, intType}
		}
		f.params = append(f.params, path{ex: same("ask"), t: t})
	}
}

// exact makes a function that is to give a term, and gives another where a rare
// condition holds.
func (g *generator) exact(f *fn, s *scope) {
	body := *s
	body.body, body.ask = true, true
	ask := *s
	ask.ask, ask.after, ask.code = f.told.c == "", true, true
	f.result = intType
	term, guards := ask.integer()
	law := guarded(guards, true, fill2("(result == %s)", "(result == %s)", term))
	cond := both("(%s && %s)", body.truth(1), body.truth(1))
	refuse := ""
	if !f.asks() && g.chance(4) {
		code := *s
		code.code = true
		f.panics = code.truth(1)
		refused := f.panics
		if g.chance(3) {
			refused = both("(%s && !%s)", refused, body.truth(0))
		}
		if refused.plain() {
			f.lines = append(f.lines, "panics "+f.panics.c)
			f.parts = append(f.parts, refused)
			refuse = fmt.Sprintf("\tif %s {\n\t\tpanic(\"refused\")\n\t}\n", refused.b)
		} else {
			f.panics = ex{}
		}
	}
	f.body = refuse + fmt.Sprintf("\tr := %s\n\tif %s {\n\t\tr%s\n\t}\n\treturn r\n", safe(term, guards), cond.b, pick(g, "++", "--", " *= 2", " = 0"))
	f.post = append(f.post, law)
	f.parts = append(append(f.parts, term, cond), guards...)
	f.lines = append(f.lines, "ensures "+law.c)
}

// safe is a term of type int, and 0 where it has no value.
func safe(term ex, guards []ex) string {
	if len(guards) == 0 {
		return term.b
	}
	var all []string
	for _, g := range guards {
		all = append(all, g.b)
	}
	return fmt.Sprintf("func() int {\n\t\tif %s {\n\t\t\treturn %s\n\t\t}\n\t\treturn 0\n\t}()", strings.Join(all, " && "), term.b)
}

// loose makes a function that gives a part of its input, perhaps panics, perhaps
// changes what it was given, with postconditions at random.
func (g *generator) loose(f *fn, s *scope) {
	body := *s
	body.body, body.ask = true, true
	p, ok := body.use(func(p path) bool {
		// What a map gives for no key may be against the invariant of its type.
		return p.t.kind != function && p.t.kind != sequence && !(p.zero && p.t.lawful()) && (len(p.guards) == 0 || g.chance(3))
	})
	if !ok {
		g.exact(f, s)
		return
	}
	given := p.b
	f.result = p.t
	// What a function reads that is a result is not known: all fields count as read.
	if p.t.kind == slice && len(p.guards) == 0 && !slices.ContainsFunc(f.params, func(p path) bool { return p.t.holds(structure) }) {
		f.result = g.of(&typ{kind: sequence, elem: p.t.elem})
		given = pick(g, "each(%s)", "each(%s)", "eachButSecond(%s)")
		given = fmt.Sprintf(given, p.b)
	}
	f.parts = append(f.parts, p.ex)
	var b strings.Builder
	after := *s
	after.after, after.before = true, !f.generic
	after.vars = append(slices.Clone(s.vars), path{ex: same("result"), t: f.result})
	for _, v := range f.params {
		if v.t.kind != function && v.t.kind != sequence && g.chance(2) {
			after.vars = append(after.vars, path{ex: ex{c: "old(" + v.c + ")", g: "old_" + v.c}, t: v.t, nonNil: v.nonNil})
		}
	}
	g.lets(f, s, &after)
	g.changes(f, &body, &b)
	if g.chance(3) {
		cond := body.truth(1)
		f.parts = append(f.parts, cond)
		fmt.Fprintf(&b, "\tif %s {\n\t\tpanic(\"refused\")\n\t}\n", cond.b)
	}
	fmt.Fprintf(&b, "\treturn %s\n", given)
	f.body = b.String()
	g.failing(f, &body, &after)
	for range 1 + g.r.IntN(2) {
		law := after.truth(2)
		if g.chance(2) {
			law = fill2("(%s ==> %s)", "(!%s || %s)", s.truth(1), law)
		}
		f.post = append(f.post, law)
		f.lines = append(f.lines, "ensures "+law.c)
	}
	if g.chance(5) {
		f.pure = true
		f.lines = append(f.lines, "pure")
	}
}

// lets names a term over the inputs before the call, for the postconditions.
func (g *generator) lets(f *fn, s, after *scope) {
	if f.generic || !g.chance(3) {
		return
	}
	e := orZero(s.integer())
	f.olds = append(f.olds, e)
	f.lines = append(f.lines, "let before = "+e.c)
	after.vars = append(after.vars, path{ex: same("before"), t: intType})
}

// orZero is a term, and 0 where it has no value.
func orZero(term ex, guards []ex) ex {
	if len(guards) == 0 {
		return fill2("(%s)", "(%s)", term)
	}
	all := guards[0]
	for _, x := range guards[1:] {
		all = both("(%s && %s)", all, x)
	}
	return fill2("(%s ? %s : 0)", "brute.Cond(%s, func() int { return %s }, func() int { return 0 })", all, term)
}

// changes is code that changes what the inputs reach.
func (g *generator) changes(f *fn, s *scope, b *strings.Builder) {
	if !g.chance(3) {
		return
	}
	p, ok := s.use(func(p path) bool {
		if f.lawful() {
			return false
		}
		switch p.t.kind {
		case number, boolean, text, float:
			return !bare(p.ex) && !p.fixed && !strings.Contains(p.c, ".(")
		case slice:
			return p.t.elem.kind == number
		}
		return false
	})
	if !ok {
		return
	}
	cond := same("true")
	for _, x := range p.guards {
		cond = both("%s && %s", cond, x)
	}
	f.parts = append(f.parts, cond, p.ex)
	switch p.t.kind {
	case slice:
		fmt.Fprintf(b, "\tfor i := range %s {\n\t\tif %s {\n\t\t\t%s[i]++\n\t\t}\n\t}\n", p.b, cond.b, p.b)
		if len(p.guards) > 0 {
			b.Reset()
			fmt.Fprintf(b, "\tif %s {\n\t\tfor i := range %s {\n\t\t\t%s[i]--\n\t\t}\n\t}\n", cond.b, p.b, p.b)
		}
	default:
		op := map[kind]string{number: "++", float: "++", boolean: " = !" + p.b, text: ` += "a"`}[p.t.kind]
		fmt.Fprintf(b, "\tif %s {\n\t\t%s%s\n\t}\n", cond.b, p.b, op)
	}
}

// lawful tells whether a change of what f takes could break an invariant.
func (f *fn) lawful() bool {
	for _, v := range f.params {
		for _, t := range append(v.t.reach(), v.t) {
			if t.law.c != "" {
				return true
			}
		}
	}
	return false
}

// unread lists the fields of the package that the function does not read.
func (g *generator) unread(f *fn) []string {
	var all []string
	for _, t := range slices.Concat(g.structs, g.instances) {
		for _, x := range t.fields {
			if name := t.origin() + "." + x.name; !f.reads[name] || t.stored != "" && x.name == "size" {
				all = append(all, name)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
