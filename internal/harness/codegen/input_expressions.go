package codegen

import (
	"go/types"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// maxStated is how long the text of an expression is at most that stands for an
// input: where each is made of the one before, twice, it doubles.
const maxStated = 2000

// stated returns the names of the inputs in preconditions, and tells which inputs
// have an expression instead: what is equal to one over earlier inputs, and is a
// number or a text, is drawn, but what preconditions say of it they say of that
// expression, which the form sees.
func (t *Target) stated(f *gosource.File, pkg *refine.Package) (names func(*refine.Variable) string, stated map[int]bool) {
	exprs := map[int]refine.Expr{}
	stated = map[int]bool{}
	sizes := map[int]int{}
	for i, s := range t.Shapes {
		d, ok := s.(*value.Drawn)
		if !ok {
			continue
		}
		draw := t.Contract.Draws[d.Draw]
		b, basic := t.Contract.Inputs()[i].Type.Underlying().(*types.Basic)
		if draw.Single && basic && b.Info()&(types.IsInteger|types.IsBoolean|types.IsString) != 0 && writes(pkg, draw.From.X, "") {
			if n := size(draw.From.X, pkg, sizes); n <= maxStated {
				exprs[i], sizes[i], stated[i] = draw.From.X, n, true
			}
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

// size is how long the text of an expression is about, where some inputs have texts
// of these sizes.
func size(e refine.Expr, pkg *refine.Package, sizes map[int]int) int {
	n := len(refine.Text(e, pkg.Types))
	refine.Inspect(e, func(e refine.Expr) bool {
		if r, ok := e.(*refine.Ref); ok && r.Var.Role == refine.Input {
			n += sizes[r.Var.Index]
		}
		return true
	})
	return n
}
