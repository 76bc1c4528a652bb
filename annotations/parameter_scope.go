package annotations

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
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

// notYet reports a name that the types of a sig cannot mention where they do: that
// of what the type is about, or of what stands behind it.
func (t *typer) notYet(sc *names.Scope, id syntax.Ident) bool {
	value := ""
	for at := sc; at != nil; at = at.Outer {
		if value == "" {
			value = at.Value
		}
		own, behind := slices.Contains(at.Entry.Own, id.Name), slices.Contains(at.Entry.Behind, id.Name)
		switch {
		case own && value != "":
			t.unknown(id.Span, "undefined: "+id.Name, value)
		case own || behind:
			t.errorf(id.Span, codes.MisplacedForm, "%s is known only behind its type: %s may speak of it", id.Name, at.Entry.Clause)
		default:
			continue
		}
		return true
	}
	return false
}

// valueOf returns the name under which a predicate in braces knows an input or a
// result as a whole, and not a part of one; "" where it is a part.
func valueOf(r *syntax.RefSet, x refine.Expr) string {
	if ref, ok := x.(*refine.Ref); ok && ref.Var.Role != refine.Bound {
		return r.Var.Name
	}
	return ""
}
