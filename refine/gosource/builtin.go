package gosource

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

func (p *printer) builtin(e *refine.Builtin) string {
	if e.Own {
		return p.ownBuiltin(e)
	}
	if n, ok := refine.FixedLength(e); ok {
		return p.expr(&refine.Const{T: e.T, Value: constant.MakeInt64(n)}, nil, precPrimary)
	}
	switch e.Name {
	case "append":
		return p.appendCall(e)
	case "min", "max":
		if p.f.hidden(e.Name) {
			return p.minMax(e)
		}
	case "new":
		if e.TypeArg == nil {
			// The language version of generated files has no new(value).
			elem := e.T.Underlying().(*types.Pointer).Elem()
			return "(&[]" + p.f.Type(elem) + "{" + p.expr(e.Args[0], elem, precNone) + "}[0])"
		}
	}
	var args []string
	if e.TypeArg != nil {
		args = append(args, p.f.Type(e.TypeArg))
	}
	for i, a := range e.Args {
		switch e.Name {
		case "make":
			args = append(args, p.indexOperand(a, -1))
		case "delete":
			if i == 1 {
				args = append(args, p.expr(a, e.Args[0].Type().Underlying().(*types.Map).Key(), precNone))
				continue
			}
			fallthrough
		case "len", "cap", "copy":
			args = append(args, p.expr(a, nil, precNone))
		default:
			args = append(args, p.expr(a, e.T, precNone))
		}
	}
	return p.f.predeclared(e.Name) + "(" + strings.Join(args, ", ") + refine.Spread(e.Spread) + ")"
}

// appendCall appends to a copy, because a predicate must not write into spare capacity of the
// input.
func (p *printer) appendCall(e *refine.Builtin) string {
	first := p.expr(e.Args[0], nil, precNone)
	switch e.Args[0].(type) {
	case *refine.Composite, *refine.Nil:
	default:
		first = p.f.Import("slices") + ".Clip(" + first + ")"
	}
	args := []string{first}
	elem := refine.ElemType(e.T)
	for _, a := range e.Args[1:] {
		want := elem
		if e.Spread {
			want = a.Type()
		}
		args = append(args, p.expr(a, want, precNone))
	}
	return p.f.predeclared("append") + "(" + strings.Join(args, ", ") + refine.Spread(e.Spread) + ")"
}

// minMax prints min or max where the package redeclares that name.
func (p *printer) minMax(e *refine.Builtin) string {
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = p.expr(a, e.T, precNone)
	}
	name := "Min"
	if e.Name == "max" {
		name = "Max"
	}
	return fmt.Sprintf("%s.%s([]%s{%s})", p.f.Import("slices"), name, p.f.Type(e.T), strings.Join(args, ", "))
}

func (p *printer) ownBuiltin(e *refine.Builtin) string {
	switch e.Name {
	case "calls":
		r, ok := e.Args[0].(*refine.Ref)
		if !ok {
			p.f.fail("calls wants a parameter")
			return "nil"
		}
		return fmt.Sprintf("%s[%s](%d)", p.f.runtime("Calls"), p.f.Type(refine.ElemType(e.T)), r.Var.Index)
	case "collect":
		return p.f.collect(e) + "(" + p.expr(e.Args[0], nil, precNone) + ")"
	case "inside":
		return p.f.inside(e) + "(" + p.expr(e.Args[0], e.TypeArg, precNone) + ")"
	case "equal":
		return fmt.Sprintf("%s(%s, %s)", p.f.runtime("Equal"),
			p.expr(e.Args[0], nil, precNone), p.expr(e.Args[1], nil, precNone))
	}
	t := e.Args[0].Type()
	wants := []types.Type{t, t, t}
	switch e.Name {
	case "permutation":
		wants[1] = e.Args[1].Type()
	case "count":
		wants[1] = refine.ElemType(t)
	case "with", "without":
		if m, ok := t.Underlying().(*types.Map); ok {
			wants[1], wants[2] = m.Key(), m.Elem()
		}
	}
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = p.expr(a, wants[i], precNone)
		if refine.IsString(a.Type()) && i == 0 || refine.IsString(a.Type()) && e.Name == "permutation" {
			args[i] = "[]rune(" + args[i] + ")"
		}
	}
	if e.Name == "sum" && p.reportsOverflow(token.ADD, e.T) {
		sum := p.f.generateOwn("toldsum", t, func(name string) string {
			return p.f.expand(checkedSumText, name, t, "ELEM", p.f.Type(e.T), "WATCH", p.f.runtime("Overflow"), "ADD", p.f.runtime("Add"))
		})
		p.overflowReported = true
		return sum + "(" + p.overflowOperand + ", " + strings.Join(args, ", ") + ")"
	}
	return p.f.helper(e, equality{nan: true, twin: p.mayCompareTwins(e.Args...)}) + "(" + strings.Join(args, ", ") + ")"
}

// collection returns the type as which a helper takes a collection. A string is taken as its runes.
func collection(t types.Type) types.Type {
	if refine.IsString(t) {
		return types.NewSlice(types.Universe.Lookup("rune").Type())
	}
	return t
}

// helper returns the name of the function that implements one of rtest's builtins.
func (f *File) helper(e *refine.Builtin, m equality) string {
	t := collection(e.Args[0].Type())
	elem := refine.ElemType(t)
	if elem == nil {
		f.fail("%s wants a slice or an array, not %s", e.Name, t)
		return e.Name
	}
	m = m.relevantFor(t)
	switch e.Name {
	case "sorted":
		if _, ok := t.Underlying().(*types.Slice); ok && f.opt.Readable {
			return f.Import("slices") + ".IsSorted" // It orders NaN first, too.
		}
		return f.generateOwn("sorted", t, func(name string) string {
			return f.expand(sortedText, name, t, "LESS", less(elem, "s[i]", "s[i-1]"))
		})
	case "distinct":
		return f.generateOwn("distinct"+m.String(), t, func(name string) string {
			return f.expand(distinctText, name, t, "EQUAL", f.equal(elem, m, "s[i]", "s[j]"))
		})
	case "count":
		return f.count(t, m)
	case "permutation":
		u := collection(e.Args[1].Type())
		kind := "permutation" + m.String() + " " + f.Type(u) + " of"
		return f.generateOwnAs("permutation", kind, t, func(name string) string {
			return f.expand(permutationText, name, t, "OTHER", f.Type(u), "COUNT1", f.count(t, m), "COUNT2", f.count(u, m))
		})
	case "sum":
		return f.generateOwn("sum", t, func(name string) string {
			return f.expand(sumText, name, t, "ELEM", f.Type(elem))
		})
	case "with", "without":
		text := withText
		if e.Name == "without" {
			text = withoutText
		}
		key := t.Underlying().(*types.Map).Key()
		return f.generateOwn(e.Name, t, func(name string) string {
			return f.expand(text, name, t, "KEY", f.Type(key), "ELEM", f.Type(elem))
		})
	}
	f.fail("%s is not one of rtest's functions", e.Name)
	return e.Name
}

// collect returns the name of the function that collects an iterator's values.
func (f *File) collect(e *refine.Builtin) string {
	t := e.Args[0].Type()
	return f.generateOwn("collect", t, func(name string) string {
		return f.expand(collectText, name, t, "ELEM", f.Type(refine.ElemType(e.T)), "BOUND", fmt.Sprint(refine.IteratorBound))
	})
}

func (f *File) count(t types.Type, m equality) string {
	elem := refine.ElemType(t)
	return f.generateOwn("count"+m.String(), t, func(name string) string {
		return f.expand(countText, name, t, "ELEM", f.Type(elem), "EQUAL", f.equal(elem, m, "s[i]", "x"))
	})
}

// identity returns the name of a function that returns its argument. It turns a constant into a
// value.
func (f *File) identity(t types.Type) string {
	return f.generateOwn("value", t, func(name string) string {
		return fmt.Sprintf("func %s(x %s) %s { return x }", name, f.Type(t), f.Type(t))
	})
}

// less returns a condition that orders elements. As in package cmp, NaN is less than everything
// else.
func less(elem types.Type, a, b string) string {
	if u, ok := elem.Underlying().(*types.Basic); ok && u.Info()&types.IsFloat != 0 {
		return fmt.Sprintf("%[1]s %[3]s %[2]s || %[1]s != %[1]s && %[2]s == %[2]s", a, b, token.LSS)
	}
	return a + " < " + b
}

const (
	sortedText = `func NAME(s TYPE) bool {
	for i := range s {
		if i > 0 && (LESS) {
			return false
		}
	}
	return true
}`
	distinctText = `func NAME(s TYPE) bool {
	for i := range s {
		for j := 0; j < i; j++ {
			if EQUAL {
				return false
			}
		}
	}
	return true
}`
	countText = `func NAME(s TYPE, x ELEM) int {
	n := 0
	for i := range s {
		if EQUAL {
			n++
		}
	}
	return n
}`
	permutationText = `func NAME(s TYPE, t OTHER) bool {
	if len(s) != len(t) {
		return false
	}
	for i := range s {
		if COUNT1(s, s[i]) != COUNT2(t, s[i]) {
			return false
		}
	}
	return true
}`
	sumText = `func NAME(s TYPE) ELEM {
	var n ELEM
	for i := range s {
		n += s[i]
	}
	return n
}`
	checkedSumText = `func NAME(w *WATCH, s TYPE) ELEM {
	var n ELEM
	for i := range s {
		n = ADD(w, n, s[i])
	}
	return n
}`
	collectText = `func NAME(s TYPE) []ELEM {
	var all []ELEM
	for x := range s {
		if len(all) == BOUND {
			break
		}
		all = append(all, x)
	}
	return all
}`
	withText = `func NAME(m TYPE, key KEY, value ELEM) TYPE {
	r := make(TYPE)
	for k, v := range m {
		r[k] = v
	}
	r[key] = value
	return r
}`
	withoutText = `func NAME(m TYPE, key KEY) TYPE {
	r := make(TYPE)
	for k, v := range m {
		if k != key {
			r[k] = v
		}
	}
	return r
}`
)

// expand fills in one of the templates above.
func (f *File) expand(text, name string, t types.Type, pairs ...string) string {
	return strings.NewReplacer(append(pairs, "NAME", name, "TYPE", f.Type(t))...).Replace(text)
}
