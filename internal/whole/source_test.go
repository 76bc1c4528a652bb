package whole

import (
	"fmt"
	"go/format"
	"slices"
	"strings"
)

// source is the package as Go, with its contracts.
func (g *generator) source(pkg string) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n\t\"iter\"\n\n\t\"example.com/whole/limits\"\n\t_ \"example.com/whole/setter\"\n)\n\n", pkg)
	b.WriteString("var _ = limits.Used\n\n" + g.vars.own.String())
	b.WriteString("func lengthOf[T any](s iter.Seq[T]) (n int) {\n\tfor range s {\n\t\tn++\n\t}\n\treturn n\n}\n\n")
	b.WriteString("func each[S ~[]T, T any](xs S) iter.Seq[T] {\n\treturn func(yield func(T) bool) {\n\t\tfor _, x := range xs {\n\t\t\tif !yield(x) {\n\t\t\t\treturn\n\t\t\t}\n\t\t}\n\t}\n}\n\n")
	b.WriteString("func eachButSecond[S ~[]T, T any](xs S) iter.Seq[T] {\n\tif len(xs) > 1 {\n\t\treturn each(append(xs[:1:1], xs[2:]...))\n\t}\n\treturn each(xs)\n}\n\n")
	for _, e := range g.enums {
		base, first, rest := "int", " = iota", ""
		if e.text {
			base, first = "string", ""
		}
		fmt.Fprintf(&b, "type %s %s\n\nconst (\n", e.name, base)
		for i, c := range e.consts {
			switch {
			case e.text:
				rest = fmt.Sprintf(" %s = %q", e.name, strings.ToLower(c))
			case i == 0:
				rest = " " + e.name + first
			default:
				rest = ""
			}
			fmt.Fprintf(&b, "\t%s%s\n", c, rest)
		}
		b.WriteString(")\n\n")
	}
	for _, t := range g.named {
		fmt.Fprintf(&b, "type %s %s\n\n", t, t.base)
	}
	for _, s := range g.sums {
		if s.oneof != "" {
			fmt.Fprintf(&b, "//rtest:oneof %s\n", s.oneof)
		}
		if s.name == "Open" {
			b.WriteString("type Open any\n\n")
			continue
		}
		fmt.Fprintf(&b, "type %s interface {\n\tis%s()\n", s, s)
		if r := s.rule; r != nil {
			fmt.Fprintf(&b, "\t//rtest:requires %s\n\t//rtest:ensures %s\n\t%s(x int) int\n", r.pre.c, r.post.c, r.name)
		}
		b.WriteString("}\n\n")
		for _, a := range s.own {
			fmt.Fprintf(&b, "func (%s) is%s() {}\n\n", a, s)
		}
	}
	for _, l := range g.leaves {
		fmt.Fprintf(&b, "type %s int\n\n", l)
	}
	for _, s := range g.structs {
		if s.law.c != "" {
			fmt.Fprintf(&b, "//rtest:invariant %s\n", s.law.c)
		}
		if s.consts != nil {
			fmt.Fprintf(&b, "//rtest:values %s, %s\n", strings.Join(s.consts, ", "), s.consts[0])
		}
		fmt.Fprintf(&b, "type %s struct {\n", s)
		for _, f := range s.fields {
			if f.embedded {
				fmt.Fprintf(&b, "\t%s\n", f.typ)
			} else {
				behind := ""
				if s.stored != "" && f.name == "size" {
					behind = " //rtest:derived"
				}
				fmt.Fprintf(&b, "\t%s %s%s\n", f.name, f.typ, behind)
			}
		}
		b.WriteString("}\n\n")
	}
	for _, t := range g.generic {
		b.WriteString(t.source())
	}
	b.WriteString("type refusal string\n\nfunc (r refusal) Error() string { return string(r) }\n\n")
	for _, v := range g.built {
		b.WriteString(v.source())
	}
	for _, a := range g.aliases {
		b.WriteString(a + "\n\n")
	}
	for _, h := range g.helpers {
		b.WriteString(h.source() + "\n")
	}
	for _, f := range g.fns {
		b.WriteString(f.source())
	}
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		return b.String(), err
	}
	return string(text), nil
}

// directives are the contract of the function.
func (f *fn) directives() string {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s is made at random.\n//\n", f.name)
	if f.generic && !f.apart && !f.away {
		fmt.Fprintf(&b, "//rtest:with %s\n", f.arguments())
	}
	if len(f.entries) > 0 {
		var all []string
		for i := range f.params {
			if f.entries[i] != "" {
				all = append(all, f.entries[i])
			}
		}
		fmt.Fprintf(&b, "//rtest:sig (%s)\n", strings.Join(all, ", "))
	}
	if f.ints != "" {
		fmt.Fprintf(&b, "//rtest:ints %s\n", f.ints)
	}
	for _, l := range f.lines {
		if most, ok := strings.CutPrefix(l, "depth "); ok && most[len(most)-1] >= byte('0'+f.depth) {
			continue // it would raise the depth
		}
		fmt.Fprintf(&b, "//rtest:%s\n", l)
	}
	if f.depth >= 0 {
		fmt.Fprintf(&b, "//rtest:depth %d\n", f.depth)
	} else {
		b.WriteString("//rtest:skip too many for brute force\n")
	}
	return b.String()
}

// source is the function, with its contract unless that stands in another package.
func (f *fn) source() string {
	var b strings.Builder
	if !f.away {
		b.WriteString(f.directives())
	}
	var params []string
	recv, args := "", ""
	for i, p := range f.params {
		switch {
		case i == 0 && f.receiver:
			recv = fmt.Sprintf("(%s %s) ", p.c, p.t)
		case i == len(f.params)-1 && f.variadic:
			params = append(params, p.c+" ..."+p.t.elem.String())
		default:
			params = append(params, p.c+" "+p.t.String())
		}
	}
	if f.generic {
		args = "[TT ~int | ~int8]"
		if f.two {
			args = "[TT ~int | ~int8, UU ~string]"
		}
	}
	result := f.result.String()
	if f.second.c != "" {
		result = "(" + result + ", error)"
	}
	if f.apart {
		fmt.Fprintf(&b, "var _ = %s\n\n", f.named())
	}
	fmt.Fprintf(&b, "func %s%s%s(%s) %s {\n%s}\n\n", recv, f.name, args, strings.Join(params, ", "), result, f.body)
	return b.String()
}

// named is how an expression names the function.
func (f *fn) named() string {
	switch {
	case f.receiver:
		return "(" + f.params[0].t.String() + ")." + f.name
	case f.generic:
		return f.name + f.arguments()
	}
	return f.name
}

// arguments are the type arguments of a generic function.
func (f *fn) arguments() string {
	if f.two {
		return "[int8, string]"
	}
	return "[int8]"
}

// brute is the program that enumerates the inputs of the package.
func (g *generator) brute(limit, deepest int) string {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\t\"iter\"\n\t\"reflect\"\n\n\t\"example.com/whole/brute\"\n\t\"example.com/whole/limits\"\n)\n\nvar _ = limits.Used\n\n")
	b.WriteString("var _ iter.Seq[int]\n\nfunc one[T any]() reflect.Type { return reflect.TypeFor[T]() }\n\nfunc main() {\n")
	b.WriteString("\tkinds := map[reflect.Type][]reflect.Type{\n")
	for _, s := range g.sums {
		var alts []string
		for _, a := range s.alts {
			alts = append(alts, "one["+a.String()+"]()")
		}
		fmt.Fprintf(&b, "\t\tone[%s](): {%s},\n", s, strings.Join(alts, ", "))
	}
	b.WriteString("\t}\n\tnilKinds := map[reflect.Type][]reflect.Type{\n")
	for _, s := range g.sums {
		var nils []string
		for _, a := range s.nils {
			nils = append(nils, "one["+a.String()+"]()")
		}
		fmt.Fprintf(&b, "\t\tone[%s](): {%s},\n", s, strings.Join(nils, ", "))
	}
	b.WriteString("\t}\n\tvalues := map[reflect.Type][]any{\n")
	for _, e := range slices.Concat(g.enums, g.structs) {
		if e.consts != nil {
			fmt.Fprintf(&b, "\t\tone[%s](): {%s},\n", e, strings.Join(e.consts, ", "))
		}
	}
	b.WriteString("\t}\n\tholds := map[reflect.Type]func(v any) bool{\n")
	for _, s := range g.structs {
		if s.law.c != "" {
			fmt.Fprintf(&b, "\t\tone[%s](): func(v any) bool { self := v.(%s); _ = self; return %s },\n", s, s, s.law.g)
		}
	}
	b.WriteString("\t}\n\tnotNil := map[reflect.Type]bool{\n")
	for _, s := range g.structs {
		if s.law.c != "" && !s.recursive() {
			fmt.Fprintf(&b, "\t\tone[*%s](): true,\n", s)
		}
	}
	b.WriteString("\t}\n\tstored := map[reflect.Type]any{\n")
	for _, s := range g.structs {
		if s.stored != "" {
			fmt.Fprintf(&b, "\t\tone[%[1]s](): func(self %[1]s) %[1]s { self.size = %[2]s; return self },\n", s, s.stored)
		}
	}
	b.WriteString("\t}\n\tvia := map[reflect.Type]*brute.Calls{\n")
	for _, v := range g.built {
		b.WriteString(v.brute())
	}
	b.WriteString("\t}\n\tbrute.Main([]brute.Case{\n")
	for _, f := range g.fns {
		b.WriteString(f.brute(g))
	}
	fmt.Fprintf(&b, "\t}, %d, %d)\n}\n", limit, deepest)
	return b.String()
}

// brute is the function as a case of brute force.
func (f *fn) brute(g *generator) string {
	var params, twins, args, blank, twinArgs, twinBlank []string
	for i, p := range f.params {
		t := p.t.inst()
		params = append(params, p.c+" "+t)
		twins = append(twins, "old_"+p.c+" "+t)
		blank, twinBlank = append(blank, p.c), append(twinBlank, "old_"+p.c)
		if arg := p.c; i > 0 || !f.receiver {
			if i == len(f.params)-1 && f.variadic {
				arg += "..."
			}
			args = append(args, arg)
		}
		twinArgs = append(twinArgs, "old_"+p.c)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\t\t{Name: %q, Receiver: %t, Pure: %t,\n", f.key(), f.receiver, f.pure)
	fmt.Fprintf(&b, "\t\t\tEnv: brute.Env{Kinds: kinds, NilKinds: nilKinds, Values: values, Holds: holds, NotNil: notNil, Stored: stored, Via: via, Unread: map[string]bool{")
	for _, name := range g.unread(f) {
		fmt.Fprintf(&b, "%q: true, ", name)
	}
	fmt.Fprintf(&b, "}, AllEmpty: %t, Ranges: %q, Chars: %q},\n", f.empty, f.ints, f.chars)
	if len(f.own) > 0 {
		b.WriteString("\t\t\tOwn: map[int]brute.Own{\n")
		for i := range f.params {
			if f.own[i] != "" {
				fmt.Fprintf(&b, "\t\t\t\t%d: {%s},\n", i, f.own[i])
			}
		}
		b.WriteString("\t\t\t},\n")
	}
	if f.asked.c != "" {
		fmt.Fprintf(&b, "\t\t\tAnswers: func(x, v int) bool { return %s },\n", f.asked.g)
	}
	if f.told.c != "" {
		fmt.Fprintf(&b, "\t\t\tAsked: func(x int) bool { return %s },\n", f.told.g)
	}
	if f.panics.c != "" {
		fmt.Fprintf(&b, "\t\t\tPanics: func(%s) bool { return %s },\n", strings.Join(params, ", "), f.panics.g)
	}
	fmt.Fprintf(&b, "\t\t\tPre: func(%s) bool {\n", strings.Join(params, ", "))
	for _, p := range f.pre {
		fmt.Fprintf(&b, "\t\t\t\tif !(%s) {\n\t\t\t\t\treturn false\n\t\t\t\t}\n", p.g)
	}
	fmt.Fprintf(&b, "\t\t\t\treturn true\n\t\t\t},\n\t\t\tRun: func(%s) (failed []string) {\n\t\t\t\t%s\n", strings.Join(append(params, twins...), ", "), used(append(blank, twinBlank...)))
	for _, o := range f.olds {
		fmt.Fprintf(&b, "\t\t\t\tbefore := func(%s) int { return %s }(%s)\n\t\t\t\t_ = before\n", strings.Join(params, ", "), o.g, strings.Join(twinArgs, ", "))
	}
	call := f.name
	if f.receiver {
		call = f.params[0].c + "." + f.name
	}
	results := "result"
	if f.second.c != "" {
		results = "result, err"
	}
	if f.counted {
		t := f.params[len(f.params)-1].t
		fmt.Fprintf(&b, "\t\t\t\tvar calls_ask []int\n\t\t\t\tinner := ask\n\t\t\t\task = func(x int) %s { calls_ask = append(calls_ask, x); return inner(x) }\n", t.result[0])
	}
	fmt.Fprintf(&b, "\t\t\t\t%s := %s(%s)\n\t\t\t\t%s\n", results, call, strings.Join(args, ", "), used(strings.Split(results, ", ")))
	if f.counted {
		b.WriteString("\t\t\t\task = inner\n")
	}
	for i, p := range f.post {
		fmt.Fprintf(&b, "\t\t\t\tif !(%s) {\n\t\t\t\t\tfailed = append(failed, \"ensures %d\")\n\t\t\t\t}\n", p.g, i)
	}
	b.WriteString("\t\t\t\treturn failed\n\t\t\t}},\n")
	return b.String()
}
