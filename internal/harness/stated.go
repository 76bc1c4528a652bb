package harness

import (
	"go/types"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// stated returns the names of the inputs in preconditions, and tells which inputs
// have an expression instead: what is equal to one over earlier inputs, and is a
// number or a text, is drawn, but what preconditions say of it they say of that
// expression, which the form sees.
func (t *Target) stated(f *refine.GoFile, pkg *refine.Package) (names func(*refine.Variable) string, stated map[int]bool) {
	exprs := map[int]refine.Expr{}
	stated = map[int]bool{}
	for i, s := range t.Shapes {
		d, ok := s.(*value.Drawn)
		if !ok {
			continue
		}
		draw := t.Contract.Draws[d.Draw]
		b, basic := t.Contract.Inputs()[i].Type.Underlying().(*types.Basic)
		if draw.Single && basic && b.Info()&(types.IsInteger|types.IsBoolean|types.IsString) != 0 && writes(pkg, draw.From.X, "") {
			exprs[i], stated[i] = draw.From.X, true
		}
	}
	names = func(v *refine.Variable) string {
		if e := exprs[v.Index]; e != nil && v.Role == refine.Input {
			return "(" + f.Expr(e, names, nil) + ")"
		}
		return paramName(v)
	}
	return names, stated
}
