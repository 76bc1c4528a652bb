package gosource

import (
	"fmt"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// inside returns the name of a function func(v T) func(yield func(E) bool), the iterator that e
// denotes.
func (f *File) inside(e *refine.Builtin) string {
	i, _ := constant.Int64Val(e.Args[1].(*refine.Const).Value)
	g := &insidePrinter{f: f, cycles: constant.BoolVal(e.Args[2].(*refine.Const).Value)}
	return f.generateOwnAs("inside", g.kind("inside", int(i)), e.TypeArg, func(name string) string {
		yield := f.Type(e.T.Underlying().(*types.Signature).Params().At(0).Type())
		return fmt.Sprintf("func %s(v %s) func(%s) {\nreturn func(yield %s) { %s(v, %syield) }\n}",
			name, f.Type(e.TypeArg), yield, yield, g.function(e.TypeArg, int(i)), g.newSetArgument())
	})
}

// An insidePrinter writes functions func(v T, yield func(E) bool) bool that traverse an instance of
// a generic type. They yield the values whose type is one of its type arguments, and return false
// once yield does. With cycles they keep a set of the pointers, slices and maps visited so far.
type insidePrinter struct {
	f      *File
	cycles bool
	// in is the name of the function being written.
	in           string
	names, sites int
}

func (g *insidePrinter) kind(stem string, i int) string {
	if g.cycles {
		stem += "Met"
	}
	return fmt.Sprint(stem, " ", i, " of")
}

// newSetArgument, setParameter and setArgument return the argument for the set at the beginning of
// a traversal, its parameter, and the argument that passes it on.
func (g *insidePrinter) newSetArgument() string {
	if g.cycles {
		return "map[" + g.f.predeclared("any") + "]" + g.f.predeclared("bool") + "{}, "
	}
	return ""
}

func (g *insidePrinter) setParameter() string {
	if g.cycles {
		return "seen map[any]bool, "
	}
	return ""
}

func (g *insidePrinter) setArgument() string {
	if g.cycles {
		return "seen, "
	}
	return ""
}

// function returns the name of the function for the i-th type argument of t.
func (g *insidePrinter) function(t types.Type, i int) string {
	return g.f.generateOwnAs("each", g.kind("each", i), t, func(name string) string {
		param, origin, below := refine.TypeParamOf(t, i)
		inner := &insidePrinter{f: g.f, cycles: g.cycles, in: name}
		body := inner.part(origin, below, param, "v")
		return fmt.Sprintf("func %s(v %s, %syield func(%s) bool) bool {\n%sreturn true\n}",
			name, g.f.Type(t), g.setParameter(), g.f.Type(refine.TypeArguments(t).At(i)), body)
	})
}

func (g *insidePrinter) name(stem string) string {
	g.names++
	return fmt.Sprint(stem, g.names)
}

// part returns statements that traverse the operand v of type t. Origin is t with type parameters
// in place of arguments.
func (g *insidePrinter) part(origin, t types.Type, param *types.TypeParam, v string) string {
	if origin == types.Type(param) {
		return "if !yield(" + v + ") {\nreturn false\n}\n"
	}
	if !refine.HasTypeParam(origin, param) {
		return ""
	}
	if args := refine.TypeArguments(origin); args != nil {
		return g.instance(args, t, param, v)
	}
	switch o := origin.(type) {
	case *types.Pointer:
		return g.unlessMet(v, v, g.part(o.Elem(), t.(*types.Pointer).Elem(), param, "(*"+v+")"))
	case *types.Slice:
		i := g.name("i")
		loop := fmt.Sprintf("for %s := range %s {\n%s}\n", i, v, g.part(o.Elem(), t.(*types.Slice).Elem(), param, v+"["+i+"]"))
		if !g.cycles {
			return loop
		}
		key := fmt.Sprintf("[3]any{%s, len(%s), &%s[0]}", g.site(), v, v)
		return fmt.Sprintf("if len(%s) > 0 && !seen[%s] {\nseen[%s] = true\n%s}\n", v, key, key, loop)
	case *types.Array:
		i := g.name("i")
		return fmt.Sprintf("for %s := range %s {\n%s}\n", i, v, g.part(o.Elem(), t.(*types.Array).Elem(), param, v+"["+i+"]"))
	case *types.Map:
		m := t.(*types.Map)
		return g.unlessMet(v, g.f.Import("reflect")+".ValueOf("+v+").Pointer()", g.loop([]types.Type{o.Key(), o.Elem()}, []types.Type{m.Key(), m.Elem()}, param, v))
	case *types.Signature:
		return "if " + v + " != nil {\n" + g.loop(refine.IteratedTypes(o), refine.IteratedTypes(t), param, v) + "}\n"
	case *types.Struct:
		var b strings.Builder
		for i := range o.NumFields() {
			b.WriteString(g.part(o.Field(i).Type(), t.(*types.Struct).Field(i).Type(), param, v+"."+o.Field(i).Name()))
		}
		return b.String()
	}
	return ""
}

// site returns a number for this place in this function. A pointer met at another place may still lead to values
// of this place's type argument.
func (g *insidePrinter) site() string {
	g.sites++
	return fmt.Sprintf("\"%s %d\"", g.in, g.sites)
}

// unlessMet runs body if v is not nil and, with cycles, was not met before.
func (g *insidePrinter) unlessMet(v, key, body string) string {
	if !g.cycles {
		return "if " + v + " != nil {\n" + body + "}\n"
	}
	key = fmt.Sprintf("[2]any{%s, %s}", g.site(), key)
	return fmt.Sprintf("if %s != nil && !seen[%s] {\nseen[%s] = true\n%s}\n", v, key, key, body)
}

// loop ranges over a map or an iterator.
func (g *insidePrinter) loop(origins, ts []types.Type, param *types.TypeParam, v string) string {
	names := make([]string, len(origins))
	body := ""
	for i, o := range origins {
		names[i] = "_"
		if refine.HasTypeParam(o, param) {
			names[i] = g.name("x")
			body += g.part(o, ts[i], param, names[i])
		}
	}
	return fmt.Sprintf("for %s := range %s {\n%s}\n", strings.Join(names, ", "), v, body)
}

// instance traverses an instance of a generic type, for each of its type arguments that contains
// the parameter.
func (g *insidePrinter) instance(origins *types.TypeList, t types.Type, param *types.TypeParam, v string) string {
	var b strings.Builder
	for i, o := range slices.Collect(origins.Types()) {
		if !refine.HasTypeParam(o, param) {
			continue
		}
		yield := "yield"
		if o != types.Type(param) {
			x, arg := g.name("x"), refine.TypeArguments(t).At(i)
			yield = fmt.Sprintf("func(%s %s) bool {\n%sreturn true\n}", x, g.f.Type(arg), g.part(o, arg, param, x))
		}
		fmt.Fprintf(&b, "if !%s(%s, %s%s) {\nreturn false\n}\n", g.function(t, i), v, g.setArgument(), yield)
	}
	return b.String()
}
