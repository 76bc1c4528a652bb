package codegen

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// explain writes the method that records, for a failed check, which sub-expressions decided it and their values.
// For a conjunction that is the first false conjunct. For a quantifier it is the first element that breaks it,
// and the reason within the body.
func (g *glue) explain(p *Plan) string {
	var b strings.Builder
	for i, c := range p.checks {
		if c.cause == wire.Invariant {
			fmt.Fprintf(&b, "case %d:\nrtestg_x.Self(%s.holder, %s)\n%s(%s.broken, %s.holder, rtestg_x)\n", i, self, c.of, g.invariants, self, self)
		}
		if c.cause == wire.Ensures && c.clause.Kind == refine.True {
			fmt.Fprintf(&b, "case %d:\n%s", i, g.property(p))
			continue
		}
		if c.clause.Expr == nil || c.cause != wire.Ensures {
			continue
		}
		x := &explainer{g: g, bound: map[*refine.Variable]string{}, hints: &p.Target.Hints}
		fmt.Fprintf(&b, "case %d:\n%s", i, x.predicate(c.clause.Expr))
	}
	lettered := ""
	if p.Target.Hints.Character(types.Universe.Lookup("rune").Type(), 'a') != "" {
		lettered = "rtestg_x.Lettered()\n"
	}
	if b.Len() == 0 {
		return lettered
	}
	return lettered + "switch rtestg_i {\n" + b.String() + "}\n"
}

// explainInvariants writes the function that does the same for each clause of f.Clauses().
func (g *glue) explainInvariants() {
	var b strings.Builder
	b.WriteString("switch rtestg_i {\n")
	// No clause adds another one: the checking functions exist already.
	for i, c := range g.f.Clauses() {
		h := g.f.Holder(i)
		x := &explainer{g: g, bound: map[*refine.Variable]string{}, holder: h.Self}
		fmt.Fprintf(&b, "case %d:\n%s := rtestg_h.(%s)\n_ = %s\n%s", i, h.Name, h.Type, h.Name, x.predicate(c.Expr))
	}
	b.WriteString("}\n")
	g.f.Func(g.invariants, []gosource.Param{
		{Name: "rtestg_i", Type: "int"}, {Name: "rtestg_h", Type: "any"},
		{Name: "rtestg_x", Type: "*" + g.rt + "Explanation"},
	}, "", b.String())
}

// An explainer writes Go statements that record parts in the Explanation x.
type explainer struct {
	g *glue
	// bound has the names of the variables bound by the quantifiers around.
	bound map[*refine.Variable]string
	temps int
	// old is set inside old: names refer to the twin.
	old bool
	// holder is the operand of an invariant. It replaces all names that are not bound.
	holder string
	// hints say whether numbers of type rune are characters. They are nil if that is unknown.
	hints *refine.Hints
}

func (x *explainer) names(v *refine.Variable) string {
	if n, ok := x.bound[v]; ok {
		return n
	}
	switch {
	case x.holder != "":
		return x.holder
	case x.old:
		return oldNames(v)
	}
	return names(v)
}

func (x *explainer) oldNames(v *refine.Variable) string {
	if n, ok := x.bound[v]; ok {
		return n
	}
	return oldNames(v)
}

func (x *explainer) source(e refine.Expr) string { return x.g.f.Expr(e, x.names, x.oldNames) }

// text returns how e is shown. Inside old that is the value from before the call.
func (x *explainer) text(e refine.Expr) string {
	if _, ok := e.(*refine.Old); x.old && !ok {
		e = &refine.Old{X: e}
	}
	return strconv.Quote(refine.Text(e, x.g.u.Pkg.Types))
}

func (x *explainer) temp(stem string) string {
	x.temps++
	return fmt.Sprintf("rtestg_%d%s", x.temps, stem)
}

// value records the value of e.
func (x *explainer) value(e refine.Expr) string {
	if evident(e) {
		return ""
	}
	return fmt.Sprintf("rtestg_x.%s(%s, %s)\n", x.noting(e.Type()), x.text(e), x.typed(e))
}

// noting returns the method that records a value of a type.
func (x *explainer) noting(t types.Type) string {
	if x.hints != nil && types.Identical(t, types.Universe.Lookup("rune").Type()) && x.hints.Character(t, 'a') != "" {
		return "Character"
	}
	return "Value"
}

// evident reports whether the text of e shows its value: a literal, or a literal of literals.
func evident(e refine.Expr) bool {
	switch e := e.(type) {
	case *refine.Const, *refine.Nil:
		return true
	case *refine.Convert:
		_, text := types.Unalias(e.T).(*types.Slice)
		return text && evident(e.X) // No other string constant makes a slice.
	case *refine.Composite:
		return !slices.ContainsFunc(slices.Concat(e.Keys, e.Values), func(part refine.Expr) bool { return part != nil && !evident(part) })
	}
	return false
}

// predicate records what decided e.
func (x *explainer) predicate(e refine.Expr) string {
	switch e := e.(type) {
	case *refine.Logic:
		return x.logic(e)
	case *refine.Unary:
		if e.Op == token.NOT {
			return x.predicate(e.X)
		}
		return x.value(e)
	case *refine.Compare:
		return x.compare(e)
	case *refine.Quant:
		return x.quant(e)
	case *refine.Cond:
		return fmt.Sprintf("%sif %s {\n%s} else {\n%s}\n", x.predicate(e.C), paren(x.source(e.C)), x.predicate(e.A), x.predicate(e.B))
	case *refine.In:
		return x.in(e)
	case *refine.Is:
		text := "the type of " + refine.Text(e.X, x.g.u.Pkg.Types)
		return fmt.Sprintf("rtestg_x.Dynamic(%q, %s)\n", text, x.source(e.X))
	case *refine.LetIn:
		name := x.temp(e.Var.Name)
		decl := fmt.Sprintf("var %s %s = %s\n_ = %s\n", name, x.g.f.Type(e.Var.Type), x.source(e.Value), name)
		x.bound[e.Var] = name
		note := ""
		if e.Var.Role != refine.Bound {
			// The operand of a chain is recorded with the comparisons.
			note = fmt.Sprintf("rtestg_x.Value(%q, %s)\n", e.Var.Name, x.seen(e.Var.Type, name))
		}
		return "{\n" + decl + note + x.predicate(e.Body) + "}\n"
	case *refine.Old:
		if x.g.f.Keeps(e) {
			return x.value(e)
		}
		was := x.old
		x.old = true
		s := x.predicate(e.X)
		x.old = was
		return s
	case *refine.Call:
		return x.value(e) + x.arguments(e.Args) + x.receiver(e.Fun) + x.trace(e)
	case *refine.Builtin:
		return x.value(e) + x.alike(e) + x.arguments(e.Args)
	case *refine.Tuple:
		return x.tuple(e)
	}
	// Other bool expressions have no deciding parts.
	return x.value(e)
}

// alike records values that equal distinguishes and == does not.
func (x *explainer) alike(e *refine.Builtin) string {
	if !e.Own || e.Name != "equal" {
		return ""
	}
	a, b := e.Args[0], e.Args[1]
	text := refine.Text(&refine.Compare{Op: token.EQL, X: a, Y: b}, x.g.u.Pkg.Types)
	return fmt.Sprintf("rtestg_x.Alike(%q, %s, %s)\n", text, x.typed(a), x.typed(b))
}

func paren(s string) string { return "(" + s + ")" }

// boolean reports whether e is a predicate with parts.
func boolean(e refine.Expr) bool {
	switch e.(type) {
	case *refine.Const, *refine.Ref, *refine.Field, *refine.Index:
		return false
	}
	return types.Identical(e.Type().Underlying(), types.Typ[types.Bool])
}

// arguments records the operands of a call. It skips constants, bound variables, which are recorded anyway, and
// inputs and results, which are shown with the call.
func (x *explainer) arguments(args []refine.Expr) string {
	var b strings.Builder
	for _, a := range args {
		switch a := a.(type) {
		case *refine.Const, *refine.Nil, *refine.Object:
			continue
		case *refine.Ref:
			if a.Var.Role != refine.Before {
				continue
			}
		case *refine.Builtin:
			if a.Own && a.Name == "collect" {
				fmt.Fprintf(&b, "rtestg_x.Value(%q, %s)\n", x.collectText(a.Args[0]), x.source(a))
				continue
			}
		}
		switch t := a.Type().Underlying().(type) {
		case *types.Tuple:
			b.WriteString(x.results(a, t))
		case *types.Signature:
			// A function has no value to show.
		default:
			b.WriteString(x.value(a))
		}
	}
	return b.String()
}

func (x *explainer) receiver(fun refine.Expr) string {
	if m, ok := fun.(*refine.Method); ok {
		return x.arguments([]refine.Expr{m.X})
	}
	return ""
}

// logic records what decided a connective. It writes each operand once, under the condition
// that it mattered, so the code grows linearly with e.
func (x *explainer) logic(e *refine.Logic) string {
	if parts := operands(e, e.Op); len(parts) > 2 && (e.Op == refine.And || e.Op == refine.Or) {
		return x.chain(e.Op, parts)
	}
	a, b := paren(x.source(e.X)), paren(x.source(e.Y))
	pa, pb := x.predicate(e.X), x.predicate(e.Y)
	first, all := x.temp("first"), x.temp("all")
	var join, one, other string
	switch e.Op {
	case refine.And:
		join, one, other = first+" && ", "!"+first+" || "+all, first
	case refine.Or:
		join, one, other = first+" || ", first+" || !"+all, "!"+first
	case refine.Implies:
		join, one, other = "!"+first+" || ", "!"+first+" || !"+all, first
	default:
		return fmt.Sprintf("rtestg_x.Compare(%s, %s, %q, %s)\n%s%s", x.text(e), a, "<==>", b, pa, pb)
	}
	return fmt.Sprintf("{\n%s := bool%s\n%s := %sbool%s\nrtestg_x.Decided()\nif %s {\n%s}\nif %s {\n%s}\n}\n",
		first, a, all, join, b, one, pa, other, pb)
}

func (x *explainer) compare(e *refine.Compare) string {
	if _, ok := e.Y.(*refine.Nil); ok {
		return x.value(e.X)
	}
	if _, ok := e.X.(*refine.Nil); ok {
		return x.value(e.Y)
	}
	method := "Compare"
	if character(e.X) || character(e.Y) || x.noting(e.X.Type()) == "Character" && x.noting(e.Y.Type()) == "Character" {
		method = "Characters"
	}
	a, b := x.typed(e.X), x.typed(e.Y)
	if types.IsInterface(e.X.Type()) != types.IsInterface(e.Y.Type()) {
		a, b = x.held(a), x.held(b)
	}
	note := fmt.Sprintf("rtestg_x.%s(%s, %s, %q, %s)\n", method, x.text(e), a, e.Op, b)
	if boolean(e.X) && boolean(e.Y) {
		return note + x.predicate(e.X) + x.predicate(e.Y)
	}
	return note + x.side(e.X) + x.side(e.Y)
}

// character reports whether e is a character: a constant written as one, or one plus a number.
func character(e refine.Expr) bool {
	switch e := e.(type) {
	case *refine.Const:
		return e.Char
	case *refine.Arith:
		return (e.Op == token.ADD || e.Op == token.SUB) && character(e.X) != character(e.Y)
	}
	return false
}

// side records the decisive parts of a side of a comparison: why a predicate has its value, or the arguments of
// a call.
func (x *explainer) side(e refine.Expr) string {
	switch e := e.(type) {
	case *refine.Compare:
		if _, ok := e.Y.(*refine.Nil); ok {
			return x.arguments([]refine.Expr{e.X})
		}
		return x.predicate(e)
	case *refine.In, *refine.Is, *refine.Logic, *refine.Quant, *refine.Cond:
		return x.predicate(e)
	}
	return x.operands(e)
}

// held returns Go for a value that is written with its type.
func (x *explainer) held(source string) string {
	if strings.HasPrefix(source, x.g.rt+"Held(") {
		return source
	}
	return x.g.rt + "Held(" + source + ")"
}

// operands records the arguments of the calls inside a side of a comparison.
func (x *explainer) operands(e refine.Expr) string {
	switch e := e.(type) {
	case *refine.Call:
		return x.arguments(e.Args) + x.receiver(e.Fun)
	case *refine.Builtin:
		return x.arguments(e.Args)
	}
	return ""
}

func (x *explainer) in(e *refine.In) string {
	if e.Over.Kind == refine.Iterator {
		return fmt.Sprintf("rtestg_x.Compare(%s, %s, \"in\", %s)\n", x.text(e), x.typed(e.X), x.yielded(e.Over, e.X.Type()))
	}
	if e.Over.Kind == refine.Span {
		op := ".."
		if e.Over.HalfOpen {
			op = "..<"
		}
		method := "Range"
		if character(e.Over.Low) || character(e.Over.High) {
			method = "CharacterRange"
		}
		return fmt.Sprintf("rtestg_x.%s(%s, %s, %s, %q, %s)\n", method, x.text(e), x.source(e.X), x.source(e.Over.Low), op, x.source(e.Over.High))
	}
	return fmt.Sprintf("rtestg_x.Compare(%s, %s, \"in\", %s)\n", x.text(e), x.typed(e.X), x.source(e.Over.X))
}
