package gosource

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// InvariantFunc adds to f a function func(v T) bool, and returns its name. The function reports
// whether all invariants and is clauses hold for the types that a value of t reaches, at every
// depth. Ok is false if no reachable type has any. Parts are checked before the whole, so that an
// invariant may rely on those of its parts; clauses of fields come before invariants.
//
// With cyclesPossible, for outputs, the function keeps a set of the values it has met. Without it,
// for inputs, it recurses without one, because inputs share nothing. Values built by calls are the
// exception: for them it keeps a set.
func InvariantFunc(f *File, facts refine.Facts, t types.Type, cyclesPossible bool) (name string, ok bool) {
	g := newInvariants(f, facts, cyclesPossible)
	if !g.reaches(t) {
		return "", false
	}
	cyclesPossible = cyclesPossible || g.search(t, g.shared, map[string]bool{})
	g.cycles = cyclesPossible
	kind := "holds"
	if cyclesPossible {
		kind = "holdsout"
	}
	return f.generate(kind, t, func(name string) string {
		body := fmt.Sprintf("return %s(%s)", g.function(t), g.argument(t, "v"))
		if cyclesPossible {
			body = fmt.Sprintf("return %s(%s, map[any]bool{}) < 0", g.function(t), g.argument(t, "v"))
		}
		return fmt.Sprintf("func %s(v %s) bool { %s }", name, f.Type(t), body)
	}), true
}

// InvariantCheck is InvariantFunc for outputs with a function func(v T) (int, any). It returns -1,
// or the index in f.Clauses() of the clause that fails and the value it is about, as described by
// f.Holder.
func InvariantCheck(f *File, facts refine.Facts, t types.Type) (name string, ok bool) {
	g := newInvariants(f, facts, true)
	g.returnsHolder = true
	if !g.reaches(t) {
		return "", false
	}
	return f.generate("fails", t, func(name string) string {
		return fmt.Sprintf("func %s(v %s) (int, any) { return %s(%s, map[any]bool{}) }",
			name, f.Type(t), g.function(t), g.argument(t, "v"))
	}), true
}

// invariants writes the functions that check the invariants of types.
type invariants struct {
	f      *File
	facts  refine.Facts
	cycles bool
	// returnsHolder means that the functions also return the value for which the clause fails.
	returnsHolder bool
	// v and seen are the parameters of the functions that contain clauses.
	v, seen string
}

func newInvariants(f *File, facts refine.Facts, cycles bool) *invariants {
	if facts == nil {
		facts = refine.NoFacts{}
	}
	return &invariants{f: f, facts: facts, cycles: cycles, v: f.local("v"), seen: f.local("seen")}
}

// own returns the facts about t, and those of its clauses that can be written in this package.
func (g *invariants) own(t types.Type) (*refine.TypeFacts, []*refine.Clause) {
	tf := g.facts.Of(t)
	if tf == nil {
		return nil, nil
	}
	var out []*refine.Clause
	for _, c := range slices.Concat(tf.Fields, tf.Invariants) {
		if g.f.writable(c.Expr) {
			out = append(out, c)
		} else if !slices.Contains(g.f.leftOut, c) && (g.cycles || len(tf.Via) == 0) {
			g.f.leftOut = append(g.f.leftOut, c)
		}
	}
	return tf, out
}

// reaches reports whether a type that a value of t reaches has clauses.
func (g *invariants) reaches(t types.Type) bool {
	return g.search(t, func(t types.Type) bool {
		_, clauses := g.own(t)
		return len(clauses) > 0
	}, map[string]bool{})
}

// shared reports whether pointers to values of t may meet.
func (g *invariants) shared(t types.Type) bool {
	tf := g.facts.Of(t)
	return tf != nil && tf.Shared
}

// search reports whether something holds of t or of a type that a value of t reaches.
func (g *invariants) search(t types.Type, is func(types.Type) bool, seen map[string]bool) bool {
	key := refine.TypeKey(t)
	if seen[key] {
		return false
	}
	seen[key] = true
	if g.f.naming().Why(t) != nil {
		return false
	}
	if is(t) {
		return true
	}
	return slices.ContainsFunc(g.parts(t), func(u types.Type) bool { return g.search(u, is, seen) })
}

// parts returns the types of the direct parts of a value of t that invariants can refer to.
func (g *invariants) parts(t types.Type) []types.Type {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return g.inhabitants(t)
	case *types.Signature:
		return nil
	case *types.Struct:
		var out []types.Type
		for v := range u.Fields() {
			if g.readable(v) {
				out = append(out, v.Type())
			}
		}
		return out
	}
	return refine.TypeParts(t)
}

func (g *invariants) readable(v *types.Var) bool {
	return v.Name() != "_" && (v.Exported() || g.f.own(v.Pkg()))
}

// inhabitants returns the dynamic types of the interface type t that this package can write. They
// are those listed by a directive, or else those of its own package and of this one.
func (g *invariants) inhabitants(t types.Type) []types.Type {
	var out []types.Type
	add := func(u types.Type) {
		if g.f.naming().Why(u) == nil && !slices.ContainsFunc(out, func(o types.Type) bool { return types.Identical(o, u) }) {
			out = append(out, u)
		}
	}
	if tf := g.facts.Of(t); tf != nil {
		for _, i := range tf.OneOf {
			add(i.T)
		}
	}
	if len(out) == 0 {
		for _, u := range g.facts.Implementers(types.Unalias(t)) {
			add(u)
		}
	}
	for _, u := range g.facts.Implementing(g.f.pkg, t) {
		add(u)
	}
	return out
}

// byAddress reports whether the function of t takes a *T. Structs are not copied, because
// invariants may depend on identity.
func (g *invariants) byAddress(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	tf := g.facts.Of(t)
	return tf != nil && tf.Self != nil && refine.IsPointerTo(tf.Self.Type, t)
}

// argument returns the argument for the function of t, given the addressable operand v.
func (g *invariants) argument(t types.Type, v string) string {
	if g.byAddress(t) {
		return "&" + v
	}
	return v
}

// function returns the name of the function for t: func(v T or *T) bool, or func(v T or *T, seen
// map[any]bool) int, or the latter with results (int, any).
func (g *invariants) function(t types.Type) string {
	kind := "inv"
	switch {
	case g.returnsHolder:
		kind = "tell"
	case g.cycles:
		kind = "check"
	}
	return g.f.generate(kind, t, func(name string) string {
		param := g.f.Type(t)
		if g.byAddress(t) {
			param = "*" + param
		}
		if !g.cycles && g.builtByCalls(t) {
			inner := *g
			inner.cycles = true
			return fmt.Sprintf("func %s(%s %s) bool { return %s(%s, map[any]bool{}) < 0 }", name, g.v, param, inner.function(t), g.v)
		}
		body := g.partsBody(t) + g.ownBody(t)
		if !g.cycles {
			return fmt.Sprintf("func %s(%s %s) bool {\n%sreturn true\n}", name, g.v, param, body)
		}
		results := "int"
		if g.returnsHolder {
			results = "(int, any)"
		}
		return fmt.Sprintf("func %s(%s %s, %s map[any]bool) %s {\n%s%sreturn %s\n}", name, g.v, param, g.seen, results, g.seenBody(t), body, g.noFailure())
	})
}

// builtByCalls reports whether calls build the values of t, so that a part may refer back to the
// whole.
func (g *invariants) builtByCalls(t types.Type) bool {
	tf := g.facts.Of(t)
	return tf != nil && len(tf.Via) > 0
}

// noFailure returns the result of the functions if no clause fails.
func (g *invariants) noFailure() string {
	if g.returnsHolder {
		return "-1, nil"
	}
	return "-1"
}

// seenBody returns statements that leave the function of t if its value was met before.
func (g *invariants) seenBody(t types.Type) string {
	key := ""
	cond := ""
	switch t.Underlying().(type) {
	case *types.Pointer:
		return "" // The target is met under its own type.
	case *types.Map:
		key = fmt.Sprintf("[2]any{(*%s)(nil), %s.ValueOf(%s).Pointer()}", g.f.Type(t), g.f.Import("reflect"), g.v)
	case *types.Slice:
		length := g.f.predeclared("len") + "(" + g.v + ")"
		cond, key = length+" > 0", "[2]any{"+length+", &"+g.v+"[0]}"
	default:
		if !g.byAddress(t) {
			return ""
		}
		key = g.v
	}
	if g.byAddress(t) {
		cond, key = "", g.v
	}
	s := fmt.Sprintf("if %s[%s] {\nreturn %s\n}\n%s[%s] = true\n", g.seen, key, g.noFailure(), g.seen, key)
	if cond != "" {
		s = "if " + cond + " {\n" + s + "}\n"
	}
	return s
}

// call returns the statement that checks a part of type t.
func (g *invariants) call(t types.Type, arg string) string {
	name := g.function(t)
	switch {
	case g.returnsHolder:
		return fmt.Sprintf("if n, of := %s(%s, %s); n >= 0 {\nreturn n, of\n}\n", name, arg, g.seen)
	case g.cycles:
		return fmt.Sprintf("if n := %s(%s, %s); n >= 0 {\nreturn n\n}\n", name, arg, g.seen)
	}
	return fmt.Sprintf("if !%s(%s) {\nreturn false\n}\n", name, arg)
}

// partsBody returns statements that check the parts of the value v.
func (g *invariants) partsBody(t types.Type) string {
	v := g.v
	if _, isStruct := t.Underlying().(*types.Struct); g.byAddress(t) && !isStruct {
		v = "(*" + v + ")"
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if !g.reaches(u.Elem()) {
			return ""
		}
		arg := "*" + v
		if g.byAddress(u.Elem()) {
			arg = v
		}
		return "if " + v + " != nil {\n" + g.call(u.Elem(), arg) + "}\n"
	case *types.Slice, *types.Array:
		elem := refine.ElemType(t)
		if !g.reaches(elem) {
			return ""
		}
		return "for i := range " + v + " {\n" + g.call(elem, g.argument(elem, v+"[i]")) + "}\n"
	case *types.Map:
		return g.mapBody(u, v)
	case *types.Interface:
		return g.interfaceBody(t, v)
	case *types.Struct:
		var b strings.Builder
		for field := range u.Fields() {
			if g.readable(field) && g.reaches(field.Type()) {
				b.WriteString(g.call(field.Type(), g.argument(field.Type(), v+"."+field.Name())))
			}
		}
		return b.String()
	}
	return ""
}

func (g *invariants) mapBody(u *types.Map, v string) string {
	inner, key, elem := "", "_", "_"
	if g.reaches(u.Key()) {
		key = "k"
		inner += g.call(u.Key(), g.argument(u.Key(), "k"))
	}
	if g.reaches(u.Elem()) {
		elem = "e"
		inner += g.call(u.Elem(), g.argument(u.Elem(), "e"))
	}
	if inner == "" {
		return ""
	}
	return fmt.Sprintf("for %s, %s := range %s {\n%s}\n", key, elem, v, inner)
}

func (g *invariants) interfaceBody(t types.Type, v string) string {
	var b strings.Builder
	for _, u := range g.inhabitants(t) {
		if g.reaches(u) {
			fmt.Fprintf(&b, "case %s:\n%s", g.f.Type(u), g.call(u, g.argument(u, "x")))
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "switch x := " + v + ".(type) {\n" + b.String() + "}\n"
}

// ownBody returns statements that check the clauses of t itself.
func (g *invariants) ownBody(t types.Type) string {
	tf, clauses := g.own(t)
	var b strings.Builder
	for _, c := range clauses {
		self := g.v
		if g.byAddress(t) && !refine.IsPointerTo(tf.Self.Type, t) {
			self = "(*" + g.v + ")"
		}
		expr := g.f.Expr(c.Expr, func(*refine.Variable) string { return self }, nil)
		if _, ok := t.Underlying().(*types.Struct); ok && g.f.opt.Readable {
			expr = strings.ReplaceAll(expr, self+".", g.v+".") // A selector follows pointers.
		}
		result := "false"
		if g.cycles {
			param := g.f.Type(t)
			if g.byAddress(t) {
				param = "*" + param
			}
			result = fmt.Sprint(g.f.clauseIndex(c, Holder{Name: g.v, Type: param, Self: self}))
			if g.returnsHolder {
				result += ", " + g.v
			}
		}
		fmt.Fprintf(&b, "if %s {\nreturn %s\n}\n", refine.Negation(expr), result)
	}
	return b.String()
}

func (f *File) clauseIndex(c *refine.Clause, h Holder) int {
	if i := slices.Index(f.clauses, c); i >= 0 {
		return i
	}
	f.clauses, f.holders = append(f.clauses, c), append(f.holders, h)
	return len(f.clauses) - 1
}
