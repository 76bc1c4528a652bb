package codegen

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// tuple records the results of the call and the list, and the arguments of the first place
// where they differ.
func (x *explainer) tuple(e *refine.Tuple) string {
	results, ok := e.Call.Type().(*types.Tuple)
	parts := e.Parts()
	switch {
	case !ok || parts == nil:
		return x.value(e)
	case before(e.Call):
		// A pointer into the twin equals its counterpart.
		return x.results(e.Call, results)
	}
	vars := x.bindResults(results)
	var list []string
	for _, part := range parts {
		if _, isNil := part.Y.(*refine.Nil); isNil {
			list = append(list, "nil")
			continue
		}
		list = append(list, x.typed(part.Y))
	}
	anys := "[]any"
	values := x.noted(e.Call, vars)
	both := fmt.Sprintf("rtestg_x.Lists(%s, %s{%s}, %s{%s})\n", x.text(e), anys, strings.Join(vars, ", "), anys, strings.Join(list, ", "))
	var b strings.Builder
	fmt.Fprintf(&b, "{\n%s := %s\nswitch {\n", strings.Join(vars, ", "), x.source(e.Call))
	for i, part := range parts {
		x.bound[part.X.(*refine.Ref).Var] = vars[i]
		note := both
		if _, isNil := part.Y.(*refine.Nil); !isNil {
			note += x.side(part.Y)
		}
		fmt.Fprintf(&b, "case !%s:\n%s", paren(x.source(part)), note)
	}
	fmt.Fprintf(&b, "default:\n%s}\n}\n", values)
	return b.String()
}

// before reports whether an expression is about the time before the call.
func before(e refine.Expr) bool {
	found := false
	refine.Inspect(e, func(e refine.Expr) bool {
		switch e := e.(type) {
		case *refine.Old:
			found = true
		case *refine.Ref:
			found = found || e.Var.Role == refine.Before
		}
		return !found
	})
	return found
}

// results records the results of a call.
func (x *explainer) results(call refine.Expr, results *types.Tuple) string {
	vars := x.bindResults(results)
	return fmt.Sprintf("{\n%s := %s\n%s}\n", strings.Join(vars, ", "), x.source(call), x.noted(call, vars))
}

// bindResults returns variables for the results of a call.
func (x *explainer) bindResults(results *types.Tuple) (vars []string) {
	for range results.Len() {
		vars = append(vars, x.temp("r"))
	}
	return vars
}

// noted records the results of a call, which are in variables, as a list.
func (x *explainer) noted(call refine.Expr, vars []string) string {
	return fmt.Sprintf("rtestg_x.List(%s, []%s{%s})\n", x.text(call), "any", strings.Join(vars, ", "))
}

// operands returns the operands of a chain of one operator, from left to right.
func operands(e refine.Expr, op refine.LogicOp) []refine.Expr {
	l, ok := e.(*refine.Logic)
	if !ok || l.Op != op {
		return []refine.Expr{e}
	}
	return append(operands(l.X, op), operands(l.Y, op)...)
}

// chain records what decided a conjunction: its first false part, or all parts if none is
// false. For a disjunction it is the first true part. Each part is written once, without those
// before it.
func (x *explainer) chain(op refine.LogicOp, parts []refine.Expr) string {
	not := "!"
	if op == refine.Or {
		not = ""
	}
	first := x.temp("first")
	var find, note strings.Builder
	for i, part := range parts {
		fmt.Fprintf(&find, "if %s == 0 && %s%s {\n%s = %d\n}\n", first, not, paren(x.source(part)), first, i+1)
		fmt.Fprintf(&note, "if %s == 0 || %s == %d {\n%s}\n", first, first, i+1, x.predicate(part))
	}
	return fmt.Sprintf("{\n%s := 0\n%srtestg_x.Decided()\n%s}\n", first, find.String(), note.String())
}

// quant finds the values that decide a quantifier.
func (x *explainer) quant(e *refine.Quant) string {
	test := "!"
	if !e.All {
		test = ""
	}
	found := x.temp("found")
	loop := x.g.f.Loop(e, x.names, x.oldNames, func(cond string, vars []string) string {
		var note strings.Builder
		for i, v := range e.Vars {
			// Loops inside this one use the same names for their variables.
			x.bound[v] = x.temp("e" + v.Name)
			method := x.noting(v.Type)
			if e.Over.Kind == refine.Runes && i == len(vars)-1 {
				method = "Character"
			}
			fmt.Fprintf(&note, "%[1]s := %[2]s\nrtestg_x.%[4]s(%[3]q, %[5]s)\n",
				x.bound[v], vars[i], v.Name, method, x.seen(v.Type, x.bound[v]))
		}
		return fmt.Sprintf("if %s%s {\n%s = 0 == 0\nrtestg_x.Decided()\n%s%sreturn\n}", test, paren(cond), found, note.String(), x.predicate(e.Body))
	})
	return fmt.Sprintf("{\n%s := 0 != 0\nfunc() {\n%s\n}()\nif !%s {\n%s}\n}\n", found, loop, found, x.undecided(e))
}

// undecided records the result of a quantifier that no single value decides.
func (x *explainer) undecided(e *refine.Quant) string {
	holds := "0 != 0"
	if e.All {
		holds = "0 == 0"
	}
	switch {
	case e.Over.Kind == refine.OfType:
		return fmt.Sprintf("rtestg_x.Among(%s, %s, len(%sValues[%s]()), %q)\n",
			x.text(e), holds, x.g.rt, x.g.f.Type(e.Over.T), refine.TypeName(e.Over.T, x.g.u.Pkg.Types))
	case e.Over.Kind == refine.Iterator && len(e.Vars) == 1:
		return fmt.Sprintf("rtestg_x.Value(%s, %s)\nrtestg_x.Value(%q, %s)\n",
			x.text(e), holds, x.collectText(e.Over.X), x.yielded(e.Over, e.Vars[0].Type))
	}
	return fmt.Sprintf("rtestg_x.Value(%s, %s)\n", x.text(e), holds)
}

// collectText returns the text for all values that an iterator yields.
func (x *explainer) collectText(it refine.Expr) string {
	return "slices.Collect(" + refine.Text(it, x.g.u.Pkg.Types) + ")"
}

// yielded returns Go for the values of an iterator.
func (x *explainer) yielded(d refine.Domain, elem types.Type) string {
	return x.g.f.Elements(d, elem, x.names, x.oldNames)
}
