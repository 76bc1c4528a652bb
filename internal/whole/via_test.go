package whole

import (
	"fmt"
	"strings"
)

// A built is a type whose values are built by calls.
type built struct {
	t            *typ
	names        []string // those of the via directive
	constructors []string // Go expressions of functions that give a *T, perhaps with an error
	steps        []string // Go expressions of functions whose first parameter is the receiver
	text         string   // their declarations
	depth        int      // what the type's own depth directive says, 0 for none
	stepDepth    bool     // a step has a depth directive of its own
	state        bool     // a function tells states apart
	generic      bool     // an instance of W0
}

// building makes such a type: a list and a number that its methods change.
func (g *generator) building() {
	if g.chance(4) {
		return
	}
	t := g.of(&typ{kind: structure, name: "V0", fields: []field{{name: "xs", typ: g.sliceOf(intType)}, {name: "n", typ: intType}}})
	v := &built{t: t}
	t.built = v
	g.built = append(g.built, v)
	var b strings.Builder
	for i := range 1 + g.r.IntN(2) {
		g.constructor(&b, v, fmt.Sprintf("New%d", i))
	}
	if g.chance(3) {
		v.names = append(v.names, "V0{}")
		v.constructors = append(v.constructors, "func() *V0 { return &V0{} }")
	}
	for i := range 1 + g.r.IntN(3) {
		g.step(&b, v, fmt.Sprintf("Step%d", i))
	}
	if g.chance(3) {
		v.names, v.steps = append(v.names, "Join"), append(v.steps, "(*V0).Join")
		fmt.Fprintf(&b, "func (v *V0) Join(w *V0) {\n\tv.n %s w.n\n\tv.xs = append(v.xs, w.xs...)\n}\n\n", pick(g, "=", "+=", "-="))
	}
	if g.chance(4) {
		v.depth = 1 + g.r.IntN(2)
	}
	if g.chance(3) {
		v.state = true
		b.WriteString("func (v *V0) mark() {}\n\nfunc stateOf(v *V0) []int {\n\tif v.xs == nil {\n\t\treturn []int{v.n}\n\t}\n\treturn append([]int{v.n, 0}, v.xs...)\n}\n\n")
	}
	v.text = b.String()
}

func (g *generator) constructor(b *strings.Builder, v *built, name string) {
	v.names, v.constructors = append(v.names, name), append(v.constructors, name)
	if g.chance(3) {
		fmt.Fprintf(b, "//rtest:requires %s\n", pick(g, "n >= 0", "n != 1", "n <= 1"))
		// Checked by the brute force, as a call against it is none.
		v.constructors[len(v.constructors)-1] = fmt.Sprintf("func(n int) *V0 { if !%sAllowed(n) { return nil }; return %s(n) }", name, name)
		law := strings.TrimSpace(strings.TrimPrefix(lastLine(b.String()), "//rtest:requires"))
		fmt.Fprintf(b, "func %s(n int) *V0 { return &V0{n: n} }\n\nfunc %sAllowed(n int) bool { return %s }\n\n", name, name, law)
		return
	}
	switch g.r.IntN(5) {
	case 4:
		// Called as it is listed.
		n := g.r.IntN(7) - 2
		v.names[len(v.names)-1] = fmt.Sprintf("%s(%d, %d)", name, n, n+3)
		v.constructors[len(v.constructors)-1] = fmt.Sprintf("func() *V0 { return %s(%d, %d) }", name, n, n+3)
		fmt.Fprintf(b, "func %s(n int, xs ...int) *V0 { return &V0{n: n, xs: xs} }\n\n", name)
	case 0:
		fmt.Fprintf(b, "func %s() *V0 { return &V0{xs: make([]int, 0, %d)} }\n\n", name, g.r.IntN(3))
	case 1:
		fmt.Fprintf(b, "func %s(n int) (*V0, error) {\n\tif n < 0 {\n\t\treturn nil, refusal(\"negative\")\n\t}\n\treturn &V0{n: n %% 2}, nil\n}\n\n", name)
	case 2:
		fmt.Fprintf(b, "func %s(xs ...int) V0 { return V0{xs: xs} }\n\n", name)
		v.constructors[len(v.constructors)-1] = "func(xs []int) V0 { return " + name + "(xs...) }"
	default:
		fmt.Fprintf(b, "func %s() *V0 { return new(V0) }\n\n", name)
	}
}

func lastLine(s string) string {
	s = strings.TrimSuffix(s, "\n")
	return s[strings.LastIndex(s, "\n")+1:]
}

// step is a method that changes a value, or gives another.
func (g *generator) step(b *strings.Builder, v *built, name string) {
	v.names = append(v.names, name)
	s := &scope{g: g, f: &fn{}, body: true, vars: []path{{ex: same("v"), t: g.pointerTo(v.t), nonNil: true}, {ex: same("x"), t: intType}}}
	change := func() string {
		return pick(g, "v.xs = append(v.xs, x)", "v.n += x", "v.n++", "v.n = x", "v.n = -v.n",
			"if len(v.xs) > 0 {\n\t\tv.xs = v.xs[:len(v.xs)-1]\n\t}", "v.xs = nil", "v.xs[0]++", "v.n, v.xs = len(v.xs), v.xs[:0]")
	}
	switch g.r.IntN(5) {
	case 0:
		s.vars[0] = path{ex: same("v"), t: v.t}
		v.steps = append(v.steps, "V0."+name)
		fmt.Fprintf(b, "func (v V0) %s(x int) V0 {\n\tv.xs = append([]int(nil), v.xs...)\n\tif %s {\n\t%s\n\t}\n\treturn v\n}\n\n", name, s.truth(0).b, change())
	case 1:
		v.steps = append(v.steps, "(*V0)."+name)
		fmt.Fprintf(b, "func (v *V0) %s() int {\n\tx := len(v.xs)\n\t_ = x\n\t%s\n\treturn v.n\n}\n\n", name, change())
	case 2:
		v.steps = append(v.steps, name)
		fmt.Fprintf(b, "func %s(v *V0, x int, on bool) (*V0, bool) {\n\tif on {\n\t\treturn nil, false\n\t}\n\t%s\n\treturn &V0{n: x}, true\n}\n\n", name, change())
	default:
		v.steps = append(v.steps, "(*V0)."+name)
		if g.chance(2) {
			// A call that breaks it ends the way.
			pre, post := pick(g, "x >= 0", "v.n < 2", "len(v.xs) < 2"), pick(g, "v.n <= 1", "len(v.xs) <= len(old(v.xs))+1", "v.n != old(v.n)")
			depth := 1 + g.r.IntN(2)
			v.stepDepth = true
			fmt.Fprintf(b, "//rtest:requires %s\n//rtest:ensures %s\n//rtest:depth %d\n", pre, post, depth)
			v.steps[len(v.steps)-1] = fmt.Sprintf("brute.Bounded{F: func(v *V0, x int) {\n\tif !(%s) {\n\t\tpanic(0)\n\t}\n\told_n, old_xs := v.n, append([]int(nil), v.xs...)\n\t_, _ = old_n, old_xs\n\tv.%s(x)\n\tif !(%s) {\n\t\tpanic(0)\n\t}\n}, Depth: %d}",
				pre, name, strings.NewReplacer("old(v.", "(old_").Replace(post), depth)
		}
		fmt.Fprintf(b, "func (v *V0) %s(x int) {\n\tif %s {\n\t%s\n\t} else {\n\t%s\n\t}\n}\n\n", name, s.truth(1).b, change(), change())
	}
}

// buildingGeneric makes a generic type of that kind, at two type arguments.
func (g *generator) buildingGeneric() {
	if !g.chance(3) {
		return
	}
	var b strings.Builder
	b.WriteString("func NewW[T any](xs ...T) *W0[T] { return &W0[T]{xs: xs} }\n\n")
	var names, makers, steps []string
	use := func(name, maker, step, text string) {
		names = append(names, name)
		if maker != "" {
			makers = append(makers, maker)
		} else {
			steps = append(steps, step)
		}
		b.WriteString(text)
	}
	use(pick(g, "W0[T]{}", "NewW[T]()"), "func() *W0[%[1]s] { return &W0[%[1]s]{} }", "", "")
	if g.chance(2) {
		use("FirstW", "FirstW[%[1]s]", "", "func FirstW[T any](x T, n int) (*W0[T], error) {\n\tif n < 0 {\n\t\treturn nil, refusal(\"negative\")\n\t}\n\treturn &W0[T]{xs: []T{x}, n: n / 2}, nil\n}\n\n")
	}
	use("Put", "", "(*W0[%[1]s]).Put", "func (w *W0[T]) Put(x T) {\n\tw.xs = append(w.xs[:len(w.xs):len(w.xs)], x)\n\t"+pick(g, "w.n++", "w.n = 1", "w.n = -w.n")+"\n}\n\n")
	if g.chance(2) {
		use("Cut", "", "(*W0[%[1]s]).Cut", "func (w *W0[T]) Cut() {\n\tif len(w.xs) > 0 {\n\t\tw.xs = w.xs[1:]\n\t}\n}\n\n")
	}
	if g.chance(2) {
		use("Both", "", "Both[%[1]s]", "func Both[T any](v, w *W0[T]) (*W0[T], bool) {\n\treturn &W0[T]{xs: append(v.xs[:len(v.xs):len(v.xs)], w.xs...), n: v.n - w.n}, true\n}\n\n")
	}
	for i, t := range []*typ{pick(g, intType, int8Type), pick(g, stringType, boolType)} {
		of := g.of(&typ{kind: structure, name: "W0[" + t.name + "]", fields: []field{{name: "xs", typ: g.sliceOf(t)}, {name: "n", typ: intType}}})
		v := &built{t: of, names: names, generic: true}
		for _, m := range makers {
			v.constructors = append(v.constructors, fmt.Sprintf(m, t))
		}
		for _, s := range steps {
			v.steps = append(v.steps, fmt.Sprintf(s, t))
		}
		if i == 0 {
			v.text = b.String()
		}
		of.built = v
		g.built = append(g.built, v)
		g.instances = append(g.instances, of)
	}
}

// builtType is a parameter of such a type.
func (g *generator) builtType() *typ {
	t := pick(g, g.built...).t
	p := g.pointerTo(t)
	return pick(g, p, p, p, t, g.sliceOf(p), g.arrayOf(p), g.mapOf(boolType, p))
}

// source is the declaration of the type and its functions.
func (v *built) source() string {
	if v.generic {
		if v.text == "" {
			return "" // with another instance
		}
		return fmt.Sprintf("//rtest:via %s\ntype W0[T any] struct {\n\txs []T\n\tn int\n}\n\n%s", strings.Join(v.names, ", "), v.text)
	}
	depth := ""
	if v.depth > 0 {
		depth = fmt.Sprintf("//rtest:depth %d\n", v.depth)
	}
	if v.state {
		depth += "//rtest:state stateOf\n"
	}
	return fmt.Sprintf("//rtest:via %s\n%stype V0 struct {\n\txs []int\n\tn int\n}\n\n%s",
		strings.Join(v.names, ", "), depth, v.text)
}

// brute is how brute force makes the values.
func (v *built) brute() string {
	state := ""
	if v.state {
		state = ", State: stateOf"
	}
	return fmt.Sprintf("\t\tone[%s](): {New: []any{%s}, Steps: []any{%s}, Depth: %d%s},\n", v.t, strings.Join(v.constructors, ", "), strings.Join(v.steps, ", "), v.depth, state)
}
