package whole

import (
	"fmt"
	"slices"
	"strings"
)

// refinements gives some parameters refined types that may speak of what is before
// them.
func (g *generator) refinements(f *fn) {
	if f.generic || f.receiver || g.chance(2) {
		return
	}
	f.entries = map[int]string{}
	var laws []ex
	for i, p := range f.params {
		if p.t.kind == function {
			g.refineAnswers(f, i)
			continue
		}
		if f.variadic && i == len(f.params)-1 || !g.chance(2) {
			continue
		}
		text, law := g.refine(f, i)
		f.entries[i] = p.c + " " + text
		laws = append(laws, law)
	}
	f.pre = append(laws, f.pre...)
}

// refine is a refined type for the i-th parameter, and what it means.
func (g *generator) refine(f *fn, i int) (string, ex) {
	p := f.params[i]
	before := slices.DeleteFunc(slices.Clone(f.params[:i]), func(p path) bool { return p.t.kind == function })
	law := func(t *typ) ex {
		s := &scope{g: g, f: f, vars: append(slices.Clone(before), path{ex: same("v"), t: t})}
		return s.truth(1)
	}
	name := fmt.Sprintf("R%d", len(g.aliases))
	// An alias takes what is before as parameters of its own.
	aliased := func(t *typ, l ex) string {
		if g.chance(2) {
			return fmt.Sprintf("{v %s | %s}", t, l.c)
		}
		var params, args []string
		for _, b := range before {
			params, args = append(params, b.c+" "+b.t.String()), append(args, b.c)
		}
		list := ""
		if len(params) > 0 {
			list = "(" + strings.Join(params, ", ") + ")"
		}
		g.aliases = append(g.aliases, fmt.Sprintf("//rtest:type %s%s = {v %s | %s}", name, list, t, l.c))
		if len(args) == 0 {
			return name
		}
		return name + "(" + strings.Join(args, ", ") + ")"
	}
	meaning := func(l ex, format string) ex { return ex{c: l.c, g: fmt.Sprintf(format, l.g), reads: l.reads} }
	switch {
	case p.t.kind == slice && !p.t.named && g.chance(2):
		l := law(p.t.elem)
		return "[]" + aliased(p.t.elem, l), meaning(l, "brute.All("+p.c+", func(_ int, v "+p.t.elem.inst()+") bool { return %s })")
	case p.t.kind == mapping && !p.t.named && g.chance(2):
		l := law(p.t.elem)
		return "map[" + p.t.key.String() + "]" + aliased(p.t.elem, l), meaning(l, "brute.AllOf("+p.c+", func(_ "+p.t.key.inst()+", v "+p.t.elem.inst()+") bool { return %s })")
	case p.t.kind == pointer && g.chance(2):
		l := law(p.t.elem)
		return "*" + aliased(p.t.elem, l), meaning(l, "("+p.c+" == nil || func(v "+p.t.elem.inst()+") bool { return %s }(*"+p.c+"))")
	}
	l := law(p.t)
	return aliased(p.t, l), meaning(l, "func(v "+p.t.inst()+") bool { return %s }("+p.c+")")
}

// refineAnswers refines what a function of one int answers with.
func (g *generator) refineAnswers(f *fn, i int) {
	t := f.params[i].t
	if len(t.params) != 1 || t.result[0] != intType {
		return
	}
	arg, result := "int", "int"
	if g.chance(2) {
		f.told = same("%s", pick(g, "x >= 0", "x != 1", "x <= 0", "x % 2 == 0"))
		arg = "{x int | " + f.told.c + "}"
	}
	if f.told.c == "" || g.chance(2) {
		f.asked = same("%s", pick(g, "v <= x", "v != x", "v >= 0", "x < v", "v == 0 || v == x"))
		result = "{v int | " + f.asked.c + "}"
	}
	f.entries[i] = fmt.Sprintf("%s func(x %s) %s", f.params[i].c, arg, result)
}

// bounds gives some functions other integers.
func (g *generator) bounds(f *fn) {
	if g.chance(6) {
		f.ints = pick(g, "0..2", "-1..1", "0..1, 5", "-2..0, 3..4", "7, 200")
		// What answers anew at each call gives 0 at depth 0, and then would not.
		if f.ints == "7, 200" && slices.ContainsFunc(f.params, func(p path) bool { return p.t.kind == function && len(p.t.params) == 0 }) {
			f.ints = "0, 200"
		}
	}
}

// asks tells whether an input is a function.
func (f *fn) asks() bool {
	return slices.ContainsFunc(f.params, func(p path) bool { return p.t.kind == function })
}
