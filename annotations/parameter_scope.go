package annotations

import (
	"go/types"

	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// namesOf returns the names of variables.
func namesOf(vars []*types.Var) []string {
	var names []string
	for _, v := range vars {
		names = append(names, v.Name())
	}
	return names
}

// valueOf returns the name under which a predicate in braces knows an input or a
// result as a whole, and not a part of one; "" where it is a part.
func valueOf(r *syntax.RefSet, x refine.Expr) string {
	if ref, ok := x.(*refine.Ref); ok && ref.Var.Role != refine.Bound {
		return r.Var.Name
	}
	return ""
}
