package harness

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// tuple notes the results of the call and the list, and what the arguments are in
// the first place where both differ.
func (x *explainer) tuple(e *refine.Tuple) string {
	results, ok := e.Call.Type().(*types.Tuple)
	parts := e.Parts()
	switch {
	case !ok || parts == nil:
		return x.value(e)
	case before(e.Call):
		// Pointers into the twin are equal to their counterparts.
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

// before tells whether an expression speaks of what was before the call.
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

// results notes the results of a call.
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

// noted notes the results of a call, which are in variables, as a list.
func (x *explainer) noted(call refine.Expr, vars []string) string {
	return fmt.Sprintf("rtestg_x.List(%s, []%s{%s})\n", x.text(call), "any", strings.Join(vars, ", "))
}
