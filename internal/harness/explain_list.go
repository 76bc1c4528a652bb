package harness

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// tuple notes the first result that differs from what the list has in its place,
// and all results where none does.
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
	vars, texts := x.bindResults(e.Call, results)
	values := x.noted(vars, texts)
	var b strings.Builder
	fmt.Fprintf(&b, "{\n%s := %s\nswitch {\n", strings.Join(vars, ", "), x.source(e.Call))
	for i, part := range parts {
		x.bound[part.X.(*refine.Ref).Var] = vars[i]
		note := fmt.Sprintf("rtestg_x.Value(%s, %s)\n", strconv.Quote(texts[i]), vars[i])
		if _, isNil := part.Y.(*refine.Nil); !isNil {
			text := texts[i] + " == " + refine.Text(part.Y, x.g.u.Pkg.Types)
			note = fmt.Sprintf("rtestg_x.Compare(%s, %s, \"==\", %s)\n%s", strconv.Quote(text), vars[i], x.typed(part.Y), x.side(part.Y))
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

// results notes each of the results of a call.
func (x *explainer) results(call refine.Expr, results *types.Tuple) string {
	vars, texts := x.bindResults(call, results)
	return fmt.Sprintf("{\n%s := %s\n%s}\n", strings.Join(vars, ", "), x.source(call), x.noted(vars, texts))
}

// bindResults returns variables for the results of a call, and what these are called.
func (x *explainer) bindResults(call refine.Expr, results *types.Tuple) (vars, texts []string) {
	for i := range results.Len() {
		vars = append(vars, x.temp("r"))
		texts = append(texts, fmt.Sprintf("%s [%d]", refine.Text(call, x.g.u.Pkg.Types), i))
	}
	return vars, texts
}

// noted notes variables by what they are called.
func (x *explainer) noted(vars, texts []string) string {
	var b strings.Builder
	for i, v := range vars {
		fmt.Fprintf(&b, "rtestg_x.Value(%s, %s)\n", strconv.Quote(texts[i]), v)
	}
	return b.String()
}
